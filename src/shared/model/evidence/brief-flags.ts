// Which briefs may be made: `ai.summary.enabled` and its like, for every project and for one, as the operator writes them in one
// setting: `*/conflict=off, shop/conflict=on, archive/*=off`. Read by model/settings.ts and by whoever makes or offers briefs.
// Source: advisory, Outputs.
import * as z from 'zod';

const MOST_FLAGS = 200;
const FLAG = /^([^\s,;/=]{1,100})\/(\*|summary|conflict|remediation)\s{0,9}=\s{0,9}(on|off)$/;

const entriesOf = (text: string): string[] =>
  text.split(',').flatMap((entry) => entry.trim().replace(/^\s*$/, '') || []);

/** What names the project and the task counts before what names the project, and that before what names the task alone; nothing: on. */
export function isBriefOn(setting: string, project: string, task: string): boolean {
  const flags = new Map<string, boolean>(
    entriesOf(setting).flatMap((entry) => {
      const [, of, kind, value] = FLAG.exec(entry) ?? [];
      return of === undefined ? [] : [[`${of}/${kind}`, value === 'on'] as const];
    }),
  );
  const asked = [`${project}/${task}`, `${project}/*`, `*/${task}`, '*/*'];
  return asked.map((flag) => flags.get(flag)).find((value) => value !== undefined) ?? true;
}

/** Empty: all are on. */
export const BriefFlags = z
  .string()
  .trim()
  .max(8000)
  .superRefine((text, context) => {
    const entries = entriesOf(text);
    const wrong = entries.find((entry) => !FLAG.test(entry));
    if (wrong !== undefined) {
      const message = `a project, a task and on or off, such as shop/conflict=off, with commas between them; * stands for all. "${wrong.slice(0, 80)}" is none`;
      context.addIssue({ code: 'custom', message });
    } else if (entries.length > MOST_FLAGS)
      context.addIssue({ code: 'custom', message: `at most ${MOST_FLAGS} of them` });
  })
  .default('');
