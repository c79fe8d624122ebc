// What in a message says that a word which is also one of the dictionary is a name here: a kind beside it, quotes, what is done to it, how it is said to
// be. Pure. Called by mentions.ts. Source: agent, Context (fuzzy matching).
import * as words from './catalogue.ts';
import type { Message, Span } from './text.ts';

/** The word of a kind beside a span: `the container X`, `X pods`, `a service named X`. */
export function kindWordAt(message: Message, { first, last }: Span): string | null {
  const before = kindWordBefore(message, first);
  if (before !== null) return before;
  const after = message.word(last + 1);
  return words.KINDS_OF.has(after) && !message.endsClause(last + 1) ? after : null;
}

/** `the container X`, `a service named X`. */
export function kindWordBefore(message: Message, first: number): string | null {
  const before = message.word(first - 1);
  if (words.KINDS_OF.has(before) && !/[.!?;:,\n]/.test(message.before(first))) return before;
  return words.NAMED.has(before) && words.KINDS_OF.has(message.word(first - 2))
    ? message.word(first - 2)
    : null;
}

/** It is one of many, or a product. */
export const isSaidInGeneral = (message: Message, { first }: Span): boolean =>
  message.isBlank(first) && words.NOT_A_NAME_AFTER.has(message.word(first - 1));

/** `the api gateway`, `home assistant's log`. */
export function isDefinite(message: Message, { first, last }: Span): boolean {
  if (words.ASKING.has(message.word(first - 1))) return false;
  return words.DEFINITE.has(message.word(first - 1)) || isPossessive(message, last);
}

const isPossessive = (message: Message, last: number): boolean =>
  /^['’]$/.test(message.before(last + 1)) && message.word(last + 1) === 's';

/** Without a kind beside it. */
export function isNamedByWhatIsSaid(message: Message, span: Span): boolean {
  if (words.ACTIVITY.has(message.word(span.first))) return false;
  return (
    isHeading(message, span) ||
    isObject(message, span) ||
    isSubject(message, span) ||
    isAspectOf(message, span)
  );
}

/** `blog: 500 on every post`. */
const isHeading = (message: Message, { first, last }: Span): boolean =>
  first === 0 && /^:\s/.test(message.before(last + 1));

/** `stop hammer and …`, `docker logs -f falcon`. */
function isObject(message: Message, { first, last }: Span): boolean {
  let at = first - 1;
  if (words.DEFINITE.has(message.word(at))) at -= 1;
  while (/\s--?$/.test(message.before(at)) && message.word(at).length < 12) at -= 1;
  if (!words.OPERATIONS.has(message.word(at)) || message.endsClause(at + 1)) return false;
  return message.endsClause(last + 1) || words.AFTER_OBJECT.has(message.word(last + 1));
}

/** `queue is stuck`, `worker keeps getting killed`, without an article. */
function isSubject(message: Message, { first, last }: Span): boolean {
  const begins = message.endsClause(first) || words.JOINING.has(message.word(first - 1));
  if (!begins || message.endsClause(last + 1)) return false;
  const verb = message.word(last + 1);
  if (words.HAPPENING.has(verb)) return true;
  if (!words.BEING.has(verb)) return false;
  for (let at = last + 2; at <= last + 1 + words.STATE_WORDS_APART && !message.endsClause(at); at += 1)
    if (words.STATES.has(message.word(at))) return true;
  return false;
}

/** `status of raven`. */
const isAspectOf = (message: Message, { first, last }: Span): boolean =>
  words.OF.has(message.word(first - 1)) &&
  words.ASPECTS.has(message.word(first - 2)) &&
  message.endsClause(last + 1);
