// The corpus of the evaluation: scripted and hand-made traces, and texts as streams. Deterministic. Used by measure.ts.
import { readFileSync } from 'node:fs';
import { scriptedLookalikes } from './lookalikes.ts';
import { scriptedLoops } from './loops.ts';
import type { Trace, TraceEvent, Writing } from './trace.ts';
import { Dice, opening } from './work.ts';

/** A text as it streams. */
export interface StreamTrace {
  readonly id: string;
  readonly kind: string;
  readonly isLoop: boolean;
  readonly text: string;
  /** Where the loop begins; -1 when there is none. */
  readonly onset: number;
}

const linesOf = <T>(file: string): T[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** `{a|b}` in a text stands for one of its words. */
const told = (text: string, dice: Dice): string =>
  text.replace(/\{([^{}]*)\}/g, (_, words: string) => dice.pick(words.split('|')));

const MONOLOGUE_WRITINGS: readonly Writing[] = ['openai', 'zero_flat'];

function monologues(): Trace[] {
  return linesOf<{ kind: string; text: string }>('monologues.jsonl').flatMap(({ kind, text }, n) =>
    MONOLOGUE_WRITINGS.map((writing): Trace => {
      const dice = new Dice(n * 31 + writing.length);
      const before = opening(dice, 2);
      const round = (): TraceEvent[] => [{ agent: told(text, dice) }, { user: 'Continue.' }];
      const events = [...before, ...Array.from({ length: 8 }, round).flat()];
      const hard = kind === 'strong' ? 'hard: ' : '';
      return {
        ...{ id: `monologue/${n}/${writing}`, kind: `${hard}monologue, ${kind} rewording`, isLoop: true },
        ...{ writing, events, onset: before.length },
      };
    }),
  );
}

/** Every trace of requests. */
export const traces = (): Trace[] => [
  ...scriptedLoops(),
  ...monologues(),
  ...scriptedLookalikes(),
  ...linesOf<Trace>('handmade.jsonl'),
  ...linesOf<Trace>('fresh.jsonl'),
];

const LEADS = [
  '',
  'Here is what I found in the report about the harbour, in a few words. ',
  '{"thoughts":["I look at the harbour first."],"headline":"Looking","tool_name":"response","tool_args":{"text":"',
];
const CHANT_CHARS = 6000;

/** Every text that streams. */
export function streams(): StreamTrace[] {
  return linesOf<Omit<StreamTrace, 'id' | 'onset'>>('streams.jsonl').flatMap((one, n): StreamTrace[] => {
    if (!one.isLoop)
      return [
        {
          ...one,
          kind: one.kind.startsWith('hard') ? one.kind : `stream: ${one.kind}`,
          id: `stream/${n}`,
          onset: -1,
        },
      ];
    return LEADS.map((lead, l) => ({
      ...one,
      ...{ id: `stream/${n}/${l}`, kind: 'stream: chant', onset: lead.length },
      text: lead + one.text.repeat(Math.ceil(CHANT_CHARS / one.text.length)),
    }));
  });
}
