// The one translator; app/catalogue.ts gives it its words before anything is drawn.
import { createInstance } from 'i18next';

export const i18n = createInstance();
