// Ends facts when their time is over: into the history, an action for each project. The ends themselves are in the tables, so what came due
// while nothing ran is seen to at the start. Nobody is told of such a fact in the meantime (recollection-line.ts). Made by memory.ts.
// Source: decision 081.
import type { Clock } from '../../../shared/model/clock.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { readEndingClaims } from '../../store/tables/conflicts.ts';
import { isEmpty } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import { runAction } from '../decide/run-action.ts';
import type { ActionHead } from '../decide/write-action.ts';
import { type Carrying, carryClaims } from '../edit/carry-claims.ts';
import type { MemoryLog } from '../memory-log.ts';
import type { WriteParts } from './transact.ts';

/** The longest wait between two looks: claims that wait may end, too, and a timer holds no more than 24 days. */
const LONGEST_WAIT_MS = 3_600_000;
const SHORTEST_WAIT_MS = 1000;
/** After a look that failed. */
const RETRY_MS = 60_000;
/** Facts ended in one action. */
const MOST_AT_ONCE = 5000;
const ACTOR = 'festinger';

export class Expiry {
  readonly #parts: WriteParts & { readonly clock: Clock; readonly log: MemoryLog };
  #cancel: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: WriteParts & { readonly log: MemoryLog }) {
    this.#parts = parts;
  }

  /** Looks again when the first fact ends; called whenever facts changed. Returns at once. */
  wake(): void {
    if (this.#isClosed || this.#looking) return;
    this.#cancel?.();
    this.#waitForNext(0);
  }

  /** Ends what is due, before somebody writes: a fact that is over is in nobody's way. @throws AppError UNAVAILABLE */
  async due(): Promise<void> {
    const { clock, graph } = this.#parts;
    if (graph.firstEnd <= clock.now()) await this.#end();
  }

  /** Resolves when no look is under way. */
  async settled(): Promise<void> {
    while (this.#looking) await this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.settled();
  }

  /** @param least milliseconds */
  #waitForNext(least: number): void {
    const { clock, graph } = this.#parts;
    const left = graph.firstEnd - clock.now();
    this.#wait(Math.max(least, Math.min(left, LONGEST_WAIT_MS)));
  }

  #wait(ms: number): void {
    this.#cancel = this.#parts.clock.after(ms, () => {
      this.#looking = this.#end()
        .then(
          () => SHORTEST_WAIT_MS,
          (error: unknown) => {
            this.#parts.log.warn({ err: error }, 'facts whose end has passed could not be ended');
            return RETRY_MS;
          },
        )
        .then((least) => {
          this.#looking = undefined;
          if (!this.#isClosed) this.#waitForNext(least);
        });
    });
  }

  async #end(): Promise<void> {
    const { store, graph, clock } = this.#parts;
    const now = clock.now();
    const projects = new Set(graph.endedEdges(now).map(({ project }) => project));
    for (const { project } of await readEndingClaims(store.reader, now)) projects.add(project);
    for (const project of projects) while ((await this.#endSome(project)) === MOST_AT_ONCE) {}
  }

  /** @returns how many facts ended */
  async #endSome(project: string): Promise<number> {
    let count = 0;
    await runAction(this.#parts, async (planning) => {
      const ended = planning.draft.graph
        .endedEdges(planning.now)
        .filter((edge) => edge.project === project)
        .slice(0, MOST_AT_ONCE);
      count = ended.length;
      return planExpiry(planning, project, ended);
    });
    return count;
  }
}

/**
 * Ends facts. A claim that waited against one of them contradicts nothing any more: it takes the free place. A claim whose own end has
 * passed is withdrawn.
 * @returns null where there is nothing to do
 */
async function planExpiry(
  planning: Planning,
  project: string,
  ended: readonly EdgeRow[],
): Promise<ActionHead | null> {
  const { draft, reader, now } = planning;
  for (const edge of ended) draft.retire(edge);
  const claims = (await readEndingClaims(reader, now)).filter((claim) => claim.project === project);
  const emptied = new Set(ended.map(({ concept, dim }) => `${concept} ${dim}`));
  const carrying: Carrying = ({ concept, dim, incoming, correction, provenance }) => {
    if (provenance.until !== undefined && provenance.until <= now) return null;
    if (correction === 'ends' || !emptied.has(`${concept} ${dim}`)) return undefined;
    return draft.edgeAt(project, concept, dim)
      ? undefined
      : { concept, parent: incoming.parent, dim, letIn: true };
  };
  const contested = ended.filter(({ concept, dim }) => draft.graph.isPending(project, concept, dim));
  for (const concept of new Set([...contested, ...claims].map((one) => one.concept)))
    await carryClaims(planning, { project, concept }, carrying, { actor: ACTOR, why: 'It has ended.' });
  if (isEmpty(draft)) return null;
  const reason = 'The time for which it was told is over.';
  return {
    project,
    kind: 'expired',
    actor: ACTOR,
    reason,
    summary: summaryOf(planning, ended, claims.length),
  };
}

function summaryOf({ draft }: Planning, ended: readonly EdgeRow[], claims: number): string {
  const [only] = ended;
  if (only && ended.length === 1)
    return `${draft.tokenOf(only.concept)}: [${draft.tokenOf(only.dim)}] ${draft.tokenOf(only.parent)} ended, as told`;
  return ended.length > 0
    ? `${ended.length} facts ended, as told`
    : `${claims} ${claims === 1 ? 'claim' : 'claims'} ended, as told`;
}
