// Classes a command as one that only reads, or one that may do anything: parsed, each simple command judged by the table, the worst of
// them says it. Deterministic; never runs, guesses or looks at the machine. Called by the tools that run commands, policy.ts, and
// `festinger explain command`.
// Source: decision 051.
import { type Endless, endlessOf } from './endless.ts';
import { baseName } from './gather.ts';
import { judgeSimple } from './judge-argv.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { refused, type Verdict, worst } from './verdict.ts';
import { peel } from './wrappers.ts';

/** @example classify('sort -o a b') // {intent: 'WriteOrUnknown', phase: 'fallback', reason: 'sort: option o is not known to only read'} */
export function classify(command: string): Verdict {
  return classifyParsed(parseCommand(command));
}

export function classifyParsed(parsed: ParsedCommand): Verdict {
  if (!parsed.ok) return refused('guard', parsed.problem.reason);
  return worst(parsed.simple.map((one) => judgeSimple(one))) ?? refused('guard', 'no command');
}

/**
 * The first part of a command that never ends, and the bounded command to suggest in its place, where the part is all there is.
 * @example endlessIn('tail -f x') // {reason: 'tail would go on without end', rewrite: 'tail -n 200 x'}
 */
export function endlessIn(command: string): Endless | null {
  const parsed = parseCommand(command);
  if (!parsed.ok) return null;
  for (const { words } of parsed.simple) {
    let left = words;
    for (let depth = 0; depth < 4; depth++) {
      const peeled = peel(left[0]?.text ?? '', left.slice(1));
      if (peeled === null || 'problem' in peeled) break;
      left = peeled.words;
    }
    const [name = '', ...rest] = left.map(({ text }) => text);
    const endless = endlessOf([baseName(name), ...rest]);
    if (endless !== null) return { ...endless, rewrite: parsed.isOne ? endless.rewrite : null };
  }
  return null;
}
