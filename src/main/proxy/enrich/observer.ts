// What happens to a prompt after it has left: its new segments are counted once per conversation, and trusted prose is
// read for facts, both without the secrets in it. Works in slices under 10 ms on the event loop, behind the requests. Never
// delays or fails one. Source: memory D4, D12, D25, Segmenting; proxy, Speed. Fed by the exchange.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Provenance } from '../../../shared/model/graph.ts';
import type { LeftOut } from '../../../shared/model/traffic.ts';
import { isAskedFor, MARK_WORD, redactSlices } from '../../../shared/redact.ts';
import { digest } from '../../clients/digest.ts';
import type { RecalledGraph } from '../../graph/columns/scoped-graph.ts';
import { type WordListener, wordSlices } from '../../graph/recollect/text-words.ts';
import { proseSlices } from '../../graph/text/prose.ts';
import { isCounted } from '../../graph/text/segment.ts';
import { isNoiseToken } from '../../graph/text/tokenise.ts';
import type { CueTriple, Lexicon } from '../../graph/types.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { Log, MemoryPort, ProxyMetrics, ScanCues } from '../ports.ts';
import type { Observation } from './enrichment.ts';
import type { MetWords, ReadSegment } from './mentions.ts';
import { segmentsOf } from './segments.ts';

/** A prompt that waits to be counted and read. */
export interface ObservedPrompt extends Observation {
  readonly requestId: string;
  readonly client: string;
  /** Where it is learnt. */
  readonly project: string;
  /** What its client is recalled. */
  readonly scope: string;
  readonly conversation: string;
  /** What its turns are read from. */
  readonly body: Buffer;
}

export interface ObserverParts {
  readonly memory: MemoryPort;
  readonly scanCues: ScanCues;
  readonly lexicon: Lexicon;
  readonly clock: Clock;
  readonly metrics: ProxyMetrics;
  readonly log: Log;
  readonly graph: RecalledGraph;
  /** Tells which names may be asked about from now on. */
  readonly judge: (questions: Observation['questions']) => Generator<void>;
  /** Whether the memory holds exactly this, so that an assistant may have read it in its own prompt. */
  readonly isKnown: (scope: string, triple: CueTriple) => boolean;
  /** Something of a request's prompt is not counted and not read for facts. */
  readonly onLeftOut: (requestId: string, leftOut: LeftOut) => void;
  /** Facts were read out of a request's prompt and handed to the memory. */
  readonly onLesson: (requestId: string, provenance: Provenance, triples: readonly CueTriple[]) => void;
}

const SLICE_MS = 6;
/** Characters of a segment that are counted and read; the rest of a dump teaches nothing. */
const MAX_SEGMENT_CHARS = 262_144;
/** Characters of a segment in which names are looked for that nobody has explained. */
const MAX_HEARD_CHARS = 32_768;
/** Characters between two looks at the clock: of words, and of sentences. */
const WORD_CHARS = 4096;
const CHUNK_CHARS = 8192;
/** Words and facts handed to the memory in one step. */
const WORDS_AT_ONCE = 500;
const MET_AT_ONCE = 5000;
const LEARNT_AT_ONCE = 20;
const MAX_WAITING_BYTES = 134_217_728;

/** What a prompt takes in memory while it waits, roughly: its body, its text where that was read, its turns, and itself. */
const waitingBytes = ({ body, turns }: ObservedPrompt): number => 2 * body.length + 500 * turns.length + 2000;

/** A word longer than this is none. */
const LONGEST_WORD = 512;
/** How much of what was said before can ask for a secret, and how long an answer that is nothing else is. Characters. */
const ASKED_CHARS = 200;
const ANSWER_CHARS = 120;

export class Observer {
  readonly #parts: ObserverParts;
  readonly #waiting: ObservedPrompt[] = [];
  #waitingBytes = 0;
  #steps: Generator<void> | null = null;
  #isScheduled = false;
  #idle: (() => void)[] = [];

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  /** Takes a prompt to be observed soon; drops it when too much waits already. */
  observe(prompt: ObservedPrompt): void {
    if (prompt.turns.length === 0) return;
    if (this.#waitingBytes + waitingBytes(prompt) > MAX_WAITING_BYTES) {
      this.#parts.metrics.observationDropped(prompt.body.length);
      this.#parts.log.warn({ bytes: prompt.body.length }, 'a prompt was not counted: too many are waiting');
      this.#parts.onLeftOut(prompt.requestId, { what: 'observation', amount: prompt.body.length });
      return;
    }
    this.#waiting.push(prompt);
    this.#waitingBytes += waitingBytes(prompt);
    this.#schedule();
  }

