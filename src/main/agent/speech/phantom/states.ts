// Reads in a clause that somebody claims to know how the live system is: what runs, what is full, what cannot be reached. How much there is, what came to
// pass and what was looked up is read by amounts.ts, events.ts and findings.ts. Used by phantom.ts. Source: agent, D6 Phantom.
import { type Around, textsOf } from './acts.ts';
import { includes, measures, runsWhat, thereIs, youHave } from './amounts.ts';
import type { Clause } from './clauses.ts';
import { fails, happened, keeps, lastChange, timed, verbOf, works } from './events.ts';
import { BARE_PLURALS, MASS, OWN_THINGS, STATES, SUCCEEDED, THINGS_SET, WEAK_STATES } from './nouns.ts';
import type { Word } from './sentences.ts';
import { isChange, isCommand, isLive, isNamed } from './things.ts';
import { isDone } from './verbs.ts';
import { ADVERBS, MODALS, NEGATIONS, set } from './words.ts';

export type Reads = (clause: Clause, texts: readonly string[]) => boolean;

/** Whether the clause claims to know a state. */
export function claimsState(clause: Clause, around: Around): boolean {
  if (clause.isCase || clause.isDenied || around.isGuarded || isTerm(clause)) return false;
  const texts = textsOf(clause.words);
  const { verbAt, subject, subjectWords } = clause;
  const isSaid = SAYS.has(texts[verbAt] ?? '') && subject !== 'own' && !isCommand(subjectWords);
  if (isSaid || texts.slice(0, verbAt + 1).some((text) => MODALS.has(text))) return false;
  switch (subject) {
    case 'nobody':
      return noneIs(clause, texts);
    case 'you':
      return youHave(clause, texts);
    case 'own':
      return toolFound(clause, texts) || succeeded(clause, texts);
    case 'thing':
      if (around.hasCode && isUnnamed(clause) && !texts.some((text) => LIVELY.has(text))) return false;
      return READERS.some((reads) => reads(clause, texts));
    case 'general':
      return allAre(clause, texts);
    default:
      return false;
  }
}

/** What a sign says is not what is. */
const SAYS = set('says say said means mean meant');
/** An answer with commands speaks of `the server` in general, unless it says when. */
const LIVELY = set('currently now still again already moment');
const UNNAMED = set('the this that it these');
const isUnnamed = ({ subjectWords }: Clause): boolean =>
  UNNAMED.has(subjectWords[0]?.text ?? '') && !subjectWords.some(isNamed);

/** `Degraded: the resource isn't healthy` explains a word. */
const isTerm = ({ lead, before }: Clause): boolean =>
  (lead === ':' || lead === '–' || lead === '|') && before?.length === 1 && STATES.has(before[0]?.text ?? '');

// --- of this talk, of all, of none

/** `The query tool returned 3 results`. */
const toolFound: Reads = ({ words, verbAt, subjectWords }, texts) =>
  subjectWords.some(({ text }) => TOOL.has(text)) &&
  RETURNED.has(words[verbAt]?.text ?? '') &&
  !texts.some((text) => FAILURES.has(text));
const TOOL = set('tool tools call');
const RETURNED = set('returned found reported listed showed confirmed');
const FAILURES = set('error errors timeout nothing no not failed empty');

/** `The command completed`. */
const succeeded: Reads = (clause, texts) =>
  clause.verbAt <= 4 &&
  (SUCCEEDED.has(verbOf(clause)) || SUCCEEDED.has(texts[clause.verbAt + 1] ?? '')) &&
  OWN_THINGS.has(texts[clause.verbAt - 1] ?? '');

/** `Containers are healthy`, in few words; `swap is enabled now`. */
const allAre: Reads = (clause, texts) => {
  const first = clause.subjectWords[0]?.text ?? '';
  if (clause.opens && BARE_PLURALS.has(first))
    return clause.words.length <= 4 && clause.endsIn === '' && isInState(clause, texts);
  return MASS.has(first) && texts.some((text) => LIVELY.has(text)) && isInState(clause, texts);
};

/** `No containers are running`, `no errors were found`: somebody looked. */
const noneIs: Reads = (clause, texts) => {
  if (texts.some((text) => ERRORS.has(text)) && texts.some((text) => FOUND.has(text))) return true;
  const isAny =
    clause.subjectWords.some(({ text }) => THINGS_SET.has(text)) || texts.some((text) => ACTIVE.has(text));
  return isAny && isInState(clause, texts);
};
const ACTIVE = set('listening running connected');
const ERRORS = set('errors error failures problems issues warnings');
const FOUND = set('found occurred reported detected logged seen');

// --- what is so

const BE = set('is are was were been looks look seem seems appears');
const FILLERS = set('all both very being in yet too so');

