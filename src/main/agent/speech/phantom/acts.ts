// Reads in a clause that the assistant claims to have done something, or to have looked, in the first person; fragments and the passive are read by
// happened.ts. Used by phantom.ts. Source: agent, D6 Phantom.
import type { Clause } from './clauses.ts';
import { EVIDENCE, OPERATORS_WORDS, OWN_WORK, TELLS, THINGS_SET } from './nouns.ts';
import type { Word } from './sentences.ts';
import { ACTS, CHANGE_NOUNS, CHANGING, isAct, LOOKED, looksLikeBase, MEANT_AS_DONE, WROTE } from './verbs.ts';
import { ADVERBS, FIRST_PERSON, INDEFINITE, MODALS, NEGATIONS, NUMBERS, set } from './words.ts';

/** What is known of the sentence and the answer around a clause. */
export interface Around {
  /** The answer shows code, which it may speak of. */
  readonly hasCode: boolean;
  /** Nothing of others is claimed in this sentence. */
  readonly isGuarded: boolean;
  /** The sentence has a verb somewhere that makes it whole. */
  readonly isWhole: boolean;
  /** It is an item of a list. */
  readonly isItem: boolean;
  /** Words of the sentence. */
  readonly length: number;
}

export const textsOf = (words: readonly Word[]): string[] => words.map(({ text }) => text);

const HAVE = set('have has had ve');
const MAX_BETWEEN = 9;

/** `I have restarted web-1`, `we ran df`, `I was able to stop it`. */
export function claimsOwnAct(clause: Clause, around: Around): boolean {
  if ((clause.isCase && clause.lead !== 'which') || clause.isDenied || clause.subject !== 'first')
    return false;
  const texts = textsOf(clause.words);
  const speaker = texts.findIndex((text) => FIRST_PERSON.has(text));
  // `We then build the image`: who shows how it is done speaks of both.
  if (around.hasCode && texts[speaker] === 'we') return false;
  let hasHave = false;
  for (let at = speaker + 1; at < Math.min(texts.length, speaker + MAX_BETWEEN); at++) {
    const text = texts[at] as string;
    if (ADVERBS.has(text)) continue;
    if (HAVE.has(text)) hasHave = true;
    else if (text === 'been')
      return /^(?:monitoring|watching|checking|looking|running|working)$/.test(texts[at + 1] ?? '');
    else if ((text === 'went' || text === 'gone') && texts[at + 1] === 'ahead' && texts[at + 2] !== 'with')
      at += 2;
    else if (text === 'to' && texts[at - 1] === 'had') return ACTS.has(texts[at + 1] ?? '');
    else if (text === 'went' && texts[at + 1] === 'ahead' && texts[at + 2] === 'with')
      return isChange(texts.slice(at + 3));
    else if (text === 'can' || text === 'could' || text === 'see' || text === 'count')
      return sees(texts, at, clause);
    else if (NEGATIONS.has(text) || MODALS.has(text)) return false;
    else return ofVerb(texts, at, hasHave, clause, around);
  }
  return false;
}

/** `I can see that it runs`; what somebody means is seen too. */
function sees(texts: readonly string[], at: number, clause: Clause): boolean {
  const isAble = texts[at] === 'can' || texts[at] === 'could';
  const seen = isAble ? at + 1 : at;
  if (texts[seen] !== 'see' && texts[seen] !== 'count') return false;
  const next = texts[seen + 1];
  if (isAble && (next === 'from' || next === 'in'))
    return texts.slice(seen + 2, seen + 5).some((text) => EVIDENCE.has(text));
  if (!texts.includes('i')) return false;
  if (next === undefined)
    return clause.endsIn === 'that' && clause.next?.text !== 'you' && clause.next?.text !== 'your';
  if (NUMBERS.has(next) || /^\d/.test(next)) return clause.words.some(({ text }) => THINGS_SET.has(text));
  return isAble && (next === 'the' || next === 'a') && !addressesOperator(texts.slice(seen + 1));
}

