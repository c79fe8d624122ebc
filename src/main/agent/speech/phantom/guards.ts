// Whether a sentence as a whole says nothing of here and now: it is unsure, tells how things are in general, tells history, or says again what the
// operator said. Used by clauses.ts. Source: agent, D6 Phantom.

import { OPERATORS_WORDS, TELLS } from './nouns.ts';
import type { Word } from './sentences.ts';
import { FIRST_PERSON, GENERIC, HEDGES, set } from './words.ts';

/** What it says of others than the speaker is no claim. @param words without code, quotes and marks */
export function isGuarded(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text);
  return isUnsure(texts) || isHearsay(texts) || isHistory(words);
}

/** `Glad it works now`: the operator said so. */
const REACTIONS = set('glad happy thanks thank congratulations congrats');

const isUnsure = (texts: readonly string[]): boolean =>
  texts.some(
    (text, at) =>
      (HEDGES.has(text) && !isSureAfterAll(text, texts[at - 1] ?? '')) ||
      (GENERIC.has(text) && !isManner(text, texts[at + 1])) ||
      (text === 'in' && texts[at + 1] === 'general') ||
      (text === 'should' && texts[at + 1] === 'see') ||
      (text === 'default' && !LIVE_DEFAULTS.has(texts[at + 1] ?? '')) ||
      (text === 'most' && MOST.has(texts[at + 1] ?? '')),
  );
/** `12 may` is a date, and `I could confirm` a finding. */
const isSureAfterAll = (text: string, before: string): boolean =>
  (text === 'may' && /\d/.test(before)) || (text === 'could' && FIRST_PERSON.has(before));
/** `the default namespace` is one; other defaults are how things usually are. */
const LIVE_DEFAULTS = set('namespace route gateway zone network');
/** `responding normally` says how and not how often. */
const isManner = (text: string, next: string | undefined): boolean =>
  text === 'normally' && (next === undefined || next === 'and' || next === 'again' || next === 'now');
const MOST = set('distributions systems servers cases of likely people common cloud');

/** What the operator said, or what was read from it. */
function isHearsay(texts: readonly string[]): boolean {
  const [first = '', second = ''] = texts;
  if (REACTIONS.has(first) || texts.includes('screenshot') || GOOD_NEWS.test(texts.slice(0, 3).join(' ')))
    return true;
  // `So the service runs, but nobody can connect`: said again, to be sure.
  if (first === 'so' || (OPENERS.has(first) && second === 'so') || (first === 'let' && second === 'me'))
    return true;
  const you = texts.indexOf('you');
  if (you >= 0 && speaks(texts[you - 1]) && texts.slice(you + 1, you + 4).some((text) => TELLS.has(text)))
    return true;
  return texts.some((text, at) => text === 'your' && isGiven(texts[at - 1], texts.slice(at + 1, at + 3)));
}
const GOOD_NEWS = /^(?:good|great|sorry|nice) (?:to hear|that|you)/;

/** `in your log`, `your message`. */
const isGiven = (before: string | undefined, behind: readonly string[]): boolean =>
  behind.some((word) => OPERATORS_WORDS.has(word)) || (before === 'in' && GIVEN.has(behind[0] ?? ''));

/** `As you said`, `the log you sent`; but not `the fact you told me`, which is a thing of the memory. */
const speaks = (before: string | undefined): boolean => !ASKED_FOR.has(before ?? '');
const ASKED_FOR = set('fact facts change changes thing one name container vm service');

const OPENERS = set('ok okay alright right hm hmm');
/** What operators paste. */
const GIVEN = set('log logs output file screenshot config configuration');

const YEAR = /^(?:19|20)\d\d$/;
const WHEN = set('in since until from of by after');

function isHistory(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text);
  return texts.some((text, at) => {
    const before = texts[at - 1] ?? '';
    if (text === 'in') return isVersion(words[at + 1], words[at + 2]);
    if (text.length === 4 && YEAR.test(text)) return WHEN.has(before);
    if (VERSIONS.has(text)) return SINCE.has(before);
    // `has been patched since.`
    return text === 'since' ? at === texts.length - 1 && texts.includes('been') : LONG_AGO.has(text);
  });
}
const LONG_AGO = set('originally historically');
const VERSIONS = set('version versions releases');
const SINCE = set('in later since newer older');

/** `in 2.1`, `in Bash 4` */
const isVersion = (first: Word | undefined, second: Word | undefined): boolean =>
  DOTTED.test(first?.text ?? '') || (first?.isCapital ? /^\d/ : DOTTED).test(second?.text ?? '');
const DOTTED = /^\d{1,3}\.\d/;
