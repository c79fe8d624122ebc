// Notices names that agents use often and nobody has explained, and queues a durable question about each, once in a
// cool-down. Fed behind the requests; never waits, never throws at its caller. What is asked, and what becomes of the
// answer, is ask-worker.ts's. Source: memory, Writing.
import type { Clock } from '../../../shared/model/clock.ts';
import { SOURCES } from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { redact } from '../../../shared/redact.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { sentenceSpans } from '../../graph/cues/sentences/sentences.ts';
import { saliency } from '../../graph/recollect/saliency.ts';
import { forEachToken, isNoiseToken } from '../../graph/text/tokenise.ts';
import type { ConceptRow, Lexicon } from '../../graph/types.ts';
import type { NewJob } from '../../store/jobs/job.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { StoreWriter } from '../../store/store.ts';
import { claimQuestion } from '../../store/tables/concept-questions.ts';
import type { MemoryLog } from '../memory-log.ts';
import type { Mutex } from '../write/mutex.ts';
import { type SameMemoryParts, writeIfSameMemory } from '../write/same-memory.ts';
import { ASK, type AskPayload } from './ask-job.ts';
import { type HeardSentence, SentenceStore } from './sentence-store.ts';

const DAY_MS = 86_400_000;
/** Without a cool-down a name would be asked about with every prompt that holds it. */
const LEAST_COOLDOWN_MS = 60_000;
/** A sentence shorter than this says nothing about a name; longer ones are cut. Characters. */
const LEAST_SENTENCE = 8;
/** A name met for the first time says nothing yet, and most are never met again. */
const LEAST_ENCOUNTERS = 2;
/** Names that were looked at lately, and names that wait for their id. */
const MAX_REMEMBERED = 100_000;
const MAX_FRESH = 5000;
/** Names claimed in one transaction; facts get their turn in between. */
const NAMES_PER_WRITE = 50;

/** Who counts as having told a fact; an answer of a model is not somebody's word. */
const TELLERS: ReadonlySet<string> = new Set(SOURCES.filter((source) => source !== 'cloud_llm'));

/** A piece of prose out of a prompt: what a person wrote, or an assistant answered. Never tool output. */
export interface HeardText extends HeardSentence {
  readonly project: string;
  /** Those of its words that are wanted; see `openNames`. */
  readonly names: ReadonlySet<string>;
}

export interface CuriosityParts extends SameMemoryParts {
  readonly graph: ConceptGraph;
  /** The write path's. */
  readonly lock: Mutex;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly log: MemoryLog;
}

interface Candidate {
  readonly project: string;
  readonly concept: number;
  readonly token: string;
}

export class Curiosity {
  readonly #parts: CuriosityParts;
  readonly #lexicon: Lexicon;
  readonly #sentences = new SentenceStore();
  /** Project and concept -> when it was found to need no question, or got one. */
  readonly #looked = new Map<string, number>();
  /** Names without an id yet, by project and token. */
  readonly #fresh = new Map<string, { readonly project: string; readonly token: string }>();
  #candidates: Candidate[] = [];
  #queueing: Promise<void> | undefined;

  constructor(parts: CuriosityParts) {
    this.#parts = parts;
    this.#lexicon = graphLexicon(parts.graph);
  }

