// Sets theme, contrast, density and rail width on <html> before the first paint, so that nothing flashes.
// External and tiny because the CSP allows no inline script. Keys and attributes are those of src/app/appearance.ts.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('festinger.appearance') ?? '{}') ?? {};
  } catch {
    // A damaged or forbidden store means the defaults.
  }
  const asks = (query) => matchMedia(query).matches;
  const theme =
    kept.theme === 'light' || kept.theme === 'dark'
      ? kept.theme
      : asks('(prefers-color-scheme: dark)')
        ? 'dark'
        : 'light';
  root.dataset.theme = theme;
  root.dataset.contrast = kept.contrast === 'more' || asks('(prefers-contrast: more)') ? 'more' : 'normal';
  root.dataset.density = kept.density === 'compact' || kept.density === 'roomy' ? kept.density : 'normal';
  root.dataset.rail = kept.rail === 'wide' ? 'wide' : 'narrow';
})();
