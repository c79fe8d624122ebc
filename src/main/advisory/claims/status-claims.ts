// What a sentence says of a version that is named rightly: that it is affected where it is the fix, that what lies below the fix is safe, a range whose ends are turned round,
// a release before the fix as a way out. The comparator of the ecosystem is handed in; what nobody can compare is left alone. Called by judge-answer.ts.
// Source: advisory, Guardrails.
import { entitiesIn } from '../cite/entity-forms.ts';
import type { ClaimFault, ToldSentence } from './held-words.ts';

export interface StatusParts {
  /** Whether a source calls that version a fix. */
  readonly isFix: (version: string) => boolean;
  readonly liesInAffectedRange: (version: string, cited: readonly number[]) => boolean | null;
  /** Below 0 where the first is older; null where nobody can tell. */
  readonly compares: (one: string, other: string, cited: readonly number[]) => number | null;
}

const BAD = '(?:affected|vulnerable|exploitable|unsafe|broken|at\\srisk)';
const IS = '\\s(?:is|are|was|were|remains?|stays?)\\s(?:(?:also|still|itself|all|too)\\s){0,2}';
const CALLED_BAD = new RegExp(`^(?:${IS})${BAD}\\b`, 'i');
const UP_TO =
  /\b(?:up\sto\sand\sincluding|through|inclusive\sof|(?<!not\s)including)\s(?:version\s)?v?$|(?:<=|≤)\s?v?$/i;
const FROM =
  /(?:\b(?:from|since|starting\s(?:with|from|at|in)|beginning\swith|as\sof)\s(?:versions?\s|release\s)?|(?:>=?|≥)\s?)v?$/i;
const UPWARDS =
  /^\s(?:on(?:wards?)?|and\s(?:later|newer|above|up|higher|after)|or\s(?:later|newer|above|higher))\b/i;
const THEN_BAD = new RegExp(
  `^[^.;:!?\\d]{0,40}?\\b(?:is|are|remain)\\s(?:(?:also|still|all)\\s)?${BAD}\\b`,
  'i',
);
const BAD_BEFORE = new RegExp(
  `\\b${BAD}(?:\\s(?:is|are|versions?|releases?)){0,3}\\s?:?\\s?(?:versions?\\s|releases?\\s)?$`,
  'i',
);
const BELOW =
  /(?:\b(?:before|below|prior\sto|older\sthan|earlier\sthan|lower\sthan|under|not\sincluding|excluding|until|up\sto|to)\s(?:versions?\s|release\s)?|(?<![<>])<\s?)v?$/i;
const CALLED_GOOD =
  /^\s(?:is|are|was|were|remain)\s(?:(?:all|also|still|already)\s){0,2}(?:not\s(?:affected|vulnerable)|unaffected|safe|fine|fixed|patched|good)\b/i;
const NOTHING_BELOW =
  /\b(?:nothing|none|no\s(?:version|release))\s(?:before|below|older\sthan|earlier\sthan|prior\sto|under)\s(?:version\s)?v?$/i;
