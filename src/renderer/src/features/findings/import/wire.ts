// Files to the core over plain HTTP, one request a file, and the whole of an upload taken in. Only the browser door has it: in the desktop window the page has no
// address it could send to. Called by upload-store.ts.
import type { Task } from '../../../../../shared/model/job.ts';

export interface UploadWire {
  /** @param sent is told how many bytes went out so far @throws Error with what the core says; AbortError */
  send(
    upload: string,
    name: string,
    file: Blob,
    sent: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Has what came taken in. @returns the task that does it */
  take(upload: string, title: string): Promise<Task>;
  /** Lets go of what came. Never throws. */
  drop(upload: string): Promise<void>;
}

/** Whether this page came through a door that takes files. */
export const canSendFiles = (): boolean => !navigator.userAgent.includes('Electron');

const address = (upload: string, what: string, query: Record<string, string> = {}) =>
  `/api/console/files/evidence/${upload}/${what}?${new URLSearchParams(query)}`;

interface Answer {
  readonly ok?: boolean;
  readonly data?: unknown;
  readonly error?: { readonly message?: string };
}

function answerOf(status: number, text: string): unknown {
  let answer: Answer = {};
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    // No answer of the core's: its status has to do.
  }
  if (status >= 200 && status < 300) return answer.data;
  throw new Error(answer.error?.message ?? `The program answered with status ${String(status)}.`);
}

const aborted = () => new DOMException('The upload was cancelled.', 'AbortError');

/** Not `fetch`: that does not tell how much of a file is out. */
const send: UploadWire['send'] = (upload, name, file, sent, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    const end = (then: () => void) => {
      signal.removeEventListener('abort', stop);
      then();
    };
    request.upload.addEventListener('progress', ({ loaded }) => sent(loaded));
    request.addEventListener('load', () =>
      end(() => {
        try {
          answerOf(request.status, request.responseText);
          resolve();
        } catch (error) {
          reject(error);
        }
      }),
    );
    request.addEventListener('error', () => end(() => reject(new TypeError('The connection broke.'))));
    request.addEventListener('abort', () => end(() => reject(aborted())));
    request.open('POST', address(upload, 'file', { name }));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });

async function post(url: string, keepalive = false): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', keepalive });
  return answerOf(answer.status, await answer.text());
}

export const uploadWire: UploadWire = {
  send,
  take: async (upload, title) => (await post(address(upload, 'take', { title }))) as Task,
  drop: async (upload) => {
    await post(address(upload, 'drop'), true).catch(() => undefined);
  },
};
