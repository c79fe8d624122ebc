// All words of the console, typed: a key that is not in a catalogue does not compile. English ships.
// Each feature owns its catalogue; this is where they come together.
import { initReactI18next } from 'react-i18next';
import { audit } from '../features/audit/catalogue.ts';
import { concepts } from '../features/concepts/catalogue.ts';
import { conflicts } from '../features/conflicts/catalogue.ts';
import { jobs } from '../features/jobs/catalogue.ts';
import { overview } from '../features/overview/catalogue.ts';
import { clients } from '../features/settings/catalogue/clients.ts';
import { data } from '../features/settings/catalogue/data.ts';
import { models } from '../features/settings/catalogue/models.ts';
import { settings } from '../features/settings/catalogue/settings.ts';
import { traffic } from '../features/traffic/catalogue.ts';
import { loops } from '../session/catalogue/loops.ts';
import { shell } from '../session/catalogue/shell.ts';
import { i18n } from '../session/i18n.ts';

const en = {
  ...shell,
  overview,
  traffic,
  loops,
  concepts,
  conflicts,
  jobs,
  audit,
  settings,
  models,
  clients,
  data,
} as const;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Loads the catalogue; synchronous, so the first paint has its words. */
export function startI18n(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}
