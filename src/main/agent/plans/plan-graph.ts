// Plans a change of the memory: what it would do as the memory itself plans it, and what does it by the memory's own way of writing, undoable in
// Audit. Knows no table and no rule of the graph. For `graph_write`. Source: agent, Tools (graph_write); memory D11, Conflicts.
import * as z from 'zod';
import {
  Decision,
  type DecisionKind,
  type DecisionPreview,
  type GraphDiffLine,
} from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource, Risk } from '../../../shared/model/resource.ts';
import type { Planned, Seen } from '../../infra/approvals/planned.ts';
import type { AskedMemory, GraphWritten, HandsParts, WrittenBy } from '../hands/parts.ts';
import { asItWas, planResource } from './plan-action.ts';

/** What is asked for, as the tool parsed it; each action needs some of it, and says which. */
interface GraphChange {
  readonly action: 'add' | 'move' | 'retire' | 'resolve';
  readonly project: string;
  readonly concept?: string | undefined;
  readonly edge?: number | undefined;
  readonly parent?: string | undefined;
  readonly dimension?: string | undefined;
  readonly is_isa?: boolean | undefined;
  readonly conflict?: number | undefined;
  readonly decision?: DecisionKind | undefined;
  readonly existing_dimension?: string | undefined;
  readonly reason: string;
}

/** What a change is made of, whichever it is. */
interface Step {
  readonly verb: string;
  readonly description: string;
  /** Exactly what is written. */
  readonly runs: string;
  readonly diff: readonly string[];
  readonly risk: Risk;
  readonly because: string;
  write(by: WrittenBy): Promise<GraphWritten>;
  /** Reads again. @param written what the write said of itself; null when it did not come to be */
  verify(written: GraphWritten | null): Promise<Seen>;
}

/** @throws AppError INVALID_INPUT, NOT_FOUND, NOT_ALLOWED with the rule of the graph that stands against it */
export async function planGraph(args: GraphChange, resource: Resource, parts: HandsParts): Promise<Planned> {
  const step = await STEPS[args.action](args, resource, parts.memory);
  const [path] = resource.reachableVia;
  if (!path) throw new AppError('INTERNAL', 'The memory has a way to it.');
  let written: GraphWritten | null = null;
  return {
    arguments: { ...args },
    plan: {
      ...{ tool: 'graph_write', verb: step.verb, action: null },
      resource: planResource(resource, parts),
      ...{ path, runs: step.runs, argv: null, risk: step.risk, because: step.because },
      description: step.description,
      preview: { kind: 'diff', text: step.diff.join('\n') },
      evidence: 'verified',
      undo: 'Undo it in Audit: what comes of it names the action.',
      takeBack: null,
      files: [],
      preconditions: [asItWas(resource)],
      long: false,
    },
    async perform({ by }) {
      written = await step.write({ actor: by, reason: `${args.reason} (approved by ${by})` });
      const action = written.actionId === null ? '' : ` (action ${written.actionId})`;
      return { summary: `${written.summary}${action}`, exitCode: null, output: null };
    },
    verify: () => step.verify(written),
  };
}

type MakeStep = (args: GraphChange, resource: Resource, memory: AskedMemory) => Promise<Step>;

