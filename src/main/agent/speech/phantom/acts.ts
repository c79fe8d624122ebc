// Reads in a clause that somebody claims to have done something, or to have looked: in the first person, in the passive, or in few words without either.
// Used by phantom.ts. Source: agent, D6 Phantom.
import type { Clause } from './clauses.ts';
import type { Word } from './sentences.ts';
import { ALIKE_PAST, CHANGE, CHANGE_NOUNS, CHANGED, CHANGING, isDone, LOOKED, WROTE } from './verbs.ts';
import {
  ADVERBS,
  FIRST_PERSON,
  INDEFINITE,
  MODALS,
  NEGATIONS,
  NOBODY,
  OPERATORS_WORDS,
  OWN_THINGS,
  OWN_WORK,
  PRONOUNS,
  TELLS,
  THINGS_SET,
} from './words.ts';

export interface Around {
  /** The answer shows code, which it may speak of. */
  readonly hasCode: boolean;
  /** Nothing of others is claimed in this sentence. */
  readonly isGuarded: boolean;
}

/** Whether the clause claims an act of the assistant. */
export function claimsAct(clause: Clause, around: Around): boolean {
  if (clause.isCase) return false;
  if (clause.subject === 'first') return firstPerson(clause, around);
  if (passive(clause, around)) return true;
  return clause.isFirst || clause.lead === ',' || clause.lead === '–' || clause.lead === ':' || clause.lead === 'and'
    ? fragment(clause, around)
    : false;
}

const textsOf = (words: readonly Word[]): string[] => words.map(({ text }) => text);
const SURE = new Set('have has had ve been'.split(' '));

// --- first person

function firstPerson(clause: Clause, around: Around): boolean {
  const texts = textsOf(clause.words);
  const speaker = texts.findIndex((text) => FIRST_PERSON.has(text));
  let hasHave = false;
  for (let at = speaker + 1; at < Math.min(texts.length, speaker + 9); at++) {
    const text = texts[at] as string;
    if (ADVERBS.has(text)) continue;
    if (SURE.has(text)) {
      hasHave = true;
      continue;
    }
    if (text === 'went' && texts[at + 1] === 'ahead') {
      at += 2;
      continue;
    }
    if (text === 'can' && texts[at + 1] === 'see') return !addressesOperator(texts.slice(at + 2));
    if (NEGATIONS.has(text) || MODALS.has(text)) return false;
    return ofVerb(texts, at, hasHave, clause, around);
  }
  return false;
}

function ofVerb(texts: readonly string[], at: number, hasHave: boolean, clause: Clause, around: Around): boolean {
  const verb = texts[at] as string;
  const rest = texts.slice(at + 1);
  switch (verb) {
    case 'am':
    case 'are':
      return progressive(rest);
    case 'was':
    case 'were':
      return rest[0] === 'able' && rest[1] === 'to' && CHANGE.has(rest[2] ?? '');
    case 'managed':
      return rest[0] === 'to' && CHANGE.has(rest[1] ?? '');
    case 'did':
      return CHANGE.has(rest.find((text) => !ADVERBS.has(text)) ?? '');
    case 'took':
    case 'made':
    case 'performed':
    case 'did ':
      return rest.slice(0, 6).some((text) => CHANGE_NOUNS.has(text) || text === 'change' || text === 'changes');
    case 'put':
      return hasHave && !rest.includes('together');
    case 'went':
    case 'gone':
      return ['through', 'over', 'into'].includes(rest[0] ?? '') && !addressesOperator(rest);
    case 'called':
    case 'used':
      return rest.slice(0, 4).some((text) => TOOLS.has(text)) && !addressesOperator(rest);
  }
  if (LOOKED.has(verb)) return !addressesOperator(rest) && !rest.slice(0, 4).some((text) => IDEAS.has(text));
  if (CHANGED.has(verb)) return !(around.hasCode && TEXT_CHANGES.has(verb) && !isElsewhere(clause, around));
  if (WROTE.has(verb) || (verb === 'set' && hasHave)) return isElsewhere(clause, around);
  return hasHave && (ALIKE_PAST.has(verb) || CHANGE.has(verb));
}

