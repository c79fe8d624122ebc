// What follows `festinger advise` on the command line, as a command. Pure. Called by arguments.ts.
import {
  BRIEF_PROFILES,
  BRIEF_TASKS,
  type BriefProfile,
  type BriefTask,
} from '../../shared/model/evidence/brief.ts';
import { mistake } from './mistake.ts';

export interface AdviseAction {
  readonly task: BriefTask;
  readonly key: string;
  readonly project: string | undefined;
  readonly artifact: string | undefined;
  readonly policy: string | undefined;
  readonly profile: BriefProfile | undefined;
  /** A new revision, whatever is there. */
  readonly refresh: boolean;
  /** Seconds it is waited for; 0: only what is there. */
  readonly timeout: number;
}

interface Values {
  readonly project?: string | undefined;
  readonly artifact?: string | undefined;
  readonly policy?: string | undefined;
  readonly profile?: string | undefined;
  readonly timeout?: string | undefined;
  readonly refresh?: boolean | undefined;
}

/** As long as a model on a laptop may take. */
const ORDINARY_TIMEOUT = 300;
const LONGEST_TIMEOUT = 86_400;

/** @param words what stands after `advise`. @throws AppError INVALID_INPUT saying what to type */
export function adviseAction(words: readonly string[], values: Values): AdviseAction {
  const [task, ...rest] = words;
  const known = BRIEF_TASKS.find((one) => one === task);
  const key = rest.join(' ').trim();
  if (known === undefined || key === '')
    throw mistake(`Say what on what: festinger advise ${BRIEF_TASKS.join('|')} CVE-2024-3094`);
  const profile = BRIEF_PROFILES.find((one) => one === values.profile);
  if (values.profile !== undefined && profile === undefined)
    throw mistake(`--profile is one of ${BRIEF_PROFILES.join(', ')}.`);
  const { timeout = String(ORDINARY_TIMEOUT) } = values;
  if (!/^\d{1,5}$/.test(timeout) || Number(timeout) > LONGEST_TIMEOUT)
    throw mistake(
      `--timeout is a number of seconds up to ${LONGEST_TIMEOUT}; 0 only looks whether it is there.`,
    );
  const { project, artifact, policy, refresh = false } = values;
  if (refresh && Number(timeout) === 0)
    throw mistake('--refresh makes a brief, and --timeout 0 only looks for one.');
  return { task: known, key, project, artifact, policy, profile, refresh, timeout: Number(timeout) };
}
