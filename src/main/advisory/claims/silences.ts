// Sentences that need no source: that no source says something, where none does; and steps of checking and planning in a remediation, made of words that name nothing.
// What else cites nothing is a claim without a source. Called by judge-answer.ts through coverageOf. Source: advisory, Guardrails.
import { clausesOf } from './clauses.ts';
import type { HeldWords, ToldSentence } from './held-words.ts';
import { EXPLOITED } from './word-table.ts';

const SOURCES =
  '(?:sources?|evidence|advisor(?:y|ies)|passages?|materials?|data|texts?|entr(?:y|ies)|records?|reports?|descriptions?)';
/** `No source says that…`, `It is not stated in the sources`, `Nothing in the evidence says so`, `No conflicts were found`. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:no|none\\sof\\sthe|neither\\sof\\sthe|nothing\\sin\\sthe)\\s(?:\\w{1,14}\\s)?${SOURCES}\\s(?:\\w{1,14}\\s)?(?:say|state|name|mention|speak|report|list|give|describe|indicate|show|confirm|document|contain|address|cover|rate|tell|assign|specif(?:y|ie)|dispute|contradict|suggest)s?\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:not|nowhere|never)\\s(?:explicitly\\s)?(?:stated|named|mentioned|given|said|reported|listed|specified|described|documented|covered|known|found)\\s(?:by|in|from)\\s(?:any\\s(?:of\\sthe\\s)?|the\\s|these\\s)?(?:\\w{1,14}\\s)?${SOURCES}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:the|these)\\s(?:\\w{1,14}\\s)?${SOURCES}\\s(?:do|does)(?:\\snot|n['’]t)\\s(?:explicitly\\s)?(?:say|state|name|mention|speak|report|list|give|describe|indicate|specify|contradict|disagree|differ|conflict|address|cover|tell|assign|suggest|contain)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:there\\sis\\s)?no\\s(?:[\\w-]{1,14}\\s){0,3}(?:is|are|was|were)?\\s?(?:named|listed|given|stated|mentioned|reported|found|identified|known|in)\\s?(?:(?:by|in|among|between|from)\\s(?:any\\s(?:of\\sthe\\s)?|the\\s)?(?:\\w{1,14}\\s)?${SOURCES})?\\.?$`,
    'i',
  ),
  new RegExp(
    `\\b(?:(?:the|both|these)\\s${SOURCES}|they|it)\\s(?:say|state|name|mention|report|list|give|describe|indicate|specify|contain|assign|tell)s?\\s(?:no|nothing|neither)\\b`,
    'i',
  ),
  /^(?:and\s)?(?:none|neither)\s(?:of\s(?:them|these)\s)?(?:says?|states?|names?|mentions?|reports?|lists?|gives?|describes?|indicates?|specifies|assigns?|rates?|tells?|suggests?)\b/i,
  new RegExp(`\\bno\\s(?:[\\w-]{1,20}\\s){1,3}(?:in|from|among)\\s(?:any\\sof\\s)?the\\s${SOURCES}\\b`, 'i'),
  new RegExp(
    `\\b(?:the|all)\\s${SOURCES}\\sagree\\b|\\bno\\s(?:conflict|contradiction|disagreement)(?:s|ing\\sstatements)?\\b`,
    'i',
  ),
];
/** Alone beneath a heading. */
const NONE =
  /^(?:none|n\/a|not applicable|nothing|no conflicts?|none found|none known)(?: (?:found|known|reported|identified|stated))?\.?$/i;
const MOST_WORDS = 34;

/** What such a sentence is about, and what a source has where it is not silent on it. */
const TOPICS: readonly (readonly [RegExp, RegExp])[] = [
  [/exploit|in the wild|attack/i, EXPLOITED],
  [/\bfix|patch|remed(?:y|i)|upgrade/i, /\bfixed in \S*\d/i],
  [
    /work-?around|mitigat/i,
    /(?<!\bno (?:known |official |other )?)work-?around|(?<!\bno (?:known )?)mitigat/i,
  ],
  [/restart|reboot|downtime/i, /\brestart|\breboot|downtime/i],
  [/roll(?:ing)?\s?back|go(?:ing)? back|rollback|downgrade/i, /roll(?:ing|ed)?[ -]?back|downgrade/i],
  [/deadline|by when|\bdue\b/i, /\bdue on\b|deadline/i],
  [/sever(?:e|ity)|score|cvss|epss|rating/i, /cvss|epss|severity (?!unknown)\w/i],
  [
    /\bfind(?:er|ers)\b|discover|reporter|credit/i,
    /(?:report|discover|f(?:i|ou)nd|disclos)\w*\sby|credit|thanks/i,
  ],
  [
    /conflict|contradict|disagree|agree|differ|disput/i,
    /held until a person decides|disput|contradict|not affected|\boutcome: fixed\b/i,
  ],
];

