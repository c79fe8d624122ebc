// Entry of the renderer: words, appearance, then the shell.
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startI18n } from './app/catalogue.ts';
import { startAppearance } from './session/appearance.ts';
import { makeTextVisible } from './ui/foreign/visible-text.ts';

makeTextVisible();
startI18n();
startAppearance();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
