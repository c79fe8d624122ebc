// Who asks the assistant's model while the assistant is idle: the same prompts at the same pace, so that what the model itself takes of this machine is in
// both arms, and the difference is Festinger's alone. Used by bench/assistant.ts.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the assistant takes from an answer to the next prompt. */
const BETWEEN_MS = 20;

/** The next prompts the model is asked. */
export async function overheard(model: ChildProcess, count: number): Promise<string[]> {
  const prompts: string[] = [];
  const enough = new Promise<void>((resolve) => {
    model.on('message', (prompt) => {
      prompts.push(String(prompt));
      if (prompts.length >= count) resolve();
    });
  });
  model.send(true);
  await enough;
  model.send(false);
  model.removeAllListeners('message');
  return prompts;
}

/** Asks them one after the other, again and again. @returns stops it */
export function standIn(base: string, prompts: readonly string[]): () => Promise<void> {
  const stop = new AbortController();
  const work = async () => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const { signal } = stop;
      const answer = await fetch(`${base}/api/chat`, {
        method: 'POST',
        body: prompts[n % prompts.length] ?? '',
        signal,
      });
      for await (const _chunk of answer.body ?? []) if (signal.aborted) return;
      await sleep(BETWEEN_MS);
    }
  };
  const done = work().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => {
    stop.abort();
    return done;
  };
}