const DENIES = /\b(?:not|never|no|nothing|none)\b|n['’]t\b|\bun(?:affected|patched)/i;
const AVOIDS =
  /\b(?:avoid|skip|wait\sfor\s(?:\w{1,12}\s){0,4}than|(?:do\snot|don['’]t|never)\s(?:use|install|deploy|(?:upgrade|update|move|go)\sto))\s(?:version\s|release\s)?v?$/i;
/** A way out that is older than the fix, where nothing is told of what is affected. */
const OLDER =
  /\b(?:before|below|prior\sto|preced(?:es|ing)|ahead\sof|(?:older|earlier|lower|smaller)\sthan|under)\s(?:versions?\s|release\s)?v?$/i;
const TELLS_STATE = /\b(?:affected|vulnerable|if|whoever|all\s(?:versions|releases)|every)\b/i;
const IS_TARGET = /\b(?:upgrade|update|go|move|switch|stay|remain|keep|use|install|take|choose|pin)\b/i;
const GOOD =
  /\b(?:safe|fine|clean|secure|unaffected|harmless|not\s(?:affected|vulnerable|concerned)|(?:need|needs)\snot|no\s(?:risk|danger|worry|need))\b/i;
const STILL_HAS =
  /^\s(?:contains|has|carries|still\s(?:has|contains))\sthe\s(?:bug|flaw|vulnerability|issue|problem|defect)\b/i;
const CAME_WITH =
  /\b(?:introduced|appeared|came|started|added)\s(?:in|with|by)\s(?:versions?\s|release\s)?v?$/i;
const RANGE_JOIN =
  /^\s(?:on\s)?(?:(?:up\s)?to|before|until|through|but\sbefore|and\sbefore)\s(?:but\s(?:not\sincluding|excluding)\s)?(?:version\s)?v?$/i;
const HAS_BAD = new RegExp(`\\b${BAD}\\b`, 'i');
const NOT_GOOD = /\bnot\s(?:safe|fine|secure)\b/i;
const MENDS = /\b(?:fix|patch|correct|resol|remed)/i;
const BOUNDED = /\b(?:before|until|up\sto|below|<)\s?(?:but\s\w{1,12}\s)?v?\d/i;
/** `all before 1.2.3 to 1.2.3`. */
const LEADS_ON = /^[^.;:!?]{0,40}?\sto\s(?:at\sleast\s|version\s)?v?\d/i;
const NEAR = 80;

/** What is looked for in the whole of a sentence, once. */
interface Whole {
  readonly isBad: boolean;
  readonly isGood: boolean;
  readonly denies: boolean;
  readonly tellsState: boolean;
  readonly leads: boolean;
  readonly mends: boolean;
}

const wholeOf = (text: string): Whole => ({
  isBad: HAS_BAD.test(text),
  isGood: GOOD.test(text) && !NOT_GOOD.test(text),
  denies: DENIES.test(text),
  tellsState: TELLS_STATE.test(text),
  leads: IS_TARGET.test(text),
  mends: MENDS.test(text),
});

/** @param sentence in plain signs */
export function statusFaults(sentence: ToldSentence, parts: StatusParts): ClaimFault[] {
  const { text, ids, start, end, isRemedy } = sentence;
  if (!/\d/.test(text)) return [];
  const cited = ids ?? [];
  const whole = wholeOf(text);
  const versions = entitiesIn(text, () => []).filter(({ kind }) => kind === 'version');
  return versions.flatMap(({ text: version, start: from, end: to }, at) => {
    const before = text.slice(Math.max(0, from - NEAR), from);
    const behind = text.slice(to, to + NEAR);
    const next = versions[at + 1];
    const isFix = parts.isFix(version) && parts.liesInAffectedRange(version, cited) === false;
    const words = [
      ...(isFix ? saidOfFix(before, behind, whole, isRemedy) : []),
      ...(next !== undefined &&
      FROM.test(before) &&
      !whole.leads &&
      RANGE_JOIN.test(text.slice(to, Math.min(next.start, to + NEAR))) &&
      (parts.compares(version, next.text, cited) ?? 0) > 0
        ? ['A range whose ends are turned round']
        : []),
    ];
    return words.map((one) => ({
      ...{ code: isRemedy ? ('remediation_unapproved' as const) : ('entity_unsupported' as const) },
      ...{ what: version, words: one, start, end },
    }));
  });
}

function saidOfFix(before: string, behind: string, whole: Whole, isRemedy: boolean): string[] {
  const isOlder = OLDER.test(before);
  return [
    ...(saysBad(before, behind, whole) ? ['Calls affected what mends it'] : []),
    ...((isOlder && whole.isGood) ||
    (BELOW.test(before) && CALLED_GOOD.test(behind)) ||
    (NOTHING_BELOW.test(before) && whole.isBad)
      ? ['Calls good what lies below the fix']
      : []),
    ...(AVOIDS.test(before) ? ['Leads away from what mends it'] : []),
    ...(isRemedy && isOlder && !whole.tellsState && !LEADS_ON.test(behind)
      ? ['Leads to a version below the fix']
      : []),
  ];
}

function saysBad(before: string, behind: string, { isBad, denies, mends }: Whole): boolean {
  if (CALLED_BAD.test(behind) && !BELOW.test(before)) return true;
  if (STILL_HAS.test(behind) || (CAME_WITH.test(before) && !mends)) return true;
  if (UP_TO.test(before) && isBad && !denies) return true;
  const isUpwards = UPWARDS.test(behind) || FROM.test(before);
  return (
    isUpwards && !BOUNDED.test(behind) && (THEN_BAD.test(behind) || BAD_BEFORE.test(before.replace(FROM, '')))
  );
}