const STEPS: Readonly<Record<GraphChange['action'], MakeStep>> = {
  async add({ project, concept, parent, dimension, is_isa: isIsa }, _resource, memory) {
    const fact = memory.factOf({
      ...{ concept: needed('add', 'concept', concept), parent: needed('add', 'parent', parent) },
      ...{ dimension, isIsa },
    });
    const line = `${fact.concept}: [${fact.dimension}] ${fact.parent}`;
    return {
      ...{ verb: 'Tell', description: `Tell the memory ${line}`, runs: `tell ${line} (${project})` },
      ...{
        diff: [`+ ${line}`],
        risk: 'low',
        because: 'what contradicts it waits as a conflict; it can be undone',
      },
      write: (by) => memory.tell(project, fact, by),
      async verify(written) {
        if (written?.conflictId) {
          const { status } = await memory.conflict(written.conflictId);
          return { ok: true, evidence: `it waits as conflict ${written.conflictId} (${status})` };
        }
        const edge = memory
          .edgesOf(project, fact.concept)
          .find((one) => one.parent === fact.parent && one.dimension === fact.dimension);
        return edge
          ? { ok: true, evidence: `edge ${edge.edgeId} says ${line}` }
          : { ok: false, evidence: `no edge says ${line}` };
      },
    };
  },
  async move(args, resource, memory) {
    const { parent, dimension } = args;
    if (parent === undefined && dimension === undefined)
      throw new AppError('INVALID_INPUT', 'move takes a new `parent`, a new `dimension`, or both.');
    const { id, line, expected } = await edgeOf(args, resource, memory);
    const edit = { kind: 'move', parent, dimension } as const;
    const preview = allowed(await memory.previewEdge(id, edit));
    return {
      ...{
        verb: 'Move',
        description: `Move ${line}`,
        runs: `move edge ${id}: ${preview.diff.map(diffLine).join('; ')}`,
      },
      ...{
        diff: preview.diff.map(diffLine),
        risk: 'medium',
        because: 'agents are told something else; it can be undone',
      },
      write: (by) => memory.change(id, edit, expected, by),
      async verify() {
        const now = await memory.edge(id);
        const isMoved =
          (parent === undefined || now.parent === memory.canonical(parent)) &&
          (dimension === undefined || now.dimension === memory.canonical(dimension));
        return { ok: isMoved, evidence: `edge ${id} says ${now.concept}: [${now.dimension}] ${now.parent}` };
      },
    };
  },
  async retire(args, resource, memory) {
    const { id, line, expected } = await edgeOf(args, resource, memory);
    const preview = allowed(await memory.previewEdge(id, { kind: 'retire' }));
    return {
      ...{ verb: 'Retire', description: `Retire ${line}`, runs: `retire edge ${id}: ${line}` },
      ...{
        diff: preview.diff.map(diffLine),
        risk: 'medium',
        because: 'agents are told it no more; it can be undone',
      },
      write: (by) => memory.change(id, { kind: 'retire' }, expected, by),
      verify: () => isGone(memory, id),
    };
  },
  async resolve(args, _resource, memory) {
    const id = needed('resolve', 'conflict', args.conflict);
    const decision = decisionOf(args);
    const conflict = await memory.conflict(id);
    const preview = allowed(await memory.previewDecision(id, decision));
    const words = `${conflict.concept}: [${conflict.dimension}], ${decision.decision}`;
    return {
      ...{
        verb: 'Resolve',
        description: `Resolve conflict ${id}, ${words}`,
        runs: `decide conflict ${id}: ${JSON.stringify(decision)}`,
      },
      ...{
        diff: preview.diff.map(diffLine),
        risk: 'medium',
        because: 'agents are told what was decided; it can be undone',
      },
      write: (by) => memory.decide(id, decision, { ...by, expectedVersion: conflict.version }),
      async verify() {
        const { status } = await memory.conflict(id);
        const ok = status === 'resolved' || status === 'dismissed';
        return { ok, evidence: `conflict ${id} is ${status}` };
      },
    };
  },
};

/** @throws AppError NOT_FOUND, INVALID_INPUT for another concept's edge */
async function edgeOf({ action, edge }: GraphChange, resource: Resource, memory: AskedMemory) {
  const id = needed(action, 'edge', edge);
  const { project, concept, parent, dimension, isIsa } = await memory.edge(id);
  if (`concept:${project}:${concept}` !== resource.id)
    throw new AppError(
      'INVALID_INPUT',
      `Edge ${id} is about ${concept} (${project}), not ${resource.name}.`,
      {
        field: 'concept',
      },
    );
  return { id, line: `${concept}: [${dimension}] ${parent}`, expected: { parent, dimension, isIsa } };
}

async function isGone(memory: AskedMemory, id: number): Promise<Seen> {
  try {
    await memory.edge(id);
    return { ok: false, evidence: `edge ${id} is still there` };
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      return { ok: true, evidence: `there is no edge ${id} any more` };
    throw error;
  }
}

function decisionOf({ decision, dimension, existing_dimension: existing }: GraphChange): Decision {
  const kind = needed('resolve', 'decision', decision);
  const given: Record<string, unknown> = { decision: kind };
  if (kind === 'split') Object.assign(given, { existingDimension: existing, newDimension: dimension });
  if (kind === 'move') given.dimension = dimension;
  const parsed = Decision.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', `${kind}: ${z.prettifyError(parsed.error)}`, { field: 'decision' });
}

/** @throws AppError NOT_ALLOWED */
function allowed(preview: DecisionPreview): DecisionPreview {
  if (preview.allowed) return preview;
  throw new AppError('NOT_ALLOWED', preview.problem ?? 'A rule of the graph stands against it.');
}

const SIGNS: Readonly<Record<GraphDiffLine['change'], string>> = {
  ...{ add: '+', remove: '-', move: '~', confirm: '=', dimension: '+ dimension', conflict: '! conflict' },
};

/** A line of a difference, as cards show it. */
export function diffLine({ change, concept, parent, dimension, toDimension }: GraphDiffLine): string {
  const to = toDimension === null ? '' : ` → [${toDimension}]`;
  return `${SIGNS[change]} ${concept}: [${dimension}] ${parent}${to}`;
}

/** @throws AppError INVALID_INPUT */
function needed<T>(action: string, field: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw new AppError('INVALID_INPUT', `${action} takes a \`${field}\`.`, { field });
}
