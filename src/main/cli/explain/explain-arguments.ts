// What follows `festinger explain` on the command line, as a command. Pure. Called by arguments.ts.
import { TASKS } from '../../advisory/prompt/templates.ts';
import { mistake } from '../mistake.ts';
import type { ExplainCommand } from './explain.ts';
import type { ExplainPackCommand } from './explain-pack.ts';

export const EXPLAINABLE = [
  ...(['text', 'prompt', 'loop', 'command', 'version', 'guard', 'citations'] as const),
];

interface Values {
  readonly batch?: boolean | undefined;
  readonly 'data-dir'?: string | undefined;
  readonly database?: string | undefined;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  readonly artifact?: string | undefined;
  readonly policy?: string | undefined;
  readonly prompt?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Options of packs alone. */
const OF_PACKS = ['project', 'task', 'artifact', 'policy', 'prompt', 'json'] as const;

/** @param words what stands after `explain`. @throws AppError INVALID_INPUT saying what to type */
export function explainAction(
  [word, ...rest]: readonly string[],
  values: Values,
): ExplainCommand | ExplainPackCommand {
  const place = { dataDir: values['data-dir'], database: values.database };
  if (word === 'pack') return packAction(rest, values, place);
  const subject = EXPLAINABLE.find((known) => known === word);
  if (!subject) throw mistake(`Say what to explain: festinger explain ${EXPLAINABLE.join('|')}|pack.`);
  const other = OF_PACKS.find((option) => values[option] !== undefined);
  if (other !== undefined) throw mistake(`--${other} does not go with \`festinger explain ${subject}\`.`);
  return { subject, batch: values.batch ?? false, input: rest[0], ...place };
}

function packAction(
  words: readonly string[],
  { batch, project, task = 'summary', artifact, policy, prompt = false, json = false }: Values,
  place: Pick<ExplainPackCommand, 'dataDir' | 'database'>,
): ExplainPackCommand {
  const key = words.join(' ').trim();
  if (key === '') throw mistake('Say what of: festinger explain pack CVE-2024-3094.');
  if (batch) throw mistake('--batch does not go with `festinger explain pack`.');
  const known = TASKS.find((one) => one === task);
  if (!known) throw mistake(`--task is one of ${TASKS.join(', ')}.`);
  const narrowed = { artifact: artifact ?? null, policyVersion: policy ?? null };
  return { subject: 'pack', key, task: known, project, ...narrowed, prompt, json, ...place };
}
