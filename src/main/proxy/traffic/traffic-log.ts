// The live log of requests: a bounded ring of rows with their details, newest last inside, newest first outside.
// Bounded by count and by bytes, pinned rows by their own count; holds no prompt unless told to. Who follows gets changed rows in bundles.
// Source: proxy, Seeing it. Written by the exchange, read by the API.
import type { z } from 'zod';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { LoopVerdict } from '../../../shared/model/loop.ts';
import type {
  LeftOut,
  PromptDiff,
  RecalledLine,
  TrafficDetail,
  TrafficRow,
} from '../../../shared/model/traffic.ts';
import { rowFilter, type TrafficFilter } from '../../../shared/traffic-filter.ts';
import { OrderedEvents } from '../../streams/ordered-events.ts';

/** What is known of a request beside its row. */
export interface Detail {
  readonly lines: readonly RecalledLine[];
  readonly loop: LoopVerdict | null;
  readonly diff: z.infer<typeof PromptDiff> | null;
  readonly asked: TrafficDetail['asked'];
  readonly segments: TrafficDetail['segments'];
}

export interface TrafficLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** A page of the rows that a filter matches. */
export interface TrafficQuery extends TrafficFilter {
  readonly limit: number;
  /** The id of the last row of the page before. */
  readonly before?: string | undefined;
}

export interface TrafficPage {
  readonly rows: TrafficRow[];
  readonly total: number;
  readonly held: number;
}

/** Rows that began or changed, each once and as it is now. */
export interface TrafficNews {
  /** To come back with, and to be told what changed since. */
  readonly id: string;
  /** What came before is not told: whoever reads the list now has all of it. */
  readonly gap: boolean;
  readonly rows: TrafficRow[];
  /** How many the log holds by now: older rows leave it untold. */
  readonly held: number;
}

/** Who writes the log down. Told at once, and returns at once. */
export interface TrafficKeeper {
  /** A request began or changed, or what is known of it did. */
  changed(id: string): void;
  /** Many are gone, or have changed. */
  cleared(): void;
}

interface Entry {
  readonly row: TrafficRow;
  detail: Detail;
  learned: TrafficDetail['learned'];
  bytes: number;
}

const NO_DETAIL: Detail = { lines: [], asked: [], loop: null, diff: null, segments: null };
/** What a row takes, roughly: some forty fields and their object. */
const ROW_BYTES = 1024;
/** Followers hear of changes this often at most. */
const BUNDLE_MS = 16;
/** Changes that are kept for who comes back; a request has some six. */
const KEPT_CHANGES = 16_384;
const MAX_LEARNED = 200;
const MOST_PINNED = 200;

const tooManyPinned = () =>
  new AppError(
    'NOT_ALLOWED',
    `${MOST_PINNED} requests are pinned, and no more are kept. Unpin one that is no longer needed.`,
  );

/** Places of gone rows that are put up with before the order is written anew. */
const COMPACT_AT = 4096;

export class TrafficLog {
  readonly #entries = new Map<string, Entry>();
  /**
   * Ids from the oldest on, gone ones among them: a Map walked from its start passes every entry it has lost. A pinned row
   * is taken out when its time comes, and put back at its place when it is unpinned.
   */
  #order: string[] = [];
  #first = 0;
  readonly #limits: () => TrafficLimits;
  /** Ids of rows that began or changed. */
  readonly #changes: OrderedEvents<string>;
  #bytes = 0;
  #pinned = 0;
  #keeper: TrafficKeeper | null = null;

  /**
   * @param limits is asked each time a request begins, so a changed setting holds at once
   * @param epoch names this run of the program
   */
  constructor(limits: () => TrafficLimits, { epoch, clock }: { epoch: string; clock: Clock }) {
    this.#limits = limits;
    this.#changes = new OrderedEvents({ epoch, clock, keep: KEPT_CHANGES, everyMs: BUNDLE_MS });
  }

  get held(): number {
    return this.#entries.size;
  }

