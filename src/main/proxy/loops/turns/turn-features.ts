// What the loop rules need to know of one turn: the actions in it, what came back, what a person said. Read once from the
// turn's bytes and kept; a turn that cannot be read counts by its bytes. Never throws. Used by seen-turns.ts.
import { hash } from 'node:crypto';
import { decodeString } from '../../body/json-strings.ts';
import { canonicalArguments } from './canonical-args.ts';
import { parseExactly } from './exact-json.ts';
import { foldSpace, maskArguments, maskObservation } from './mask.ts';
import { type Message, readMessage } from './message.ts';
import { isOwnAnswer, withoutNotes } from './own-words.ts';
import { type ProseKey, proseKey } from './prose-key.ts';
import type { RawCall } from './raw-call.ts';
import { type NumberIn, type ResultTone, raisedIn, shapeOf } from './result-shape.ts';
import { scoldKey, scolds } from './scolding.ts';
import { fencedAction, handsOver } from './text-actions.ts';
import { callsInText, type TextCalls } from './tool-text.ts';
import { readUserTexts, type Signal, type UserReading } from './user-text.ts';
import { type Wait, waitOf } from './waiting.ts';

export interface Call {
  readonly id: string | null;
  readonly name: string;
  /** Hash of name and masked arguments. */
  readonly key: string;
  /** The same for calls that differ in digits alone. */
  readonly frame: string;
  /** UUIDs that were masked in the arguments. */
  readonly uuids: readonly string[];
  /** For people, cut to 200 characters. */
  readonly label: string;
  /** How it waits by itself, whatever comes back. */
  readonly wait: Wait | null;
}

export interface TurnResult {
  readonly id: string | null;
  /** Hash of the masked text. */
  readonly key: string;
  /** The same where only digits differ. */
  readonly shape: string;
  readonly numbers: readonly NumberIn[] | null;
  readonly tone: ResultTone;
  /**
   * Hash of what it complains of, whatever stands around that: a framework of how the agent writes, a program in the last line
   * of a trace. Null where that is not told apart.
   */
  readonly complaint: string | null;
}

export interface TurnFeatures {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly calls: readonly Call[];
  /** The calls are written in its text, in a shape that says nothing of whose words come back, and none hands over to a person. */
  readonly actsInText: boolean;
  /** Hash of an assistant's plain text, masked and folded; empty when it called a tool or said nothing. */
  readonly text: string;
  /** The same for short texts that differ in digits alone; else empty. */
  readonly textFrame: string;
  /** The one block of plain text that may be an action: whether it is, what comes back tells. */
  readonly fenced: Call | null;
  readonly prose: ProseKey | null;
  /** Of the long arguments of a single call, or of the block that may be one. */
  readonly argued: ProseKey | null;
  readonly results: readonly TurnResult[];
  /** UUIDs named in what came back. */
  readonly uuids: readonly string[];
  /** What a person may have said, by its hash and its characters; null when nobody did. */
  readonly human: { readonly key: string; readonly length: number } | null;
  /** Nothing tells what was said from what a tool returned. */
  readonly isBare: boolean;
  readonly signal: Signal | null;
  /** The first words, for people. */
  readonly label: string;
  /** agent-zero's JSON. */
  readonly isToolJson: boolean;
  /** A local answer of ours. */
  readonly isOurs: boolean;
}

/** A turn of a body: which bytes, and how it is read. */
export interface TurnPosition {
  readonly role: TurnFeatures['role'];
  readonly start: number;
  readonly end: number;
  /** A message of a list, or the content under a heading of a flat prompt. */
  readonly kind: 'message' | 'flat';
}

/** A larger turn counts by its bytes: a picture, a dump. */
const MAX_READ_BYTES = 524_288;
/** So much of an observation is masked; what stands behind it counts as it is. */
export const MAX_MASKED = 65_536;
const LABEL_CHARS = 200;
/** A longer text says more than where its agent goes next. */
const MAX_FRAMED = 200;

const digest = (text: string | Buffer): string => hash('sha1', text).slice(0, 20);
export const cut = (text: string): string => {
  const line = foldSpace(text.slice(0, 4 * LABEL_CHARS));
  const label = line.length > LABEL_CHARS ? `${line.slice(0, LABEL_CHARS - 1)}…` : line;
  // A copy: a piece cut out of a turn would keep the whole turn alive.
  return Buffer.from(label).toString();
};

