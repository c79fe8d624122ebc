// Hands the renderer its MessagePort, and nothing else: no API, no globals. One CJS file, since a sandboxed
// preload cannot be ESM. The page asks by a message to its own window; the main process decides whether to answer.
import { ipcRenderer } from 'electron';

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === 'festinger:want-port') ipcRenderer.send('festinger:connect');
});

ipcRenderer.on('festinger:port', (event) => {
  window.postMessage('festinger:port', window.location.origin, [...event.ports]);
});
