// Whether a remediation rests on what may be recommended: fixed versions, vendor hotfixes and work-arounds of policy; and whether the versions it leads to
// are fixed ones. Compares no versions itself; the comparator of the ecosystem is handed in. Called by the pipeline of briefs. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { citedIn, type Section, sectionsOf } from './coverage.ts';
import { entitiesIn } from './entity-forms.ts';
import { floatsIn, namesIn } from './led-names.ts';
import { spoken } from './plain-signs.ts';
import type { Reading } from './reading.ts';
import { wordsOf } from './row-words.ts';
import { sentencesOf } from './sentences.ts';

/** Kinds of sources that a remediation may cite. */
export const REMEDIES = ['fixed_version', 'vendor_hotfix', 'policy_workaround'] as const;

export interface RemediationFault extends Span {
  readonly code: 'remediation_unapproved';
  /**
   * `source`: it cites what is no remedy. `below`: the target is older than the fix. `affected`: it lies in an affected range. `unknown`: it could not be
   * compared, and is no target then. `package`: it leads to a package that no source cited names.
   */
  readonly reason: 'source' | 'below' | 'affected' | 'unknown' | 'package';
  /** The marker, the version or the name. */
  readonly what: string;
}

/** Answers null where the scheme is unknown. @param cited ids of the sources that the sentence cites */
type Judge = (version: string, cited: readonly number[]) => boolean | null;

export interface RemediationParts {
  /** The kind of a source; undefined where there is no such source. */
  readonly kindOf: (id: number) => string | undefined;
  readonly comparesAtOrAbove: Judge;
  readonly liesInAffectedRange: Judge;
  /** Whether what is cited names a package; every name is known without it. */
  readonly isNamed?: (name: string, cited: readonly number[]) => boolean;
}

const SECTION = 'remediation';
/** The others of a brief: only one of these ends the remediation, whatever headings it has of its own. */
const OTHERS: ReadonlySet<string> = new Set(['summary', 'conflicts', 'references']);

/** Words of leading to a version. */
const LEADS =
  /\b(?:up(?:grad|dat)(?:e[ds]?|ing)|install(?:s|ed|ing)?|mov(?:e[ds]?|ing)|bump(?:s|ed|ing)?|migrat(?:e[ds]?|ing)|patch(?:es|ed|ing)?|pin(?:s|ned|ning)?|switch(?:es|ed|ing)?|roll(?:s|ed|ing)?|deploy(?:s|ed|ing)?|use[ds]?|using|appl(?:y|ies|ied|ying)|go(?:es|ing)?|set|require[ds]?|downgrad(?:e[ds]?|ing)|rais(?:e[ds]?|ing)|rebuil[dt]|pull(?:s|ed)?|get|run|keep|stay|stick|remain|retain|revert|lock|freeze|leave|hold|return|restore|continue|choose|select|adopt|add|take|track|follow|replac(?:e[ds]?|ing)|swap|substitute|exchange|target|desired|recommend(?:s|ed|ation)?)\b/i;
/** In front of a version that is left behind or told of, and not led to. */
const LEAVES =
  /(?:\b(?:from|before|prior to|below|older than|earlier than|instead of|replac(?:e|es|ing)|remov(?:e|es|ing)|affect(?:s|ed)|vulnerable|not|never|avoid|between|until|through|off|past|away from|currently|presently|today)|<=?)(?:\s(?:versions?|release|and|[\w.+-]{1,40}))?\s{0,3}$/i;
/** Led to what is older: `to a version before`. */
const LED_BELOW =
  /\b(?:to|onto|use|using|install|deploy|with)\s(?:(?:an?|any|the|some)\s)?(?:versions?\s|releases?\s)?(?:before|below|prior to|older than|earlier than|<=?)\s{0,3}v?$/i;
/** Behind a version that is spoken of as a bad one. */
const IS_BAD =
  /^\s{1,3}(?:is|are|was|were|remains?|being)\s(?:(?:still|also|not)\s)?(?:affected|vulnerable|exploit\w{1,8}|broken|unsafe|withdrawn)|^\s{1,3}(?:is|are|was|were)\snot\s(?:yet\s)?fixed/i;
/** Behind a version that is left for another: `left-pad 1.0.0 of web to 1.2.3`; unless one is led to it itself. */
const IS_LEFT =
  /^(?:[^.;:!?]|\.(?=\S)){0,60}?(?<!\b(?:according|equal|close|next|similar|due|prior|compared|identical|equivalent|relative|thanks))\sto\s(?:at least\s|version\s)?v?\d/i;
const IS_LED_TO = /\b(?:to|at|with|onto)\s(?:at least\s|version\s)?v?$/i;
/** Said to be bad and taken all the same. */
const TAKES_BAD =
  /\b(?:install|use|deploy|pull|take|pin|adopt|apply)\s(?:(?:the|an?)\s)?(?:still\s)?(?:affected|vulnerable|until|through)\s(?:versions?\s|release\s)?v?$/i;
/** Nothing but a version: an item under what announced it. */
const ALONE = /^\W*(?:versions?\s)?v?\d[\w.:+~-]*\W*$/i;
/** What is replaced is left as well. */
const IS_REPLACED = /\b(?:replac(?:e[ds]?|ing)|swap|substitute|exchange)\b[^;!?\n]{0,48}$/i;
const BY_ANOTHER = /^[^;:!?\n]{0,60}?\s(?:with|by|for)\s/i;
const LOOKED_BACK = 64;

/**
 * Judges the section `Remediation` of a brief, or all of a text that has no such heading.
 * @param citations of the same reading
 */
