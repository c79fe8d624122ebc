// Reads in a clause that somebody claims to know how the live system is: what runs, how full it is, what its logs show. Used by phantom.ts.
// Source: agent, D6 Phantom.
import type { Around } from './acts.ts';
import type { Clause } from './clauses.ts';
import type { Word } from './sentences.ts';
import { CHANGE_NOUNS } from './verbs.ts';
import {
  ADVERBS,
  EVIDENCE,
  INDEFINITE,
  LIVE_LISTS,
  MASS,
  MEASURED,
  MEASURES,
  MODALS,
  NEGATIONS,
  OWN_WORK,
  SAMPLES,
  SHOWS,
  STATES,
  THINGS_SET,
  WEAK_STATES,
} from './words.ts';

const BE = new Set('is are was were been looks look seems seem appears'.split(' '));
const textsOf = (words: readonly Word[]): string[] => words.map(({ text }) => text);

/** Whether the clause claims to know a state. @param announces the sentence ends in a colon */
export function claimsState(clause: Clause, around: Around, announces: boolean): boolean {
  if (clause.isCase || around.isGuarded) return false;
  const texts = textsOf(clause.words);
  if (evidence(clause, texts, around) || list(clause, texts, announces)) return true;
  if (texts.slice(0, clause.verbAt + 2).some((text) => MODALS.has(text))) return false;
  if (clause.subject === 'nobody') return noneIs(clause, texts);
  if (clause.subject !== 'thing') return false;
  return [thereIs, isInState, measures, happened, works].some((reads) => reads(clause, texts));
}

/** Behind a verb, past what does not count, denied or not: not running is a state too. */
function after(texts: readonly string[], at: number): number {
  let next = at + 1;
  while (next < texts.length && (ADVERBS.has(texts[next] ?? '') || NEGATIONS.has(texts[next] ?? '') || FILLERS.has(texts[next] ?? ''))) next++;
  return next;
}
const FILLERS = new Set('all both back very again being in both yet'.split(' '));

const isNamed = ({ text, kind }: Word): boolean => kind === 'code' || kind === 'number' || /[\d./_-]/.test(text);
/** Live beyond doubt, or a name of something. */
const isLive = (words: readonly Word[]): boolean =>
  words.some((word) => THINGS_SET.has(word.text) || isNamed(word) || EVERYTHING.has(word.text));
const EVERYTHING = new Set('everything it they services systems nodes'.split(' '));

function isInState(clause: Clause, texts: readonly string[]): boolean {
  return texts.some((text, at) => {
    if (!BE.has(text)) return false;
    const next = after(texts, at);
    const state = texts[next] ?? '';
    if (state === 'use' && texts[next - 1] === 'in') return isLive(clause.subjectWords);
    if (!STATES.has(state)) return false;
    if (['was', 'were'].includes(text) && WEAK_STATES.has(state) && !isMeasured(clause)) return isLive(clause.subjectWords);
    return !WEAK_STATES.has(state) || isLive(clause.subjectWords);
  });
}

const isMeasured = ({ subjectWords }: Clause): boolean => subjectWords.some(({ text }) => MEASURES.has(text));

const COUNTED = new Set('no failed active open stopped running loaded currently unhealthy pending exited many several'.split(' '));
const AT_PRESENT = new Set('currently now moment running stopped loaded active'.split(' '));

/** `There are 7 containers running`, `there are no active alerts`. */
function thereIs(clause: Clause, texts: readonly string[]): boolean {
  const at = texts.indexOf('there');
  if (at < 0 || !['is', 'are', 'was', 'were'].includes(texts[at + 1] ?? '')) return false;
  const said = clause.words.slice(at + 2);
  const thing = said.findIndex(({ text }) => THINGS_SET.has(text));
  if (thing < 0 || thing > 5) return false;
  const before = said.slice(0, thing);
  if (before.some(({ text }) => INDEFINITE.has(text) && text !== 'several')) return false;
  return before.some(({ text, kind }) => kind === 'number' || COUNTED.has(text)) || said.some(({ text }) => AT_PRESENT.has(text));
}

/** `No containers are running`: a look at them all; but nothing of what was not done. */
function noneIs(clause: Clause, texts: readonly string[]): boolean {
  return clause.subjectWords.some(({ text }) => THINGS_SET.has(text)) && isInState(clause, texts);
}

