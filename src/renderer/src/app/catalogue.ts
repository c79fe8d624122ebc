// All words of the console, typed: a key that is not in a catalogue does not compile. English ships.
// Each feature owns its catalogue, and screens.ts has those of the screens; here they come together with the others.
import { initReactI18next } from 'react-i18next';
import { clients } from '../features/settings/catalogue/clients.ts';
import { data } from '../features/settings/catalogue/data.ts';
import { models } from '../features/settings/catalogue/models.ts';
import { alerts } from '../session/catalogue/alerts.ts';
import { approval } from '../session/catalogue/approval.ts';
import { contextLength } from '../session/catalogue/context-length.ts';
import { facts } from '../session/catalogue/facts.ts';
import { loops } from '../session/catalogue/loops.ts';
import { markdown } from '../session/catalogue/markdown.ts';
import { shell } from '../session/catalogue/shell.ts';
import { i18n } from '../session/i18n.ts';
import { WORDS } from './screens.ts';

const en = {
  ...shell,
  ...WORDS,
  approval,
  facts,
  alerts,
  loops,
  contextLength,
  markdown,
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
