// What kind of name a word is, by the large lists of words: one that means itself (English, the trade, brands, packages,
// places, people), one made of such, or one that somebody made up. Decides what agents are asked about (zero-hits.ts) and
// what a name's beginning or bare word recalls (graph/recollect). Pure, no patterns over the text; a word of the lists
// costs a microsecond, one of none some tenths of a millisecond. Source: memory D22, decision 084.
import { foldOf } from './fold.ts';
import { canonicalToken, isNoiseToken } from './words.ts';

/** What everybody knows. */
export interface OrdinaryWords {
  /** Any word of any list, in lower case. */
  has(word: string): boolean;
  /** A word that others are made of: plain English, or of the trade. */
  isStem(word: string): boolean;
}

/**
 * - `own`: made up (`gnommoweb`, `zorblatt-7`)
 * - `near`: words of the lists made into one, or one with a number (`quibblefax`, `kestrel9`)
 * - `listed`: in the lists, or two words of them side by side (`docker`, `pre-commit`): it means itself
 * - `derived`: an inflection or a misspelling of such (`lookups`, `databse`)
 * - `short`: no five letters in a row (`nas01`): an abbreviation, for all the lists can tell
 * - `unreadable`: a number, hash or date; of letters other than a to z; with a dot
 */
export type NameKind = 'own' | 'near' | 'listed' | 'derived' | 'short' | 'unreadable';

/** Shorter runs of letters are abbreviations: nobody can tell a name among them. */
const LEAST_LETTERS = 5;
/** A stem has so many, where a suffix or a prefix stands beside it. */
const LEAST_STEM = 4;
/** Longer ones are words of several, or no words; taking them apart would cost. */
const MOST_LETTERS = 24;

/** Made of these letters alone; other scripts are in no list, so nothing could be told of them. */
const READABLE = /^[a-z0-9_-]+$/;

/**
 * Whether a name means itself as it is written: it is in the lists (`grafana`, `Home-Assistant`), or all its words are, each by
 * itself (`media server`, not `media-server`).
 */
export function meansItself(written: string, words: OrdinaryWords): boolean {
  const token = canonicalToken(written);
  if (words.has(token)) return true;
  const folded = foldOf(token);
  if (folded !== token && words.has(folded)) return true;
  if (!/\s/.test(written)) return false;
  const parts = written.toLowerCase().split(/\s+/);
  return parts.every((part) => words.has(part));
}

/** @param token canonical */
export function nameKind(token: string, words: OrdinaryWords): NameKind {
  if (!READABLE.test(token) || isNoiseToken(token)) return 'unreadable';
  if (meansItself(token, words)) return 'listed';
  const runs = token.split(/[^a-z]+/).filter((run) => run !== '');
  const telling = runs.filter((run) => run.length >= LEAST_LETTERS && run.length <= MOST_LETTERS);
  if (telling.length === 0) return 'short';
  const kinds = telling.map((run) => runKind(run, words));
  if (kinds.includes('own')) return 'own';
  if (runs.length > 1) return 'listed';
  return token === runs[0] ? (kinds[0] as NameKind) : 'near';
}

function runKind(run: string, words: OrdinaryWords): NameKind {
  if (words.has(run)) return 'listed';
  if (isInflected(run, words) || isPrefixed(run, words)) return 'derived';
  if (isCompound(run, words)) return 'near';
  return isMisspelt(run, words) ? 'derived' : 'own';
}

const SUFFIXES = (
  'izations isations ization isation abilities ability izers izing ising ized ised izes ises izer ize ise ' +
  'ifications ification ified ifies ifying ify ments ment nesses ness lessly less fully ful ally als al ically ical ics ic ' +
  'ations ation ators ator ations tions tion ions ion ities ity isms ism ists ist ishly ish likes like wise ' +
  'ables able ably ers er ors or ings ingly ing edly ed ies ied iest ier est es ly s d r y'
).split(' ');

/** A stem and a suffix: `lookups`, `rescheduler` (behind a prefix), `tokenizable`, `dockerized`. */
function isInflected(run: string, words: OrdinaryWords): boolean {
  return SUFFIXES.some((suffix) => {
    const left = run.length - suffix.length;
    if (left < LEAST_STEM - 1 || !run.endsWith(suffix)) return false;
    return isBase(run.slice(0, left), suffix.length, words);
  });
}

/** What stands before a suffix: as it is, with its `e` back, its doubled consonant single, its `y` for an `i`. */
function isBase(base: string, suffixLength: number, words: OrdinaryWords): boolean {
  // One letter is little to go by: what is left must be longer, or be a word at least.
  if (suffixLength === 1 && base.length < LEAST_STEM) return words.has(base);
  if (words.isStem(base) || words.isStem(`${base}e`) || isTwoStems(base, words)) return true;
  const last = base.charAt(base.length - 1);
  const but = base.slice(0, -1);
  if (but.length >= 3 && last === base.charAt(base.length - 2) && words.isStem(but)) return true;
  return words.isStem(`${last === 'i' ? but : base}y`) || (base.length > LEAST_STEM && words.has(base));
}

const PREFIXES = (
  'counter pseudo trans super hyper ultra inter intra under micro macro multi cross quasi proto retro techno ' +
  'anti auto over post semi self meta mini mono mega nano poly para peta tera giga kilo tele cyber crypto ' +
  'non mis sub pre dis out geo bio neo tri uni iso pro for re un de co bi up en em in im by'
).split(' ');

function isPrefixed(run: string, words: OrdinaryWords): boolean {
  return PREFIXES.some((prefix) => {
    if (run.length - prefix.length < LEAST_STEM || !run.startsWith(prefix)) return false;
    const rest = run.slice(prefix.length);
    return words.isStem(rest) || isInflected(rest, words);
  });
}

/** Short words that stand in compounds; of other pairs of letters too many words could be made. */
const SHORT_PARTS = new Set('up in on to of by off out on at go no my db ui ip id io os ai vm'.split(' '));

/** Two words joined, either of them a stem or an inflection of one: `filesystem`, `lookups`, `backoff`. */
function isCompound(run: string, words: OrdinaryWords): boolean {
  if (isTwoStems(run, words)) return true;
  for (let at = 3; at <= run.length - 3; at++) {
    if (words.isStem(run.slice(0, at)) && isInflected(run.slice(at), words)) return true;
  }
  return false;
}

function isTwoStems(run: string, words: OrdinaryWords): boolean {
  for (let at = 2; at <= run.length - 2; at++) {
    if (isPart(run.slice(0, at), words) && isPart(run.slice(at), words)) return true;
  }
  return false;
}

const isPart = (part: string, words: OrdinaryWords): boolean =>
  part.length > 2 ? words.isStem(part) : SHORT_PARTS.has(part);

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Words are misspelt in so many letters and more; of shorter ones every name would be a misspelling. */
const LEAST_MISSPELT = 6;

/** One letter too many, too few, wrong, or two exchanged: `databse`, `recieve`. */
function isMisspelt(run: string, words: OrdinaryWords): boolean {
  if (run.length < LEAST_MISSPELT) return false;
  for (let at = 0; at <= run.length; at++) {
    const [before, rest, behind] = [run.slice(0, at), run.slice(at), run.slice(at + 1)];
    const exchanged = before + behind.charAt(0) + rest.charAt(0) + behind.slice(1);
    if (rest !== '' && (words.isStem(before + behind) || (behind !== '' && words.isStem(exchanged))))
      return true;
    for (const letter of ALPHABET)
      if (words.isStem(before + letter + rest) || (rest !== '' && words.isStem(before + letter + behind)))
        return true;
  }
  return false;
}
