// Classes a command as one that only reads, or one that may do anything: parsed, each simple command judged by the table, the worst of
// them says it. Deterministic; never runs, guesses or looks at the machine. Called by the tools that run commands, policy.ts, and
// `festinger explain command`.
// Source: design page agent.md, Intent classification; seed 001, section 10.
import { judgeSimple } from './judge-argv.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { refused, type Verdict, worst } from './verdict.ts';

/** @example classify('sort -o a b') // {intent: 'WriteOrUnknown', phase: 'fallback', reason: 'sort: option o is not known to only read'} */
export function classify(command: string): Verdict {
  return classifyParsed(parseCommand(command));
}

export function classifyParsed(parsed: ParsedCommand): Verdict {
  if (!parsed.ok) return refused('guard', parsed.problem.reason);
  return worst(parsed.simple.map((one) => judgeSimple(one))) ?? refused('guard', 'no command');
}