const NOTHING: Omit<TurnFeatures, 'role'> = {
  calls: [],
  actsInText: false,
  text: '',
  textFrame: '',
  fenced: null,
  prose: null,
  argued: null,
  results: [],
  uuids: [],
  human: null,
  isBare: false,
  signal: null,
  label: '',
  isToolJson: false,
  isOurs: false,
};

/** What stands in a turn; null where it is too large or no JSON. */
export function messageAt(body: Buffer, { role, start, end, kind }: TurnPosition): Message | null {
  if (end - start > MAX_READ_BYTES) return null;
  try {
    if (kind === 'message')
      return readMessage(parseExactly(body.toString('utf8', start, end)), role === 'tool');
    const said = decodeString(body, { start, end, escaped: true });
    const text = said.endsWith('\n\n') ? said.slice(0, -2) : said;
    return { texts: [text], calls: [], results: [], media: [] };
  } catch {
    return null;
  }
}

/** Reads one turn. */
export function readTurn(body: Buffer, place: TurnPosition): TurnFeatures {
  const { role } = place;
  if (role === 'system') return { ...NOTHING, role };
  const message = messageAt(body, place);
  try {
    return message ? featuresOf(role, message) : opaque(body, place);
  } catch {
    return opaque(body, place);
  }
}

/** A turn that is not read at all: like no other. */
export const unreadTurn = ({ role, start, end }: TurnPosition): TurnFeatures =>
  toldByKey(role, `unread ${start} ${end}`, '');

/** A turn that is told from others by its bytes alone. */
const opaque = (body: Buffer, { role, start, end }: TurnPosition): TurnFeatures =>
  toldByKey(role, digest(body.subarray(start, end)), `${end - start} bytes`);

function toldByKey(role: TurnFeatures['role'], key: string, label: string): TurnFeatures {
  if (role === 'system') return { ...NOTHING, role };
  if (role === 'assistant') return { ...NOTHING, role, text: key, label };
  return { ...NOTHING, role, results: [unreadResult(key)], label };
}

/** What came back and is known by a key alone. */
const unreadResult = (key: string): TurnResult => ({
  ...{ id: null, key, shape: key, numbers: null, tone: 'told', complaint: null },
});

function featuresOf(role: 'user' | 'assistant' | 'tool', message: Message): TurnFeatures {
  return role === 'assistant' ? assistantFeatures(message) : returnedFeatures(role, message);
}

const THOUGHT = /^\s{0,8}<think(?:ing)?>/;
const THOUGHT_ENDS = ['</think>', '</thinking>'];

/** The text behind the thinking that opens it. */
function withoutThought(text: string): string {
  if (!THOUGHT.test(text.slice(0, 20))) return text;
  const ends = THOUGHT_ENDS.map((end) => text.lastIndexOf(end) + (text.includes(end) ? end.length : 0));
  const end = Math.max(...ends);
  return end > 0 ? text.slice(end) : '';
}

/** What an agent said and called. */
export interface Spoken extends TextCalls {
  readonly said: string;
}

export function spokenIn({ texts, calls }: Message): Spoken {
  const said = withoutThought(texts.length === 1 ? (texts[0] as string) : texts.join('\n'));
  return calls.length > 0 ? { said, calls, isToolJson: false } : { said, ...callsInText(said) };
}

function assistantFeatures(message: Message): TurnFeatures {
  const { media } = message;
  const { said, calls, isToolJson } = spokenIn(message);
  const base = { ...NOTHING, role: 'assistant' as const, isOurs: isOwnAnswer(said) };
  if (calls.length > 0) {
    const read = calls.map(callFeatures);
    const label = cut(read.map((call) => call.label).join('; '));
    const speaks = isToolJson && isResponse(calls);
    const prose = speaks ? responseProse(calls[0] as RawCall) : null;
    const actsInText = message.calls.length === 0 && !isToolJson && !calls.some(handsOver);
    return {
      ...{ ...base, calls: read, actsInText, prose, argued: speaks ? null : arguedIn(calls) },
      ...{ label, isToolJson },
    };
  }
  const key = foldSpace(maskObservation(said.slice(0, MAX_MASKED)).text) + said.slice(MAX_MASKED);
  if (key === '' && media.length === 0) return base;
  const block = fencedAction(said.slice(0, MAX_MASKED));
  return {
    ...base,
    text: digest(key + media.join()),
    textFrame: key.length > MAX_FRAMED ? '' : digest(key.replace(/\d+/g, '#')),
    fenced: block && callFeatures(block),
    argued: block && arguedIn([block]),
    prose: proseKey(key.slice(0, MAX_MASKED)),
    label: cut(said),
  };
}

