// Whom a sentence calls affected or fixed by a name: a package of a similar name is another package. Called by claim-faults.ts. Source: advisory, Guardrails.
import type { FindIds } from '../cite/entity-forms.ts';
import type { HeldWords, ToldSentence } from './held-words.ts';
import { withoutEntities } from './plain-numbers.ts';

const STATE = '(?:affected|vulnerable|fixed|patched|exploitable|at\\srisk)';
/** What is said to be in a state, and what is called a package. */
const SUBJECT = new RegExp(
  `(?<![\\w./@-])(@?[\\w][\\w./@-]{1,120})\\s(?:is|are|was|were)\\s(?:(?:also|still|itself|not|too)\\s){0,2}${STATE}\\b`,
  'gi',
);
const PACKAGE =
  /\b(?:packages?|modules?|librar(?:y|ies)|crates?|gems?)\s(?:called\s|named\s)?(@?\w[\w.-]{0,60}(?:[-/_][\w.@-]{1,60}){1,6})(?![\w/])/gi;
const REPLACED =
  /\b(?:migrate|switch|move|change)\s(?:over\s)?to\s(?:the\s)?(@?\w[\w.]{0,60}(?:[-/][\w.@-]{1,60}){1,6})/gi;
const NAMED_AS =
  /\b(?:lists?|names?|calls?|gives?|has)\s(@?\w[\w./@-]{1,120})\sas\s(?:the|an?)\s(?:affected|vulnerable|fixed|patched)\b/gi;
/** Words that name no package. */
const COMMON = new Set(
  'it this that these those they which who all both each every everything everyone anyone anybody others other users user you product products version versions release releases package packages module modules library libraries component components system systems host hosts server servers installation installations deployment deployments code branch branches line lines range ranges one ones two three issue issues flaw bug vulnerability vulnerabilities problem software application applications app instance instances configuration configurations policy policies and or not only default series latest above below later earlier older newer what there here'.split(
    ' ',
  ),
);

/** A word of parts, and parts that make no other package of a name. */
const JOINED = /(?<![\w./@-])@?[A-Za-z0-9]{1,40}(?:[-_/.][A-Za-z0-9]{1,40}){1,6}(?![\w/@-])/g;
const LOOSE =
  /^(?:based|related|specific|like|side|wide|only|free|compatible|dependent|using|internal|facing|hosted|style|enabled|aware|level|managed|powered|affected|based|project|team|user|users|version|versions|package|the|non|pre|post)$/i;
const WORD = /(?<![\w./@-])[A-Za-z]{5,40}(?![\w./@-])/g;

/** Names made of the name of a package that sources have, or with two letters of it changed over: `left-pad-core`, `lfet`. */
export function similarNames(sentence: ToldSentence, held: HeldWords, findIds: FindIds): string[] {
  const text = withoutEntities(sentence.text, findIds);
  const known = held.packages();
  const joined = [...text.matchAll(JOINED)]
    .map(([name]) => name)
    .filter((name) => {
      const parts = name
        .replace(/^@/, '')
        .toLowerCase()
        .split(/[-_/.]/);
      return hasPackage(parts, known) && !parts.some((part) => LOOSE.test(part));
    });
  const swapped = [...text.matchAll(WORD)]
    .map(([name]) => name)
    .filter((name) => isSwapped(name.toLowerCase(), known));
  return [...joined, ...swapped].filter((name) => !held.holds(name, null));
}

/** The parts of names have hyphens of their own. */
const hasPackage = (parts: readonly string[], known: ReadonlySet<string>): boolean =>
  parts.some((_, from) =>
    parts.some((_one, to) => to >= from && known.has(parts.slice(from, to + 1).join('-'))),
  );

function isSwapped(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word)) return false;
  for (let at = 0; at + 1 < word.length; at++) {
    const turned = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    if (turned !== word && known.has(turned)) return true;
  }
  return false;
}

/** Names that nothing cited has. */
export function subjectsUnknown({ text, ids }: ToldSentence, held: HeldWords): string[] {
  return [SUBJECT, PACKAGE, REPLACED, NAMED_AS]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/[.]+$/, '')))
    .filter((name) => /^@?[\w]/.test(name) && /[a-z]/i.test(name) && !/^v?\d/i.test(name))
    .filter((name) => !COMMON.has(name.toLowerCase()) && !isNamed(name, ids, held));
}

const isNamed = (name: string, ids: readonly number[] | null, held: HeldWords): boolean =>
  held.holdsWhole(name.replace(/@v?\d[\w.+-]*$/, ''), ids);
