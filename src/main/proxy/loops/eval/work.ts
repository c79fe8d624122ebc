// Ordinary work of made-up agents, from seeded dice: what the traces of the evaluation are filled with. Used by the generators.
import { seededRandom } from '../../../../shared/seeded-random.ts';
import type { TraceCall, TraceEvent } from './trace.ts';

export const TASKS = [
  'Find out why the build of the parser fails and repair it.',
  'Collect the opening hours of the three libraries and write them into hours.md.',
  'Move the photos of the trip into folders by day.',
  'Set up the nightly backup of the wiki.',
  'Compare the two invoices and list what differs.',
  'Write a summary of the meeting notes.',
  'Upgrade the cluster to the new kernel, one node at a time.',
  'Look up the melting point of gallium and explain it to a child.',
];
const FILES = [
  'src/parser.ts',
  'notes/week.md',
  'config/app.yaml',
  'lib/render.py',
  'docs/index.md',
  'data/rows.csv',
];
const QUERIES = [
  'melting point gallium',
  'parser unexpected token',
  'library opening hours',
  'backup wiki cron',
  'kernel upgrade order',
];
const REPLIES = [
  'no results',
  'Error: file not found',
  '',
  'ok',
  '{"status":"failed","code":2}',
  'command not found: frob',
  'Permission denied (exit code 13)',
];
const THOUGHTS = [
  'I should look at this first.',
  'Let me check that again to be sure.',
  'Maybe it works this time.',
  'The user wants me to go on.',
  'First I have to know more about it.',
  'I will try the obvious thing.',
  'It is best to be careful here.',
];

export class Dice {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
  hex(length: number): string {
    return Array.from({ length }, () => this.below(16).toString(16)).join('');
  }
  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-');
  }
  /** A name as mkstemp makes it. */
  temp(): string {
    return `tmp${Array.from({ length: 7 }, () => this.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')}${this.below(10)}`;
  }
  /** A moment of one day, to the millisecond. */
  clock(): string {
    return new Date(Date.UTC(2026, 10, 22, 0, 0, 1) + this.below(86_000_000)).toISOString();
  }
}

/** A call as agents make them, with its arguments drawn anew. */
export function someCall(dice: Dice): TraceCall {
  const n = dice.below(900);
  return dice.pick<() => TraceCall>([
    () => ({ name: 'search_engine', args: { query: `${dice.pick(QUERIES)} ${n}` } }),
    () => ({ name: 'read_file', args: { path: dice.pick(FILES), offset: n } }),
    () => ({
      name: 'code_execution_tool',
      args: { runtime: 'terminal', session: 0, code: `grep -n item${n} ${dice.pick(FILES)}` },
    }),
    () => ({
      name: 'write_file',
      args: { path: `out/part-${n}.md`, content: `# Part ${n}\n\nText of part ${n}.` },
    }),
    () => ({ name: 'fetch', args: { url: `https://example.org/items/${n}`, method: 'GET' } }),
  ])();
}

export const someReply = (dice: Dice): string => dice.pick(REPLIES);
export const someThought = (dice: Dice): string => dice.pick(THOUGHTS);

/** One step of work that gets somewhere. */
export function progress(dice: Dice): TraceEvent {
  const call = someCall(dice);
  return {
    calls: [call],
    thoughts: someThought(dice),
    results: [`${call.name} done: ${dice.below(5000)} items, ${dice.hex(7)}`],
  };
}

/** How a conversation begins: a task, and some work. */
export function opening(dice: Dice, steps = dice.below(5)): TraceEvent[] {
  return [{ user: dice.pick(TASKS) }, ...Array.from({ length: steps }, () => progress(dice))];
}