  /** Requests that have not come to an end yet. */
  get running(): number {
    let count = 0;
    for (const { row } of this.#entries.values()) if (row.state === 'running') count++;
    return count;
  }

  /** From now on it is told what changes. */
  keepWith(keeper: TrafficKeeper): void {
    this.#keeper = keeper;
  }

  /** Takes in what an earlier run held, oldest first, before any request of this one. */
  restore(details: readonly TrafficDetail[]): void {
    for (const { row, learned, ...detail } of details) {
      const bytes = ROW_BYTES + sizeOf(detail) + learned.reduce((sum, { text }) => sum + sizeOfFact(text), 0);
      this.#entries.set(row.id, { row, detail, learned, bytes });
      if (row.pinned) this.#pinned++;
      else this.#order.push(row.id);
      this.#bytes += bytes;
      this.#evict(row.id);
    }
    this.#changes.cut();
  }

  /** Of all rows, oldest first. */
  ids(): string[] {
    return [...this.#entries.keys()];
  }

  /** The memory was replaced: the edges that lines lead to may be others by now. */
  forgetEdges(): void {
    for (const entry of this.#entries.values()) {
      const lines = entry.detail.lines.map((line) => ({ ...line, edgeIds: [] }));
      entry.detail = { ...entry.detail, lines };
    }
    this.#keeper?.cleared();
  }

  /** Takes a request's row in. It stays the request's own: what is changed in it is changed here; see `touched`. */
  begin(row: TrafficRow): void {
    this.#entries.set(row.id, { row, detail: NO_DETAIL, learned: [], bytes: ROW_BYTES });
    this.#order.push(row.id);
    this.#bytes += ROW_BYTES;
    this.#evict(row.id);
    this.#tell(row.id);
  }

  /** The request has changed its row. */
  touched(id: string): void {
    if (this.#entries.has(id)) this.#tell(id);
  }

  setDetail(id: string, detail: Detail): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const more = sizeOf(detail) - sizeOf(entry.detail);
    entry.detail = detail;
    this.#grow(id, entry, more);
    this.#keeper?.changed(id);
  }

  /** A loop that showed in the answer, or what was done about one. */
  setLoop(id: string, loop: LoopVerdict): void {
    const entry = this.#entries.get(id);
    if (entry) this.setDetail(id, { ...entry.detail, loop });
  }

  /** Something of the request's prompt was not looked at behind it; amounts of one kind add up. */
  addLeftOut(id: string, { what, amount }: LeftOut): void {
    const row = this.#entries.get(id)?.row;
    if (!row) return;
    const before = row.leftOut.find((one) => one.what === what)?.amount ?? 0;
    row.leftOut = [...row.leftOut.filter((one) => one.what !== what), { what, amount: before + amount }];
    this.touched(id);
  }

  /** A fact this request's prompt taught, and what became of it so far; the first `MAX_LEARNED` are kept. */
  setLearned(id: string, fact: { text: string; status: string }): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const place = entry.learned.findIndex(({ text }) => text === fact.text);
    if (place >= 0) entry.learned[place] = fact;
    else if (entry.learned.length < MAX_LEARNED) {
      entry.learned.push(fact);
      this.#grow(id, entry, sizeOfFact(fact.text));
    }
    this.#tell(id);
  }

  /** Newest first. `total` counts every row the filter matches, paged or not. */
  list({ limit, before, ...filter }: TrafficQuery): TrafficPage {
    const matches = rowFilter(filter);
    const rows: TrafficRow[] = [];
    let total = 0;
    let isPast = before === undefined || !this.#entries.has(before);
    for (const { row } of [...this.#entries.values()].reverse()) {
      if (matches(row)) {
        total++;
        if (isPast && rows.length < limit) rows.push(row);
      }
      if (row.id === before) isPast = true;
    }
    return { rows, total, held: this.#entries.size };
  }

  get(id: string): TrafficDetail | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const { row, detail, learned } = entry;
    return { row, ...detail, lines: [...detail.lines], learned: [...learned] };
  }

  /** The most frequent clients, models and upstreams of the rows held. */
  facets(): { clients: string[]; models: string[]; upstreams: string[] } {
    const rows = [...this.#entries.values()].map(({ row }) => row);
    return {
      clients: mostFrequent(rows.map(({ client }) => client)),
      models: mostFrequent(rows.map(({ model }) => model)),
      upstreams: mostFrequent(rows.map(({ upstream }) => upstream)),
    };
  }

  /**
   * Keeps a row when older ones go, or lets it go when its time comes.
   * @returns undefined when it is not held. @throws AppError NOT_ALLOWED when as many are kept as may be.
   */
  pin(id: string, pinned: boolean): TrafficRow | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (entry.row.pinned === pinned) return entry.row;
    if (pinned && this.#pinned >= MOST_PINNED) throw tooManyPinned();
    this.#pinned += pinned ? 1 : -1;
    entry.row.pinned = pinned;
    if (!pinned) this.#writeOrder();
    this.#tell(id);
    return entry.row;
  }

  /**
   * What begins and changes from now on, or since `lastId`, in bundles; begins with a gap where that is not known.
   * @param signal ends it
   */
  async *follow(lastId?: string, signal?: AbortSignal): AsyncGenerator<TrafficNews, void, void> {
    for await (const { id, events } of this.#changes.follow(lastId, signal)) {
      const rows = [...new Set(events)].flatMap((changed) => this.#entries.get(changed)?.row ?? []);
      yield { id, gap: events === null, rows, held: this.held };
    }
  }

  /** Forgets every row but the pinned ones, and says how many it forgot. */
  clear(): number {
    const before = this.#entries.size;
    for (const [id, entry] of this.#entries) if (!entry.row.pinned) this.#drop(id, entry);
    this.#writeOrder();
    this.#changes.cut();
    this.#keeper?.cleared();
    return before - this.#entries.size;
  }

  /** Forgets the rows of some clients, pinned ones, too. @returns how many */
  forgetOf(isGone: (client: string) => boolean): number {
    const before = this.#entries.size;
    for (const [id, entry] of this.#entries) {
      if (!isGone(entry.row.client)) continue;
      if (entry.row.pinned) this.#pinned -= 1;
      this.#drop(id, entry);
    }
    this.#writeOrder();
    this.#changes.cut();
    this.#keeper?.cleared();
    return before - this.#entries.size;
  }

  #tell(id: string): void {
    this.#changes.add(id);
    this.#keeper?.changed(id);
  }

  /** The row takes so many bytes more, or fewer. */
  #grow(id: string, entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#evict(id);
  }

  /** Drops the oldest rows until the limits hold; the row just written stays. */
  #evict(keep: string): void {
    const { requests, bytes } = this.#limits();
    for (let at = this.#first; at < this.#order.length; at++) {
      if (this.#entries.size <= requests && this.#bytes <= bytes) break;
      const id = this.#order[at] as string;
      const entry = this.#entries.get(id);
      if (id === keep) continue;
      if (entry && !entry.row.pinned) this.#drop(id, entry);
      this.#order[at] = '';
    }
    while (this.#first < this.#order.length && this.#order[this.#first] === '') this.#first++;
    if (this.#first < COMPACT_AT) return;
    this.#order = this.#order.slice(this.#first);
    this.#first = 0;
  }

  #writeOrder(): void {
    const mayGo = [...this.#entries.values()].filter(({ row }) => !row.pinned);
    this.#order = mayGo.map(({ row }) => row.id);
    this.#first = 0;
  }

  #drop(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#bytes -= entry.bytes;
  }
}

const MOST_FACETS = 100;

function mostFrequent(names: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const byCount = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return byCount.slice(0, MOST_FACETS).map(([name]) => name);
}

const sizeOfFact = (text: string): number => 2 * (text.length + 100);

/** Two bytes a character, and something for each line's objects. */
function sizeOf({ lines, diff, segments }: Detail): number {
  let characters = 0;
  for (const { line, concept } of lines) characters += line.length + concept.length + 100;
  if (diff) characters += diff.block.length + (diff.before?.length ?? 0) + (diff.after?.length ?? 0) + 100;
  for (const { text } of segments ?? []) characters += text.length + 100;
  return characters * 2;
}
