// A person's own choice of theme and of type, before anything is painted. Plain script in the head: no module, no flash.
// The colours of each theme are written once, in the media rules of look.css; here a rule is only forced on or off.
(() => {
  /** @type {Record<string, string>} */
  const rules = { dark: "(prefers-color-scheme: dark)", contrast: "(prefers-contrast: more)" };
  /** @type {Record<string, CSSMediaRule>} */
  const found = {};

  function mediaRules() {
    for (const sheet of document.styleSheets) {
      if (!sheet.href || new URL(sheet.href).pathname.split("/").pop() !== "look.css") continue;
      for (const rule of sheet.cssRules) {
        for (const [name, media] of Object.entries(rules)) {
          if (rule instanceof CSSMediaRule && rule.media.mediaText === media) found[name] = rule;
        }
      }
    }
    return found;
  }

  /** @param {string} theme */
  const force = (theme) => {
    for (const [name, rule] of Object.entries(mediaRules())) {
      const wanted = theme === name ? "all" : "not all";
      rule.media.mediaText = theme === "system" ? rules[name] : wanted;
    }
  };

  window.bowerbirdTheme = force;

  /** @type {{ text?: string, theme?: string }} */
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("bowerbird") || "{}");
  } catch {
    // A browser that stores nothing follows the system.
  }
  document.documentElement.dataset.text = settings.text || "normal";
  if (settings.theme && settings.theme !== "system") force(settings.theme);
})();
