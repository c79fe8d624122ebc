// The chart over time, with the library that draws it, loaded when the first one is opened.
import { patientLazy } from '../patient-load.ts';

/**
 * The library asks Intl for `navigator.language` while it loads. Where the system's language is POSIX, Chromium says
 * `en-US@posix`, which is no language tag: then this page's language is said to be the one Intl fell back to.
 */
function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    const { locale } = new Intl.NumberFormat().resolvedOptions();
    Object.defineProperty(navigator, 'language', { value: locale, configurable: true });
  }
}

export const TimeChart = patientLazy(async () => {
  mendLanguage();
  const { TimeChart: Drawn } = await import('./time-chart.tsx');
  return { default: Drawn };
});
