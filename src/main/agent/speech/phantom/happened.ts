// Reads in a clause that something is claimed to have been done, by nobody in particular: in the passive, or in few words without a verb that would make
// a sentence of them. Used by phantom.ts. Source: agent, D6 Phantom.
import { type Around, addressesOperator, isPlacedElsewhere, textsOf } from './acts.ts';
import type { Clause } from './clauses.ts';
import { BARE_PLURALS, OWN_THINGS, OWN_WORK, SUCCEEDED, THINGS_SET } from './nouns.ts';
import type { Word } from './sentences.ts';
import {
  ACTS,
  CHANGE_NOUNS,
  CHANGED,
  CHANGING,
  hasHappened,
  isAct,
  isDone,
  LOOKED,
  looksLikeBase,
  MEANT_AS_DONE,
  WROTE,
} from './verbs.ts';
import {
  ADVERBS,
  DEFINITE,
  FIRST_PERSON,
  INDEFINITE,
  MODALS,
  NEGATIONS,
  NOBODY,
  PRONOUNS,
  set,
} from './words.ts';

/** Whether the clause claims that something was done. */
export const claimsDone = (clause: Clause, around: Around): boolean =>
  !clause.isCase &&
  !clause.isDenied &&
  clause.subject !== 'first' &&
  (passive(clause, around) || fragment(clause, around));

// --- passive

function passive(clause: Clause, around: Around): boolean {
  const { subject, isFirst, words } = clause;
  if (around.isGuarded || !(subject === 'thing' || subject === 'own' || (subject === 'none' && !isFirst)))
    return false;
  const texts = textsOf(words);
  // `was stopped and removed`
  if (clause.verbAt === 0 && isDone(texts[0] ?? ''))
    return (
      WITHOUT_OBJECT.has(texts[1] ?? '') && clause.before?.some(({ text }) => PAST_BE.has(text)) === true
    );
  for (let at = 0; at < texts.length; at++) {
    if (!AUXILIARIES.has(texts[at] as string)) continue;
    const done = participleAfter(
      texts,
      at,
      clause.subjectWords.some(({ text }) => DEFINITE.has(text) || THINGS_SET.has(text)),
    );
    if (done < 0) continue;
    if (texts.slice(0, at).some((text) => MODALS.has(text))) return false;
    if (texts[done - 1] === 'being' && !isUnderway(clause, around, texts)) return false;
    if (subject === 'own') return SUCCEEDED.has(texts[done] ?? '');
    return (
      texts[done + 1] !== 'as' && !isOrigin(texts, done) && !isOnlyWritten(texts[done] as string, clause)
    );
  }
  return false;
}

const PAST_BE = new Set(['was', 'were', 'been']);
const WITHOUT_OBJECT = new Set(['', ...ADVERBS, ...'to in on at by from with into out back'.split(' ')]);
const AUXILIARIES = set('has have was were is are got');
const BETWEEN = new Set(['both', 'all', 'last', 'each']);
/** With `is`, these alone make something that happened of what is so. */
const NOW = new Set(['now', 'already']);

/** The participle behind an auxiliary; -1 without one, or where it is denied. */
function participleAfter(texts: readonly string[], auxiliary: number, isDefinite: boolean): number {
  const isBe = ['is', 'are'].includes(texts[auxiliary] ?? '');
  let hasBeen = ['was', 'were', 'got'].includes(texts[auxiliary] ?? '');
  let isPerfect = false;
  for (let at = auxiliary + 1; at < Math.min(texts.length, auxiliary + 7); at++) {
    const text = texts[at] as string;
    if (text === 'been' || text === 'being') {
      hasBeen = true;
      isPerfect = text === 'been';
    } else if (NEGATIONS.has(text)) return -1;
    else if (NOW.has(text) && isBe) hasBeen = true;
    else if (!ADVERBS.has(text) && !BETWEEN.has(text)) {
      const isNow = isBe && texts[at + 1] === 'now';
      const isTold = isPerfect || (isDefinite && !isBe) ? hasHappened(text) : isDone(text);
      return (hasBeen || isNow) && isTold ? at : -1;
    }
  }
  return -1;
}

/** `The container is being restarted`, and not what happens in general. */
const isUnderway = ({ subjectWords }: Clause, { length }: Around, texts: readonly string[]): boolean =>
  texts.some((text) => text === 'currently' || text === 'now') ||
  (length <= 10 && subjectWords.some(({ text, kind }) => kind === 'code' || DEFINITE.has(text)));