/** Behind a verb, past what does not count, denied or not: not running is a state too. */
function after(texts: readonly string[], at: number): number {
  let next = at + 1;
  const isFiller = (text: string): boolean => ADVERBS.has(text) || NEGATIONS.has(text) || FILLERS.has(text);
  while (next < texts.length && isFiller(texts[next] ?? '')) next++;
  return next;
}

const isInState: Reads = (clause, texts) =>
  texts.some((text, at) => BE.has(text) && isSo(clause, texts, at, after(texts, at)));

/** @param at of the verb @param next of the state */
function isSo(clause: Clause, texts: readonly string[], at: number, next: number): boolean {
  const { subjectWords } = clause;
  const state = texts[next] ?? '';
  if (isPresently(texts, next) && subjectWords.some((word) => isNamed(word) || THINGS_SET.has(word.text)))
    return true;
  // `has not been applied`
  if (isDone(state) && (texts[at - 1] === 'not' || texts[next - 1] === 'not')) return false;
  if (texts[next - 1] === 'in' && isWithin(texts.slice(next), subjectWords)) return true;
  if (DOING.has(state)) return isDoing(clause, texts, next);
  if (!STATES.has(state) || isIdiom(state, texts[next + 1] ?? '', clause)) return false;
  return !WEAK_STATES.has(state) || isLive(subjectWords) || (OUTCOMES.has(state) && isChange(subjectWords));
}

/** Whatever it is, it is so now. */
const isPresently = (texts: readonly string[], next: number): boolean =>
  next < texts.length &&
  (texts.includes('currently') || texts.at(-1) === 'now' || texts.slice(-3).join(' ') === 'at the moment');

/** `in use`, `in the Ready state`, `in a restart loop` */
function isWithin(behind: readonly string[], subject: readonly Word[]): boolean {
  const [first = '', second = ''] = behind;
  if (WITHIN.has(first)) return isLive(subject);
  if (first === 'the') return STATES.has(second);
  return first === 'a' && behind.slice(0, 4).some((word) => word === 'loop' || word === 'state');
}
const WITHIN = set('use place progress sync maintenance standby production effect force operation');

/** `The rollout is complete` */
const OUTCOMES = set('complete completed finished done successful failed');

/** What a live thing does at the moment. */
const DOING = set(
  'using consuming serving handling accepting rejecting refusing returning throwing reporting flapping looping swapping leaking syncing replicating downloading ' +
    'routing forwarding proxying writing reading logging sending receiving balancing pulling building deploying migrating booting resilvering rebuilding ' +
    'occupying answering showing waiting',
);

function isDoing({ words, subjectWords }: Clause, texts: readonly string[], at: number): boolean {
  if (!isLive(subjectWords) || texts.length <= at + 1) return false;
  if (texts.includes('approval') || texts.includes('your')) return false;
  const object = words[at + 1];
  return texts[at] !== 'using' || object?.kind === 'number' || USED.has(object?.text ?? '');
}
/** `is using port 80` */
const USED = set('port memory cpu disk vram about around over all most');

/** `is running the program`, `is good for`, `is available in`, `it is normal that`, `is up to you`. */
function isIdiom(state: string, next: string, { endsIn, next: behind }: Clause): boolean {
  if (state === 'available') return next !== 'again' && next !== 'now';
  if (OPINION.has(state)) return OPINIONS.has(next) || (next === '' && OPINIONS.has(endsIn));
  if (state === 'ready' && next === 'to') return true;
  if (isDone(state) && MEANS.has(next)) return true;
  // `are stopped, removed and created again`
  if (isDone(state) && endsIn !== '' && isDone(behind?.text ?? '')) return true;
  if (state === 'up' || state === 'down') return next === 'to';
  if (next === '') return false;
  if (PARTICIPLES.has(state)) return !STANDS.has(next);
  return ACTIVITIES.has(state) && !GOES_ON.has(next) && !/\d/.test(next);
}
const OPINION = set('good fine ok okay normal');
const OPINIONS = set('for to practice idea place mainly way compromise choice that if when how as because');
const MEANS = set('with by via using through');
/** States that are also what is done to things in general: `is loaded into memory`, `is done by the scheduler`. */
const PARTICIPLES = set(
  'done resolved fixed configured scheduled installed loaded unloaded synced enabled disabled evicted completed finished connected mounted attached blocked ' +
    'locked terminated',
);
const STANDS = set(
  'now right already read-only again on to and but successfully properly correctly at since for as',
);
const ACTIVITIES = set('running working stopping starting');
const GOES_ON = set(
  'on in at with for again now fine normally since under as smoothly without within and but well inside across successfully correctly version kernel out right ' +
    'already today yet',
);

const READERS: readonly Reads[] = [
  ...[isInState, thereIs, measures, includes, runsWhat],
  ...[happened, works, keeps, fails, timed, lastChange],
];