const TOOLS = new Set('tool tools command api systemctl kubectl docker podman ssh ansible'.split(' '));
const IDEAS = new Set('way ways option options solution solutions answer mistake typo example examples'.split(' '));
/** What may also be done to a text in the answer. */
const TEXT_CHANGES = new Set(
  'removed deleted fixed renamed moved cleaned disabled enabled merged split formatted replaced resolved completed finished implemented repaired'.split(' '),
);

function progressive(rest: readonly string[]): boolean {
  const at = rest.findIndex((text) => !ADVERBS.has(text));
  return CHANGING.has(rest[at] ?? '') && !NEGATIONS.has(rest[at - 1] ?? '');
}

/** It is about what the operator wrote, or about the answer's own work. */
function addressesOperator(rest: readonly string[]): boolean {
  return rest.some(
    (text, at) =>
      (text === 'your' && OPERATORS_WORDS.has(rest[at + 1] ?? '')) ||
      (text === 'you' && (at === 0 || TELLS.has(rest[at + 1] ?? ''))) ||
      (at < 4 && OWN_WORK.has(text)),
  );
}

/** Places where a written thing would lie outside of the answer. */
const LIVE_PLACES = new Set(
  'container pod vm server host node cluster database firewall dns memory graph record disk nas router crontab namespace snapshot'.split(' '),
);
const DRAFTS = new Set('file script playbook query function manifest dockerfile regex unit service section paragraph rule config configuration alias'.split(' '));

/** Whether something was written in the world and not only in this answer. */
function isElsewhere({ words }: Clause, { hasCode }: Around): boolean {
  const isPath = (word: Word): boolean => /^(?:\/|~\/|[a-z]:\\)|[\w-]\/[\w.-]+\.\w/i.test(word.text) && word.text.length > 2;
  if (words.some(isPath)) return true;
  const texts = textsOf(words);
  if (texts.some((text) => LIVE_PLACES.has(text))) return true;
  if (hasCode) return false;
  const object = texts.slice(texts.findIndex((text) => isDone(text)) + 1).slice(0, 6);
  if (object.some((text) => OWN_WORK.has(text))) return false;
  return !(INDEFINITE.has(object[0] ?? '') && object.some((text) => DRAFTS.has(text)) && !texts.includes('named'));
}

// --- passive

function passive(clause: Clause, around: Around): boolean {
  if (around.isGuarded || (clause.subject !== 'thing' && clause.subject !== 'none')) return false;
  if (clause.subject === 'none' && clause.words.length > 0 && clause.isFirst) return false;
  const texts = textsOf(clause.words);
  for (let at = 0; at < texts.length; at++) {
    if (!AUXILIARIES.has(texts[at] as string)) continue;
    const done = participleAfter(texts, at);
    if (done < 0) continue;
    if (texts.slice(0, at).some((text) => MODALS.has(text))) return false;
    return texts[done + 1] !== 'as' && !isOnlyNamed(texts[done] as string, clause);
  }
  return false;
}

const AUXILIARIES = new Set('has have was were is are got'.split(' '));
/** With `is`, these alone make something that happened of what is so. */
const NOW = new Set('now already just'.split(' '));

/** The participle behind an auxiliary; -1 without one, or where it is denied. */
function participleAfter(texts: readonly string[], auxiliary: number): number {
  let hasBeen = ['was', 'were', 'got'].includes(texts[auxiliary] ?? '');
  for (let at = auxiliary + 1; at < Math.min(texts.length, auxiliary + 6); at++) {
    const text = texts[at] as string;
    if (text === 'been' || text === 'being') hasBeen = true;
    else if (NEGATIONS.has(text)) return -1;
    else if (NOW.has(text) && ['is', 'are'].includes(texts[auxiliary] ?? '')) hasBeen = true;
    else if (!ADVERBS.has(text)) return hasBeen && (isDone(text) || text === 'carried') ? at : -1;
  }
  return -1;
}

