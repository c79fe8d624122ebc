// The newest sentences in which names stood, so that a model can be asked about a name in its context: in memory only,
// without secrets, bounded in bytes; the names heard longest ago go first. Filled behind the requests. Source: memory, Writing.

/** A sentence somebody wrote, and where. */
export interface HeardSentence {
  readonly text: string;
  readonly role: 'user' | 'assistant';
  readonly client: string | null;
  readonly conversation: string | null;
  readonly segment: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

const SENTENCES_PER_NAME = 3;
const MAX_CHARS = 280;
const MAX_BYTES = 8 * 1024 * 1024;
/** What an entry costs beside its text. */
const ENTRY_BYTES = 200;

export class SentenceStore {
  readonly #maxBytes: number;
  /** Project and name -> newest last. In the order in which names were last heard. */
  readonly #heard = new Map<string, readonly HeardSentence[]>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Remembers a sentence for each of the names in it. @param sentence its text redacted already */
  add(project: string, names: Iterable<string>, sentence: HeardSentence): void {
    // A copy: a piece cut out of a prompt would keep the whole prompt alive.
    const text = Buffer.from(shortened(sentence.text)).toString();
    const kept: HeardSentence = { ...sentence, text };
    for (const name of names) this.#remember(keyOf(project, name), kept);
    for (const oldest of this.#heard.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  /** Newest first. */
  of(project: string, name: string): HeardSentence[] {
    return [...(this.#heard.get(keyOf(project, name)) ?? [])].reverse();
  }

  #remember(key: string, sentence: HeardSentence): void {
    const held = this.#heard.get(key) ?? [];
    this.#forget(key);
    const others = held.filter(({ text }) => text !== sentence.text);
    const sentences = [...others.slice(1 - SENTENCES_PER_NAME), sentence];
    this.#heard.set(key, sentences);
    this.#bytes += costOf(key, sentences);
  }

  #forget(key: string): void {
    const held = this.#heard.get(key);
    if (held === undefined) return;
    this.#heard.delete(key);
    this.#bytes -= costOf(key, held);
  }
}

/** On one line, as long as a sentence kept as provenance may be. */
function shortened(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).toWellFormed()}…`;
}

function keyOf(project: string, name: string): string {
  return `${project}\n${name}`;
}

/** A sentence shared by several names is counted for each: the bound holds whatever they share. */
function costOf(key: string, sentences: readonly HeardSentence[]): number {
  return sentences.reduce(
    (sum, { text }) => sum + 2 * text.length + ENTRY_BYTES,
    2 * key.length + ENTRY_BYTES,
  );
}
