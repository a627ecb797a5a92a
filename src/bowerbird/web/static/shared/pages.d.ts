// What the pages add to the browser's own names.

interface Window {
  /** Set by theme.js, before the first paint. */
  bowerbirdTheme?: (theme: string) => void;
}

interface HTMLElementTagNameMap {
  /** Drawn by cards.js. */
  "playing-card": HTMLElement;
  /** Drawn by birds.js. */
  "bird-portrait": HTMLElement;
}

/** The version of the site's files: what the server puts before the service worker. */
declare const VERSION: string;