function ofVerb(
  texts: readonly string[],
  at: number,
  hasHave: boolean,
  clause: Clause,
  around: Around,
): boolean {
  const verb = texts[at] as string;
  const rest = texts.slice(at + 1);
  const special = SPECIAL[verb];
  if (special) return special(rest, hasHave);
  if (hasHave && MEANT_AS_DONE.has(verb)) return rest.length > 0;
  if (!isAct(verb) || (looksLikeBase(verb) && !hasHave && isOrdered(texts))) return false;
  if (NOT_DONE.has(rest[0] ?? '') && !LOOKED.has(verb)) return false;
  if (
    rest[0] === 'there' ||
    rest[0] === 'short' ||
    (verb === 'read' && RIGHTS.has(rest[0] ?? '')) ||
    rest[0] === 'you' ||
    rest[0] === 'my' ||
    rest.includes('myself')
  )
    return false;
  if (LOOKED.has(verb))
    return (!addressesOperator(rest) || clause.words.some(isPath)) && !isIdea(rest, IDEAS);
  if (WROTE.has(verb)) return isElsewhere(clause, at, around);
  if (around.hasCode && TEXT_CHANGES.has(verb)) return isPlacedElsewhere(clause.words);
  return (
    !addressesOperator(rest) &&
    !isIdea(rest, IDEAS) &&
    !isIdea(rest, CAUSES) &&
    !(TEXT_CHANGES.has(verb) && rest.slice(0, 3).some((text) => text === 'command' || text === 'commands'))
  );
}

const NOT_DONE = set('nothing none no neither nobody');
/** `I only have read access` */
const RIGHTS = set('access only permission permissions rights');

/** `First I set the port`: told in order, it is a plan. */
const isOrdered = (texts: readonly string[]): boolean =>
  texts.some((text) => text === 'then' || text === 'first' || text === 'next');

/** Verbs whose words behind them decide. */
const SPECIAL: Readonly<Record<string, (rest: readonly string[], hasHave: boolean) => boolean>> = {
  am: (rest) => isUnderway(rest),
  are: (rest) => isUnderway(rest),
  was: (rest) => rest[0] === 'able' && rest[1] === 'to' && ACTS.has(rest[2] ?? ''),
  were: (rest) => rest[0] === 'able' && rest[1] === 'to' && ACTS.has(rest[2] ?? ''),
  managed: (rest) => rest[0] === 'to' && ACTS.has(rest[1] ?? ''),
  did: (rest) => ACTS.has(rest.find((text) => !ADVERBS.has(text)) ?? ''),
  took: (rest) => isChange(rest) || rest[0] === 'care' || rest[1] === 'liberty',
  taken: (rest) => isChange(rest) || rest[0] === 'care',
  made: (rest) => isChange(rest),
  put: (rest, hasHave) => !rest.includes('together') && (hasHave || rest.length > 2),
  went: (rest) => INTO.has(rest[0] ?? '') && !addressesOperator(rest),
  gone: (rest) => INTO.has(rest[0] ?? '') && !addressesOperator(rest),
  called: (rest) => rest.slice(0, 4).some((text) => TOOLS.has(text)),
  used: (rest) => rest.slice(0, 4).some((text) => TOOLS.has(text)) && !addressesOperator(rest),
  started: (rest) => !['with', 'by', 'from', 'out'].includes(rest[0] ?? ''),
  pointed: (rest) => rest[0] !== 'out',
  ended: (rest) => (rest[0] === 'up' ? CHANGING.has(rest[1] ?? '') : rest[0] !== 'with'),
  get: (rest) => isAnswer(rest),
  received: (rest) => isAnswer(rest),
  carried: () => true,
  got: (rest) =>
    isAnswer(rest) ||
    ((rest[0] === 'the' || rest[0] === 'your') &&
      rest.slice(1, 5).some((text) => ['running', 'back', 'up', 'working'].includes(text))),
  seen: (rest) => !addressesOperator(rest),
  noted: (rest) => rest.slice(0, 4).some((text) => text === 'graph' || text === 'memory'),
};
/** A status, or a response of something that is no tool. */
const isAnswer = (rest: readonly string[]): boolean =>
  rest[0] !== 'no' &&
  !rest.some((text) => text === 'tool' || text === 'tools') &&
  rest.slice(0, 4).some((text) => /^[1-5]\d\d$/.test(text) || text === 'response' || text === 'reply');
