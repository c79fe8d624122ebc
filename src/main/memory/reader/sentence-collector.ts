// Gathers the sentences of conversations that a model may read, and queues them a few at a time: once a conversation is quiet, or
// enough have gathered. Each sentence is queued once ever. Fed behind the requests; never waits, never throws at its caller.
// Source: structure S2.
import { hash } from 'node:crypto';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { redact } from '../../../shared/redact.ts';
import type { Lexicon } from '../../graph/types.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { claimSentences } from '../../store/reader/readings.ts';
import type { Store } from '../../store/store.ts';
import type { MemoryLog } from '../memory-log.ts';
import { offeredSentences } from './offered-sentences.ts';
import { READ_JOB, type ReadPayload } from './read-job.ts';
import { MOST_SENTENCES } from './reader-question.ts';

/** A piece of one speaker's own prose. */
export interface SpokenProse {
  readonly project: string;
  readonly text: string;
  readonly role: 'user' | 'assistant';
  readonly client: string | null;
  readonly conversation: string | null;
  readonly segment: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface CollectorParts {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly lexicon: Lexicon;
  readonly log: MemoryLog;
}

type Sentence = Omit<ReadPayload['sentences'][number], 'isKnown'>;

interface Gathered extends Omit<ReadPayload, 'sentences'> {
  readonly sentences: Sentence[];
  paragraphs: number;
}

/** How long a conversation is quiet before what was said in it is read. */
const QUIET_MS = 5000;
/** Sentences held in memory at most; what comes beyond is queued at once. */
const MOST_HELD = 2000;
/** Pieces of people's prose kept to try a model on, and how long each may be. */
const MOST_RECENT = 40;
const RECENT_CHARS = 2000;

export class SentenceCollector {
  readonly #parts: CollectorParts;
  readonly #gathered = new Map<string, Gathered>();
  #recent: SpokenProse[] = [];
  #held = 0;
  #timer: (() => void) | undefined;
  #queueing: Promise<void> = Promise.resolve();

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  /** Takes in a piece of prose; returns at once. */
  take(prose: SpokenProse): void {
    if (prose.role === 'user') this.#remember(prose);
    if (this.#parts.settings().reader_model_id === null) return;
    const { project, client, conversation, role, segment, at } = prose;
    const offered = offeredSentences(redact(prose.text), this.#parts.lexicon);
    if (offered.length === 0) return;
    const key = JSON.stringify([project, client, conversation, role]);
    const gathered = this.#gathered.get(key) ?? {
      project,
      client,
      conversation,
      role,
      sentences: [],
      paragraphs: 0,
    };
    this.#gathered.set(key, gathered);
    for (const { text, paragraph } of offered) {
      const name = hash('sha256', `${role}\u0000${text}`).slice(0, 32);
      gathered.sentences.push({ text, paragraph: gathered.paragraphs + paragraph, segment, hash: name, at });
    }
    gathered.paragraphs += (offered.at(-1)?.paragraph ?? 0) + 1;
    this.#held += offered.length;
    if (gathered.sentences.length >= MOST_SENTENCES || this.#held > MOST_HELD) this.#flush(key, gathered);
    this.#timer ??= this.#parts.clock.after(QUIET_MS, () => {
      this.#timer = undefined;
      this.flush();
    });
  }

  /** What people said last, newest last; for trying a model on. */
  recent(project: string): readonly SpokenProse[] {
    return this.#recent.filter((prose) => prose.project === project);
  }

  /** Forgets what those clients said last. */
  forgetOf(isGone: (client: string) => boolean): void {
    this.#recent = this.#recent.filter(({ client }) => client === null || !isGone(client));
  }

  /** Queues what was gathered. */
  flush(): void {
    for (const [key, gathered] of this.#gathered) this.#flush(key, gathered);
  }

  /** Resolves when everything taken in is queued. */
  async settled(): Promise<void> {
    this.#timer?.();
    this.#timer = undefined;
    this.flush();
    await this.#queueing;
  }

  #remember(prose: SpokenProse): void {
    this.#recent.push({ ...prose, text: Buffer.from(prose.text.slice(0, RECENT_CHARS)).toString() });
    if (this.#recent.length > MOST_RECENT) this.#recent.shift();
  }

  #flush(key: string, gathered: Gathered): void {
    this.#gathered.delete(key);
    this.#held -= gathered.sentences.length;
    this.#queueing = this.#queueing.then(() => this.#queue(gathered));
  }

  async #queue({ paragraphs: _, sentences, ...whose }: Gathered): Promise<void> {
    const { store, jobs, log, clock } = this.#parts;
    try {
      await store.write(async (writer) => {
        const hashes = sentences.map((sentence) => sentence.hash);
        const fresh = await claimSentences(writer, whose.project, hashes, clock.now());
        const batches = batchesOf(sentences, fresh);
        return jobs.enqueue(
          writer,
          batches.map((batch) => ({
            kind: READ_JOB.name,
            key: hash('sha256', JSON.stringify([whose, batch.map((sentence) => sentence.hash)])),
            payload: JSON.stringify({ ...whose, sentences: batch } satisfies ReadPayload),
          })),
        );
      });
      jobs.wake(READ_JOB.name);
    } catch (error) {
      log.warn({ err: error }, 'sentences could not be queued for the reader');
    }
  }
}

/** Batches that hold something new; a sentence read before goes along in front of what may point back at it. */
function batchesOf(sentences: readonly Sentence[], fresh: ReadonlySet<string>): ReadPayload['sentences'][] {
  const seen = new Set<string>();
  const all = sentences.map((sentence) => {
    const isKnown = !fresh.has(sentence.hash) || seen.has(sentence.hash);
    seen.add(sentence.hash);
    return { ...sentence, isKnown };
  });
  const batches: ReadPayload['sentences'][] = [];
  for (let from = 0; from < all.length; from += MOST_SENTENCES)
    batches.push(all.slice(from, from + MOST_SENTENCES));
  return batches.filter((batch) => batch.some(({ isKnown }) => !isKnown));
}