/** `CPU usage is 12%`, `the partition is at 87%`, `with 12 GB free`. */
function measures(clause: Clause, texts: readonly string[]): boolean {
  if (clause.subjectWords.every(({ text }) => INDEFINITE.has(text) || MASS.has(text)) && !isMeasured(clause)) return false;
  return texts.some((text, at) => {
    if (!MEASURED.has(text)) return false;
    const amount = clause.words.slice(at + 1, at + 6).find(({ kind }) => kind === 'number');
    if (!amount) return false;
    return isMeasured(clause) || (isLive(clause.subjectWords) && LIVE_AMOUNT.test(amount.text)) || texts.includes('up');
  }) || expires(clause, texts);
}
const LIVE_AMOUNT = /%$|\d(?:gb|mb|kb|tb|gib|mib|ms|°c)$/;

function expires(clause: Clause, texts: readonly string[]): boolean {
  const at = texts.indexOf('expires');
  return at >= 0 && clause.subjectWords.some(({ text }) => text.startsWith('certificate')) && ['in', 'on'].includes(texts[at + 1] ?? '');
}

const HAPPENED = new Set('exited crashed died failed restarted rebooted stopped finished completed succeeded hung recovered booted dropped jumped'.split(' '));

/** `The container exited with code 137`. */
function happened({ words, subjectWords, verbAt }: Clause, texts: readonly string[]): boolean {
  const isThing = subjectWords.some((word) => THINGS_SET.has(word.text) || CHANGE_NOUNS.has(word.text) || isNamed(word));
  const isPronoun = subjectWords.length === 1 && EVERYTHING.has(subjectWords[0]?.text ?? '');
  if (!isThing && !(isPronoun && texts.includes('ago')) && subjectWords.length !== 1) return false;
  const verb = words.slice(verbAt).find(({ text }) => !ADVERBS.has(text) && text !== 'has' && text !== 'have')?.text ?? '';
  if (verb === 'had') return texts.includes('run') && texts.includes('out');
  return HAPPENED.has(verb) && (isThing || isPronoun || texts.length > verbAt + 1);
}

const WORKS = new Set('works work responds answers replies worked'.split(' '));
const WELL = new Set('fine now again normally as within with well correctly properly perfectly'.split(' '));

/** `Everything works fine now`, `the service answers with HTTP 200`. */
function works({ words, verbAt, subjectWords }: Clause): boolean {
  const verb = words[verbAt]?.text ?? '';
  return WORKS.has(verb) && isLive(subjectWords) && WELL.has(words[verbAt + 1]?.text ?? '');
}

/** `The logs show …`, `according to the logs`. */
function evidence({ words, verbAt, subject, subjectWords }: Clause, texts: readonly string[], { hasCode }: Around): boolean {
  const isShown = (text: string): boolean => EVIDENCE.has(text) && !(hasCode && (text === 'output' || text === 'outputs'));
  if (texts[0] === 'according' && texts[1] === 'to') return texts.slice(2, 6).some(isShown);
  if (subject !== 'thing' || !SHOWS.has(texts[verbAt] ?? '') || texts.includes('then')) return false;
  if (!subjectWords.some(({ text }) => isShown(text)) || subjectWords.some(({ kind }) => kind === 'code')) return false;
  return !OPEN.has(words[verbAt + 1]?.text ?? '') && words.length > verbAt + 1 - (texts.at(-1) === texts[verbAt] ? 1 : 0);
}
const OPEN = new Set('whether if how what when which'.split(' '));

/** `Here is the output of …:`, `Output of df -h:`: what follows would have been looked up. */
function list(clause: Clause, texts: readonly string[], announces: boolean): boolean {
  if (!clause.isFirst || texts.some((text) => SAMPLES.has(text))) return false;
  if (texts[0] === 'here' && ['is', 'are'].includes(texts[1] ?? '')) {
    const said = texts.slice(2, 9);
    const at = said.findIndex((text) => LIVE_LISTS.has(text));
    if (at < 0 || said.some((text) => OWN_WORK.has(text) && text !== 'list') || INDEFINITE.has(said[0] ?? '')) return false;
    return LOOKED_UP.has(said[at] ?? '') || texts.some((text) => NOW_WORDS.has(text));
  }
  const output = texts.indexOf('output');
  return announces && output >= 0 && output <= 1 && ['of', 'from'].includes(texts[output + 1] ?? '');
}
const LOOKED_UP = new Set('output result results status state logs log metrics'.split(' '));
const NOW_WORDS = new Set('currently running on loaded your current now active'.split(' '));
