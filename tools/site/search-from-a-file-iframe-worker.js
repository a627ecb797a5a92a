// Browsers start no workers for pages that are opened from a folder. There, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #early = [];
    #ready = false;

    constructor(url) {
      super();
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => Promise.all(urls.map((each) => this.#load(each)));
      this.#load(url).then(() => {
        this.#ready = true;
        for (const data of this.#early) this.postMessage(data);
      });
    }

    postMessage(data) {
      const inside = this.#frame.contentWindow;
      if (this.#ready) inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      else this.#early.push(data);
    }

    terminate() {
      this.#frame.remove();
    }

    #load(url) {
      return new Promise((done, failed) => {
        const script = this.#frame.contentDocument.createElement("script");
        Object.assign(script, { src: new URL(url, location.href).href, onload: done, onerror: failed });
        this.#frame.contentDocument.head.append(script);
      });
    }
  };
}
