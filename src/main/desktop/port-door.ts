// The desktop door: a MessagePort for the renderer of a window we made, once per loaded page, after the sender was
// checked. Electron's checklist, points 17 and 20.
import type { IpcMain, IpcMainEvent, MessageChannelMain, MessagePortMain, WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import { originOf } from './guards.ts';

export interface PortDoorOptions {
  readonly ipcMain: Pick<IpcMain, 'on'>;
  readonly createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>;
  /** Serves the contract on our end of the channel. */
  readonly serve: (port: MessagePortMain) => void;
  readonly onRefused: (reason: string) => void;
}

export interface PortDoor {
  /** Only contents registered here are ever answered. */
  register(contents: WebContents): void;
}

export function openPortDoor({ ipcMain, createChannel, serve, onRefused }: PortDoorOptions): PortDoor {
  const windows = new Map<number, { port?: MessagePortMain; served: boolean }>();

  ipcMain.on('festinger:connect', (event: IpcMainEvent) => {
    const reason = refusal(event, windows);
    if (reason) return onRefused(reason);
    const known = windows.get(event.sender.id);
    if (!known) return onRefused('not a window of ours');
    known.port?.close();
    const { port1, port2 } = createChannel();
    known.port = port1;
    known.served = true;
    serve(port1);
    port1.start();
    event.senderFrame?.postMessage('festinger:port', null, [port2]);
  });

  return {
    register(contents) {
      const entry: { port?: MessagePortMain; served: boolean } = { served: false };
      windows.set(contents.id, entry);
      contents.on('did-navigate', () => {
        entry.served = false;
      });
      contents.once('destroyed', () => {
        entry.port?.close();
        windows.delete(contents.id);
      });
    },
  };
}

/** Names the rule a connect request breaks; undefined when it may have a port. */
function refusal(event: IpcMainEvent, windows: ReadonlyMap<number, { served: boolean }>): string | undefined {
  const frame = event.senderFrame;
  if (!frame) return 'the frame is gone';
  const known = windows.get(event.sender.id);
  if (!known) return 'not a window of ours';
  if (frame !== event.sender.mainFrame) return 'not the main frame';
  if (originOf(frame.url) !== APP_ORIGIN) return `foreign origin ${originOf(frame.url)}`;
  if (known.served) return 'this page already has its port';
  return undefined;
}
