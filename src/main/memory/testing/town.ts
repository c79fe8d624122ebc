// For tests: some memories over one database, people and a model who do things to them, and a book in which everything
// that was acknowledged is written down, so that it can be held against the tables, the record and the memories.
import type { Decision } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome } from '../../../shared/model/graph.ts';
import type { GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { CueChange } from '../../graph/types.ts';
import type { TestDialect } from '../../store/testing/temp-store.ts';
import { exported, imported } from '../../transfer/testing/files.ts';
import type { AskModel } from '../ask-model.ts';
import type { Memory } from '../memory.ts';
import { conflictDesk } from '../resolve/conflict-desk.ts';
import { Resolution } from '../resolve/resolution.ts';
import type { AnyEdit, Step } from './any-step.ts';
import { recordHoldings, tableHoldings } from './record-replay.ts';
import { fact, type TempMemory, tempMemory, told } from './temp-memory.ts';

/** What may be answered without anything being wrong: it stands against a rule, or somebody was faster. */
const REFUSALS = new Set(['NOT_FOUND', 'NOT_ALLOWED', 'STALE_VERSION', 'INVALID_INPUT']);

interface Citizen {
  readonly memory: Memory;
  readonly graph: ConceptGraph;
  readonly job: Resolution;
}

/** What one project was promised. */
interface Book {
  readonly inserted: number[];
  readonly conflicts: Set<number>;
  readonly actions: Set<number>;
  /** Actions in force, those done last at the end. */
  readonly inForce: number[];
  /** What was said in each segment. */
  readonly heard: Map<string, Set<string>>;
  /** How often something of a segment went through the write path; its names may have become others on the way. */
  readonly learnt: Map<string, number>;
  /** What was exported of it last. */
  file: string | undefined;
}

export class Town implements AsyncDisposable {
  readonly #temp: TempMemory;
  readonly #citizens: Citizen[];
  readonly #books = new Map<string, Book>();
  #projects = 0;
  /** How the model answers now. */
  #answer = 'dismiss';

  private constructor(temp: TempMemory, memories: readonly Omit<Citizen, 'job'>[]) {
    this.#temp = temp;
    this.#citizens = memories.map(({ memory, graph }, n) => ({ memory, graph, job: this.#job(memory, n) }));
    for (const { memory } of memories) {
      memory.on('learned', ({ project, provenance, outcome }) => {
        const book = this.#books.get(project);
        const segment = provenance.segment ?? '';
        book?.learnt.set(segment, (book.learnt.get(segment) ?? 0) + 1);
        if (book) noteOutcome(book, outcome);
      });
    }
  }

  static async open(dialect: TestDialect, memories: number): Promise<Town> {
    const temp = await tempMemory(dialect);
    const all: Omit<Citizen, 'job'>[] = [temp];
    while (all.length < memories) all.push(await temp.another());
    return new Town(temp, all);
  }

  newProject(): string {
    const project = `run${++this.#projects}`;
    const book: Book = {
      ...{
        inserted: [],
        conflicts: new Set(),
        actions: new Set(),
        inForce: [],
        heard: new Map(),
        learnt: new Map(),
        file: undefined,
      },
    };
    this.#books.set(project, book);
    return project;
  }

  /** Takes one step; refusals are part of life. @throws what should not have happened */
  async take(project: string, step: Step): Promise<void> {
    this.#temp.temp.clock.advance(1000);
    if ('atOnce' in step) {
      await Promise.all(step.atOnce.map((one) => this.#takeOne(project, one)));
      return;
    }
    await this.#takeOne(project, step);
  }

  async #takeOne(project: string, step: Step): Promise<void> {
    try {
      await this.#act(project, step);
    } catch (error) {
      if (!(error instanceof AppError) || !(REFUSALS.has(error.code) || error.retryable)) throw error;
    }
  }

  async #act(project: string, step: Step): Promise<void> {
    if ('atOnce' in step) return;
    const citizen = this.#citizens[step.by] as Citizen;
    const book = this.#books.get(project) as Book;
    if ('tell' in step) {
      const outcomes = await citizen.memory.tell(
        project,
        step.tell.map(factOf),
        told({ source: step.source }),
      );
      for (const outcome of outcomes) noteOutcome(book, outcome);
    } else if ('hear' in step) this.#hear(project, citizen, factOf(step.hear), step.segment);
    else if ('change' in step) await this.#hearChange(project, citizen, step);
    else if ('retract' in step) {
      const known = await this.#anyFact(project, step.retract);
      const said = told({ source: step.source });
      if (known) noteOutcome(book, await citizen.memory.retract(project, known, said));
    } else if ('resolve' in step) await this.#resolve(citizen, step.resolve);
    else if ('import' in step) await this.#import(project, citizen, step.import);
    else {
      const action = await this.#person(project, citizen, step);
      if (action) book.actions.add(action.id);
    }
  }

  #hear(project: string, { memory }: Citizen, said: Fact, segment: string, change?: CueChange): void {
    const { concept, parent, dimension, isIsa } = said;
    const triple = {
      ...{ subject: concept, parent, dim: dimension, isIsa, confidence: 0.8, sentence: 'It was said.' },
      ...(change ? { change } : {}),
    };
    const provenance = told({ source: 'inferred', role: 'user', conversation: 'talk', segment });
    memory.learn({ project, triples: [triple], provenance });
    const { heard } = this.#books.get(project) as Book;
    const facts = heard.get(segment) ?? new Set();
    heard.set(segment, facts.add(`${concept} ${isIsa} ${parent} ${dimension}`));
  }

  /** Somebody says that one of the facts there are is so no more, or what is so now. */
  async #hearChange(
    project: string,
    citizen: Citizen,
    { change, which, to }: Extract<Step, { change: CueChange }>,
  ): Promise<void> {
    const known = await this.#anyFact(project, which);
    if (!known) return;
    const said = change.kind === 'ends' ? known : { ...known, parent: to };
    // A segment of its own for each thing said.
    this.#hear(project, citizen, said, `says ${JSON.stringify(change)}`, change);
  }

  async #anyFact(project: string, which: number): Promise<Fact | undefined> {
    const edges = await this.#edgesOf(project);
    const edge = edges[which % edges.length];
    return edge && { ...edge, confidence: 0.8 };
  }

  async #import(project: string, { memory }: Citizen, what: 'itself' | 'earlier' | 'another'): Promise<void> {
    const [another = project] = [...this.#books.keys()].slice(-2);
    const text =
      what === 'another' ? await this.#fileOf(another) : await this.#fileOf(project, what === 'itself');
    const { actionId } = await imported(
      memory,
      text.replaceAll(`"project":"${another}"`, `"project":"${project}"`),
    );
    if (actionId !== null) this.#books.get(project)?.actions.add(actionId);
  }

  /** What was exported of a project last; as it is now when that is wanted, or nothing was exported yet. */
  async #fileOf(project: string, isNow = false): Promise<string> {
    const book = this.#books.get(project) as Book;
    if (isNow || book.file === undefined) book.file = await exported(this.#temp, project);
    return book.file;
  }

  async #resolve({ job }: Citizen, answer: string): Promise<void> {
    this.#answer = answer;
    const run = async () => {
      const { id } = await job.run({ startedBy: 'console', actor: 'operator' });
      await job.finished(id);
    };
    await this.#whileTimePasses(run());
  }

  /** Who waits for another memory's run looks again after a while, by the clock of the test. */
  async #whileTimePasses(work: Promise<void>): Promise<void> {
    let isOver = false;
    const end = work.finally(() => {
      isOver = true;
    });
    end.catch(() => undefined);
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.#temp.temp.clock.advance(100);
    }
    await end;
  }

  /** What a person does in the console. */
  async #person(
    project: string,
    { memory, graph }: Pick<Citizen, 'memory' | 'graph'>,
    step: Extract<Step, Persons>,
  ) {
    const { inForce } = this.#books.get(project) as Book;
    const action = await this.#deed(project, { memory, graph }, step);
    if (action && !('undo' in step) && !('redo' in step)) inForce.push(action.id);
    return action;
  }

  async #deed(
    project: string,
    { memory, graph }: Pick<Citizen, 'memory' | 'graph'>,
    step: Extract<Step, Persons>,
  ) {
    const by = { actor: 'operator', reason: 'a test' };
    if ('decide' in step) {
      await memory.catchUp();
      const { conflicts } = await memory.read.conflicts({ project, view: 'open', limit: 20, offset: 0 });
      const conflict = conflicts[step.which % conflicts.length];
      if (!conflict) return null;
      const expectedVersion = conflict.version;
      return memory.decisions.decide(conflict.id, decisionOf(step), { ...by, expectedVersion });
    }
    if ('reshape' in step) {
      const edges = await this.#edgesOf(project);
      const list = step.reshape.flatMap((edit) => chosen(edit, edges));
      // Looked at by the same rules: what a look promises is what is done, unless somebody was faster.
      const { basis, problems } = await memory.graphEdits.preview(project, list);
      return memory.graphEdits.apply(project, list, problems.length === 0 ? basis : null, by);
    }
    if ('edit' in step) {
      if (step.edit === 'tell') {
        const one = { ...fact(`pa isa ${step.to}`, 'type'), confidence: 1 };
        return (await memory.edits.tell(project, one, told({ source: 'operator' }), by)).action;
      }
      const edges = await this.#edgesOf(project);
      const edge = edges[step.which % edges.length];
      if (!edge) return null;
      if (step.edit === 'use') {
        await memory.catchUp();
        const held = graph.edgeById(edge.edgeId);
        return memory.edits.setDoNotUse(edge.edgeId, !held?.doNotUse, by);
      }
      const { edgeId, concept: _, ...expected } = edge;
      const move = step.to.startsWith('p') ? { parent: step.to } : { dimension: step.to };
      const edit =
        step.edit === 'retire' ? ({ kind: 'retire' } as const) : ({ kind: 'move', ...move } as const);
      return memory.edits.change(edgeId, edit, expected, by);
    }
    const actions = await memory.history.actions({ project, limit: 20 });
    const action = actions['undo' in step ? step.undo % actions.length : step.redo % actions.length];
    if (!action) return null;
    const { inForce } = this.#books.get(project) as Book;
    const done = await ('undo' in step
      ? memory.history.undo(action.id, by)
      : memory.history.redo(action.id, by));
    const at = inForce.indexOf(action.id);
    if (at >= 0) inForce.splice(at, 1);
    if ('redo' in step) inForce.push(action.id);
    return done;
  }

  /** Takes back all that people did in the project, the last first. @throws what stands in the way of one of them */
  async undoAll(project: string): Promise<void> {
    const { inForce } = this.#books.get(project) as Book;
    const [citizen] = this.#citizens;
    const by = { actor: 'operator', reason: 'all of it' };
    for (const id of inForce.splice(0).reverse()) await citizen?.memory.history.undo(id, by);
  }

  /** What a project says: its edges, its queue, its questions, and what agents are told of every name. */
  async picture(project: string): Promise<object> {
    await this.settle();
    const { edges, open } = await tableHoldings(this.#temp.store, project);
    const told = this.#citizens.map(({ memory, graph }) => ({
      lines: NAMES.map((name) => memory.concepts.recall(project, name)),
      questions: memory.read.dimensions(project).map(({ token, question }) => [token, question]),
      own: graph.questions.all().filter((one) => one.project === project),
    }));
    return { edges, open, told };
  }

  async #edgesOf(project: string) {
    const { edges } = await tableHoldings(this.#temp.store, project);
    return edges.flatMap((line) => {
      const match = /^edge (\d+): (\S+) (isa|ispart) (\S+) @(\S+)/.exec(line);
      if (!match) return [];
      const [, id, concept = '', flavour, parent = '', dimension = ''] = match;
      return concept === dimension
        ? []
        : [{ edgeId: Number(id), concept, parent, dimension, isIsa: flavour === 'isa' }];
    });
  }

  /** Resolves when nothing is under way in any memory, and each has followed the others. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const { memory } of this.#citizens) await memory.idle();
    for (const { memory } of this.#citizens) await memory.catchUp();
  }

  /** What is wrong with a project; nothing, if all is well. */
  async faults(project: string): Promise<string[]> {
    const { store } = this.#temp;
    const tables = await tableHoldings(store, project);
    const record = await recordHoldings(store, project);
    return [
      ...differences('the record', record.edges, 'the table', tables.edges),
      ...differences('the record', record.open, 'the queue', tables.open),
      ...this.#citizens.flatMap(({ graph }, n) =>
        differences(`memory ${n}`, heldBy(graph, project, tables.edges), 'the table', tables.edges),
      ),
      ...brokenRules(tables.edges),
      ...(await this.#brokenPromises(project)),
      ...(await this.#markFaults(project)),
    ];
  }

  /** What is wrong anywhere. */
  async wholeFaults(): Promise<string[]> {
    await this.settle();
    const faults: string[] = [];
    for (const [n, { memory }] of this.#citizens.entries()) {
      const { problems } = await memory.verify();
      faults.push(...problems.map((problem) => `memory ${n}: ${problem}`));
    }
    return faults;
  }

  async #brokenPromises(project: string): Promise<string[]> {
    const { reader } = this.#temp.store;
    const { inserted, conflicts, actions, heard, learnt } = this.#books.get(project) as Book;
    const events = await reader
      .selectFrom('graph_event')
      .where('project', '=', project)
      .select(['id', 'edge_id', 'conflict_id'])
      .execute();
    const edgeIds = new Set(events.map((event) => event.edge_id));
    const conflictIds = new Set(events.map((event) => event.conflict_id));
    const heads = new Set(events.map((event) => event.id));
    const twice = inserted.filter((id, at) => inserted.indexOf(id) !== at);
    return [
      ...inserted
        .filter((id) => !edgeIds.has(id))
        .map((id) => `edge ${id} was acknowledged and is on no record`),
      ...twice.map((id) => `edge ${id} was acknowledged as new twice`),
      ...[...conflicts].filter((id) => !conflictIds.has(id)).map((id) => `conflict ${id} is on no record`),
      ...[...actions].filter((id) => !heads.has(id)).map((id) => `action ${id} is on no record`),
      ...[...heard].flatMap(([segment, { size }]) => {
        const times = learnt.get(segment) ?? 0;
        return times === size ? [] : `of ${size} things said in ${segment} ${times} were learnt`;
      }),
    ];
  }

  async #markFaults(project: string): Promise<string[]> {
    const rows = await this.#temp.store.reader
      .selectFrom('resolution_queue')
      .where('project', '=', project)
      .where('status', 'in', ['pending', 'needs_human'])
      .select(['concept_id', 'dim_id'])
      .execute();
    const counts = new Map<string, number>();
    for (const { concept_id, dim_id } of rows) {
      const key = `${concept_id} ${dim_id}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return this.#citizens.flatMap(({ graph }, n) => {
      const faults: string[] = [];
      for (const [key, count] of counts) {
        const [concept = 0, dim = 0] = key.split(' ').map(Number);
        const held = graph.pendingAt(project, concept, dim);
        if (held !== count)
          faults.push(`memory ${n} marks ${held} conflicts at ${key}, the queue has ${count}`);
      }
      for (const name of NAMES) {
        const concept = graph.conceptId(name) ?? 0;
        for (const dim of graph.pendingDims(project, concept)) {
          if (!counts.has(`${concept} ${dim}`))
            faults.push(`memory ${n} marks ${name} in ${dim}, where nothing waits`);
        }
      }
      return faults;
    });
  }

  #job(memory: Memory, n: number): Resolution {
    const { store, temp } = this.#temp;
    const settings = { ...DEFAULT_SETTINGS, resolve_model_id: '1' };
    const ask: AskModel = {
      problem: () => null,
      ask: async ({ schema }) => {
        const text = answerTo(schema.name, this.#answer);
        return { text, model: 'scripted', inputTokens: 1, outputTokens: 1, ms: 1 };
      },
    };
    return new Resolution({
      ...{ store, clock: temp.clock, log: temp.log, settings: () => settings, ask },
      ...{ desk: conflictDesk(memory), runner: `process ${n}` },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { job } of this.#citizens) await job.close();
    await this.#temp[Symbol.asyncDispose]();
  }
}

type Persons =
  | { readonly decide: unknown }
  | { readonly edit: unknown }
  | { readonly reshape: unknown }
  | { readonly undo: number }
  | { readonly redo: number };

const NAMES = [...['pa', 'pb', 'pc', 'pd', 'pe', 'big_pa', 'dim1', 'dim2', 'dim3', 'dim4', 'type', 'alias']];

/** An edit about edges there are; none where there are none. */
function chosen(edit: AnyEdit, edges: readonly { readonly edgeId: number }[]): GraphEdit[] {
  if (!('which' in edit)) return [edit];
  const { which, ...rest } = edit;
  const ids = new Set(which.map((n) => edges[n % edges.length]?.edgeId ?? 0));
  ids.delete(0);
  return ids.size === 0 ? [] : [{ ...rest, edges: [...ids] }];
}

function factOf(text: string): Fact {
  const [words = '', dimension] = text.split(' @');
  return fact(words, dimension, 0.8);
}

function noteOutcome(book: Book, { status, edgeId, conflictId }: FactOutcome): void {
  if (status === 'inserted' && edgeId !== undefined) book.inserted.push(edgeId);
  if (status === 'conflict' && conflictId !== undefined) book.conflicts.add(conflictId);
}

function decisionOf({ decide, dimensions: [a, b] }: Extract<Step, { decide: unknown }>): Decision {
  switch (decide) {
    case 'split':
      return { decision: 'split', existingDimension: a, newDimension: b };
    case 'move':
      return { decision: 'move', dimension: a, which: b === 'type' ? 'existing' : 'incoming' };
    default:
      return { decision: decide };
  }
}

/** What a model says of a conflict of the type its schema names. */
function answerTo(schema: string, answer: string): string {
  if (answer === 'nonsense') return 'I would rather not say.';
  const reasoning = 'a test';
  if (answer === 'dismiss') return JSON.stringify({ decision: 'dismiss', reasoning });
  switch (schema) {
    case 'resolve_isa_isa':
      return JSON.stringify({
        ...{ decision: 'decompose', existing_dimension: 'dim1', new_dimension: 'dim3', reasoning },
      });
    case 'resolve_misclassification':
      return JSON.stringify({ decision: 'redimension', dimension: 'dim3', which: 'incoming', reasoning });
    default:
      return JSON.stringify({ decision: 'update', reasoning });
  }
}

/** The project's edges as a memory has them: at every place these names can make, and those the table names. */
function heldBy(graph: ConceptGraph, project: string, tableEdges: readonly string[]): string[] {
  const names = new Set([...NAMES, ...tableEdges.flatMap((line) => line.match(/[\w-]+/g) ?? [])]);
  const ids = [...names].flatMap((name) => graph.conceptId(name) ?? []);
  const token = (id: number) => graph.tokenOf(id);
  const held: string[] = [];
  for (const concept of ids) {
    for (const dim of ids) {
      const edge = graph.edgeAt(project, concept, dim);
      if (!edge) continue;
      const flavour = edge.isIsa ? 'isa' : 'ispart';
      const end = edge.doNotUse ? ' not used' : '';
      held.push(
        `edge ${edge.edgeId}: ${token(concept)} ${flavour} ${token(edge.parent)} @${token(dim)}${end}`,
      );
    }
  }
  return held.sort();
}

/** Two facts at one place, and cycles, found by walking. */
function brokenRules(edges: readonly string[]): string[] {
  const parents = new Map<string, string>();
  const faults: string[] = [];
  for (const line of edges) {
    const [, concept = '', parent = '', dimension = ''] = /: (\S+) \S+ (\S+) @(\S+)/.exec(line) ?? [];
    const place = `${concept} @${dimension}`;
    if (parents.has(place)) faults.push(`${place} holds two facts`);
    if (concept !== parent) parents.set(place, parent);
  }
  for (const [place, first] of parents) {
    const [concept, dimension] = place.split(' @');
    const passed = new Set<string>();
    for (let at: string | undefined = first; at && !passed.has(at); at = parents.get(`${at} @${dimension}`)) {
      if (at === concept) faults.push(`${place} stands above itself`);
      passed.add(at);
    }
  }
  return faults;
}

function differences(a: string, as: readonly string[], b: string, bs: readonly string[]): string[] {
  return [
    ...as.filter((line) => !bs.includes(line)).map((line) => `${a} has "${line}", ${b} has not`),
    ...bs.filter((line) => !as.includes(line)).map((line) => `${b} has "${line}", ${a} has not`),
  ];
}
