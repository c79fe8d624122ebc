// Files of evidence to the core, one request a file, and the whole of an upload taken in. Called by upload-store.ts.
import type { Task } from '../../../../../shared/model/job.ts';
import { answerOf, sendFile } from '../../../session/files/send-file.ts';

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

const address = (upload: string, what: string, query: Record<string, string> = {}) =>
  `/api/console/files/evidence/${upload}/${what}?${new URLSearchParams(query)}`;

async function post(url: string, keepalive = false): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', keepalive });
  return answerOf(answer.status, await answer.text());
}

export const uploadWire: UploadWire = {
  async send(upload, name, file, sent, signal) {
    await sendFile(address(upload, 'file', { name }), file, sent, signal);
  },
  take: async (upload, title) => (await post(address(upload, 'take', { title }))) as Task,
  drop: async (upload) => {
    await post(address(upload, 'drop'), true).catch(() => undefined);
  },
};
