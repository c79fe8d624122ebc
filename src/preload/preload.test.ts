// The preload run against a fake `electron` and a fake window: what it passes on, and what it never does.
import { beforeEach, describe, expect, it, vi } from 'vitest';

const ipc = vi.hoisted(() => ({
  sent: [] as string[],
  handlers: new Map<string, (event: { ports: unknown[] }) => void>(),
}));
vi.mock('electron', () => ({
  ipcRenderer: {
    send: (channel: string) => ipc.sent.push(channel),
    on: (channel: string, handler: (event: { ports: unknown[] }) => void) =>
      ipc.handlers.set(channel, handler),
  },
}));

describe('the preload', () => {
  const posted: unknown[][] = [];
  let hear: (event: { source: unknown; data: unknown }) => void = () => {};
  const fakeWindow = {
    location: { origin: 'app://console' },
    addEventListener: (_type: string, listener: typeof hear) => {
      hear = listener;
    },
    postMessage: (...args: unknown[]) => posted.push(args),
  };

  beforeEach(async () => {
    vi.stubGlobal('window', fakeWindow);
    vi.resetModules();
    ipc.sent.length = 0;
    posted.length = 0;
    await import('./index.ts');
  });

  it('asks for a port only when its own page does', () => {
    hear({ source: {}, data: 'festinger:want-port' });
    hear({ source: fakeWindow, data: 'anything else' });
    expect(ipc.sent).toEqual([]);
    hear({ source: fakeWindow, data: 'festinger:want-port' });
    expect(ipc.sent).toEqual(['festinger:connect']);
  });

  it('gives the port to its own origin alone, and puts nothing on the window', () => {
    const port = {};
    ipc.handlers.get('festinger:port')?.({ ports: [port] });
    expect(posted).toEqual([['festinger:port', 'app://console', [port]]]);
    expect(Object.keys(fakeWindow).sort()).toEqual(['addEventListener', 'location', 'postMessage']);
  });
});
