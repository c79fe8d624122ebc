// Evidence on its way from this page: what was picked, how much of it is sent, the task that takes it in. At most four files are under way at once, over all
// uploads; one that fails leaves the others alone. Fed by the drop zone and the choosers; a cancelled one leaves nothing behind.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PickedFile } from './read-entries.ts';
import { type UploadWire, uploadWire } from './wire.ts';

export interface Upload {
  readonly id: string;
  readonly title: string;
  /** `taking`: all is there, and `task` reads it. */
  readonly phase: 'sending' | 'taking' | 'failed' | 'cancelled';
  readonly files: number;
  readonly done: number;
  readonly bytes: number;
  readonly sent: number;
  /** Files that were not sent, and why. */
  readonly unsent: readonly { readonly name: string; readonly message: string }[];
  /** Id of the task; null until there is one. */
  readonly task: string | null;
  /** Why none of it was taken in. */
  readonly problem: string | null;
}

export interface UploadStore {
  readonly uploads: readonly Upload[];
  /** What was dropped is being looked into. */
  readonly reading: boolean;
  setReading(reading: boolean): void;
  /** Sends files and has them taken in. Never throws. */
  add(title: string, files: readonly PickedFile[]): Promise<void>;
  cancel(id: string): void;
  dismiss(id: string): void;
}

export interface UploadParts {
  readonly wire: UploadWire;
  readonly ids: () => string;
}

/** Files under way at once. */
const AT_ONCE = 4;

/** Runs so many pieces of work at a time, in the order they came. */
function gate(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createUploadStore({ wire, ids }: UploadParts): StoreApi<UploadStore> {
  return createStore<UploadStore>()((set, get) => {
    const through = gate(AT_ONCE);
    const stops = new Map<string, AbortController>();

    const put = (id: string, change: (upload: Upload) => Partial<Upload>) =>
      set({ uploads: get().uploads.map((one) => (one.id === id ? { ...one, ...change(one) } : one)) });

    const send = (id: string, { name, file }: PickedFile, signal: AbortSignal) =>
      through(async () => {
        if (signal.aborted) return;
        let told = 0;
        const sent = (bytes: number) => {
          // Its frame is counted too; a file is never more than it is long.
          const now = Math.min(bytes, file.size);
          put(id, (upload) => ({ sent: upload.sent + now - told }));
          told = now;
        };
        try {
          await wire.send(id, name, file, sent, signal);
          sent(file.size);
          put(id, ({ done }) => ({ done: done + 1 }));
        } catch (error) {
          if (signal.aborted) return;
          sent(0);
          put(id, ({ unsent }) => ({ unsent: [...unsent, { name, message: messageOf(error) }] }));
        }
      });

    return {
      uploads: [],
      reading: false,
      setReading: (reading) => set({ reading }),

      async add(title, files) {
        const id = ids();
        const stop = new AbortController();
        stops.set(id, stop);
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        const upload: Upload = {
          ...{ id, title, phase: 'sending', files: files.length, done: 0, bytes, sent: 0 },
          ...{ unsent: [], task: null, problem: null },
        };
        set({ uploads: [upload, ...get().uploads] });
        await Promise.all(files.map((file) => send(id, file, stop.signal)));
        stops.delete(id);
        if (stop.signal.aborted) return wire.drop(id);
        const now = get().uploads.find((one) => one.id === id);
        if (!now || now.done === 0) {
          put(id, ({ unsent }) => ({ phase: 'failed', problem: unsent[0]?.message ?? null }));
          return wire.drop(id);
        }
        try {
          const task = await wire.take(id, title);
          put(id, () => ({ phase: 'taking', task: task.id }));
        } catch (error) {
          put(id, () => ({ phase: 'failed', problem: messageOf(error) }));
          await wire.drop(id);
        }
      },

      cancel(id) {
        const stop = stops.get(id);
        if (!stop) return;
        stop.abort();
        put(id, () => ({ phase: 'cancelled' }));
      },

      dismiss: (id) => set({ uploads: get().uploads.filter((one) => one.id !== id) }),
    };
  });
}

export const uploadStore = createUploadStore({
  wire: uploadWire,
  ids: () => uuid(crypto.getRandomValues(new Uint8Array(16))),
});

/** Not `crypto.randomUUID`: a page on another machine's address without TLS has none. */
export function uuid(bytes: Uint8Array): string {
  const own = bytes.map((byte, n) =>
    n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = [...own].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
