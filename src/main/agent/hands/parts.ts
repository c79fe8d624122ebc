// What the hands reach for: what is there, the ways to it, what is measured and wrong, and what the program itself can be asked. Interfaces of ours,
// filled in by the composition root: the agent knows no other feature. Types only.

import type { Alert } from '../../../shared/model/alert.ts';
import type { Decision, DecisionPreview } from '../../../shared/model/decision.ts';
import type { Finding } from '../../../shared/model/evidence/finding.ts';
import type { Conflict, Dimension, Edge, EdgeMark, Fact } from '../../../shared/model/graph.ts';
import type { EditsPreview, GraphEdit as NameEdit } from '../../../shared/model/memory/graph-edit.ts';
import type { Inspection, MetricSeries, Resource } from '../../../shared/model/resource.ts';
import type { Executors } from '../../infra/executor.ts';
import type { Confinements } from '../../infra/executors/confined/confinement.ts';
import type { EditHistory } from '../../infra/files/edit-history.ts';
import type { ContainerUpdate, Provider } from '../../infra/provider.ts';

/** What is known to be there; asked again when it matters. */
export interface Known {
  /** As far as the last look saw. */
  resources(): readonly Resource[];
  /** Looks again where that was a minute ago or longer, or `olderMs`. */
  fresh(olderMs?: number): Promise<void>;
  /** By id, name or alias. */
  resolve(named: string): {
    readonly exact: Resource | null;
    /** Several have that name. */
    readonly ambiguous: readonly Resource[];
    /** Names like it, nearest first. */
    readonly suggestions: readonly string[];
  };
  /** Asked anew of its provider; null when it is gone. @throws AppError UNAVAILABLE */
  find(id: string, signal: AbortSignal): Promise<Resource | null>;
  /** What it is in, nearest first, as far as is known. */
  within(resource: Pick<Resource, 'id' | 'parent'>): readonly Resource[];
  children(id: string): readonly Resource[];
  /** `via node delly → lxc 141`; empty for what is right here. */
  routeOf(resource: Resource): string;
  providerOf(resource: Resource): Provider;
  inspect(resource: Resource, signal: AbortSignal): Promise<Inspection>;
  /** It is another by now: what is remembered of it is forgotten, and everything is looked at soon. */
  changed(id: string): void;
}

export interface Measured {
  series(id: string, minutes: number): readonly MetricSeries[];
  alerts(): readonly Alert[];
}

type Told = Readonly<Record<string, unknown>>;

/** Whose change of the memory it is, and why. */
export interface WrittenBy {
  readonly actor: string;
  readonly reason: string;
}

/** What came of a change of the memory. */
export interface GraphWritten {
  readonly summary: string;
  /** What is undone to take it back; null when nothing was to be written. */
  readonly actionId: number | null;
  /** A fact that contradicts what is known waits as this one. */
  readonly conflictId?: number;
}

export type GraphEdit =
  | { readonly kind: 'retire' }
  | { readonly kind: 'move'; readonly dimension?: string | undefined; readonly parent?: string | undefined };

/** What is known of vulnerabilities, as far as messages name it. */
export interface AskedFindings {
  /** Open ones whose id, component or title holds a text, the gravest first. */
  search(text: string, limit: number): Promise<readonly Finding[]>;
  /** @returns null where there is none (any more) */
  find(project: string, key: string): Promise<Finding | null>;
}

/** The memory, as far as tools ask and change it. Every change is one action of its own, in its audit, undoable. */
export interface AskedMemory {
  /** A name as the memory spells it. */
  canonical(name: string): string;
  search(project: string, text: string, limit: number): Promise<Told>;
  /** Its edges with their numbers, what it is a parent of, what waits. @throws AppError NOT_FOUND */
  concept(project: string, name: string): Promise<Told>;
  edgesOf(project: string, name: string): readonly EdgeMark[];
  dimensions(project: string): readonly Dimension[];
  conflicts(project: string, limit: number): Promise<Told>;
  /** What agents are told of a name. */
  recall(project: string, name: string): Told;
  /** With who told it, when, in which words. @throws AppError NOT_FOUND */
  edge(id: number): Promise<Edge>;
  /** @throws AppError NOT_FOUND */
  conflict(id: number): Promise<Conflict>;
  /** @throws AppError INVALID_INPUT for what cannot be a fact */
  factOf(said: {
    readonly concept: string;
    readonly parent: string;
    readonly dimension: string | undefined;
    readonly isIsa: boolean | undefined;
  }): Fact;
  previewEdge(id: number, edit: GraphEdit): Promise<DecisionPreview>;
  previewDecision(id: number, decision: Decision): Promise<DecisionPreview>;
  /** What edits of names and dimensions would do together. */
  previewEdits(project: string, edits: readonly NameEdit[]): Promise<EditsPreview>;
  /** @throws AppError EXECUTION_FAILED for a fact that is refused */
  tell(project: string, fact: Fact, by: WrittenBy): Promise<GraphWritten>;
  /** @param expected what was seen of it @throws AppError STALE_VERSION, NOT_ALLOWED, NOT_FOUND */
  change(
    id: number,
    edit: GraphEdit,
    expected: Pick<Edge, 'parent' | 'dimension' | 'isIsa'>,
    by: WrittenBy,
  ): Promise<GraphWritten>;
  /** All of them, as they were previewed. @throws AppError STALE_VERSION when they would do something else by now, or what stands in the way */
  applyEdits(
    project: string,
    edits: readonly NameEdit[],
    basis: string,
    by: WrittenBy,
  ): Promise<GraphWritten>;
  /** @throws AppError STALE_VERSION, NOT_ALLOWED, NOT_FOUND */
  decide(
    id: number,
    decision: Decision,
    by: WrittenBy & { readonly expectedVersion: number },
  ): Promise<GraphWritten>;
}

/** Asks the person of a session. @throws AppError CANCELLED, TIMEOUT */
export type Ask = (
  asked: { readonly question: string; readonly options: readonly string[] },
  signal: AbortSignal,
) => Promise<string>;

export interface OwnFiles {
  /** Whether a whole path of this machine is one of them, or the directory they are in. */
  holds(path: string): boolean;
  /** Whether a command, begun in the home directory, names one. */
  namedIn(command: string): boolean;
}

export interface HandsParts {
  readonly known: Known;
  readonly measured: Measured;
  /** Asks the registries which containers have a newer image. @throws AppError UNAVAILABLE, CANCELLED */
  checkUpdates(signal: AbortSignal): Promise<readonly ContainerUpdate[]>;
  readonly executors: Executors;
  readonly confinements: Pick<Confinements, 'of' | 'failed'>;
  /** Whether an id names the machine this program runs on. */
  isOwnHost(id: string): boolean;
  /** This program's own, which no tool reads or edits. */
  readonly ownFiles: OwnFiles;
  readonly memory: AskedMemory;
  /** What files held before they were edited here. */
  readonly edits: EditHistory;
  /** Whether a real path is known to hold secrets, or the operator hid it. */
  isHidden(path: string): boolean;
  /** Takes secrets out of what is shown. */
  redact(text: string): string;
  /** Null where nobody is there to be asked. */
  readonly ask: Ask | null;
}
