// The one window: sandboxed, isolated, without Node, its place remembered by Electron.
// Electron's checklist, points 2 to 4, 6, 8 to 10.
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

export function windowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    name: 'console',
    windowStatePersistence: true,
    width: 1280,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    title: 'Festinger Console',
    backgroundColor: '#15181c',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  };
}

/** Of a place in the console, such as `#/approvals/one`. */
export const addressOf = (hash: string): string => `${APP_ORIGIN}/${hash}`;

/** Loads the console and shows the window once there is something to see. */
export async function showConsole(window: BrowserWindow, hash = ''): Promise<void> {
  window.once('ready-to-show', () => window.show());
  await window.loadURL(addressOf(hash));
}
