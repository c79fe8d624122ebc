// Classes a command as one that only reads, or one that may do anything, and says how a read is proven. Deterministic; never runs, guesses or
// looks at the machine. Called by the tools that run commands, policy.ts, and `festinger explain command`.
// Source: structure, S1; decision 051.
import { type Endless, endlessOf } from './endless.ts';
import { baseName } from './gather.ts';
import { parseCommand, type Word } from './parse-command.ts';
import { judgeRead } from './read-plan.ts';
import { tableRead } from './table-read.ts';
import type { Verdict } from './verdict.ts';
import { peel } from './wrappers.ts';

/**
 * @param hasSandbox whether where it is for reads are confined by the kernel
 * @example classify('sort -o a b', true) // {intent: 'WriteOrUnknown', phase: 'known_write', reason: 'sort -o changes things', proof: null}
 */
export const classify = (command: string, hasSandbox: boolean): Verdict =>
  judgeRead(command, hasSandbox).verdict;

/** A client of a database without a statement. */
function findPrompt(words: readonly Word[]): Endless | null {
  const { verdict } = tableRead({ words, isFed: false });
  return verdict.phase === 'endless' ? { reason: verdict.reason, rewrite: null } : null;
}

/**
 * The first part of a command that never ends, and the bounded command to suggest in its place, where the part is all there is.
 * @example endlessIn('tail -f x') // {reason: 'tail would go on without end', rewrite: 'tail -n 200 x'}
 */
export function endlessIn(command: string): Endless | null {
  const parsed = parseCommand(command);
  if (!parsed.ok) return null;
  for (const { words, isFed } of parsed.simple) {
    let left = words;
    for (let depth = 0; depth < 4; depth++) {
      const peeled = peel(left[0]?.text ?? '', left.slice(1));
      if (peeled === null || 'problem' in peeled) break;
      left = peeled.words;
    }
    const [name = '', ...rest] = left.map(({ text }) => text);
    const endless = endlessOf([baseName(name), ...rest]) ?? (isFed ? null : findPrompt(left));
    if (endless !== null) return { ...endless, rewrite: parsed.isOne ? endless.rewrite : null };
  }
  return null;
}
