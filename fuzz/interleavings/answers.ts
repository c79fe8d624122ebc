// What a scripted host says to a prompt it holds, and whether a client may take that for a whole answer.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldPrompt } from '../hosts.ts';
import type { AnswerManner } from './scenario.ts';

const WHOLE = JSON.stringify({
  model: 'fuzz:latest',
  message: { role: 'assistant', content: 'On ramanujan.' },
  done: true,
});
const LINE = `${JSON.stringify({ model: 'fuzz:latest', message: { role: 'assistant', content: 'On ' }, done: false })}\n`;
const CHANT = `${JSON.stringify({ model: 'fuzz:latest', message: { role: 'assistant', content: 'the same words over and over again, ' }, done: false })}\n`;

/** What came of it as the host knows it: everything went out as meant, or it was broken off. */
export type HostEnd = { readonly status: number; readonly isWhole: boolean };

/** Answers in that manner. */
export async function answer(prompt: HeldPrompt, how: AnswerManner): Promise<HostEnd> {
  prompt.isOver = true;
  const { res } = prompt;
  const stream = () => res.writeHead(200, { 'content-type': 'application/x-ndjson' });
  switch (how) {
    case 'whole':
      res.end(WHOLE);
      return { status: 200, isWhole: true };
    case 'stream':
      stream().write(LINE);
      await nextTurn();
      res.end(`${WHOLE}\n`);
      return { status: 200, isWhole: true };
    case 'refuses':
      res.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"server busy"}');
      return { status: 503, isWhole: true };
    case 'dies':
      res.destroy();
      return { status: 0, isWhole: false };
    case 'dies_midway':
      stream().write(LINE);
      await nextTurn();
      res.destroy();
      return { status: 200, isWhole: false };
    case 'stops_midway':
      stream().end(LINE);
      return { status: 200, isWhole: true };
    case 'nonsense':
      res.end('}{"done":tru\u0000');
      return { status: 200, isWhole: true };
    case 'chants':
      stream();
      for (let n = 0; n < 40 && !res.destroyed; n++) {
        res.write(CHANT);
        if (n % 8 === 0) await nextTurn();
      }
      res.end(`${WHOLE}\n`);
      return { status: 200, isWhole: true };
  }
}
