// The message catalogue, typed: a key that is not in `catalogue/` does not compile. English ships.
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { audit } from './catalogue/audit.ts';
import { clients } from './catalogue/clients.ts';
import { concepts } from './catalogue/concepts.ts';
import { conflicts } from './catalogue/conflicts.ts';
import { data } from './catalogue/data.ts';
import { jobs } from './catalogue/jobs.ts';
import { loops } from './catalogue/loops.ts';
import { models } from './catalogue/models.ts';
import { overview } from './catalogue/overview.ts';
import { settings } from './catalogue/settings.ts';
import { shell } from './catalogue/shell.ts';
import { traffic } from './catalogue/traffic.ts';

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

export const i18n = createInstance();

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
