// Stretches that a turn hands over without a label we know: a line with a colon at its end and a text behind it ("Here is the
// report to analyze:"), a request with its text on the same line ("Summarize: …"), a template's heading between marks
// (`---Data tables---`, `%CONTEXT%`). Whose words they are can't be known, in whatever language: nothing is learnt from them.
// One bounded look at each line. Used by foreign-labels.ts.
import { HEADS_MATTER, MATTER_NOUNS, PERSONS, REQUESTS, TELLS } from './foreign-names.ts';

/** Characters of a line that are looked at. */
const MAX_LINE = 400;
/** Colons of a line that are looked at. */
const MAX_COLONS = 4;

/** As Chinese and Japanese write it. */
const WIDE_COLON = '\uff1a';

/**
 * Where what this line hands over ends: with the turn, or behind a line that closes it; -1 when it hands nothing over. The
 * line belongs to it: a secret is known by the word in front of it.
 */
export function handedOverTo(text: string, start: number, next: number): number {
  const line = text
    .slice(start, Math.min(next, start + MAX_LINE))
    .trimEnd()
    .replaceAll(WIDE_COLON, ':');
  const banner = bannerName(line);
  if (banner !== null) return isPersons(banner) ? -1 : bannerEnd(text, next, banner);
  const isTitle = isRule(text, next) ? TITLE.test(line) : namesText(line);
  return isTitle || hasHandingColon(text, line, start, next) ? text.length : -1;
}

/** Whether a text begins behind a colon of this line. */
function hasHandingColon(text: string, line: string, start: number, next: number): boolean {
  const isWhole = next - start <= MAX_LINE;
  let from = 0;
  for (let n = 0; n < MAX_COLONS; n++) {
    const colon = line.indexOf(':', from);
    if (colon < 0) return false;
    from = colon + 1;
    const rest = line.slice(from);
    const isEnd = isWhole && NOTHING.test(rest);
    if (!isEnd && !BEGINS.test(rest)) continue; // an address, a time, a scope
    const clause = clauseBefore(line, colon);
    if (clause !== '' && !LETTER.test(clause)) return false; // JSON, a path
    if (TELLS.test(clause)) return false;
    if (isEnd) return introduces(clause, text, next);
    if (clause === '' || REQUESTS.test(clause) || isMattersName(clause)) return true;
  }
  return false;
}

/** Only marks stand behind the colon. */
const NOTHING = /^[\s*_"'`>|~-]*$/;
const LETTER = /^\p{L}/u;
const BEGINS = /^[\s"'`*_([\p{Lo}]/u;

/** What stands between the end of the sentence before it and the colon, without marks in front of it. */
function clauseBefore(line: string, colon: number): string {
  const ends = Math.max(...['. ', '! ', '? '].map((end) => line.lastIndexOf(end, colon)));
  return line.slice(ends < 0 ? 0 : ends + 2, colon).replace(MARKS, '');
}

const MARKS = /^[\s>#*_+=~|`\d.)-]+/;

/** Whether a text follows that may be somebody else's: a list behind a line that names no text is its author's own. */
function introduces(clause: string, text: string, next: number): boolean {
  if (clause === '' || isLast(text, next)) return false;
  if (REQUESTS.test(clause) && hasMatter(clause)) return true;
  if (OWN.test(clause)) return false;
  if (hasMatter(clause)) return true;
  return !SAYS.test(clause) && !LIST_ITEM.test(text.slice(next, next + 40));
}

/** Whether nothing but white space stands from `at` on. */
function isLast(text: string, at: number): boolean {
  VISIBLE.lastIndex = at;
  return !VISIBLE.test(text);
}

const VISIBLE = /\S/g;

const OWN = /\b(?:my|our|mine|ours)\b/i;
const SAYS = /\b(?:i|i'm|i've|we|we've|we're)\b/i;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/** `Information: …`, `Email body: …`; a label in a script whose words we don't know. */
function isMattersName(clause: string): boolean {
  if (!LATIN.test(clause)) return true;
  const words = clause.trim().split(/\s+/);
  return words.length <= 3 && !OWN.test(clause) && hasMatter(words.at(-1) as string);
}

const LATIN = /\p{Script=Latin}/u;

const hasMatter = (clause: string): boolean =>
  clause
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => HEADS_MATTER.has(word) || MATTER_NOUNS.has(word));

/** `--- CONTEXT ENTRY BEGIN ---`, `%CONTEXT%`, `=== notes ===`, `CONTENT START HERE`: what stands in it. */
function bannerName(line: string): string | null {
  return BANNER.exec(line)?.[2] ?? STARTS.exec(line)?.[1] ?? null;
}

const BANNER = /^\s{0,8}([%=~-])\1{0,80} {0,2}(\p{L}[^%=~\n]{0,78}?) {0,2}\1{1,80}$/u;
const STARTS = /^\s{0,8}([A-Z][A-Z _-]{1,60}(?:BEGINS?|STARTS?))(?: HERE)?[ :!.]{0,3}$/;

/** A line of a few words over a rule; a path over one. */
const TITLE = /^\s{0,8}(?:\p{L}[^\n]{0,78}|[\w.@-]{0,60}\/[\w./@-]{1,160})$/u;

function isRule(text: string, at: number): boolean {
  RULE.lastIndex = at;
  return RULE.test(text);
}

const RULE = /[ \t]{0,8}(?:-{3,200}|={3,200}|~{3,200})[ \t]{0,8}(?:\r?\n|$)/y;

/** `## Document Content`: a heading that names a text. */
function namesText(line: string): boolean {
  const heading = HEADING.exec(line)?.[1];
  return heading !== undefined && heading.split(/\s+/).length <= 6 && hasMatter(heading);
}

const HEADING = /^\s{0,8}#{1,6}\s{1,4}([^\n]{1,80})$/;

/** A heading of a person's own words: `--- USER MESSAGE BEGIN ---`. */
const isPersons = (name: string): boolean =>
  PERSONS.has(
    name
      .toLowerCase()
      .replace(/\s+(?:begins?|starts?|ends?)$/, '')
      .replace(/\s+/g, '_'),
  );

/** Behind the last `--- CONTEXT ENTRY END ---` of a `--- CONTEXT ENTRY BEGIN ---`; the turn's end when there is none. */
function bannerEnd(text: string, next: number, name: string): number {
  const stem = /^(.*)[ _-](?:BEGIN|START)S?$/.exec(name)?.[1];
  const end = stem === undefined ? -1 : text.lastIndexOf(`${stem} END`);
  return end < next ? text.length : text.indexOf('\n', end) + 1 || text.length;
}
