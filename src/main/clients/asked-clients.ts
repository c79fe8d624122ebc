// Who was asked what, and whether anybody answered: a client that left its last five questions unanswered is left alone for
// a week. Pure and in memory, filled from the store by whoever owns that; bounded by what it is given and asked.
// Source: memory D22, decision 039. Held by client-registry.ts.

/** A question that stood in a prompt of a client for the first time. */
export interface AskedQuestion {
  readonly client: string;
  /** What the client was recalled: a project, or that and its own. */
  readonly scope: string;
  /** The word, canonical. */
  readonly word: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** So many questions without an answer, one after the other, are enough. */
export const ENOUGH_UNANSWERED = 5;
export const LEFT_ALONE_MS = 7 * 86_400_000;

/** Clients whose questions are remembered; the one asked longest ago goes first. */
const MOST_CLIENTS = 10_000;

export interface Patience {
  /** Of the last questions those in a row that nobody answered, up to `ENOUGH_UNANSWERED`. */
  readonly unanswered: number;
  /** Epoch milliseconds; null when it may be asked. */
  readonly leftAloneUntil: number | null;
}

export class AskedClients {
  readonly #isAnswered: (question: AskedQuestion) => boolean;
  /** The last questions of each, oldest first; who was asked last stands last. */
  readonly #byClient = new Map<string, readonly AskedQuestion[]>();

  /** @param isAnswered whether something is known of the word by now, from whomever */
  constructor(isAnswered: (question: AskedQuestion) => boolean) {
    this.#isAnswered = isAnswered;
  }

  /**
   * Takes in what is stored.
   * @param unsaved what was noted and may not be stored yet
   */
  load(stored: readonly AskedQuestion[], unsaved: Iterable<AskedQuestion> = []): void {
    this.#byClient.clear();
    const byKey = new Map(
      [...stored, ...unsaved].map((question) => [JSON.stringify(keyOf(question)), question]),
    );
    for (const question of [...byKey.values()].sort((a, b) => a.at - b.at)) this.note(question);
  }

  note(question: AskedQuestion): void {
    const { client } = question;
    const before = this.#byClient.get(client) ?? [];
    this.#byClient.delete(client);
    this.#byClient.set(client, [...before, question].slice(-ENOUGH_UNANSWERED));
    if (this.#byClient.size <= MOST_CLIENTS) return;
    const oldest = this.#byClient.keys().next();
    if (!oldest.done) this.#byClient.delete(oldest.value);
  }

  /** @param now epoch milliseconds */
  patienceOf(client: string, now: number): Patience {
    const questions = this.#byClient.get(client) ?? [];
    const answered = questions.findLastIndex((question) => this.#isAnswered(question));
    const unanswered = questions.length - 1 - answered;
    const until = (questions.at(-1)?.at ?? 0) + LEFT_ALONE_MS;
    return { unanswered, leftAloneUntil: unanswered >= ENOUGH_UNANSWERED && now < until ? until : null };
  }
}

const keyOf = ({ client, scope, word, at }: AskedQuestion) => [client, scope, word, at];
