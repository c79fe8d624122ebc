// Cuts a sentence into clauses: which of them only state a case, what each is about, and whether the sentence as a whole is unsure, general or somebody
// else's word. Used by phantom.ts and the readers of clauses. Source: agent, D6 Phantom.

import { isGuarded } from './guards.ts';
import { BARE_PLURALS, EVIDENCE, MASS, OWN_THINGS } from './nouns.ts';
import type { Sentence, Word } from './sentences.ts';
import { isAct, isDone } from './verbs.ts';
import {
  ADVERBS,
  ASIDES,
  COMPLEMENTS,
  CONDITIONS,
  DEFINITE,
  FIRST_PERSON,
  INDEFINITE,
  JOINERS,
  MODALS,
  NOBODY,
  PRONOUNS,
  set,
} from './words.ts';

/** Whom or what a clause is about. */
export type Subject = 'first' | 'you' | 'nobody' | 'general' | 'own' | 'thing' | 'none';

export interface Clause {
  /** Without marks. */
  readonly words: readonly Word[];
  readonly lead: string;
  /** It states a case, or is governed by a verb that claims nothing. */
  readonly isCase: boolean;
  /** It is denied, or only possible, or joined to what is. */
  readonly isDenied: boolean;
  readonly isFirst: boolean;
  /** Only words of greeting or of agreement, or a label, stand in front of it. */
  readonly opens: boolean;
  /** The first word behind it. */
  readonly next: Word | undefined;
  /** The words of the clause in front of it. */
  readonly before: readonly Word[] | undefined;
  /** The mark behind it, if any. */
  readonly endsIn: string;
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
const VERBS = set(
  'is are was were am be been has have had do does did will would can could may might must shall should shows show says say looks look seems seem appears ' +
    'appear runs run works work failed exited crashed died restarted rebooted stopped finished completed succeeded started uses stands sits returned responds answers ' +
    'replies contains expires needs means keeps went came hung recovered timed booted got returns says said reports indicates indicate reveals reveal spiked cleared rose fell climbed jumped occurred ended changed started boots loads starts serves ' +
    'resolves includes include keep kept listens exposes hosts lists gives prints found passed ran dates',
);
/** A complement behind these is what somebody claims to have found. */
const FOUND = set(
  'see found find seems seem verified confirmed noticed shows show appears discovered detected indicates indicate confirm saw determined so looks reveals reveal',
);

/** @param before what the sentence before was about, for `it` and `they` */
export function viewOf(sentence: Sentence, before: Subject): SentenceView {
  const parts = split(sentence.words);
  const clauses: Clause[] = [];
  for (const [at, part] of parts.entries()) {
    const spoken = clauses.findLast(({ subject }) => subject !== 'none')?.subject ?? before;
    clauses.push({ ...clauseOf(part, clauses.at(-1), spoken), next: parts[at + 1]?.words[0] });
  }
  const words = sentence.words.filter(({ kind }) => kind === 'word' || kind === 'number');
  const hasCase = clauses.some(({ lead }) => CONDITIONS.has(lead));
  return { clauses, isGuarded: hasCase || isGuarded(words) };
}

interface Part {
  readonly words: Word[];
  readonly lead: string;
  readonly isFirst: boolean;
  endsIn: string;
}

function split(words: readonly Word[]): Part[] {
  const parts: Part[] = [];
  let open: Part = { words: [], lead: '', isFirst: true, endsIn: '' };
  const begin = (lead: string): void => {
    if (open.words.length > 0) {
      open.endsIn = lead;
      parts.push(open);
    }
    // A connector behind a comma governs the clause, not the comma.
    open = {
      words: [],
      lead,
      isFirst: parts.length === 0 && !CONDITIONS.has(lead) && open.lead === '',
      endsIn: '',
    };
  };
  words.forEach((word, at) => {
    if (word.kind === 'mark') begin(word.text);
    else if (word.kind === 'word' && connects(words, at, open)) begin(joined(open, leadOf(words, at)));
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
  if (text === 'once') return isDone(next) || AFTER_ONCE.some((table) => table.has(next));
  if (text === 'case') return words[at - 1]?.text === 'in';
  if (text === 'during') return at === 0;
  if (text === 'that')
    return open.words.length > 0 || (open.lead !== '' && !VERBS.has(next) && open.lead !== ',');
  if (text === 'so') return at === 0 || words[at - 1]?.kind === 'mark' || next === 'that' || next === 'i';
  if (text === 'should' && at === 0) return true;
  if (text === 'then') return words[at - 1]?.kind === 'mark' || words[at - 1]?.text === 'and';
  return CONDITIONS.has(text) || ASIDES.has(text) || COMPLEMENTS.has(text) || JOINERS.has(text);
}

const AFTER_ONCE = [DEFINITE, INDEFINITE, PRONOUNS, FIRST_PERSON, set('you approved')];

/** `in case` is a condition; `looks like` says what somebody sees. */
function leadOf(words: readonly Word[], at: number): string {
  const { text } = words[at] as Word;
  if (text === 'case' || text === 'during') return 'if';
  return text === 'like' && LOOKS_LIKE.has(words[at - 1]?.text ?? '') ? 'that' : text;
}
const LOOKS_LIKE = set('looks seems feels look');

function clauseOf(
  { words, lead, isFirst, endsIn }: Part,
  before: Clause | undefined,
  earlier: Subject,
): Omit<Clause, 'next'> {
  const isAnd = JOINERS.has(lead) || lead.startsWith(',');
  const verbAt =
    isAnd && before !== undefined && isAct(words[0]?.text ?? '') && words[0]?.kind === 'word'
      ? 0
      : verbIn(words);
  const own = words.slice(0, verbAt).filter(({ text }) => !ADVERBS.has(text));
  const isJoined = before !== undefined && own.length === 0 && isAnd;
  const subjectWords = isJoined ? before.subjectWords : own;
  const subject = isJoined ? before.subject : subjectOf(own, verbAt < words.length, earlier);
  const isCase = statesCase(lead, before) || (isJoined && before.isCase) || ORDERS.has(words[0]?.text ?? '');
  const isDenied =
    isJoined && (before.isDenied || before.words.some(({ text }) => DENIES.has(text) || MODALS.has(text)));
  const opens =
    isFirst ||
    (before?.opens === true &&
      (lead === ',' || (lead === ':' && LABELS.has(before.words.at(-1)?.text ?? ''))) &&
      isOpening(before));
  return {
    words,
    lead,
    isFirst,
    opens,
    before: before?.words,
    endsIn,
    verbAt,
    subject,
    subjectWords,
    isCase,
    isDenied,
  };
}

const LABELS = set(
  'status update result results action actions outcome summary done complete completed finished',
);

/** `OK,`, `As requested,`, `Status:` */
const isOpening = ({ words, verbAt }: Clause): boolean =>
  verbAt === words.length &&
  words.length <= 3 &&
  words.every(({ text, kind }) => kind === 'word' && !INDEFINITE.has(text));

/** `verify your app is available`: what follows is what somebody should find out. */
const ORDERS = set(
  'verify check ensure make confirm see assume say remember know tell wait look try imagine',
);

const DENIES = set('not never unable without');

function statesCase(lead: string, before: Clause | undefined): boolean {
  if (lead === 'that') return before === undefined || before.isCase || !asserts(before);
  if (CONDITIONS.has(lead) || ASIDES.has(lead) || COMPLEMENTS.has(lead) || lead === 'should') return true;
  return JOINERS.has(lead) && before?.isCase === true;
}

/** Whether what follows `that` is what somebody claims to know. */
function asserts({ words, subject }: Clause): boolean {
  const at = words.findLastIndex(({ text }) => FOUND.has(text) || text === 'tell');
  const texts = words.map(({ text }) => text);
  // `I could see in the logs that …`
  const reach = texts.some((text) => EVIDENCE.has(text)) ? 5 : 2;
  if (at < 0 || at < words.length - reach) return false;
  if (subject === 'nobody') return false;
  if (subject === 'general' && !words.some(({ kind }) => kind === 'code')) return false;
  const isAble = (texts.includes('can') || texts.includes('could')) && !texts.includes('not');
  if (isAble && texts.some((text) => FIRST_PERSON.has(text))) return true;
  return texts[at] !== 'tell' && !texts.some((text) => MODALS.has(text) || text === 'not' || text === 'you');
}

function verbIn(words: readonly Word[]): number {
  const at = words.findIndex(
    ({ text, kind }, index) =>
      kind === 'word' &&
      (VERBS.has(text) || (isDone(text) && index > 0)) &&
      !(isDone(text) && isDetermined(words, index)),
  );
  return at < 0 ? words.length : at;
}

/** `the scheduled job`: a participle in front of its noun. */
const isDetermined = (words: readonly Word[], at: number): boolean =>
  (DEFINITE.has(words[at - 1]?.text ?? '') || INDEFINITE.has(words[at - 1]?.text ?? '')) &&
  words.length > at + 1;

function subjectOf(words: readonly Word[], hasVerb: boolean, before: Subject): Subject {
  const first = words.find(({ text }) => !SKIPPED.has(text));
  if (first === undefined) return 'none';
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => FIRST_PERSON.has(text))) return 'first';
  // `the change you asked for`
  if (texts.includes('you') && !DEFINITE.has(first.text)) return 'you';
  if (NOBODY.has(first.text) || texts.includes('none')) return 'nobody';
  if (first.text === 'there') return 'thing';
  if (texts.some((text) => OWN_THINGS.has(text))) return 'own';
  if ((first.text === 'it' || first.text === 'they') && words.length <= 2)
    return before === 'general' ? 'general' : 'thing';
  return isGeneral(first, words, hasVerb) ? 'general' : 'thing';
}

const SKIPPED = set(
  'ok okay sure done great perfect alright well now however so but and then also here with looks like seems',
);

/** Of a kind and not of one: `a pod`, `containers`, `deleting a pod`. */
function isGeneral(first: Word, words: readonly Word[], hasVerb: boolean): boolean {
  if (first.kind !== 'word') return false;
  if (INDEFINITE.has(first.text)) return true;
  if (MASS.has(first.text) && words.length === 1) return true;
  if (first.text.endsWith('ing') && hasVerb && !first.text.endsWith('thing')) return true;
  const last = words.at(-1);
  return (
    !DEFINITE.has(first.text) && words.length <= 2 && last?.kind === 'word' && BARE_PLURALS.has(last.text)
  );
}
