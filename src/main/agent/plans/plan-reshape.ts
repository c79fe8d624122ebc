// Plans edits of the memory's names and dimensions as one change: what the memory itself says they would do, with what agents are told before and after;
// applied only as it was shown. Knows no table and no rule of the graph. For `graph_reshape`. Source: agent, Tools (graph_write); memory D11; decision 068.
import { AppError } from '../../../shared/model/envelope.ts';
import type { EditsPreview, GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import type { Resource, Risk } from '../../../shared/model/resource.ts';
import type { Planned, Seen } from '../../infra/approvals/planned.ts';
import type { AskedMemory, GraphWritten, HandsParts } from '../hands/parts.ts';
import { asItWas, planResource } from './plan-action.ts';
import { diffLine } from './plan-graph.ts';

interface Reshape {
  readonly project: string;
  readonly edits: readonly GraphEdit[];
  readonly reason: string;
}

/** Lines of the difference on a card; the totals are true whatever is listed. */
const LINES_SHOWN = 60;
/** From so many concepts on of which agents are told something else. */
const MANY_RETOLD = 100;

/** @throws AppError what stands in the way of the first edit that cannot be, NOT_ALLOWED for edits that come to nothing */
export async function planReshape(args: Reshape, resource: Resource, parts: HandsParts): Promise<Planned> {
  const { project, edits, reason } = args;
  const { memory } = parts;
  const dimensions = new Set(memory.dimensions(project).map(({ token }) => token));
  const isDimension = (name: string) => dimensions.has(memory.canonical(name));
  const preview = await memory.previewEdits(project, edits);
  const basis = refuseProblems(preview);
  const summaries = preview.summaries.flatMap((line) => line ?? []);
  const [path] = resource.reachableVia;
  if (!path) throw new AppError('INTERNAL', 'The memory has a way to it.');
  let written: GraphWritten | null = null;
  return {
    arguments: { ...args },
    plan: {
      ...{ tool: 'graph_reshape', verb: 'Reshape', action: null },
      resource: planResource(resource, parts),
      ...{ path, runs: `edit (${project}) ${JSON.stringify(edits)}`, argv: null },
      ...{ risk: riskOf(edits, preview, isDimension), because: becauseOf(preview) },
      description: `Reshape the memory (${project}): ${summaries.join('; ')}`,
      preview: { kind: 'diff', text: [...shown(preview)].join('\n') },
      evidence: 'verified',
      undo: 'Undo it in Audit: what comes of it names the action.',
      takeBack: null,
      files: [],
      preconditions: [asItWas(resource), { what: 'it would change the memory as shown', digest: basis }],
      long: preview.totals.moved + preview.totals.ended > 1000,
    },
    async perform({ by }) {
      const who = { actor: by, reason: `${reason} (approved by ${by})` };
      written = await memory.applyEdits(project, edits, basis, who);
      return { summary: `${written.summary} (action ${written.actionId})`, exitCode: null, output: null };
    },
    verify: async () => seen(memory, project, preview, written),
  };
}

/** @returns the basis @throws AppError */
function refuseProblems({ problems, basis }: EditsPreview): string {
  const [first] = problems;
  if (first) {
    const lines = problems.map(({ at, message }) => `edits[${at}]: ${message}`);
    throw new AppError(first.code, lines.join(' '), { problems, field: `edits.${first.at}` });
  }
  if (basis === null) throw new AppError('NOT_ALLOWED', 'These edits change nothing: it is so already.');
  return basis;
}

/** Each edit in a line, what they come to together, the difference, and what agents are told. */
function* shown({ summaries, totals, diff, recollections }: EditsPreview): Generator<string, void, void> {
  for (const [i, line] of summaries.entries()) yield `${i + 1}. ${line}`;
  yield totalsLine(totals);
  for (const line of diff.slice(0, LINES_SHOWN)) yield diffLine(line);
  if (diff.length > LINES_SHOWN) yield 'and more of the same';
  for (const { concept, before, after } of recollections) {
    yield `What agents are told of ${concept}:`;
    yield `- ${before ?? 'nothing'}`;
    yield `+ ${after ?? 'nothing'}`;
  }
}

function totalsLine(totals: EditsPreview['totals']): string {
  const { added, moved, ended, confirmed, dimensions, opened, settled, retold } = totals;
  const counted: readonly (readonly [number, string])[] = [
    ...([
      [added, 'added'],
      [moved, 'moved'],
      [ended, 'ended'],
      [confirmed, 'confirmed'],
    ] as const),
    ...([
      [dimensions, 'dimensions made'],
      [opened, 'conflicts open'],
      [settled, 'conflicts settled'],
    ] as const),
    [retold, 'concepts told otherwise'],
  ];
  return counted.flatMap(([count, words]) => (count === 0 ? [] : `${count} ${words}`)).join(', ');
}

/** What ends or merges a dimension is high. */
function riskOf(
  edits: readonly GraphEdit[],
  { totals }: EditsPreview,
  isDimension: (name: string) => boolean,
): Risk {
  const ends = edits.some(
    (edit) =>
      edit.edit === 'end_dimension' ||
      (edit.edit === 'merge' && [...edit.names, edit.into].some(isDimension)),
  );
  return ends || totals.retold >= MANY_RETOLD ? 'high' : 'medium';
}

function becauseOf({ totals: { retold } }: EditsPreview): string {
  const told =
    retold === 0 ? 'agents are told the same' : `agents are told something else of ${retold} concepts`;
  return `${told}; it can be undone`;
}

/** What agents are told by now is what the card said they would be. */
function seen(
  memory: AskedMemory,
  project: string,
  { recollections }: EditsPreview,
  written: GraphWritten | null,
): Seen {
  if (!written) return { ok: false, evidence: 'nothing was written' };
  const otherwise = recollections.filter(
    ({ concept, after }) => (memory.recall(project, concept).recollection ?? null) !== after,
  );
  const [first] = otherwise;
  const done = `action ${written.actionId} is in the audit`;
  if (first)
    return {
      ok: false,
      evidence: `${done}, but agents are told something else of ${first.concept} than was shown`,
    };
  if (recollections.length === 0)
    return { ok: null, evidence: `${done}; agents are told the same as before` };
  return { ok: true, evidence: `${done}; ${recollections.length} concepts are told as it was shown` };
}
