/** In a new tab, because this page would forget the key. */
export const Guide = () => (
  <a href="docs/console" target="_blank" rel="noopener">
    Guide to the console (new tab)
  </a>
);