/** Who made a thing and what for is no news of it. */
const isOrigin = (texts: readonly string[], done: number): boolean =>
  WROTE.has(texts[done] ?? '') &&
  (texts[done + 1] === 'by' ||
    (texts[done - 1] !== 'been' && texts[done + 1] === 'to' && PURPOSES.has(texts[done + 2] ?? '')));
const PURPOSES = set(
  'allow help be make solve provide support address replace give reduce simplify let enable keep',
);

/** Changes that texts have too, of something that is no live thing. */
const isOnlyWritten = (verb: string, { subjectWords }: Clause): boolean =>
  WROTE.has(verb) && subjectWords.some(({ text }) => OWN_WORK.has(text));

// --- fragments

const FINITE = new Set(
  (
    'is are was were has have had do does did keep keeps means mean go goes get gets require requires be stay stays if when lets makes causes helps use uses ' +
    'shows show happens happen takes take needs runs run'
  ).split(' '),
);
const GREETINGS = set(
  'ok okay sure done great perfect alright yes good all hi hello absolutely certainly as requested got understood of course set',
);
const BEHIND = set('successfully now again to on at and out back off');
const OUTCOMES = set(
  'complete completed successful finished done succeeded successfully ok success initiated triggered underway started',
);

/** Whether a sentence has a verb of its own. */
export const isWhole = (words: readonly Word[]): boolean =>
  words.some(({ text, kind }) => kind === 'word' && (FINITE.has(text) || MODALS.has(text)) && text !== 'to');

/** `Restarted web-1.`, `Service restarted.`, `Restart complete.`, `Restarting web-1 now…` */
function fragment(clause: Clause, around: Around): boolean {
  if (!clause.opens) return false;
  const texts = textsOf(clause.words);
  let from = 0;
  while (from < texts.length && (GREETINGS.has(texts[from] ?? '') || ADVERBS.has(texts[from] ?? ''))) from++;
  const rest = texts.slice(from);
  if (rest.length === 0) return isAllDone(clause.words) && !around.hasCode;
  if (brokenDone(rest)) return true;
  if (headless(clause.words.slice(from), around)) return true;
  // What stands behind a colon is a sentence of its own.
  const whole = clause.endsIn === ':' || clause.endsIn === ';' ? isWhole(clause.words) : around.isWhole;
  if (whole || rest.some((text) => FIRST_PERSON.has(text) || text === 'you' || NEGATIONS.has(text)))
    return false;
  const words = clause.words.slice(from);
  return (
    participleFirst(words, clause, around) ||
    thingDone(words, clause, around) ||
    happening(rest) ||
    changeDone(rest)
  );
}

/**
 * `Updated the fallback line so that the bot shows it`, `Ran `df` on tank: it is full`: whatever verbs come later, what is told of first has an object, and
 * nobody but the speaker is left to have done it.
 */
function headless(words: readonly Word[], { hasCode, isItem }: Around): boolean {
  const [first, second, third] = words;
  if (first?.kind !== 'word' || !first.isCapital || looksLikeBase(first.text) || !isAct(first.text))
    return false;
  if (hasCode && (!CHANGED.has(first.text) || TEXT_CHANGES.has(first.text))) return false;
  if (second === undefined || (isItem && LOOKED.has(first.text)) || THOUGHT.has(first.text)) return false;
  if (addressesOperator(textsOf(words.slice(1)))) return false;
  if (second.kind === 'code') return third !== undefined && OBJECT_ENDS.has(third.text);
  return OBJECTS.has(second.text) && third !== undefined && !isOfAnswer(words);
}
/** What is found may be found by thinking about what the operator said. */
const THOUGHT = set(
  'found noticed observed detected discovered identified determined traced diagnosed saw read looked',
);
/** What can begin an object and no subject behind a participle. */
const OBJECTS = set('the your its both all this that these those');
const OBJECT_ENDS = set('so to and on in for from with again now by via because since as');

/** `Shortened the answer`, `Updated the script below`, and not `Updated the script in /etc/cron.d`. */
const isOfAnswer = (words: readonly Word[]): boolean =>
  words.slice(1, 3).some(({ text }) => OWN_WORK.has(text)) && !isPlacedElsewhere(words);