/** agent-zero's `response` tool is how it speaks: its text can be a near repeat like any other. */
export const isResponse = (calls: readonly RawCall[]): boolean =>
  calls.length === 1 && calls[0]?.name === 'response';

const responseProse = ({ args }: RawCall): ProseKey | null =>
  proseKey(foldSpace(maskObservation(canonicalArguments(args).slice(0, MAX_MASKED)).text));

/** Arguments of fewer characters differ by what matters in them. */
const LONG_ARGUMENTS = 200;

function arguedIn(calls: readonly RawCall[]): ProseKey | null {
  const [call, ...more] = calls;
  if (!call || more.length > 0) return null;
  const text = canonicalArguments(call.args);
  return text.length < LONG_ARGUMENTS ? null : proseKey(`${call.name} ${text.slice(0, MAX_MASKED)}`);
}

function callFeatures({ id, name, args }: RawCall): Call {
  const canonical = canonicalArguments(args);
  const { text, uuids } = maskArguments(canonical);
  const spelled = `${name}\n${text}`;
  const frame = digest(spelled.replace(/\d+/g, '#'));
  const whole = `${name} ${canonical}`;
  return { id, name, key: digest(spelled), frame, uuids, label: cut(whole), wait: waitOf(whole) };
}

function returnedFeatures(role: 'user' | 'tool', { texts, results, media }: Message): TurnFeatures {
  const uuids: string[] = [];
  const keyed = results.map(({ id, text }) => {
    const clean = withoutNotes(text);
    return { ...resultOf(id, 'tool', clean, uuids), label: clean };
  });
  const spoken = texts.length > 0 ? readUserTexts(texts) : null;
  const own = [spoken?.observation ?? '', ...media].filter((text) => text !== '').join('\n');
  if (own !== '') keyed.push({ ...resultOf(null, role, own, uuids), label: own });
  return {
    ...{ ...NOTHING, role, results: keyed, uuids, ...heard(spoken) },
    label: cut(keyed[0]?.label ?? ''),
  };
}

/** Of a complaint what it quotes does not count. */
function heard(spoken: UserReading | null): Pick<TurnFeatures, 'human' | 'isBare' | 'signal'> {
  if (!spoken) return { human: null, isBare: false, signal: null };
  const { isBare, signal } = spoken;
  const said = foldSpace(spoken.human);
  if (said === '') return { human: null, isBare, signal };
  const masked = foldSpace(maskObservation(said.slice(0, MAX_MASKED)).text) + said.slice(MAX_MASKED);
  const key = digest(scolds(said) ? scoldKey(said) : masked);
  return { human: { key, length: said.length }, isBare, signal };
}

/** How results are numbered by those who write them as text: `Observation 3: …`. */
const NUMBERED = /^(\s{0,8}(?:Observation|Result|Output|Response|Step|Turn)) ?#?\d{1,4}(?=\s?:)/;

/** A shell's prompt and the command behind it, which is no result of it. */
const ECHOED = /^\s{0,8}[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#]{0,200}[$#] [^\n]{0,4000}(?:\n|$)/;

function resultOf(id: string | null, role: 'user' | 'tool', text: string, uuids: string[]): TurnResult {
  const masked = maskObservation(text.slice(0, MAX_MASKED).replace(NUMBERED, '$1').replace(ECHOED, ''));
  uuids.push(...masked.uuids);
  const folded = foldSpace(masked.text);
  const key = digest(foldSpace(`${role}\n${folded}`) + text.slice(MAX_MASKED));
  if (scolds(folded)) {
    const shape = digest(`scold\n${scoldKey(folded)}`);
    return { id, key, shape, numbers: null, tone: 'complaint', complaint: shape };
  }
  const { text: shape, numbers, tone } = shapeOf(folded);
  const shapeKey = numbers?.length ? digest(`${role}\n${shape}`) : key;
  const raised = tone === 'complaint' ? raisedIn(masked.text) : null;
  const complaint = raised === null ? null : digest(`raised\n${raised}`);
  return { id, key, shape: shapeKey, numbers, tone, complaint };
}
