// What a brief says of versions outside of its remediation: that one is fixed, or that one should be gone to. Whether it is, the comparator of the ecosystem says that is
// handed in; what nobody can compare is left to the entity check. Called by the pipeline of briefs. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { citedIn } from './coverage.ts';
import { entitiesIn } from './entity-forms.ts';
import { spoken } from './plain-signs.ts';
import type { Reading } from './reading.ts';
import { remediationIn, targetsIn } from './remediation.ts';
import { wordsOf } from './row-words.ts';
import { sentencesOf } from './sentences.ts';

export interface FixedFault extends Span {
  /** `advised`: it is led to and is below the fix or affected. `called fixed`: it is said to be a fix, and is none. */
  readonly reason: 'advised' | 'called fixed';
  readonly version: string;
}

export interface FixedParts {
  /** Whether a source calls that version a fix. */
  readonly isFix: (version: string) => boolean;
  /** True where it is below what mends it, or affected, by the sources cited, else by any; null where nobody can tell. */
  /** Somebody calls a version good that another calls affected: who is told of is not judged. */
  readonly isDisputed: boolean;
  readonly isBad: (version: string, cited: readonly number[]) => boolean | null;
}

/** A version that something else is said of. */
const IS_SUBJECT = /^\s(?:is|are|was|were|remains?|stays?|still|has)\b/i;
const BEFORE = 64;
const BETWEEN = 24;
const FIXED =
  /\b(?:fix(?:ed)?|patched|resolved|mended|remedied|corrected|addressed|repaired|safe)(?:\s(?:in|by|with|since|as of|from|at|is|are|was|versions?|releases?)){0,4}\s?[:=|]?\s{0,3}(?:v\.?\s?)?$/i;
const FIXES = /^\s(?:fix|mend|resolv|patch|remed(?:y|i)|repair|correct)e?s\b/i;
/** Behind a version that is called good. */
const CALLED_GOOD =
  /^\s\(?(?:(?:is|are|was)\s)?(?:already\s|also\s)?(?:fixed|patched|safe|unaffected|not\s(?:affected|vulnerable|exploitable)|(?:the|an?)\s(?:first\s)?(?:fixed|patched|safe|good)\s(?:version|release|target|one))\b/i;
/** Between versions of one list. */
const LISTED = /^(?:\s?(?:,|;|\/|or|and|as well as)){1,2}\s(?:v\.?\s?)?$/i;
const ADVISED =
  /\b(?:upgrade|upgrading|update|updating|downgrade|downgrading|migrate|migrating|bump|pin|revert|reverting|roll back|rolling back|switch|switching|move|moving|go back|return|keep|stay|remain)\b(?:[^.;!?\n]|\.(?=\S)){0,120}?\s(?:to|at|on|onto|with)\s(?:at least\s|versions?\s|release\s)?v?$/i;
const ADVISED_BEFORE = 200;
/** A sentence that begins so tells somebody what to do. */
const IMPERATIVE =
  /^\W*(?:(?:you|please|we|operators?)\s(?:should\s|must\s|can\s|may\s)?)?(?:use|install|deploy|pull|apply|take|choose|set|keep|pin)\s/i;

/** @param citations of the same reading */
export function fixedFaults(
  reading: Reading,
  citations: readonly Citation[],
  parts: FixedParts,
): FixedFault[] {
  const remediation = remediationIn(reading) ?? [];
  const words = wordsOf(reading);
  return citedIn(sentencesOf(reading), citations).flatMap(({ sentence: { start, end }, ids }) => {
    const isRemediation = remediation.some((span) => start >= span.start && start < span.end);
    const text = spoken(words(start, end));
    if (!/\d/.test(text)) return [];
    return saidOf(text, isRemediation, parts.isDisputed)
      .filter(({ version }) => !parts.isFix(version) && parts.isBad(version, ids) === true)
      .map((fault) => ({ ...fault, start, end }));
  });
}

const DENIED = /(?:\b(?:not|never|no|nor|without)|n['’]t)\s(?:(?:yet|been|be|being|known|to)\s){0,4}$/i;

function isCalledFixed(before: string): boolean {
  const found = FIXED.exec(before);
  return found !== null && !DENIED.test(before.slice(0, found.index));
}

function saidOf(
  text: string,
  isRemediation: boolean,
  isDisputed: boolean,
): Pick<FixedFault, 'reason' | 'version'>[] {
  const found: Pick<FixedFault, 'reason' | 'version'>[] = [];
  let lastFixed = -1;
  const led = new Set(!isRemediation && IMPERATIVE.test(text) ? targetsIn(text) : []);
  for (const { kind, text: version, start, end } of entitiesIn(text, () => [])) {
    if (kind !== 'version') continue;
    const isListed =
      lastFixed >= 0 &&
      start - lastFixed < BETWEEN &&
      LISTED.test(text.slice(lastFixed, start)) &&
      !IS_SUBJECT.test(text.slice(end, end + 16));
    const isFixed =
      isCalledFixed(text.slice(Math.max(0, start - BEFORE), start)) ||
      FIXES.test(text.slice(end, end + 16)) ||
      (!isDisputed && CALLED_GOOD.test(text.slice(end, end + 40)));
    if (isFixed || isListed) {
      lastFixed = end;
      found.push({ reason: 'called fixed', version });
    } else if (
      led.has(version) ||
      (!isRemediation && ADVISED.test(text.slice(Math.max(0, start - ADVISED_BEFORE), start)))
    )
      found.push({ reason: 'advised', version });
  }
  return found;
}
