// What a plan would do, as one short value: whoever looked at a preview hands it back, and nothing else is done than what was shown.
// Confidence and times are not in it: a fact that is said again meanwhile changes nothing of what was looked at. Called by graph-edits.ts.
import { createHash } from 'node:crypto';
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { EdgeRow } from '../../graph/types.ts';
import type { ConflictStep, Draft, EdgeStep } from '../decide/draft.ts';
import { isEmpty } from '../decide/draft.ts';
import { EDGES_PER_SLICE } from './find-edges.ts';

/** Characters that are hashed at once. */
const LINES_AT_ONCE = 16_384;

/** @returns null for a draft that does nothing */
export async function basisOf(draft: Draft): Promise<string | null> {
  if (isEmpty(draft)) return null;
  const hash = createHash('sha256');
  let lines = '';
  const add = (...words: readonly (string | number | boolean | null)[]) => {
    lines += `${JSON.stringify(words)}\n`;
    if (lines.length < LINES_AT_ONCE) return;
    hash.update(lines);
    lines = '';
  };
  const names = ({ project, concept, parent, dim, isIsa, doNotUse }: EdgeRow) =>
    [project, draft.tokenOf(concept), draft.tokenOf(parent), draft.tokenOf(dim), isIsa, doNotUse] as const;
  for (const { project, token, isIsa } of draft.roots) add('root', project, token, isIsa);
  for (const { project, dim, after } of draft.questions) add('asks', project, draft.tokenOf(dim), after);
  for (const [i, step] of draft.edges.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    const { before, after } = sidesOf(step);
    add(step.action, before ? Math.max(0, before.edgeId) : 0, ...(after ? names(after) : []));
  }
  for (const [i, step] of draft.conflicts.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    add(...wordsOf(draft, step));
  }
  hash.update(lines);
  return hash.digest('base64url').slice(0, 32);
}

function sidesOf(step: EdgeStep): { readonly before: EdgeRow | null; readonly after: EdgeRow | null } {
  switch (step.action) {
    case 'insert':
    case 'restore':
      return { before: null, after: step.row };
    case 'retire':
      return { before: step.edge, after: null };
    case 'confirm':
    case 'move':
    case 'mark':
      return { before: step.edge, after: step.change(step.edge) };
  }
}

function wordsOf(draft: Draft, step: ConflictStep): (string | number | boolean | null)[] {
  if (step.action === 'count') return ['count', step.row.id];
  if (step.action !== 'open') return [step.action, step.row.id, step.after.status];
  const { project, concept, dim, incoming, type } = step.conflict;
  const names = [concept, incoming.parent, dim].map((id) => draft.tokenOf(id));
  return ['open', project, ...names, incoming.isIsa, type];
}