const INTO = new Set(['through', 'over', 'into']);
const TOOLS = set('tool tools command api systemctl kubectl docker podman ssh ansible');

const isChange = (rest: readonly string[]): boolean =>
  rest.slice(0, 6).some((text) => CHANGE_NOUNS.has(text));

function isUnderway(rest: readonly string[]): boolean {
  const at = rest.findIndex((text) => !ADVERBS.has(text));
  return CHANGING.has(rest[at] ?? '') && !rest.slice(0, at).some((text) => NEGATIONS.has(text));
}

const IDEAS = set(
  'way ways option options solution solutions answer mistake typo example examples knowledge',
);
const CAUSES = set('cause causes reason reasons');
const isIdea = (rest: readonly string[], ideas: ReadonlySet<string>): boolean =>
  rest.slice(0, 6).some((text) => ideas.has(text));

/** What operators show to ask about it. */
const PASTED = set('compose file yaml config configuration script snippet code');

/** It is about what the operator wrote, or about the answer's own work. */
export function addressesOperator(rest: readonly string[]): boolean {
  return rest.some(
    (text, at) =>
      (text === 'your' &&
        rest.slice(at + 1, at + 4).some((word) => OPERATORS_WORDS.has(word) || PASTED.has(word))) ||
      (text === 'you' && (at === 0 || TELLS.has(rest[at + 1] ?? ''))) ||
      text === 'above' ||
      (at < 4 && OWN_WORK.has(text) && text !== 'command' && text !== 'commands'),
  );
}

/** What may also be done to a text in the answer. */
const TEXT_CHANGES = set(
  'removed deleted fixed renamed moved cleaned disabled enabled merged split formatted resolved completed finished repaired corrected swapped dropped',
);
/** Places where a written thing would lie outside of the answer. */
const LIVE_PLACES = set(
  'container pod vm server host node cluster database firewall dns memory graph disk nas router crontab namespace snapshot group',
);
const DRAFTS = set(
  'file script playbook query function manifest dockerfile regex unit service section paragraph rule config configuration alias',
);

const isPath = ({ text }: Word): boolean =>
  text.length > 2 &&
  (/^(?:\/|~\/|[a-z]:\\)/.test(text) || /^[\w.-]{1,40}(?:\/[\w.-]{1,40}){1,12}\.\w{1,8}$/.test(text));
/** A place outside of the answer is named. */
export const isPlacedElsewhere = (words: readonly Word[]): boolean =>
  words.some(isPath) || words.some(({ text }) => LIVE_PLACES.has(text));

/** Whether something was written in the world and not only in this answer. @param verbAt where it was written */
function isElsewhere({ words }: Clause, verbAt: number, { hasCode }: Around): boolean {
  if (isPlacedElsewhere(words)) return true;
  if (hasCode) return false;
  const behind = textsOf(words).slice(verbAt + 1, verbAt + 7);
  const end = behind.findIndex((text) => text === 'of' || text === 'for' || text === 'from');
  const object = end < 0 ? behind : behind.slice(0, end);
  if (object.some((text) => OWN_WORK.has(text))) return false;
  return !(
    INDEFINITE.has(object[0] ?? '') &&
    object.some((text) => DRAFTS.has(text)) &&
    !object.includes('named')
  );
}
