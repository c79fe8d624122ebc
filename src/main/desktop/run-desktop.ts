// The desktop door's life: one instance, guards before the first window, core, window, and a drain on quit.
// Gets Electron passed in, so that tests run it with a fake. Source: console, Desktop door.
import type { BrowserWindow, MessagePortMain } from 'electron';
import { APP_SCHEME, serveApp } from './app-protocol.ts';
import { guardContents, guardSession } from './guards.ts';
import { addressOf, showConsole, windowOptions } from './main-window.ts';
import { openPortDoor } from './port-door.ts';
import { waitingNotice } from './waiting-notice.ts';

export type Electron = Pick<
  typeof import('electron'),
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'MessageChannelMain'
  | 'Notification'
  | 'protocol'
  | 'session'
  | 'shell'
>;

/** What the window needs of the core. */
export interface DesktopCore {
  servePort(port: MessagePortMain): void;
  /** Hears the id of each approval that begins to wait. */
  onAsked(hear: (id: string) => void): void;
  close(drainMs: number): Promise<void>;
}

export interface DesktopOptions {
  readonly electron: Electron;
  readonly preload: string;
  readonly rendererDir: string;
  readonly startCore: () => Promise<DesktopCore>;
  readonly warn: (message: string) => void;
}

const DRAIN_MS = 10_000;

export async function runDesktop({
  electron,
  preload,
  rendererDir,
  startCore,
  warn,
}: DesktopOptions): Promise<void> {
  const { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, Notification, protocol, session } =
    electron;
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  guardContents(app, (address) => void leave(electron, address));
  await app.whenReady();

  let core: DesktopCore;
  try {
    core = await startCore();
  } catch (error) {
    dialog.showErrorBox('Festinger cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
    return;
  }
  guardSession(session.defaultSession);
  serveApp(session.defaultSession, rendererDir);
  const door = openPortDoor({
    ipcMain,
    createChannel: () => new MessageChannelMain(),
    serve: (port) => core.servePort(port),
    onRefused: (reason) => warn(`port refused: ${reason}`),
  });

  let window: BrowserWindow | undefined;
  const open = async (hash = '') => {
    window = new BrowserWindow(windowOptions(preload));
    door.register(window.webContents);
    window.on('closed', () => {
      window = undefined;
    });
    await showConsole(window, hash);
  };
  core.onAsked(
    waitingNotice({
      Notification,
      isLookedAt: () => window?.isFocused() ?? false,
      show: (id) => {
        const hash = `#/approvals/${encodeURIComponent(id)}`;
        if (!window) return void open(hash);
        if (window.isMinimized()) window.restore();
        window.focus();
        void window.loadURL(addressOf(hash));
      },
    }),
  );
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('activate', () => {
    if (!window) void open();
  });
  app.on('window-all-closed', () => app.quit());
  quitAfterDrain(app, () => core.close(DRAIN_MS));
  await open();
}

/** Lets requests in flight finish before the process goes. */
function quitAfterDrain(app: Electron['app'], drain: () => Promise<void>): void {
  let drained = false;
  app.on('will-quit', (event) => {
    if (drained) return;
    event.preventDefault();
    drained = true;
    void drain().finally(() => app.quit());
  });
}

/** Opens an address outside once the operator said so, with its host in sight: the page that asks is not believed. */
async function leave({ dialog, shell }: Pick<Electron, 'dialog' | 'shell'>, address: string): Promise<void> {
  const { host, pathname } = new URL(address);
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', buttons: ['Open', 'Cancel'], defaultId: 1, cancelId: 1 },
    ...{ message: `Open ${host === '' ? pathname : host}?`, detail: address },
  });
  if (response === 0) await shell.openExternal(address);
}
