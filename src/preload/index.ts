// Hands the renderer its MessagePort, and nothing else: no API, no globals. One CJS file, since a sandboxed
// preload cannot be ESM. The main process decides whether to answer `festinger:connect`.
import { ipcRenderer } from 'electron';

const loaded = new Promise<void>((resolve) =>
  window.addEventListener('load', () => resolve(), { once: true }),
);

ipcRenderer.once('festinger:port', async (event) => {
  await loaded;
  window.postMessage('festinger:port', window.location.origin, [...event.ports]);
});
ipcRenderer.send('festinger:connect');
