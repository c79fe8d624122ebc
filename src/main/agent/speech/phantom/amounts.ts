// Reads in a clause that somebody claims to know how much there is: counts, shares, what a thing has and runs. Used by states.ts. Source: agent, D6 Phantom.
import type { Clause } from './clauses.ts';
import { MASS, MEASURED, STATES, THINGS_SET } from './nouns.ts';
import type { Word } from './sentences.ts';
import { isChange, isLive, isMeasured, isNamed } from './things.ts';
import { ADVERBS, INDEFINITE, NUMBERS, set } from './words.ts';

const LIVE_AMOUNT = /%$|\d(?:gb|mb|kb|tb|gib|mib|ms|°c)$/;
const UNITS = set('gb mb kb tb gib mib tib % percent degrees days hours minutes ms');
const BYTES = set('gb tb');
const isNumber = (word: Word | undefined): boolean =>
  word?.kind === 'number' || NUMBERS.has(word?.text ?? '');

/** `You have 3 containers running`; of memory only what is left of it: the rest may be the operator's word. */
export function youHave({ words }: Clause, texts: readonly string[]): boolean {
  const at = texts.indexOf('have');
  if (at < 0 || texts[at - 1] === 'not') return false;
  const rest = words.slice(at + 1).filter(({ text }) => !ADVERBS.has(text));
  if (!isNumber(rest[0]) && rest[0]?.text !== 'no') return false;
  if (rest.slice(1, 3).some(({ text }) => BYTES.has(text))) return texts.some((text) => LEFT.has(text));
  return rest.slice(1, 4).some(({ text }) => THINGS_SET.has(text));
}
const LEFT = set('left free available used');

// --- what there is

const COUNTED = set(
  'no failed active open stopped running loaded currently unhealthy pending exited many several',
);
const AT_PRESENT = set('currently now moment running stopped loaded active pending open failing down up');
const PLACES = set('on in at with that which under for right left');
const PREPOSITIONS = set('of against to for with about between from');
const ARE = set('is are was were');
/** Things that answers have too. */
const ABSTRACT = set(
  'concept concepts dimension dimensions edge edges rule rules line lines user users issue issues problem problems target targets page pages change changes ' +
    'configuration settings setting file files site sites api apis',
);

/** `There are 7 containers running`, `there are no active alerts`. */
export function thereIs({ words }: Clause, texts: readonly string[]): boolean {
  const at = texts.indexOf('there');
  if (at < 0 || !ARE.has(texts[at + 1] ?? '')) return false;
  const said = words.slice(at + 2);
  if (said[1]?.text === 'of' && said[2]?.text === 'them') return isNumber(said[0]);
  if (said.some((word, index) => isAmount(word, said[index + 1]))) return true;
  const thing = said.findIndex((_, index) => isThing(said, index));
  if (thing < 0 || thing > 5 || !isHead(said[thing + 1]?.text)) return false;
  return isCounted(said, said.slice(0, thing), said[thing]?.text ?? '', texts[at + 1] === 'is');
}

const isAmount = ({ kind, text }: Word, next: Word | undefined): boolean =>
  kind === 'number' && (LIVE_AMOUNT.test(text) || UNITS.has(next?.text ?? ''));

/** The last noun of a row of them. */
const isThing = (said: readonly Word[], at: number): boolean =>
  THINGS_SET.has(said[at]?.text ?? '') && !THINGS_SET.has(said[at + 1]?.text ?? '');

const isHead = (next: string | undefined): boolean =>
  next === undefined || AT_PRESENT.has(next) || STATES.has(next) || PLACES.has(next);

function isCounted(said: readonly Word[], before: readonly Word[], thing: string, isOne: boolean): boolean {
  const isPresent = said.some(({ text }) => AT_PRESENT.has(text));
  if (before.some(({ text }) => PREPOSITIONS.has(text))) return false;
  if (isOne && before[0]?.text === 'no') return isPresent;
  if (before.some(({ text }) => INDEFINITE.has(text) && text !== 'several')) return false;
  if (ABSTRACT.has(thing) && !before.some(({ text }) => COUNTED.has(text))) return false;
  return isPresent || before.some((word) => isNumber(word) || COUNTED.has(word.text));
}

// --- how much of it

/** What an operator may have shown. */
const TEXTS = set('configuration config file files compose script yaml unit snippet code');
const ABOUT = set(
  'at around about only currently now roughly approximately over under just still up for been nearly almost exactly using written used consumed produced grown reached',
);

/** `CPU usage is 12%`, `the partition is at 87%`, `the cluster has 3 nodes`. */
export function measures(clause: Clause, texts: readonly string[]): boolean {
  const { words, subjectWords } = clause;
  const isVague = subjectWords.every(({ text }) => INDEFINITE.has(text) || MASS.has(text));
  if (isVague && !isMeasured(subjectWords)) return false;
  if (texts.includes('expires')) return expires(clause, texts);
  return texts.some((text, at) => {
    if (!MEASURED.has(text)) return false;
    let next = at + 1;
    while (ABOUT.has(texts[next] ?? '')) next++;
    const amount = words[next];
    if (!isNumber(amount) || (amount?.kind !== 'number' && text === 'is')) return false;
    return isMeasured(subjectWords) || isOf(clause, texts, next, text !== 'is');
  });
}

/** Whether an amount is one of the live thing that the clause is about. */
function isOf({ subjectWords }: Clause, texts: readonly string[], at: number, mayCount: boolean): boolean {
  if (!(isLive(subjectWords) || isChange(subjectWords)) || subjectWords[0]?.kind === 'number') return false;
  const counted = texts.slice(at + 1, at + 4);
  if (LIVE_AMOUNT.test(texts[at] ?? '') || texts.includes('up') || counted.some((word) => UNITS.has(word)))
    return true;
  if (!mayCount || subjectWords.some(({ text }) => TEXTS.has(text))) return false;
  const isThing = subjectWords.some(
    (word) => THINGS_SET.has(word.text) || isNamed(word) || word.text === 'your',
  );
  return isThing && counted.some((word) => THINGS_SET.has(word));
}

function expires({ subjectWords }: Clause, texts: readonly string[]): boolean {
  const next = texts[texts.indexOf('expires') + 1] ?? '';
  return subjectWords.some(({ text }) => text.startsWith('certificate')) && (next === 'in' || next === 'on');
}

// --- what it has

/** `Your model list includes phi3 and mistral`. */
export const includes = ({ words, verbAt, subjectWords }: Clause): boolean =>
  INCLUDES.has(words[verbAt]?.text ?? '') &&
  subjectWords[0]?.text === 'your' &&
  !subjectWords.some(({ text }) => TEXTS.has(text)) &&
  words.slice(verbAt + 1).some(isNamed);
const INCLUDES = set('includes include contains');

/** `Node pve3 runs Proxmox 8.1`, `your web server listens on port 80`. */
export const runsWhat = ({ words, verbAt, subjectWords }: Clause): boolean =>
  RUNS.has(words[verbAt]?.text ?? '') && isParticular(subjectWords) && words.slice(verbAt + 1).some(isNumber);
const RUNS = set('runs listens exposes uses has hosts serves holds needs');

/** One thing and no other: `your server`, `node pve3`, a container and its name. */
const isParticular = (words: readonly Word[]): boolean =>
  words.some(({ text }) => THINGS_SET.has(text)) &&
  !words.some(({ text }) => TEXTS.has(text)) &&
  (words[0]?.text === 'your' || words.some((word) => isNamed(word) && word.kind !== 'number'));