  /** Resolves when nothing waits any more. */
  idle(): Promise<void> {
    if (!this.#isScheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#slice());
  }

  #slice(): void {
    const end = this.#parts.clock.monotonic() + SLICE_MS;
    this.#isScheduled = false;
    while (this.#step()) {
      if (this.#parts.clock.monotonic() < end) continue;
      this.#schedule();
      return;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** One small piece of work; false when there is none. */
  #step(): boolean {
    if (!this.#steps) {
      const prompt = this.#waiting.shift();
      if (!prompt) return false;
      this.#waitingBytes -= waitingBytes(prompt);
      this.#steps = this.#work(prompt);
    }
    try {
      if (this.#steps.next().done) this.#steps = null;
    } catch (error) {
      this.#steps = null;
      this.#parts.metrics.failedOpen('observe');
      this.#parts.log.error({ err: error }, 'a prompt could not be counted');
    }
    return true;
  }

  *#work(prompt: ObservedPrompt): Generator<void> {
    let before = '';
    for (const turn of prompt.turns) {
      const read = prompt.read.get(turn);
      for (const segment of read ?? readAnew(turn, prompt)) {
        const { role, envelope, text } = segment.segment;
        const hash = digest(role, envelope, text);
        if (prompt.family.countOnce(hash)) yield* this.#segment(prompt, segment, hash, before);
        before = text.slice(-ASKED_CHARS);
      }
      yield;
    }
    yield* this.#parts.judge(prompt.questions);
  }

  /** @param before how the segment before it ends: who is asked for a password answers with nothing but the password */
  *#segment(prompt: ObservedPrompt, read: ReadSegment, hash: string, before: string): Generator<void> {
    const { segment } = read;
    const whole = beginning(segment.text);
    const cut = segment.text.length - whole.length;
    if (cut > 0) this.#parts.onLeftOut(prompt.requestId, { what: 'counting', amount: cut });
    const text = yield* withoutSecrets(whole, before);
    const isWhole = text === whole;
    const prose = (isWhole ? read.prose?.slice(0, whole.length) : null) ?? (yield* masked(text));
    const kept = segment.scanned && isWhole && this.#isCurrent(read.words) ? read.words : null;
    const met = kept ?? (yield* this.#read(prompt.scope, segment.scanned ? text : prose));
    const unmet = yield* this.#count(met);
    if (!segment.scanned) return;
    const role = segment.trust === 'assistant' ? 'assistant' : 'user';
    yield* this.#hear(prompt, prose, { ids: met.ids, unmet }, { role, segment: hash });
    const { project, client, conversation } = prompt;
    for (const piece of paragraphs(prose)) {
      const at = this.#parts.clock.now();
      this.#parts.memory.readLater({ project, text: piece, role, client, conversation, segment: hash, at });
      yield;
      for (const read of this.#parts.scanCues(piece, this.#parts.lexicon, { role })) {
        yield;
        for (const some of inBatches(read, LEARNT_AT_ONCE)) {
          // An assistant that repeats what it was shown is no witness for it.
          const triples =
            role === 'user' ? some : some.filter((triple) => !this.#parts.isKnown(prompt.scope, triple));
          const named = isWhole ? triples : triples.filter(isNamed);
          if (named.length > 0) this.#learn(prompt, role, hash, named);
          yield;
        }
      }
    }
  }

  /** Lets the memory hear the sentences in which names stand that nobody has explained. */
  *#hear(
    { project, client, conversation }: ObservedPrompt,
    prose: string,
    met: { readonly ids: readonly number[]; readonly unmet: ReadonlyMap<string, number> },
    where: { readonly role: 'user' | 'assistant'; readonly segment: string },
  ): Generator<void> {
    const names = this.#parts.memory.openNames(project, met.ids, met.unmet);
    if (names.size === 0) return;
    for (const text of paragraphs(prose.slice(0, MAX_HEARD_CHARS))) {
      const at = this.#parts.clock.now();
      this.#parts.memory.hear({ project, text, names, client, conversation, ...where, at });
      yield;
    }
  }

  /** Whether its ids still mean what they did when they were read. */
  #isCurrent(words: MetWords | null): words is MetWords {
    return words !== null && words.generation === this.#parts.graph.generation;
  }

  /** The words of what the hot path did not read to its end, or of what is left of it without its secrets. */
  *#read(scope: string, text: string): Generator<void, Pick<MetWords, 'ids' | 'unmet'>> {
    const { graph, lexicon } = this.#parts;
    const words = new MetInText(graph);
    for (const _ of wordSlices({ graph, scope, dictionary: lexicon }, text, words, WORD_CHARS)) yield;
    return { ids: words.ids, unmet: words.words };
  }

