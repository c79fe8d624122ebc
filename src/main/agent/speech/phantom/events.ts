// Reads in a clause that somebody claims to know what came to pass in the live system, or what it does and does not do. Used by states.ts.
// Source: agent, D6 Phantom.
import type { Clause } from './clauses.ts';
import { THINGS_SET } from './nouns.ts';
import { isChange, isLive, isNamed } from './things.ts';
import { isAct } from './verbs.ts';
import { ADVERBS, set } from './words.ts';

const HAPPENED = set(
  'exited ran crashed died failed restarted rebooted stopped finished completed succeeded hung recovered booted dropped jumped cleared spiked rose fell climbed ' +
    'ended changed peaked disappeared returned vanished went expired passed found came',
);
const PRONOUN = set('it they everything');

/** The verb of a clause, without what stands in front of it. */
export const verbOf = ({ words, verbAt }: Clause): string =>
  words.slice(verbAt).find(({ text }) => !ADVERBS.has(text) && text !== 'has' && text !== 'have')?.text ?? '';

/** `The container exited with code 137`. */
export function happened(clause: Clause, texts: readonly string[]): boolean {
  const { subjectWords, verbAt } = clause;
  const isThing =
    isChange(subjectWords) || subjectWords.some((word) => THINGS_SET.has(word.text) || isNamed(word));
  const isPronoun = subjectWords.length === 1 && PRONOUN.has(subjectWords[0]?.text ?? '');
  if (!isThing && !(isPronoun && texts.includes('ago')) && subjectWords.length !== 1) return false;
  const verb = verbOf(clause);
  const needed = NEEDED[verb];
  if (needed) return needed(texts, clause);
  return HAPPENED.has(verb) && (isThing || isPronoun || texts.length > verbAt + 1);
}

/** Verbs that tell something only with certain words. */
const NEEDED: Readonly<Record<string, (texts: readonly string[], clause: Clause) => boolean>> = {
  had: (texts) => texts.includes('run') && texts.includes('out'),
  came: (texts) => texts.includes('back'),
  went: (texts) => texts.includes('well') || texts.includes('down') || texts.includes('away'),
  found: (_, { subjectWords }) => isSearch(subjectWords.map(({ text }) => text)),
  returned: (_, { subjectWords }) => isSearch(subjectWords.map(({ text }) => text)),
};
const SEARCHES = set('query check scan search test probe');
const isSearch = (texts: readonly string[]): boolean => texts.some((text) => SEARCHES.has(text));

const WORKS = set('works work responds answers replies worked boots loads starts serves resolves runs');
const WELL = set('fine now again normally within well correctly properly perfectly');

/** `Everything works fine now`, `the service answers with HTTP 200`. */
export function works({ words, verbAt, subjectWords }: Clause): boolean {
  if (!WORKS.has(words[verbAt]?.text ?? '') || !isLive(subjectWords)) return false;
  const next = words[verbAt + 1]?.text ?? '';
  return WELL.has(next) || (next === 'with' && /^(?:http|status|\d)/.test(words[verbAt + 2]?.text ?? ''));
}

/** `The container keeps crashing`. */
export const keeps = ({ words, verbAt, subjectWords }: Clause): boolean =>
  KEEPS.has(words[verbAt]?.text ?? '') && isLive(subjectWords) && FAILING.has(words[verbAt + 1]?.text ?? '');
const KEEPS = set('keeps kept keep');
const FAILING = set(
  'crashing restarting failing exiting dying dropping disconnecting timing flapping rebooting',
);

/** `The gateway doesn't answer`. */
export const fails = ({ words, verbAt, subjectWords }: Clause): boolean =>
  words[verbAt]?.text === 'does' &&
  words[verbAt + 1]?.text === 'not' &&
  ANSWERS.has(words[verbAt + 2]?.text ?? '') &&
  subjectWords.some(({ text }) => THINGS_SET.has(text));
const ANSWERS = set('answer respond reply boot listen');

/** `The OOM killer ended the database at 03:12`: what has a time was seen. */
export const timed = ({ words, verbAt, subjectWords }: Clause, texts: readonly string[]): boolean =>
  subjectWords.length > 0 &&
  words.slice(verbAt, verbAt + 3).some(({ text }) => isAct(text) || text === 'was' || text === 'were') &&
  texts.some(
    (text, at) => CLOCK.test(text) || LATELY.has(text) || (text === 'night' && texts[at - 1] === 'last'),
  );
const CLOCK = /^\d{1,2}:\d\d$/;
const LATELY = set('ago yesterday');

/** `The last reboot was on Sunday`. */
export const lastChange = ({ words, verbAt, subjectWords }: Clause): boolean =>
  subjectWords.some(({ text }) => LAST.has(text)) &&
  isChange(subjectWords) &&
  WAS.has(words[verbAt]?.text ?? '');
const LAST = set('latest last previous recent');
const WAS = set('was were dates ran took succeeded failed');
