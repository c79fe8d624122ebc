// Whether a rule of the operator's covers what is asked: by tool, action, parsed words, resource and way there, never by a pattern over text.
// What is high risk, goes through a wrapper, is more than one command or executes a file that could not be read is covered by none. Pure. Source: agent, Approvals.

import type { Plan, RuleMatch } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ExecutorPath } from '../../../shared/model/resource.ts';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import { said } from './refuse.ts';

export interface Asked {
  readonly plan: Plan;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Which way it goes: every step into what, but for the last one, whose target is what the rule says of resources. */
function hopsOf(path: ExecutorPath): string[] {
  return path.map((hop, i) => (i === path.length - 1 ? hop.via : `${hop.via} ${hop.target}`));
}

/** Arguments that say neither what it is done to nor what is in `argv` already. */
function othersOf({ plan, arguments: given }: Asked): Record<string, unknown> {
  const { resource: _target, ...others } = given;
  if (plan.argv === null || plan.action !== null) return others;
  const { command: _command, ...rest } = others;
  return rest;
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a as Json) === canonicalJson(b as Json);

const wordFits = (wanted: string | null, word: string | undefined): boolean =>
  word !== undefined && (wanted === null ? !word.startsWith('-') : wanted === word);

/** @param argv word for word; null covers any one word that is no option */
function argvFits(wanted: RuleMatch['argv'], argv: Plan['argv']): boolean {
  if (wanted === null || argv === null) return wanted === argv;
  return wanted.length === argv.length && wanted.every((word, i) => wordFits(word, argv[i]));
}

/** @returns the files it executes or applies; null when the content of one is not known */
function filesOf({ files }: Plan): RuleMatch['files'] | null {
  const known = files.flatMap((file) => (file.covered ? [{ path: file.path, sha256: file.sha256 }] : []));
  return known.length === files.length ? known : null;
}

export function ruleCovers(rule: RuleMatch, asked: Asked): boolean {
  const { plan } = asked;
  return (
    plan.risk !== 'high' &&
    rule.tool === plan.tool &&
    rule.action === plan.action &&
    rule.resourceKind === plan.resource.kind &&
    (rule.resourceId === null || rule.resourceId === plan.resource.id) &&
    same(rule.hops, hopsOf(plan.path)) &&
    argvFits(rule.argv, plan.argv) &&
    same(rule.files, filesOf(plan)) &&
    same(rule.arguments, othersOf(asked))
  );
}

/**
 * The rule that covers just this, on this resource or on every one of its kind that is reached the same way.
 * @param anyWord places in the command where any one word will do, never the program's
 * @throws AppError NOT_ALLOWED for what no rule may cover
 */
export function ruleFor(
  asked: Asked,
  breadth: { readonly resource: 'this' | 'kind'; readonly anyWord: readonly number[] },
): RuleMatch {
  const { plan } = asked;
  if (plan.risk === 'high')
    throw new AppError(
      'NOT_ALLOWED',
      `${said(plan)} is high risk (${plan.because}): it is asked every time.`,
    );
  if (plan.action === null && plan.argv === null)
    throw new AppError(
      'NOT_ALLOWED',
      'Only a plain command can be covered by a rule: no pipe, no list, no redirection, and no program that runs another.',
    );
  const files = filesOf(plan);
  if (files === null)
    throw new AppError(
      'NOT_ALLOWED',
      'A rule covers no command that executes a file whose content is not known.',
    );
  const { argv } = plan;
  return {
    tool: plan.tool,
    action: plan.action,
    argv: argv?.map((word, i) => (i > 0 && breadth.anyWord.includes(i) ? null : word)) ?? null,
    arguments: othersOf(asked),
    resourceId: breadth.resource === 'this' ? plan.resource.id : null,
    resourceKind: plan.resource.kind,
    hops: hopsOf(plan.path),
    files,
  };
}
