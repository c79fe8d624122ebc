// Electron's security checklist against a fake `electron`, point by point, and the hand-over of the port.
import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../shared/model/csp.ts';
import { APP_SCHEME, resolveAppUrl } from './app-protocol.ts';
import { mayUse, originOf } from './guards.ts';
import { windowOptions } from './main-window.ts';
import { type Electron, runDesktop } from './run-desktop.ts';

const rendererDir = mkdtempSync(join(tmpdir(), 'festinger-renderer-'));
writeFileSync(join(rendererDir, 'index.html'), '<!doctype html>');

class FakeContents extends EventEmitter {
  readonly id = 7;
  mainFrame = {
    url: 'app://console/',
    sent: [] as unknown[],
    postMessage: (channel: string, _message: unknown, ports: unknown[]) =>
      this.mainFrame.sent.push([channel, ports.length]),
  };
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
}

function fakeElectron() {
  const calls: string[] = [];
  /** Cancel. */
  const answers = { leave: 1 };
  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    enableSandbox: () => calls.push('sandbox'),
    requestSingleInstanceLock: () => true,
    whenReady: async () => void calls.push('ready'),
    quit: () => calls.push('quit'),
    exit: (code: number) => calls.push(`exit ${code}`),
  });
  const contents = new FakeContents();
  const windows: unknown[] = [];
  const notices: FakeNotice[] = [];
  let focused = false;
  class FakeNotice extends EventEmitter {
    static isSupported = () => true;
    readonly options: unknown;
    state = 'made';
    constructor(options: unknown) {
      super();
      this.options = options;
      notices.push(this);
    }
    show = () => {
      this.state = 'shown';
    };
    close = () => {
      this.state = 'closed';
    };
  }
  class BrowserWindow extends EventEmitter {
    webContents = contents;
    constructor(options: unknown) {
      super();
      windows.push(options);
      app.emit('web-contents-created', {}, contents);
    }
    loadURL = async (url: string) => void calls.push(`load ${url}`);
    show = () => calls.push('show');
    isMinimized = () => false;
    isFocused = () => focused;
    focus = () => calls.push('focus');
  }
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const defaultSession = {
    protocol: {
      handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
        Object.assign(handlers, { [scheme]: handler }),
    },
    setPermissionRequestHandler: (handler: never) => Object.assign(handlers, { permissionRequest: handler }),
    setPermissionCheckHandler: (handler: never) => Object.assign(handlers, { permissionCheck: handler }),
    setSpellCheckerEnabled: (on: boolean) => calls.push(`spellcheck ${on}`),
    webRequest: { onBeforeRequest: (handler: never) => Object.assign(handlers, { beforeRequest: handler }) },
  };
  const ipcMain = new EventEmitter();
  const electron = {
    app,
    BrowserWindow,
    dialog: {
      showErrorBox: (title: string) => calls.push(title),
      showMessageBox: async ({ message }: { message: string }) => {
        calls.push(message);
        return { response: answers.leave };
      },
    },
    shell: { openExternal: async (url: string) => void calls.push(`open ${url}`) },
    ipcMain,
    MessageChannelMain: class {
      constructor() {
        const { port1, port2 } = new MessageChannel();
        port1.unref();
        Object.assign(this, { port1: Object.assign(port1, { start: () => {} }), port2 });
      }
    },
    Notification: FakeNotice,
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown) => calls.push(`schemes ${JSON.stringify(schemes)}`),
    },
    session: { defaultSession },
  };
  const lookAt = (now: boolean) => {
    focused = now;
  };
  return {
    electron: electron as unknown as Electron,
    app,
    calls,
    answers,
    windows,
    contents,
    handlers,
    ipcMain,
    notices,
    lookAt,
  };
}