export function remediationFaults(
  reading: Reading,
  citations: readonly Citation[],
  parts: RemediationParts,
): RemediationFault[] {
  const spans = remediationIn(reading) ?? [{ start: 0, end: reading.text.length }];
  const isWithin = ({ start }: Span) => spans.some((span) => start >= span.start && start < span.end);
  const words = wordsOf(reading);
  const targets = citedIn(sentencesOf(reading), citations)
    .filter(({ sentence }) => isWithin(sentence))
    .flatMap(({ sentence, ids }) => {
      const text = spoken(words(sentence.start, sentence.end));
      return judgedSentence(text, ids, sentence, parts);
    });
  const commands = reading.code.filter(isWithin).flatMap((line) => {
    const text = spoken(reading.text.slice(line.start, line.end));
    return targetsIn(text).flatMap((what) => judged(what, [], line, parts));
  });
  const sources = citations
    .filter(isWithin)
    .filter(({ ids }) => ids.some((id) => !isRemedy(parts.kindOf(id))));
  return [
    ...sources.map(
      ({ marker: what, start, end }) =>
        ({ code: 'remediation_unapproved', reason: 'source', what, start, end }) as const,
    ),
    ...targets,
    ...commands,
  ].toSorted((a, b) => a.start - b.start);
}

/** The section of that name with all that stands under headings of its own; null where there is none. */
export function remediationIn(reading: Reading): readonly Span[] | null {
  let isOpen = false;
  const spans = sectionsOf(reading).filter(({ name }: Section) => {
    if (name === SECTION) isOpen = true;
    else if (OTHERS.has(name)) isOpen = false;
    return isOpen;
  });
  return spans.length > 0 ? spans : null;
}

/** Versions that a sentence leads to, what is no version that anybody could hold against a fix, and packages that nobody names. */
function judgedSentence(
  text: string,
  ids: readonly number[],
  span: Span,
  parts: RemediationParts,
): RemediationFault[] {
  const fault = (reason: RemediationFault['reason'], what: string): RemediationFault => ({
    ...({ code: 'remediation_unapproved', reason, what } as const),
    ...{ start: span.start, end: span.end },
  });
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const targets = targetsIn(text);
  const isKnown = (name: string): boolean => parts.isNamed?.(name, ids) ?? true;
  return [
    ...targets.flatMap((what) => judged(what, ids, span, parts)),
    ...targetsBelow(text).map((what) => fault('below', what)),
    ...(targets.length === 0 ? floatsIn(text).map((what) => fault('unknown', what)) : []),
    ...namesIn(text)
      .filter((name) => !isKnown(name))
      .map((name) => fault('package', name)),
  ];
}

/** An id without a source is out of range, which is another fault. */
const isRemedy = (kind: string | undefined): boolean =>
  kind === undefined || (REMEDIES as readonly string[]).includes(kind);

function judged(
  what: string,
  ids: readonly number[],
  { start, end }: Span,
  { comparesAtOrAbove, liesInAffectedRange }: RemediationParts,
): RemediationFault[] {
  const fault = (reason: RemediationFault['reason']): RemediationFault[] => [
    { code: 'remediation_unapproved', reason, what, start, end },
  ];
  const isAbove = comparesAtOrAbove(what, ids);
  const isAffected = liesInAffectedRange(what, ids);
  if (isAffected === true) return fault('affected');
  if (isAbove === false) return fault('below');
  return isAbove === null || isAffected === null ? fault('unknown') : [];
}

/** Versions that a sentence leads to: those behind a word of leading, but for those that are left behind; and what stands behind the `@` of a PURL. */
export function targetsIn(text: string): string[] {
  const lead = LEADS.exec(text) ?? (ALONE.test(text) ? { index: -1 } : null);
  if (!lead) return [];
  return entitiesIn(text, () => [])
    .filter(({ kind, start }) => (kind === 'version' || kind === 'purl') && start > lead.index)
    .filter(({ start }) => !LEAVES.test(text.slice(Math.max(0, start - LOOKED_BACK), start)))
    .filter(({ end }) => !IS_BAD.test(text.slice(end, end + LOOKED_BACK)))
    .filter(({ start, end }) => !isLeft(text, start, end))
    .flatMap(({ kind, text: found }) => (kind === 'version' ? [found] : versionOf(found)));
}

/** Versions below which a sentence leads. */
const targetsBelow = (text: string): string[] =>
  entitiesIn(text, () => [])
    .filter(({ kind, start }) => {
      const before = text.slice(Math.max(0, start - LOOKED_BACK), start);
      return kind === 'version' && (LED_BELOW.test(before) || TAKES_BAD.test(before));
    })
    .map(({ text: found }) => found);

const isLeft = (text: string, start: number, end: number): boolean =>
  (IS_LEFT.test(text.slice(end, end + 2 * LOOKED_BACK)) &&
    !IS_LED_TO.test(text.slice(Math.max(0, start - LOOKED_BACK), start))) ||
  (BY_ANOTHER.test(text.slice(end, end + LOOKED_BACK)) &&
    IS_REPLACED.test(text.slice(Math.max(0, start - LOOKED_BACK), start)) &&
    !/\s(?:with|by|for)\s\S{0,40}\s?$/i.test(text.slice(Math.max(0, start - LOOKED_BACK), start)));

function versionOf(purl: string): string[] {
  const version = /@([^?#/]+)(?:[?#]|$)/.exec(purl.slice(purl.lastIndexOf('/')))?.[1];
  return version === undefined ? [] : [version];
}