  /**
   * Names that may have to be asked about soon: met more than once, and explained by nobody. Empty most of the time, so
   * that most prose is not looked at again.
   * @param met concepts, counted already
   * @param counts how often each word was met that was no concept then
   */
  openNames(project: string, met: readonly number[], counts: ReadonlyMap<string, number>): Set<string> {
    const open = new Set<string>();
    if (this.#parts.settings().write_model_id === null) return open;
    const { graph } = this.#parts;
    for (const id of new Set(met)) {
      const row = graph.concept(id);
      if (row && this.#isOpen(project, row)) open.add(row.token);
    }
    for (const [token, times] of counts) {
      const id = graph.conceptId(token);
      const row = id === undefined ? undefined : graph.concept(id);
      if (row ? this.#isOpen(project, row) : times >= LEAST_ENCOUNTERS && !isNoiseToken(token))
        open.add(token);
    }
    return open;
  }

  #isOpen(project: string, { id, token, encounterCount, common }: ConceptRow): boolean {
    if (encounterCount < LEAST_ENCOUNTERS || common || isNoiseToken(token)) return false;
    return !this.#isLooked(project, id) && !isTold(this.#parts.graph, project, id);
  }

  /** Takes in a piece of prose of at most a few thousand characters; returns at once. */
  hear({ project, names: open, ...piece }: HeardText): void {
    // Before it is cut: a secret may be longer than a sentence.
    const prose = redact(piece.text);
    for (const { start, end } of sentenceSpans(prose)) {
      const text = prose.slice(start, end + 1).trim();
      if (text.length < LEAST_SENTENCE) continue;
      const names = this.#namesIn(text, open);
      if (names.size === 0) continue;
      this.#sentences.add(project, names, { ...piece, text });
      for (const token of names) {
        const concept = this.#parts.graph.conceptId(token);
        if (concept === undefined) this.#waitForId(project, token);
        else this.#consider({ project, concept, token });
      }
    }
    this.#startQueueing();
  }

  /** Words heard before have their ids now. */
  wordsStored(): void {
    for (const [key, { project, token }] of this.#fresh) {
      const concept = this.#parts.graph.conceptId(token);
      if (concept === undefined) continue;
      this.#fresh.delete(key);
      this.#consider({ project, concept, token });
    }
    this.#startQueueing();
  }

  /** Resolves when every question noticed so far is queued. */
  async settled(): Promise<void> {
    while (this.#queueing) await this.#queueing;
  }

  #namesIn(text: string, open: ReadonlySet<string>): Set<string> {
    const names = new Set<string>();
    const note = (token: string) => {
      if (open.has(token)) names.add(token);
    };
    forEachToken(text, note, this.#lexicon);
    return names;
  }

  /** Whether it was asked about, or found to need no question, within the cool-down. */
  #isLooked(project: string, concept: number): boolean {
    const looked = this.#looked.get(`${project}\n${concept}`);
    return looked !== undefined && this.#parts.clock.now() - looked < this.#cooldownMs;
  }

  #waitForId(project: string, token: string): void {
    const key = `${project}\n${token}`;
    if (this.#fresh.has(key)) return;
    this.#fresh.set(key, { project, token });
    if (this.#fresh.size > MAX_FRESH) this.#fresh.delete(this.#fresh.keys().next().value as string);
  }

  #consider(candidate: Candidate): void {
    const { graph, settings, clock } = this.#parts;
    const row = graph.concept(candidate.concept);
    if (!row || saliency(row.encounterCount, row.common) < settings().saliency_write_threshold) return;
    if (isTold(graph, candidate.project, candidate.concept)) return;
    if (this.#isLooked(candidate.project, candidate.concept)) return;
    const key = `${candidate.project}\n${candidate.concept}`;
    this.#looked.delete(key);
    this.#looked.set(key, clock.now());
    if (this.#looked.size > MAX_REMEMBERED) this.#looked.delete(this.#looked.keys().next().value as string);
    this.#candidates.push(candidate);
  }

  get #cooldownMs(): number {
    return Math.max(this.#parts.settings().write_cooldown_days * DAY_MS, LEAST_COOLDOWN_MS);
  }

  #startQueueing(): void {
    if (this.#candidates.length > 0) this.#queueing ??= this.#queue();
  }

  async #queue(): Promise<void> {
    try {
      while (this.#candidates.length > 0) {
        const batch = this.#candidates.slice(0, NAMES_PER_WRITE);
        const write = async (writer: StoreWriter) => {
          const jobs: NewJob[] = [];
          for (const candidate of batch) {
            const { project, concept, token } = candidate;
            // The graph was filled from another memory since it was noticed.
            if (this.#parts.graph.conceptId(token) !== concept) continue;
            const at = this.#parts.clock.now();
            const given = await claimQuestion(writer, {
              project,
              concept,
              at,
              notSince: at - this.#cooldownMs,
            });
            if (given) jobs.push(this.#job(candidate, at));
          }
          return this.#parts.jobs.enqueue(writer, jobs);
        };
        const queued = await this.#parts.lock.run(() => writeIfSameMemory(this.#parts, write));
        if (queued === null) return this.#forgetCandidates();
        this.#candidates = this.#candidates.slice(batch.length);
        if (queued > 0) this.#parts.jobs.wake(ASK.name);
      }
    } catch (error) {
      this.#forgetCandidates();
      this.#parts.log.warn({ err: error }, 'questions about new names could not be queued');
    } finally {
      this.#queueing = undefined;
    }
  }

  /** They are noticed again when they are named next. */
  #forgetCandidates(): void {
    for (const { project, concept } of this.#candidates) this.#looked.delete(`${project}\n${concept}`);
    this.#candidates = [];
  }

  #job({ project, concept, token }: Candidate, at: number): NewJob {
    const sentences = this.#sentences.of(project, token);
    const payload: AskPayload = { project, concept: token, conceptId: concept, sentences };
    return { kind: ASK.name, key: `${project}\n${concept}\n${at}`, payload: JSON.stringify(payload) };
  }
}

/** Whether somebody has told a fact about the concept in the project. */
export function isTold(graph: ConceptGraph, project: string, concept: number): boolean {
  if (!graph.hasFacts(project, concept)) return false;
  return graph.edgesOf(project, concept).some((edge) => TELLERS.has(edge.source));
}