const isAllDone = (words: readonly Word[]): boolean =>
  words.length <= 3 &&
  words.some(({ kind }) => kind === 'word') &&
  (words.some(({ text, kind }) => text === 'done' && kind === 'word') ||
    textsOf(words).join(' ') === 'all set');

/** `is restart successful` */
const brokenDone = (rest: readonly string[]): boolean =>
  rest.some(
    (text, at) =>
      MEANT_AS_DONE.has(text) &&
      at > 0 &&
      ['successful', 'successfully', 'success'].includes(rest[at + 1] ?? ''),
  );

/** What may also be done to a text in the answer. */
const TEXT_CHANGES = set(
  'removed deleted fixed renamed moved cleaned disabled enabled merged split formatted corrected swapped',
);
const ORIGINS = set('in from at by as with for of via under using per');

function participleFirst(
  words: readonly Word[],
  { endsIn, next }: Clause,
  { hasCode, isItem }: Around,
): boolean {
  const [first, second, third] = words;
  if (first?.kind !== 'word' || looksLikeBase(first.text) || (isItem && !first.isCapital)) return false;
  // `Blocked – it waits`, `Stopped (T)` and `Provisioned: fixed throughput` are terms.
  if (endsIn === '–' || endsIn === '(' || endsIn === '（' || (endsIn === ':' && !(next && isLive(next))))
    return false;
  const isPlain = CHANGED.has(first.text);
  if (!isPlain && !WROTE.has(first.text)) return false;
  if (hasCode && (!isPlain || TEXT_CHANGES.has(first.text))) return false;
  if (second === undefined) return isPlain;
  // `Fixed Weighting` is a name, `Extracted from it` an origin, `Stopped containers use space` is about a kind.
  if (isOfAnswer(words) || (second.kind === 'word' && (second.isCapital || ORIGINS.has(second.text))))
    return false;
  if (BARE_PLURALS.has(second.text) && third !== undefined) return false;
  return isPlain || isLive(second) || DEFINITE.has(second.text);
}

/** A thing, named shortly, and what was done to it. */
function thingDone(
  words: readonly Word[],
  { endsIn }: Clause,
  { isGuarded, hasCode, length }: Around,
): boolean {
  const at = words.findIndex((word, index) => index > 0 && isParticiple(word));
  if (
    at <= 0 ||
    at > 8 ||
    (/^[a-z]/.test(endsIn) && endsIn !== 'and') ||
    length > 16 ||
    isGuarded ||
    (hasCode && WROTE.has(words[at]?.text ?? ''))
  )
    return false;
  const thing = words.slice(0, at);
  const first = thing[0] as Word;
  if (
    INDEFINITE.has(first.text) ||
    NOBODY.has(first.text) ||
    PRONOUNS.has(first.text) ||
    first.text === 'well'
  )
    return false;
  if (thing.some(({ text }) => text.endsWith('ing'))) return false;
  if (thing.some(({ text }) => OWN_THINGS.has(text)) && !SUCCEEDED.has(words[at]?.text ?? '')) return false;
  const next = words[at + 1];
  const isShort = next === undefined || BEHIND.has(next.text) || next.kind !== 'word';
  // `Blocks stored on datanodes`
  if (thing.length === 1 && BARE_PLURALS.has(first.text) && next !== undefined) return false;
  return isShort && (thing.some(isLive) || thing.length === 1);
}

const isParticiple = ({ text, kind, isCapital }: Word): boolean =>
  kind === 'word' && !isCapital && !looksLikeBase(text) && (isDone(text) || SUCCEEDED.has(text));

const isLive = ({ text, kind }: Word): boolean =>
  kind !== 'word' ||
  THINGS_SET.has(text) ||
  CHANGE_NOUNS.has(text) ||
  OWN_THINGS.has(text) ||
  /[\d./_-]/.test(text);

function happening(rest: readonly string[]): boolean {
  return CHANGING.has(rest[0] ?? '') && rest.length <= 12 && (rest.includes('now') || rest.at(-1) === 'done');
}

function changeDone(rest: readonly string[]): boolean {
  const at = rest.findIndex((text) => OUTCOMES.has(text));
  const change = rest[at - 1] ?? '';
  return at > 0 && at <= 4 && (CHANGE_NOUNS.has(change) || ACTS.has(change)) && rest.length <= at + 2;
}
