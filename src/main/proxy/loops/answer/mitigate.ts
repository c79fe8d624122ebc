// What is done about a finding, as edits of the request's bytes, or the decision to answer it here. Cumulative: a level does
// all that the levels below it do. The edits keep the body's shape and every byte outside them.
//
// With the recollection's own insertion (inject.ts) they make one list for `applyEdits`: the recollection goes first, so that
// at one offset it stands in front. It never lies inside a stretch that is cut out: it stands at the system text, or in the
// last user's turn, and what is cut ends before the last copy. Source: loops, Step 1, Step 2, Step 3, Step 4. Called by proxy/enrich/look-for-loop.ts.
import type { Mitigation } from '../../../../shared/model/loop.ts';
import type { Edit } from '../../body/splice.ts';
import type { LoopFinding } from '../finding.ts';
import { collapseCopies, collapsedNote } from './collapse.ts';
import { feedbackText } from './feedback.ts';
import { type FeedbackTarget, placeFeedback } from './place-feedback.ts';
import { loosenSampling } from './sampling.ts';

export type MitigationPlan =
  | {
      readonly answer: 'upstream';
      readonly edits: readonly Edit[];
      readonly applied: readonly Mitigation[];
      readonly skipped: readonly Mitigation[];
    }
  | {
      /** Answered here, see breaker-answer.ts. */
      readonly answer: 'local';
      readonly applied: readonly Mitigation[];
      readonly skipped: readonly Mitigation[];
    };

/** The level at which each is taken up. */
const FROM_LEVEL: readonly (readonly [Exclude<Mitigation, 'cut'>, number])[] = [
  ['feedback', 1],
  ['sampling', 2],
  ['forbid', 3],
  ['collapse', 4],
  ['break', 5],
];

/**
 * Plans what a finding calls for.
 * @param off the client's switches: what must not be done
 */
export function planMitigations(
  finding: LoopFinding,
  request: FeedbackTarget,
  off: ReadonlySet<Mitigation>,
): MitigationPlan {
  const due = FROM_LEVEL.filter(([, level]) => finding.level >= level).map(([name]) => name);
  const skipped = due.filter((name) => off.has(name));
  const wanted = new Set<Mitigation>(due.filter((name) => !off.has(name)));
  if (wanted.has('break')) return { answer: 'local', applied: ['break'], skipped };
  if (!request.index.list && !request.index.text)
    return { answer: 'upstream', edits: [], applied: [], skipped };
  const applied = new Set<Mitigation>();
  const edits: Edit[] = [];
  const cuts = wanted.has('collapse') ? collapseCopies(finding, request.index) : null;
  const text = toldText(finding, wanted, cuts !== null);
  const told = text === '' ? null : placeFeedback(request, text);
  if (told) {
    edits.push(...(cuts ?? []), told);
    for (const name of ['feedback', 'forbid'] as const) if (wanted.has(name)) applied.add(name);
    if (cuts) applied.add('collapse');
  }
  const dice = wanted.has('sampling') ? loosenSampling(request) : [];
  if (dice.length > 0) applied.add('sampling');
  edits.push(...dice);
  return { answer: 'upstream', edits, applied: due.filter((name) => applied.has(name)), skipped };
}

/** The words for the agent: the note that stands for removed copies, the feedback, or both. */
function toldText(finding: LoopFinding, wanted: ReadonlySet<Mitigation>, isCollapsed: boolean): string {
  const note = isCollapsed ? [collapsedNote(finding)] : [];
  const tells = wanted.has('feedback');
  const forbids = wanted.has('forbid');
  return [...note, ...(tells || forbids ? [feedbackText(finding, { tells, forbids })] : [])].join('\n');
}
