// Cuts a sentence into clauses: which of them only state a case, what each is about, and whether the sentence as a whole is unsure, general or somebody
// else's word. Used by phantom.ts and the readers of clauses. Source: agent, D6 Phantom.
import type { Sentence, Word } from './sentences.ts';
import { isDone } from './verbs.ts';
import {
  ADVERBS,
  ASIDES,
  BARE_PLURALS,
  COMPLEMENTS,
  CONDITIONS,
  DEFINITE,
  FIRST_PERSON,
  GENERIC,
  HEDGES,
  INDEFINITE,
  JOINERS,
  MASS,
  MODALS,
  NOBODY,
  OPERATORS_WORDS,
  OWN_THINGS,
  PRONOUNS,
  TELLS,
} from './words.ts';

/** Whom or what a clause is about. */
export type Subject = 'first' | 'you' | 'nobody' | 'general' | 'own' | 'thing' | 'none';

export interface Clause {
  /** Without marks. */
  readonly words: readonly Word[];
  readonly lead: string;
  /** It states a case, or is governed by a verb that claims nothing. */
  readonly isCase: boolean;
  /** Nothing but the words in front of it stand between it and its sentence's start. */
  readonly isFirst: boolean;
  /** Index of the first verb; the words' length where there is none that is known. */
  readonly verbAt: number;
  readonly subject: Subject;
  /** Words of the subject, also where it was named in the clause before. */
  readonly subjectWords: readonly Word[];
}

export interface SentenceView {
  readonly clauses: readonly Clause[];
  /** What it says of others than the speaker is no claim: it is unsure, general, history, or the operator's word. */
  readonly isGuarded: boolean;
}

/** Verbs that open a predicate. */
const VERBS = new Set(
  ('is are was were am be been has have had do does did will would can could may might must shall should shows show says say looks look seems seem appears ' +
    'appear runs run works work failed exited crashed died restarted rebooted stopped finished completed succeeded started uses stands sits returned responds answers ' +
    'replies contains expires needs means keeps went came hung recovered timed booted got returns reports indicates indicate reveals reveal').split(' '),
);
/** A complement behind these is what somebody claims to have found. */
const FOUND = new Set('see found find verified confirmed noticed shows show appears discovered detected indicates indicate confirm saw determined so looks reveals reveal'.split(' '));

/** @param before what the sentence before was about, for `it` and `they` */
export function viewOf(sentence: Sentence, before: Subject): SentenceView {
  const parts = split(sentence.words);
  const clauses: Clause[] = [];
  for (const part of parts) clauses.push(clauseOf(part, clauses.at(-1), before));
  const texts = sentence.words.filter(({ kind }) => kind === 'word' || kind === 'number').map(({ text }) => text);
  const hasCase = clauses.some(({ lead }) => CONDITIONS.has(lead));
  return { clauses, isGuarded: hasCase || isUnsure(texts) || isHearsay(texts) || isHistory(texts) };
}

interface Part {
  readonly words: Word[];
  readonly lead: string;
  readonly isFirst: boolean;
}

function split(words: readonly Word[]): Part[] {
  const parts: Part[] = [];
  let open: Part = { words: [], lead: '', isFirst: true };
  const begin = (lead: string): void => {
    if (open.words.length > 0) parts.push(open);
    // A connector behind a comma governs the clause, not the comma.
    open = { words: [], lead, isFirst: parts.length === 0 && !CONDITIONS.has(lead) && open.lead === '' };
  };
  words.forEach((word, at) => {
    if (word.kind === 'mark') begin(word.text);
    else if (word.kind === 'word' && connects(words, at, open)) begin(joined(open, word.text));
    else open.words.push(word);
  });
  if (open.words.length > 0) parts.push(open);
  return parts;
}

/** `, and` parts what `and` alone would keep together. */
const joined = (open: Part, connector: string): string =>
  open.words.length === 0 && open.lead !== '' && JOINERS.has(connector) ? `, ${connector}` : connector;

function connects(words: readonly Word[], at: number, open: Part): boolean {
  const { text } = words[at] as Word;
  const next = words[at + 1]?.text ?? '';
  if (text === 'once') return DEFINITE.has(next) || PRONOUNS.has(next) || FIRST_PERSON.has(next) || next === 'you';
  if (text === 'that') return open.words.length > 0 || (open.lead !== '' && !VERBS.has(next) && open.lead !== ',');
  // `like` and `as` between a verb and its noun are no connectors of clauses.
  if (text === 'so') return at === 0 || words[at - 1]?.kind === 'mark' || next === 'that' || next === 'i';
  if (text === 'should' && at === 0) return true;
  if (text === 'then') return words[at - 1]?.kind === 'mark' || words[at - 1]?.text === 'and';
  return CONDITIONS.has(text) || ASIDES.has(text) || COMPLEMENTS.has(text) || JOINERS.has(text);
}

