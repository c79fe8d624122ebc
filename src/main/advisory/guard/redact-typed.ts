// Takes secrets and what belongs to persons out of a text and leaves in the place of each a mark that says of which type it was:
// `[REDACTED:aws_key#1]`. The same secret has the same mark wherever one set of labels is used: within a pack. A mark tells
// nothing of the secret, not even a digest: its number is the order in which it was met. Never logs or throws what it takes out.
// Linear in the text. Used by guard.ts, for what goes to a model and what comes back.
// Source: advisory, Guardrails; decision 058.
import { secretSpans } from '../../../shared/secret-spans.ts';
import { rankOf, type SecretType } from '../../../shared/secret-types.ts';
import { visible } from './fold.ts';
import { personalSpans } from './pii.ts';

export type RedactedType = SecretType | 'mail' | 'phone';
/** How many places were taken out, by type. */
export type Redactions = Partial<Record<RedactedType, number>>;

export interface Range {
  /** UTF-16 units; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
}

/** A place that was taken out, where it was and where its mark is. */
export interface Taken {
  readonly start: number;
  readonly end: number;
  readonly markStart: number;
  readonly markEnd: number;
}

export interface Redacted {
  readonly text: string;
  readonly redactions: Redactions;
  readonly taken: readonly Taken[];
}

const MARKED = /\[REDACTED:([a-z][a-z0-9_]{0,40})#(\d{1,9})\]/g;

/** The marks of one pack. Holds its secrets in memory, and shows them to nobody. */
export class Labels {
  readonly #marks = new Map<string, { readonly mark: string; readonly type: RedactedType }>();
  readonly #counts = new Map<string, number>();

  /** The mark of a secret; its type is that with which it was first met. */
  markOf(secret: string, type: RedactedType): { readonly mark: string; readonly type: RedactedType } {
    const known = this.#marks.get(secret);
    if (known) return known;
    const number = (this.#counts.get(type) ?? 0) + 1;
    this.#counts.set(type, number);
    const made = { mark: `[REDACTED:${type}#${number}]`, type };
    this.#marks.set(secret, made);
    return made;
  }

  /** Numbers that a text has already are given to nothing else. */
  reserve(text: string): void {
    for (const [, type = '', number] of text.matchAll(MARKED))
      this.#counts.set(type, Math.max(this.#counts.get(type) ?? 0, Number(number)));
  }
}

/**
 * @param labels of the pack the text belongs to
 * @param contacts where mail addresses and telephone numbers are meant to be read, such as a field of a security contact;
 *   secrets and account numbers go there, too
 * @returns the text with a mark in the place of everything that was taken out. Idempotent.
 */
export function redactTyped(text: string, labels: Labels, contacts: readonly Range[] = []): Redacted {
  labels.reserve(text);
  const spans = spansIn(text, contacts);
  const redactions: Redactions = {};
  const taken: Taken[] = [];
  const parts: string[] = [];
  let [done, length] = [0, 0];
  for (const { start, end, type } of spans) {
    const label = labels.markOf(text.slice(start, end), type);
    redactions[label.type] = (redactions[label.type] ?? 0) + 1;
    parts.push(text.slice(done, start), label.mark);
    const markStart = length + start - done;
    length = markStart + label.mark.length;
    taken.push({ start, end, markStart, markEnd: length });
    done = end;
  }
  parts.push(text.slice(done));
  return { text: parts.join(''), redactions, taken };
}

interface Span extends Range {
  readonly type: RedactedType;
}

/** In order and apart from each other; secrets before persons, the more telling type before the other. */
function spansIn(text: string, contacts: readonly Range[]): Span[] {
  const spans: Span[] = [...secretSpans(text), ...personalSpans(text).filter(isOutside(contacts))];
  const seen = visible(text);
  if (seen !== null) {
    const inOriginal = ({ start, end, type }: Span): Span => ({
      ...{ start: seen.from[start] ?? 0, end: seen.to[end - 1] ?? 0, type },
    });
    for (const span of secretSpans(seen.text)) spans.push(inOriginal(span));
    for (const span of personalSpans(seen.text).map(inOriginal).filter(isOutside(contacts))) spans.push(span);
  }
  return apart(spans);
}

const isOutside = (contacts: readonly Range[]) => {
  const ranges = [...contacts].sort((a, b) => a.start - b.start);
  let at = 0;
  let before = -1;
  return ({ start, end }: Range): boolean => {
    if (start < before) at = 0;
    before = start;
    while ((ranges[at]?.end ?? Number.POSITIVE_INFINITY) < end) at++;
    const range = ranges[at];
    return range === undefined || start < range.start || end > range.end;
  };
};

const rank = (type: RedactedType): number => (type === 'mail' || type === 'phone' ? 4 : rankOf(type));

/** What lies over each other becomes one, of the more telling type. */
function apart(spans: Span[]): Span[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      if (span.end > span.start) result.push(span);
      continue;
    }
    const type = rank(span.type) < rank(last.type) ? span.type : last.type;
    result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), type };
  }
  return result;
}