const isNone = (text: string): boolean => NONE.test(text);
const saysNothing = (clause: string): boolean =>
  clause.split(' ').length <= MOST_WORDS && FORMS.some((form) => form.test(clause));

/** What a sentence says beside that sources say nothing; the whole of one that is no silence. */
export function besideSilences(text: string): string {
  if (isNone(text)) return '';
  const clauses = clausesOf(text);
  const said = clauses.filter((one) => !saysNothing(one));
  return said.length === clauses.length ? text : said.join('; ');
}

/** Of others than those that are told. */
const SAYS_MORE = /\bno\s(?:other|further|additional|more|second)\b/i;

/** What a sentence says nobody says, and somebody does: of what it cites, or of all where it cites nothing. */
export function brokenSilence({ text, ids }: ToldSentence, held: HeldWords): string | null {
  if (isNone(text)) return null;
  const of = ids === null || ids.length === 0 ? null : ids;
  for (const silence of clausesOf(text).filter(saysNothing)) {
    const topic = SAYS_MORE.test(silence)
      ? undefined
      : TOPICS.find(([about, told]) => about.test(silence) && held.matches(told, of));
    if (topic !== undefined) return topic[0].exec(silence)?.[0] ?? null;
  }
  return null;
}

/** `In the passages given,` in front of one. */
const LEADS_IN =
  /^(?:in|as|at|among|within|from|for|on|according|regarding|concerning|based)\s(?:\S+\s?){1,9}$/i;

/** Whether all it says is that no source says anything of what it is about, and that is so; a topic nobody looks up is none that may go without a source. */
function isTrueSilence(text: string, held: HeldWords): boolean {
  if (isNone(text)) return true;
  const clauses = clausesOf(text).filter((one, at) => at > 0 || !LEADS_IN.test(one));
  return clauses.length > 0 && clauses.every((one) => saysNothing(one) && isTrue(one, held));
}

function isTrue(silence: string, held: HeldWords): boolean {
  const topics = TOPICS.filter(([about]) => about.test(silence));
  return (
    topics.every(([, told]) => !held.matches(told, null)) &&
    (topics.length > 0 || /\bso\b|\bit\b/i.test(silence))
  );
}

const STEP_WORDS = new Set(
  'a after afterwards again all and any application as at back backup been before beforehand build built carry change changes check checked checks closed component components confirm deploy deployed deployment do done ensure environment finally finding findings first following for from gone has have if import imported in inform install installed inventory is it its list lists longer maintenance make monitor new newest next no not of on once one or out passed plan planned product production project rebuild rebuilt redeploy release rescan restart result results resolved reports roll rolled run running scan schedule shown shows stage staging step steps sure system systems take team test tested testing tests that the them then there these they this to until update updated upgrade upgraded verify version versions was when whether window with work works your'.split(
    ' ',
  ),
);
const STEP_BEGINS =
  /^(?:\W|\d{1,2}[.)]\s|step\s\d{1,2}\W{0,3}|(?:then|finally|afterwards|first|next|check|verify)[,:]\s)*(?:check|verify|confirm|test|plan|schedule|make\ssure|ensure|re-?scan|import|rebuild|redeploy|re-?run|roll\sit\sout|carry\sit\sout|take\sa\sbackup|monitor|run\s(?:the|your)\stests|deploy\sit|inform)\b/i;

/** A step of care, in words that can name nothing and promise nothing. */
function isStep({ text, isRemedy }: ToldSentence): boolean {
  if (!isRemedy || !STEP_BEGINS.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  return (
    words.length <= MOST_WORDS &&
    words.every((word) => STEP_WORDS.has(word.replace(/^re-/, 're')) || /^\d{1,2}$/.test(word))
  );
}

/** @returns where the sentences begin that may stand without a source */
export function needNoSource(sentences: readonly ToldSentence[], held: HeldWords): ReadonlySet<number> {
  return new Set(
    sentences.filter((one) => isTrueSilence(one.text, held) || isStep(one)).map(({ start }) => start),
  );
}