function clauseOf({ words, lead, isFirst }: Part, before: Clause | undefined, earlier: Subject): Clause {
  const verbAt = verbIn(words);
  const own = words.slice(0, verbAt).filter(({ text }) => !ADVERBS.has(text));
  const isJoined = before !== undefined && own.length === 0 && (JOINERS.has(lead) || lead.startsWith(','));
  const subjectWords = isJoined ? before.subjectWords : own;
  const subject = isJoined ? before.subject : subjectOf(own, verbAt < words.length, earlier);
  return { words, lead, isFirst, verbAt, subject, subjectWords, isCase: statesCase(lead, before) };
}

function statesCase(lead: string, before: Clause | undefined): boolean {
  if (lead === 'that') return before === undefined || before.isCase || !asserts(before);
  if (CONDITIONS.has(lead) || ASIDES.has(lead) || COMPLEMENTS.has(lead) || lead === 'should') return true;
  return JOINERS.has(lead) && before !== undefined && before.isCase;
}

/** Whether what follows `that` is what somebody claims to know. */
function asserts({ words }: Clause): boolean {
  const at = words.findLastIndex(({ text }) => FOUND.has(text));
  if (at < 0 || at < words.length - 2) return false;
  const texts = words.map(({ text }) => text);
  const isSeen = texts.includes('can') && texts[at] === 'see' && texts.some((text) => FIRST_PERSON.has(text));
  return isSeen || !texts.some((text) => MODALS.has(text) || text === 'not' || text === 'you');
}

function verbIn(words: readonly Word[]): number {
  const at = words.findIndex(({ text, kind }, index) => kind === 'word' && (VERBS.has(text) || (index > 0 && isDone(text))));
  return at < 0 ? words.length : at;
}

function subjectOf(words: readonly Word[], hasVerb: boolean, before: Subject): Subject {
  const first = words.find(({ text }) => !SKIPPED.has(text));
  if (first === undefined) return 'none';
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => FIRST_PERSON.has(text))) return 'first';
  if (texts.includes('you')) return 'you';
  if (NOBODY.has(first.text) || texts.includes('none')) return 'nobody';
  if (texts.some((text) => OWN_THINGS.has(text))) return 'own';
  if (first.text === 'there') return 'thing';
  if ((first.text === 'it' || first.text === 'they') && words.length <= 2) return before === 'general' ? 'general' : 'thing';
  return isGeneral(first, words, hasVerb) ? 'general' : 'thing';
}

const SKIPPED = new Set('ok okay yes no sure done great perfect alright well now however so but and then also here with'.split(' '));

/** Of a kind and not of one: `a pod`, `containers`, `deleting a pod`. */
function isGeneral(first: Word, words: readonly Word[], hasVerb: boolean): boolean {
  if (first.kind !== 'word') return false;
  if (INDEFINITE.has(first.text)) return true;
  if (MASS.has(first.text) && words.length === 1) return true;
  if (first.text.endsWith('ing') && hasVerb) return true;
  const last = words.at(-1);
  return !DEFINITE.has(first.text) && words.length <= 2 && last?.kind === 'word' && BARE_PLURALS.has(last.text);
}

const isUnsure = (texts: readonly string[]): boolean =>
  texts.some((text, at) => HEDGES.has(text) || GENERIC.has(text) || (text === 'in' && texts[at + 1] === 'general') || (text === 'most' && MOST.has(texts[at + 1] ?? '')));
const MOST = new Set('distributions systems servers cases of likely people common cloud'.split(' '));

/** What the operator said, or what was read from it. */
function isHearsay(texts: readonly string[]): boolean {
  const you = texts.indexOf('you');
  if (you >= 0 && texts.slice(you + 1, you + 4).some((text) => TELLS.has(text))) return true;
  return texts.some((text, at) => text === 'your' && texts.slice(at + 1, at + 3).some((word) => OPERATORS_WORDS.has(word)));
}

const YEAR = /^(?:19|20)\d\d$/;
const WHEN = new Set('in since until from of by after'.split(' '));

function isHistory(texts: readonly string[]): boolean {
  return texts.some(
    (text, at) =>
      (YEAR.test(text) && WHEN.has(texts[at - 1] ?? '')) ||
      text === 'originally' ||
      text === 'historically' ||
      ((text === 'version' || text === 'versions' || text === 'releases') && ['in', 'later', 'since', 'newer', 'older'].includes(texts[at - 1] ?? '')),
  );
}
