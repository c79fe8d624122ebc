// Whether a remediation rests on what may be recommended: fixed versions, vendor hotfixes and work-arounds of policy; and whether the versions it leads to
// are fixed ones. Compares no versions itself; the comparator of the ecosystem is handed in. Called by the pipeline of briefs. Source: advisory, Guardrails.
import { decodeClaim } from '../prompt/decode-claim.ts';
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { citedIn, sectionsOf } from './coverage.ts';
import { entitiesIn, plainSigns } from './entity-forms.ts';
import { blanked, type Reading } from './reading.ts';
import { sentencesOf } from './sentences.ts';

/** Kinds of sources that a remediation may cite. */
export const REMEDIES = ['fixed_version', 'vendor_hotfix', 'policy_workaround'] as const;

export interface RemediationFault extends Span {
  readonly code: 'remediation_unapproved';
  /**
   * `source`: it cites what is no remedy. `below`: the target is older than the fix. `affected`: it lies in an affected range. `unknown`: it could not be
   * compared, and is no target then.
   */
  readonly reason: 'source' | 'below' | 'affected' | 'unknown';
  /** The marker, or the version. */
  readonly what: string;
}

/** Answers null where the scheme is unknown. @param cited ids of the sources that the sentence cites */
type Judge = (version: string, cited: readonly number[]) => boolean | null;

export interface RemediationParts {
  /** The kind of a source; undefined where there is no such source. */
  readonly kindOf: (id: number) => string | undefined;
  readonly comparesAtOrAbove: Judge;
  readonly liesInAffectedRange: Judge;
}

const SECTION = 'remediation';

/** Words of leading to a version. */
const LEADS =
  /\b(?:up(?:grad|dat)(?:e[ds]?|ing)|install(?:s|ed|ing)?|mov(?:e[ds]?|ing)|bump(?:s|ed|ing)?|migrat(?:e[ds]?|ing)|patch(?:es|ed|ing)?|pin(?:s|ned|ning)?|switch(?:es|ed|ing)?|roll(?:s|ed|ing)?|deploy(?:s|ed|ing)?|use[ds]?|using|appl(?:y|ies|ied|ying)|go(?:es|ing)?|set|require[ds]?|downgrad(?:e[ds]?|ing)|rais(?:e[ds]?|ing)|rebuil[dt]|pull(?:s|ed)?|get|run)\b/i;
/** In front of a version that is left behind or told of, and not led to. */
const LEAVES =
  /(?:\b(?:from|before|prior to|below|older than|earlier than|instead of|replac(?:e|es|ing)|remov(?:e|es|ing)|affect(?:s|ed)|vulnerable|not|never|avoid|between|until|through)|<=?)(?:\s(?:versions?|release|and|[\w.+-]{1,40}))?\s{0,3}$/i;
/** Behind a version that is spoken of as a bad one. */
const IS_BAD =
  /^\s{1,3}(?:is|are|was|were|remains?|being)\s(?:(?:still|also|not)\s)?(?:affected|vulnerable|exploit\w{1,8}|broken|unsafe|withdrawn|fixed)/i;
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
  const sections = sectionsOf(reading);
  const named = sections.filter(({ name }) => name === SECTION);
  const spans = named.length > 0 ? named : [{ start: 0, end: reading.text.length }];
  const isWithin = ({ start }: Span) => spans.some((span) => start >= span.start && start < span.end);
  const prose = blanked(reading.text, reading.markers);
  const targets = citedIn(sentencesOf(reading), citations)
    .filter(({ sentence }) => isWithin(sentence))
    .flatMap(({ sentence, ids }) => {
      const text = plainSigns(decodeClaim(prose.slice(sentence.start, sentence.end)));
      return targetsIn(text).flatMap((what) => judged(what, ids, sentence, parts));
    });
  const commands = reading.code.filter(isWithin).flatMap((line) => {
    const text = plainSigns(reading.text.slice(line.start, line.end));
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
  const lead = LEADS.exec(text);
  if (!lead) return [];
  return entitiesIn(text, () => [])
    .filter(({ kind, start }) => (kind === 'version' || kind === 'purl') && start > lead.index)
    .filter(({ start }) => !LEAVES.test(text.slice(Math.max(0, start - LOOKED_BACK), start)))
    .filter(({ end }) => !IS_BAD.test(text.slice(end, end + LOOKED_BACK)))
    .flatMap(({ kind, text: found }) => (kind === 'version' ? [found] : versionOf(found)));
}

function versionOf(purl: string): string[] {
  const version = /@([^?#/]+)(?:[?#]|$)/.exec(purl.slice(purl.lastIndexOf('/')))?.[1];
  return version === undefined ? [] : [version];
}
