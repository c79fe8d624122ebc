// What a command may do here, said once for every tool that runs one: refused, read, or asked for; and the argument vector it runs as.
// Judges by infra/command and adds what only this program knows: its own files. Runs nothing. Source: agent, Command policy.
import { AppError } from '../../../shared/model/envelope.ts';
import { endlessIn } from '../../infra/command/classify.ts';
import { argvOf, type Policy, policyOf } from '../../infra/command/policy.ts';
import { SHELL_WORDS } from '../../infra/command/programs.ts';
import type { ReadPlan } from '../../infra/command/read-plan.ts';
import type { Proof } from '../../infra/command/verdict.ts';
import type { Command } from '../../infra/executor.ts';
import type { ReadPlace } from '../../infra/executors/confined/run-read.ts';
import type { HandsParts } from '../hands/parts.ts';
import type { Place } from './place.ts';

type Argv = Command['argv'];

export interface RunsAs {
  readonly argv: Argv;
  /** The one literal command that rules of the operator are matched against; null for what a shell takes apart. */
  readonly literal: readonly string[] | null;
}

/** How a write runs: a plain command as its words, anything else as the text that is on its card, by `sh -c`. */
export function runsAs(command: string): RunsAs {
  const [program, ...rest] = argvOf(command) ?? [];
  if (program === undefined || SHELL_WORDS.has(program))
    return { argv: ['sh', '-c', command], literal: null };
  return { argv: [program, ...rest], literal: [program, ...rest] };
}

/** @param hasSandbox `false`: as a command that is to be approved, whatever the sandbox could do with it. @throws AppError POLICY_BLOCKED */
export function judged(
  command: string,
  place: Pick<Place, 'onOwnHost' | 'confinement'>,
  parts: Pick<HandsParts, 'ownFiles'>,
  hasSandbox = place.confinement.isConfined,
): Policy {
  const { onOwnHost } = place;
  const policy = policyOf(command, { onOwnHost, hasSandbox });
  if (policy.verdict === 'blocked')
    throw new AppError('POLICY_BLOCKED', `It is refused whatever is approved: ${policy.reason}.`, {
      rule: policy.rule,
    });
  if (onOwnHost && parts.ownFiles.namedIn(command)) throw ownFile();
  return policy;
}

export const ownFile = (): AppError =>
  new AppError(
    'POLICY_BLOCKED',
    "It is refused whatever is approved: this program's own data, with its keys, lies there.",
    { rule: 'own_files' },
  );

const INTO_CONTAINER = /^(docker|podman|nerdctl|kubectl|oc|crictl)\s[^|;&]*\bexec\b/;

/** @returns how it runs as a read. @throws AppError POLICY_BLOCKED, READ_ONLY_VIOLATION with how else to come to it */
export function requireRead(
  command: string,
  place: Place,
  parts: Pick<HandsParts, 'ownFiles'>,
): { readonly plan: ReadPlan; readonly proof: Proof } {
  const { verdict, reason, intent, reads, plan } = judged(command, place, parts);
  if (verdict === 'read' && plan !== null && intent.proof !== null) return { plan, proof: intent.proof };
  const endless = endlessIn(command);
  const rewrite = endless?.rewrite ?? null;
  const hint =
    endless !== null
      ? rewrite === null
        ? 'Bound it: so many lines, or once.'
        : `Use: ${rewrite}`
      : reads === 'secrets'
        ? 'It would show secrets. run_command can use them once the operator has said yes; what it says is not shown.'
        : INTO_CONTAINER.test(command)
          ? 'To read in a container, use read with the container as its resource.'
          : 'If it is meant to change something, ask for it with run_command.';
  throw new AppError('READ_ONLY_VIOLATION', `It is not proven to only read: ${reason}. ${hint}`, {
    phase: intent.phase,
    recovery_hint: hint,
    auto_recoverable: rewrite !== null,
  });
}

/** The place as a read runs there. */
export const readPlace = (
  { executor, confinement }: Place,
  { confinements, isHidden }: Pick<HandsParts, 'confinements' | 'isHidden'>,
): ReadPlace => ({
  ...{ executor, confinement, isHidden },
  failed: () => confinements.failed(executor),
});
