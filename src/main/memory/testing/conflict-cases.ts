// For tests: conflicts of every type in a project of their own, and short ways to look at what became of them.
import type { Conflict } from '../../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { renderConcept } from '../../graph/recollect/recollection-line.ts';
import { fact, type TempMemory, tableFacts, told } from './temp-memory.ts';

/** What is told to make a conflict of each type about `c1` in [type]; the last fact collides. */
export const COLLIDING = {
  isa_isa: ['c1 isa old', 'c1 isa new'],
  ispart_ispart: ['c1 ispart old', 'c1 ispart new'],
  misclassification: ['c1 isa old', 'c1 ispart new'],
  cycle: ['mid isa c1', 'new isa mid', 'c1 isa new'],
} as const;

/** Makes the conflict in the project; the claim is inferred at 0.8, the rest told at 0.9, 0.8. */
export async function makeConflict(
  t: Pick<TempMemory, 'memory'>,
  project: string,
  type: keyof typeof COLLIDING,
  claim: Parameters<typeof told>[0] = { source: 'inferred' },
): Promise<Conflict> {
  const facts = COLLIDING[type];
  for (const [i, text] of facts.entries()) {
    const isClaim = i === facts.length - 1;
    const confidence = isClaim ? 0.8 : (9 - i) / 10;
    await t.memory.tell(project, [fact(text, 'type', confidence)], told(isClaim ? claim : {}));
  }
  const { conflicts } = await t.memory.read.conflicts({ project, view: 'open', limit: 10, offset: 0 });
  const conflict = conflicts[0];
  if (conflicts.length !== 1 || !conflict) throw new Error(`${type} made ${conflicts.length} conflicts`);
  return conflict;
}

/** The facts of a project with how sure they are and whose word: `c1 isa old @type 0.9 gutask`, sorted. */
export async function knownFacts(t: TempMemory, project: string): Promise<string[]> {
  const names = await tableFacts(t.store, project);
  const edges = [...t.graph.edges()].filter((edge) => edge.project === project && edge.concept !== edge.dim);
  const token = (id: number) => t.graph.tokenOf(id);
  const shown = edges.map((edge) => {
    const name = `${token(edge.concept)} ${edge.isIsa ? 'isa' : 'ispart'} ${token(edge.parent)} @${token(edge.dim)}`;
    return `${name} ${edge.confidence} ${edge.source}`;
  });
  if (names.length !== shown.length)
    throw new Error(`the table has ${names.length} facts, the graph ${shown.length}`);
  return shown.sort();
}

/** What agents see of a concept now. */
export function line(t: TempMemory, project: string, token: string): string | null {
  const id = t.graph.conceptId(token) ?? 0;
  return renderConcept(t.graph, project, id, DEFAULT_SETTINGS, t.temp.clock.now())?.line ?? null;
}

export async function openConflicts(t: Pick<TempMemory, 'memory'>, project: string): Promise<Conflict[]> {
  return (await t.memory.read.conflicts({ project, view: 'open', limit: 100, offset: 0 })).conflicts;
}