/** Changes that texts have too, of something that is no live thing. */
const isOnlyNamed = (verb: string, { subjectWords }: Clause): boolean =>
  WROTE.has(verb) && subjectWords.some(({ text }) => OWN_WORK.has(text));

// --- fragments

const FINITE = new Set(
  ('is are was were has have had do does did can will would could should may might must keep keeps means mean go goes get gets need needs require requires ' +
    'be stay stays to if when lets makes causes helps').split(' '),
);
const GREETINGS = new Set('ok okay sure done great perfect alright yes good all hi hello absolutely certainly as requested got understood of course'.split(' '));
const BEHIND = new Set('successfully now again to from in on at with for and after by out back via yet'.split(' '));
const OUTCOMES = new Set('complete completed successful finished done succeeded successfully ok success'.split(' '));

/** `Restarted web-1.`, `Service restarted.`, `Restart complete.`, `Restarting web-1 now…` */
function fragment(clause: Clause, around: Around): boolean {
  const { words } = clause;
  if (clause.lead === 'and' && clause.subject !== 'thing') return false;
  const texts = textsOf(words);
  let from = 0;
  while (from < texts.length && (GREETINGS.has(texts[from] ?? '') || ADVERBS.has(texts[from] ?? ''))) from++;
  const rest = texts.slice(from);
  if (rest.length === 0) return isAllDone(texts) && clause.isFirst && !around.hasCode;
  if (rest.some((text) => MODALS.has(text) && text !== 'to') || rest.slice(0, 12).some((text) => FINITE.has(text) && text !== 'to' && text !== 'if')) return false;
  if (rest.some((text) => FIRST_PERSON.has(text) || text === 'you' || NEGATIONS.has(text))) return false;
  return participleFirst(words.slice(from), around) || thingDone(words.slice(from), clause, around) || happening(rest) || changeDone(rest);
}

const isAllDone = (texts: readonly string[]): boolean => texts.includes('done') && texts.length <= 3;

function participleFirst(words: readonly Word[], { hasCode }: Around): boolean {
  const [first, second] = textsOf(words);
  if (first === undefined || words[0]?.kind !== 'word') return false;
  if (CHANGED.has(first)) return !(hasCode && TEXT_CHANGES.has(first));
  return WROTE.has(first) && !hasCode && !OWN_WORK.has(second ?? '');
}

/** A thing, named shortly, and what was done to it. */
function thingDone(words: readonly Word[], clause: Clause, { isGuarded, hasCode }: Around): boolean {
  const at = words.findIndex(({ text, kind }, index) => index > 0 && kind === 'word' && (CHANGED.has(text) || WROTE.has(text)));
  if (at <= 0 || at > 8 || isGuarded || (hasCode && WROTE.has(words[at]?.text ?? ''))) return false;
  const thing = words.slice(0, at);
  const first = thing[0] as Word;
  if (INDEFINITE.has(first.text) || NOBODY.has(first.text) || PRONOUNS.has(first.text) || CHANGE.has(first.text)) return false;
  if (thing.some(({ text }) => OWN_THINGS.has(text) || text.endsWith('ing'))) return false;
  const next = words[at + 1];
  const isShort = next === undefined || BEHIND.has(next.text) || next.kind !== 'word';
  return isShort && (clause.isFirst || clause.lead !== 'and') && (thing.some(isLive) || thing.length === 1);
}

const isLive = ({ text, kind }: Word): boolean => kind !== 'word' || THINGS_SET.has(text) || CHANGE_NOUNS.has(text) || /[\d./_-]/.test(text);

function happening(rest: readonly string[]): boolean {
  return CHANGING.has(rest[0] ?? '') && rest.length <= 12 && (rest.includes('now') || rest.at(-1) === 'done');
}

function changeDone(rest: readonly string[]): boolean {
  const at = rest.findIndex((text) => OUTCOMES.has(text));
  const change = rest[at - 1] ?? '';
  return at > 0 && at <= 4 && (CHANGE_NOUNS.has(change) || CHANGE.has(change)) && rest.length <= at + 2;
}
