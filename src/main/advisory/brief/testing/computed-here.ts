// For tests: what another process makes of the case of left-pad, taken in in another order: the three briefs without a model, one behind the other.
import { openStore } from '../../../store/store.ts';
import { readContext } from '../../context/read-context.ts';
import { asked, CLOCK, documents, parts, takeIn } from '../../context/testing/left-pad-case.ts';
import { TASKS } from '../../prompt/templates.ts';
import { sectionsText } from '../brief-sections.ts';
import { briefFrom } from './briefed.ts';

/** @param databasePath of a database that is not there yet */
export async function briefsAt(databasePath: string): Promise<string> {
  const log = { info() {}, warn() {}, error() {} };
  await using store = await openStore({ databasePath, clock: CLOCK, log });
  await takeIn(store, documents().reverse());
  const made: string[] = [];
  for (const task of TASKS) {
    const brief = await briefFrom(await readContext(asked(task), parts(store)), null);
    if (brief.kind === 'brief') made.push(sectionsText(brief.sections));
  }
  return made.join('\n');
}
