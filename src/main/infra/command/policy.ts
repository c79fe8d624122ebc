// The policy below every approval: what is refused whatever was approved, what may run as a read, what needs an approval and how risky it
// is; and the one literal argv that rules of the operator are matched against. Called by the gate in front of every executor.
// Source: decision 051.
import { type Block, blockOf } from './blocked.ts';
import { type Gathered, gather } from './gather.ts';
import { parseCommand } from './parse-command.ts';
import { INTERPRETERS } from './programs.ts';
import { judgeRead, type ReadPlan } from './read-plan.ts';
import { type Risk, riskOf } from './risk.ts';
import { hiddenIn } from './shell-text.ts';
import type { Verdict } from './verdict.ts';
import { isRunner } from './wrappers.ts';

export interface Policy {
  readonly verdict: 'blocked' | 'read' | 'approval';
  /** Which rule blocks. */
  readonly rule: Block['rule'] | null;
  readonly reason: string;
  readonly intent: Verdict;
  readonly risk: Risk;
  readonly riskReason: string;
  readonly reads: 'secrets' | null;
  /** How it runs as a read; null for what is none. */
  readonly plan: ReadPlan | null;
}

export interface CommandPlace {
  /** It would run on the machine that runs this program. */
  readonly onOwnHost: boolean;
  /** Reads are confined by the kernel there. */
  readonly hasSandbox: boolean;
}

export function policyOf(command: string, where: CommandPlace): Policy {
  const { verdict: intent, plan } = judgeRead(command, where.hasSandbox);
  const reads = intent.phase === 'secrets' ? 'secrets' : null;
  const hidden = hiddenIn(command);
  const gathered = hidden === null ? gather(command) : null;
  const block = blockFor(hidden, gathered, where.onOwnHost);
  if (block !== null)
    return {
      verdict: 'blocked',
      ...block,
      intent,
      risk: 'high',
      riskReason: block.reason,
      reads,
      plan: null,
    };
  if (intent.intent !== 'WriteOrUnknown')
    return {
      verdict: 'read',
      rule: null,
      reason: intent.reason,
      intent,
      risk: 'low',
      riskReason: 'only reads',
      reads,
      plan,
    };
  const { risk, reason } = riskOf(gathered ?? { argvs: [], written: [] });
  // whoever elevates can do more than its words say
  const isElevated = gathered?.argvs.some(([name]) => name === 'sudo' || name === 'doas') ?? false;
  return {
    ...{ verdict: 'approval', rule: null, reason: intent.reason, intent, reads, plan: null },
    risk: reads !== null || isElevated ? (risk === 'low' ? 'medium' : risk) : risk,
    riskReason: reads !== null && risk !== 'high' ? intent.reason : reason,
  };
}

function blockFor(
  hidden: ReturnType<typeof hiddenIn>,
  gathered: Gathered | null,
  onOwnHost: boolean,
): Block | null {
  if (hidden?.kind === 'hidden')
    return { rule: 'hidden_characters', reason: `${hidden.reason}: what is approved is not what would run` };
  if (gathered === null)
    return {
      rule: 'unreadable',
      reason: hidden?.reason ?? 'too much in one command for anybody to approve: run it in parts',
    };
  return blockOf(gathered, onOwnHost);
}

/**
 * The words of the one simple command this is, all of them literal; null when it is anything more: a pipe, a list, a redirection, a
 * pattern, a wrapper or an interpreter, so that no rule of the operator can match it.
 * @example argvOf('systemctl restart nginx') // ['systemctl', 'restart', 'nginx']; argvOf('sudo systemctl restart nginx') // null
 */
export function argvOf(command: string): readonly string[] | null {
  const parsed = parseCommand(command);
  const [one] = parsed.ok && parsed.isOne ? parsed.simple : [];
  if (one === undefined || one.words.some(({ isPattern }) => isPattern)) return null;
  const argv = one.words.map(({ text }) => text);
  const name = argv[0] ?? '';
  if (name.includes('/') || !/^[\w.+-]+$/.test(name) || isRunner(name) || INTERPRETERS.has(name)) return null;
  return argv;
}
