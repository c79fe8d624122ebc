// Entry of the page that a one-time link opens. The token stands in the fragment, which no server and no log sees; it leaves the address bar as soon
// as it is used up.
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { cardCalls, openCardSession } from './app/card/card-client.ts';
import { CardPage } from './app/card/card-page.tsx';
import { sendApprovalCalls } from './session/approval/approvals-store.ts';
import { approval } from './session/catalogue/approval.ts';
import { shell } from './session/catalogue/shell.ts';
import { i18n } from './session/i18n.ts';
import { makeTextVisible } from './ui/foreign/visible-text.ts';

makeTextVisible();
sendApprovalCalls(cardCalls);
void i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: { ...shell, approval } } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

const opened = openCardSession(window.location.hash.slice(1));
opened.then(
  () => window.history.replaceState(null, '', window.location.pathname),
  () => undefined, // the page says why
);

const root = document.getElementById('root');
if (!root) throw new Error('card.html has no #root');
createRoot(root).render(
  <StrictMode>
    <CardPage opened={opened} />
  </StrictMode>,
);
