// The load of bench/assistant.ts: an agent that asks at an even pace, straight and through Festinger in turn.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const BODY = JSON.stringify({
  model: 'demo-plain',
  stream: true,
  messages: [
    { role: 'user', content: 'Which host does dobby run on, and what has to be asked before it moves?' },
  ],
});
const connections = new Agent({ keepAlive: true, maxSockets: 4 });

/** Milliseconds to the first byte of an answer. */
export function firstByte(base: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const sent = request(
      `${base}/api/chat`,
      { method: 'POST', agent: connections, headers: { 'content-type': 'application/json' } },
      (answer) => {
        const ms = performance.now() - sentAt;
        answer.resume().once('end', () => resolve(ms));
      },
    );
    sent.once('error', reject);
    sent.end(BODY);
  });
}

export interface Pace {
  readonly requests: number;
  /** Milliseconds from one to the next. */
  readonly everyMs: number;
}

export interface Asked {
  /** Milliseconds to the first byte. */
  readonly direct: readonly number[];
  readonly through: readonly number[];
}

/** @param upstream, program their addresses */
export async function ask(
  { upstream, program }: { readonly upstream: string; readonly program: string },
  { requests, everyMs }: Pace,
): Promise<Asked> {
  const [direct, through]: [number[], number[]] = [[], []];
  for (let n = 0; n < requests; n++) {
    const began = performance.now();
    direct.push(await firstByte(upstream));
    through.push(await firstByte(program));
    const left = everyMs - (performance.now() - began);
    if (left > 0) await sleep(left);
  }
  return { direct, through };
}

export const hangUp = (): void => connections.destroy();
