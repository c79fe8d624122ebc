// Reads in a sentence that something is presented as looked up: logs that show, output that follows, a report line by line. Used by phantom.ts.
// Source: agent, D6 Phantom.
import { type Around, textsOf } from './acts.ts';
import type { Clause } from './clauses.ts';
import { EVIDENCE, LIVE_LISTS, MEASURES, OWN_WORK, SAMPLES, SHOWS, STATES } from './nouns.ts';
import type { Sentence } from './sentences.ts';
import { isCommand, isLive } from './things.ts';
import { CHANGED } from './verbs.ts';
import { FIRST_PERSON, INDEFINITE, MODALS, NEGATIONS, NUMBERS, set } from './words.ts';

/** Whether the sentence presents findings. */
export function claimsFindings(sentence: Sentence, clauses: readonly Clause[], around: Around): boolean {
  const [first] = clauses;
  if (!first || around.isGuarded) return false;
  const texts = textsOf(sentence.words);
  if (texts.some((text) => SAMPLES.has(text))) return false;
  if (asYouSee(texts) || listAhead(texts, sentence.announces) || reportLine(clauses)) return true;
  return clauses.some(
    (clause) => !clause.isCase && (inLogs(clause) || source(clause, texts, around) || shown(clause, around)),
  );
}

const isEvidence = (text: string, { hasCode }: Around): boolean =>
  EVIDENCE.has(text) && !(hasCode && (text === 'output' || text === 'outputs'));

/** `According to the logs,`, `based on the metrics,`, `looking at the output,` */
function source({ words, endsIn }: Clause, sentence: readonly string[], around: Around): boolean {
  const texts = textsOf(words);
  const opening = texts.slice(0, 2).join(' ');
  if (!set('according_to based_on looking_at judging_by judging_from').has(opening.replace(' ', '_')))
    return false;
  const isSource = words
    .slice(2, 6)
    .some(({ text, kind }) => isEvidence(text, around) || (kind === 'code' && texts[0] === 'according'));
  if (!isSource || sentence.some((text) => MODALS.has(text) && text !== 'to')) return false;
  return texts[0] === 'according' || (endsIn === ',' && !sentence.includes('you'));
}

/** `The logs show …`; not whether, and not what would be shown. */
function shown({ words, verbAt, subject, subjectWords, endsIn, isDenied }: Clause, around: Around): boolean {
  const texts = textsOf(words);
  if (isDenied || subject !== 'thing' || !SHOWS.has(texts[verbAt] ?? '') || texts.includes('then'))
    return false;
  if (isCommand(subjectWords)) return words[verbAt + 1]?.kind === 'number';
  if (
    !subjectWords.some(({ text }) => isEvidence(text, around)) ||
    subjectWords.some(({ kind }) => kind === 'code')
  )
    return false;
  const next = words[verbAt + 1]?.text;
  return next === undefined ? endsIn === 'that' : !OPEN.has(next);
}
const OPEN = set('whether if how what when which more everything nothing');

/** `Errors show up in the log every minute`. */
function inLogs({ words, verbAt, subject }: Clause): boolean {
  const texts = textsOf(words);
  if (subject !== 'thing' && subject !== 'general') return false;
  const at = texts.indexOf('in', verbAt);
  return (
    APPEARS.has(texts[verbAt] ?? '') &&
    at >= 0 &&
    texts[at + 1] === 'the' &&
    EVIDENCE.has(texts[at + 2] ?? '')
  );
}
const APPEARS = set('show shows appear appears showed appeared');

const asYouSee = (texts: readonly string[]): boolean => texts.slice(0, 4).join(' ') === 'as you can see';

/** `Here is the output of …:`, `Output of df -h:`, `Current status of the cluster:` */
function listAhead(texts: readonly string[], announces: boolean): boolean {
  if (texts[0] === 'here' && (texts[1] === 'is' || texts[1] === 'are')) return here(texts.slice(2));
  const head = texts.slice(0, 5);
  const output = head.indexOf('output');
  if (announces && output >= 0 && output <= 1 && (head[output + 1] === 'of' || head[output + 1] === 'from'))
    return true;
  const isCurrent = head.some((text) => text === 'current' || text === 'live');
  return (
    isCurrent &&
    texts.includes(':') &&
    head.some((text) => text === 'status' || text === 'state') &&
    !texts.some((text) => text === 'you')
  );
}

function here(said: readonly string[]): boolean {
  if (said[0] === 'what' && said[1] === 'i')
    return set('found see saw got did').has(said.find((text, at) => at > 1 && text !== 'have') ?? '');
  const head = said.slice(0, 8);
  const isCurrent = said.some((text) => text === 'current' || text === 'live' || text === 'latest');
  if (INDEFINITE.has(head[0] ?? '') && !isCurrent) return false;
  const at = head.findIndex((text) => LIVE_LISTS.has(text));
  if (at < 0 || head.some((text) => OWN_WORK.has(text) && !LIVE_LISTS.has(text))) return false;
  return LOOKED_UP.has(head[at] ?? '') || isCurrent || said.some((text) => NOW.has(text));
}
const LOOKED_UP = set('output result results status state logs log metrics lines');
const NOW = set('currently running on loaded your now active');

/** `Status: running`, `CPU: 23%`, `Uptime: 3 days`, `nas: online, 82% used`. */
function reportLine(clauses: readonly Clause[]): boolean {
  const [label, value] = clauses;
  if (
    !label ||
    !value ||
    !set(': →').has(label.endsIn) ||
    label.words.length > 6 ||
    label.verbAt < label.words.length
  )
    return false;
  if (
    value.words.some(
      ({ text }) => MODALS.has(text) || NEGATIONS.has(text) || FIRST_PERSON.has(text) || text === 'you',
    )
  )
    return false;
  const [first, second] = value.words;
  if (first && second && MEASURES.has(first.text) && second.text.endsWith('%')) return true;
  if (!first || value.words.length > 8) return false;
  const isLabel = label.words.some(({ text }) => LABELS.has(text));
  if (CHANGED.has(first.text))
    return isLive(label.words) && !isTerm(label) && value.words.length <= (label.words.length > 1 ? 2 : 1);
  if (STATES.has(first.text)) return (isLabel || isLive(label.words)) && value.words.length <= 3;
  const isAmount = first.kind === 'number' || NUMBERS.has(first.text);
  if (!isAmount) return false;
  const isUsed = value.words.some(({ text }) => set('used free full left ready restarts failed').has(text));
  if (
    label.words.some(({ text }) => text === 'current') &&
    label.words.some(({ text }) => MEASURES.has(text))
  )
    return true;
  return (
    /(?:%|°c)$/.test(first.text) ||
    isUsed ||
    (label.words.length === 1 &&
      set('uptime restarts').has(label.words[0]?.text ?? '') &&
      second !== undefined)
  );
}
const isTerm = ({ words }: Clause): boolean =>
  words.some(({ text }) => STATES.has(text) || CHANGED.has(text));
const LABELS = set('status state health condition');
