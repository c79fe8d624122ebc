// How grave a vulnerability is: a number from the vectors its advisories give, by CVSS's own formulas (which a library computes), and a word for it; an issuer's own
// word where there is no vector. Pure. Called by stored-finding.ts. Source: advisory, Findings.
import calculator from 'ae-cvss-calculator';
import type { Severity as SeverityWord } from '../../../shared/model/evidence/finding.ts';
import { SEVERITIES } from '../../../shared/model/evidence/words.ts';
import type { Severity } from '../formats/records.ts';

export interface Graveness {
  readonly severity: SeverityWord;
  /** 0 to 10; null where nobody gives a number or a vector. */
  readonly cvss: number | null;
}

/** Newer kinds before older ones: a base score of version 2 says less. */
const KINDS = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2', 'score'];
/** Longest vector read; one with every metric has some 300. */
const MAX_VECTOR = 500;

/**
 * The worst that any advisory says, so that none makes another's less. Of one advisory the newest kind counts, and of it the highest.
 * @param stated by advisory
 */
export function gravenessOf(stated: readonly (readonly Severity[])[]): Graveness {
  const scores = stated.flatMap((one) => scoreOf(one) ?? []);
  const cvss = scores.length === 0 ? null : Math.max(...scores);
  const words = stated
    .filter((one) => scoreOf(one) === null)
    .flat()
    .flatMap(({ type, score }) => (type === 'word' ? (WORDS[score.toLowerCase()] ?? []) : []));
  if (cvss !== null) words.push(wordOf(cvss));
  const [worst] = words.toSorted((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b));
  return { severity: worst ?? 'unknown', cvss };
}

function scoreOf(stated: readonly Severity[]): number | null {
  for (const kind of KINDS) {
    const scores = stated.flatMap(({ type, score }) => (type === kind ? (numberOf(score) ?? []) : []));
    if (scores.length > 0) return Math.max(...scores);
  }
  return null;
}

function numberOf(text: string): number | null {
  const plain = /^\d{1,2}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null;
  if (plain !== null) return plain <= 10 ? plain : null;
  if (text.length > MAX_VECTOR || !/^[\w:./]+$/.test(text)) return null;
  const scores = calculator.fromVector(text)?.calculateScores();
  const base = scores?.base;
  return typeof base === 'number' && Number.isFinite(base) ? base : null;
}

/** The scale of CVSS 3 and 4. */
function wordOf(score: number): SeverityWord {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

/** What issuers call it. */
const WORDS: Readonly<Record<string, SeverityWord>> = {
  critical: 'critical',
  important: 'high',
  high: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  negligible: 'low',
  unimportant: 'low',
  none: 'none',
};