describe('the desktop door', () => {
  let fake: ReturnType<typeof fakeElectron>;
  let served: number;
  let warnings: string[];
  let closedWith: number | undefined;
  let asked: (id: string) => void;

  beforeEach(async () => {
    fake = fakeElectron();
    served = 0;
    warnings = [];
    closedWith = undefined;
    await runDesktop({
      electron: fake.electron,
      preload: '/preload.cjs',
      rendererDir,
      warn: (message) => warnings.push(message),
      startCore: async () => ({
        servePort: () => void served++,
        onAsked: (hear) => {
          asked = hear;
        },
        close: async (drainMs) => {
          closedWith = drainMs;
        },
      }),
    });
  });

  const connect = (over: Record<string, unknown> = {}) =>
    fake.ipcMain.emit('festinger:connect', {
      sender: fake.contents,
      senderFrame: fake.contents.mainFrame,
      ...over,
    });

  it('says that an approval waits, without a private word, once at a time; a click leads to its card', () => {
    asked('first');
    asked('second');
    expect(fake.notices.map(({ state }) => state)).toEqual(['closed', 'shown']);
    expect(fake.notices[1]?.options).toEqual({ title: 'Festinger', body: 'An approval waits' });
    fake.notices[1]?.emit('click');
    expect(fake.calls.slice(-2)).toEqual(['focus', 'load app://console/#/approvals/second']);
    fake.lookAt(true);
    asked('third');
    expect(fake.notices, 'who looks at the console is told by it').toHaveLength(2);
  });

  it('hands the port over once per loaded page, to the main frame of our window at our origin', () => {
    connect();
    expect([served, fake.contents.mainFrame.sent]).toEqual([1, [['festinger:port', 1]]]);
    connect();
    expect(served, 'the same page asking again').toBe(1);
    fake.contents.emit('did-navigate');
    connect();
    expect(served, 'a reloaded page').toBe(2);
  });

  it.each([
    ['a frame inside the page', { senderFrame: { url: 'app://console/' } }],
    ['a window we did not make', { sender: Object.assign(new FakeContents(), { id: 8 }) }],
    ['a frame that is gone', { senderFrame: null }],
  ])('refuses %s, and says so', (_who, over) => {
    connect(over);
    expect(served).toBe(0);
    expect(warnings).toHaveLength(1);
  });

  it('refuses our own main frame when it shows a foreign page', () => {
    fake.contents.mainFrame.url = 'https://evil.example/';
    connect();
    expect(served).toBe(0);
  });

  it('drains the core before it quits', async () => {
    let prevented = false;
    fake.app.emit('will-quit', { preventDefault: () => (prevented = true) });
    await new Promise((resolve) => setImmediate(resolve));
    expect([prevented, closedWith, fake.calls.at(-1)]).toEqual([true, 10_000, 'quit']);
  });

  it('the window is sandboxed, isolated and without Node (checklist 2, 3, 4, 6, 8, 9, 10, 11)', () => {
    expect(fake.calls[0]).toBe('sandbox');
    expect(fake.windows).toEqual([windowOptions('/preload.cjs')]);
    expect(windowOptions('/p').webPreferences).toEqual({
      preload: '/p',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    });
  });

  it('loads nothing remote, from a scheme that cannot bypass the policy (checklist 1, 7, 18)', async () => {
    expect(fake.calls).toContain('load app://console/');
    expect(APP_SCHEME.privileges).toEqual({ standard: true, secure: true, supportFetchAPI: true });
    expect(contentSecurityPolicy()).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(contentSecurityPolicy()).not.toMatch(/unsafe|\*/);
    const serve = fake.handlers.app as unknown as (request: Request) => Promise<Response>;
    const page = await serve(new Request('app://console/'));
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      contentSecurityPolicy(),
    ]);
    expect((await serve(new Request('app://console/missing.js'))).status).toBe(404);
    expect((await serve(new Request('app://console/', { method: 'POST' }))).status).toBe(404);
  });

  it('denies navigation, new windows and webviews (checklist 12, 13, 14)', () => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      let prevented = false;
      fake.contents.emit(event, { url: 'https://evil.example/', preventDefault: () => (prevented = true) });
      expect(prevented, event).toBe(true);
    }
    expect(fake.contents.openHandler?.({ url: 'app://console/' })).toEqual({ action: 'deny' });
  });

  it('opens outside what is a web page or mail, after the operator said so, and never a window', async () => {
    const wish = (url: string) => fake.contents.openHandler?.({ url });
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://a:b@example.com/',
      'app://console/',
    ])
      expect(wish(url)).toEqual({ action: 'deny' });
    expect(fake.calls.filter((call) => call.startsWith('Open'))).toEqual([]);
    expect(wish('https://example.com/a')).toEqual({ action: 'deny' });
    await expect.poll(() => fake.calls).toContain('Open example.com?');
    expect(fake.calls).not.toContain('open https://example.com/a');
    fake.answers.leave = 0;
    wish('https://example.com/a');
    await expect.poll(() => fake.calls).toContain('open https://example.com/a');
  });

  it('cancels every request of the page but its own (no network from the renderer)', () => {
    const before = fake.handlers.beforeRequest as unknown as (
      details: { url: string },
      answer: (a: { cancel: boolean }) => void,
    ) => void;
    const cancelled = (url: string) => {
      let cancel: boolean | undefined;
      before({ url }, (answer) => (cancel = answer.cancel));
      return cancel;
    };
    expect(['app://console/a.js', 'data:image/png;base64,'].map(cancelled)).toEqual([false, false]);
    expect(
      ['https://evil.example/', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'app://other/'].map(cancelled),
    ).toEqual([true, true, true, true]);
  });
});

describe('permissions (checklist 5)', () => {
  it.each([
    ['clipboard-sanitized-write', 'app://console/', true],
    ['clipboard-read', 'app://console/', false],
    ['media', 'app://console/', false],
    ['display-capture', 'app://console/', false],
    ['clipboard-sanitized-write', 'https://evil.example', false],
    ['clipboard-sanitized-write', 'null', false],
  ])('%s for %s -> %s', (permission, origin, allowed) => {
    expect(mayUse(permission, origin)).toBe(allowed);
  });
});

describe('app:// stays inside the renderer folder', () => {
  it.each([
    ['app://console/', join(rendererDir, 'index.html')],
    ['app://console/assets/a.js?x=1', join(rendererDir, 'assets', 'a.js')],
    ['app://console/../../secret.js', join(rendererDir, 'secret.js')],
    ['app://console/%2e%2e/%2e%2e/secret.js', join(rendererDir, 'secret.js')],
    ['app://console/..%2f..%2fsecret.js', undefined],
    ['app://console/a%5c..%5cb.js', undefined],
    ['app://console/%00.js', undefined],
    ['app://console/%', undefined],
    ['app://console/secret.db', undefined],
    ['app://console/assets/a.js.br', undefined],
    ['app://other/index.html', undefined],
    ['file:///etc/passwd', undefined],
    ['not a url', undefined],
  ])('%s', (url, file) => {
    expect(resolveAppUrl(url, rendererDir)).toBe(file);
  });

  it('reads origins of custom schemes, where URL.origin says null', () => {
    expect(originOf('app://console/x')).toBe('app://console');
  });
});