  /** Counts every word of what someone wrote. @returns those that were no concepts, and how often they were met */
  *#count({ ids, unmet }: Pick<MetWords, 'ids' | 'unmet'>): Generator<void, ReadonlyMap<string, number>> {
    const { memory, clock } = this.#parts;
    for (const some of inBatches(ids, MET_AT_ONCE)) {
      memory.meet(some, clock.now());
      yield;
    }
    const counts = countsOf(unmet);
    for (const some of inBatches([...counts], WORDS_AT_ONCE)) {
      memory.encounter(new Map(some), clock.now());
      yield;
    }
    return counts;
  }

  #learn(prompt: ObservedPrompt, role: string, segment: string, triples: readonly CueTriple[]): void {
    const { project, client, conversation, requestId } = prompt;
    const at = this.#parts.clock.now();
    const provenance: Provenance = {
      source: 'inferred',
      client,
      conversation,
      role,
      segment,
      sentence: null,
      at,
    };
    this.#parts.memory.learn({ project, triples, provenance });
    this.#parts.onLesson(requestId, provenance, triples);
  }
}

/** As much of a segment as is read, up to the end of a word: half a key looks like a name. */
function beginning(text: string): string {
  if (text.length <= MAX_SEGMENT_CHARS) return text;
  const blank = text.lastIndexOf(' ', MAX_SEGMENT_CHARS);
  const line = text.lastIndexOf('\n', MAX_SEGMENT_CHARS);
  return text.slice(0, Math.max(blank, line, MAX_SEGMENT_CHARS - LONGEST_WORD));
}

/** The text with its secrets taken out, in slices; the text itself when it has none. */
function* withoutSecrets(text: string, before: string): Generator<void, string> {
  if (text.length <= ANSWER_CHARS && isAskedFor(before) && !/\s\S+\s\S+\s/.test(text.trim())) return '';
  return yield* redactSlices(text);
}

/** Whether none of its names is the place of a secret. */
const isNamed = ({ subject, parent, dim }: CueTriple): boolean =>
  ![subject, parent, dim].some((name) => name.split('_').includes(MARK_WORD));

function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** How often each word stands there. */
function countsOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** The words of one text; what stands where a secret was is none. */
class MetInText implements WordListener {
  readonly ids: number[] = [];
  readonly words: string[] = [];
  readonly #mark: number | undefined;

  constructor(graph: RecalledGraph) {
    this.#mark = graph.conceptId(MARK_WORD);
  }

  met(id: number): void {
    if (id !== this.#mark) this.ids.push(id);
  }

  unmet(token: string): void {
    if (token !== MARK_WORD && !isNoiseToken(token)) this.words.push(token);
  }

  named({ id }: { readonly id: number }): void {
    this.met(id);
  }
}

/** A turn the hot path did not get to. */
function readAnew(turn: PromptTurn, { body, questions }: ObservedPrompt): ReadSegment[] {
  return segmentsOf(turn, { turns: questions.turns, body })
    .filter(isCounted)
    .map((segment) => ({ segment, words: null, prose: null }));
}

/** `proseOf` in slices, so that a quarter of a megabyte of code does not hold the loop. */
function* masked(text: string): Generator<void, string> {
  const pieces: string[] = [];
  for (const piece of proseSlices(text)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join('');
}

/** Prose in pieces that end at a line end, or where a long line must be cut, at a space. */
function* paragraphs(prose: string): Generator<string> {
  for (let from = 0; from < prose.length; ) {
    let to = from + CHUNK_CHARS;
    if (to < prose.length) {
      const line = prose.lastIndexOf('\n', to);
      const space = prose.lastIndexOf(' ', to);
      to = (line > from ? line : space > from ? space : to - 1) + 1;
    }
    yield prose.slice(from, to);
    from = to;
  }
}
