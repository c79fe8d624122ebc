// Another draw of the dice: a higher temperature, a fresh seed where one was pinned, no temperature of 0. In `options` on
// Ollama's own routes; under /v1 at the top level, and there only in place of what the client chose: a server may refuse a
// temperature it did not ask for, and without one it takes 1, which is warm enough. Deterministic: the seed comes from the body.
// Source: loops, Step 2. Used by mitigate.ts.
import { hash } from 'node:crypto';
import type { BodyIndex, Field } from '../../body/body-scanner.ts';
import { JsonCursor, type ValueSpan } from '../../body/json-cursor.ts';
import type { Edit } from '../../body/splice.ts';
import { PROMPT_SHAPES } from '../../routes.ts';
import type { FeedbackTarget } from './place-feedback.ts';

const STEP = 0.3;
const MAX = 1.2;
/** Anthropic takes no more. */
const MAX_ANTHROPIC = 1;
/** Where a request names no temperature, or pins it to 0. */
const USUAL = 0.8;
/** Under /v1 what stands for no temperature, and the only one that reasoning models take: it is left alone. */
const DEFAULT_ON_V1 = 1;
/** A longer value is no number. */
const MAX_NUMBER = 40;
const SMALL_N = 0x6e;
const OPEN_BRACE = 0x7b;

interface Dials {
  readonly temperature: ValueSpan | undefined;
  readonly seed: ValueSpan | undefined;
}

const edit = (start: number, end: number, text: string): Edit => ({ start, end, bytes: Buffer.from(text) });

/** The edits that loosen a request's sampling; none where it is as loose already. */
export function loosenSampling({ body, index, route }: FeedbackTarget): Edit[] {
  const { dialect } = PROMPT_SHAPES[route];
  if (dialect === 'ollama') return inOptions(body, index);
  const { temperature, seed } = index.fields;
  return [
    ...raised(body, temperature, dialect === 'anthropic' ? MAX_ANTHROPIC : MAX),
    ...(route === 'openai_responses' || dialect === 'anthropic' ? [] : reseeded(body, seed)),
  ];
}

function raised(body: Buffer, there: ValueSpan | undefined, most: number): Edit[] {
  if (!there || there.first === SMALL_N || numberAt(body, there) === DEFAULT_ON_V1) return [];
  const warmer = warmed(body, there, most);
  return warmer === null ? [] : [edit(there.start, there.end, warmer)];
}

function inOptions(body: Buffer, index: BodyIndex): Edit[] {
  const { options } = index.fields;
  const fresh = `{"temperature":${numberText(USUAL + STEP)}}`;
  if (!options) return [edit(index.close, index.close, `,"options":${fresh}`)];
  if (options.first === SMALL_N) return [edit(options.start, options.end, fresh)];
  if (options.first !== OPEN_BRACE) return [];
  const { temperature, seed, isEmpty } = dialsIn(body, options);
  const warmer = warmed(body, temperature, MAX);
  const inside = options.start + 1;
  const set = temperature
    ? edit(temperature.start, temperature.end, `${warmer}`)
    : edit(inside, inside, `"temperature":${warmer}${isEmpty ? '' : ','}`);
  return [...(warmer === null ? [] : [set]), ...reseeded(body, seed)];
}

/** Of a name that stands twice the last one counts. */
function dialsIn(body: Buffer, options: Field): Dials & { isEmpty: boolean } {
  const found: { temperature?: ValueSpan; seed?: ValueSpan } = {};
  let isEmpty = true;
  const cursor = new JsonCursor(body, options.start);
  cursor.object((key) => {
    isEmpty = false;
    const name = cursor.text(key);
    cursor.peek();
    const value = cursor.value();
    if (name === 'temperature' || name === 'seed') found[name] = value;
  });
  return { temperature: found.temperature, seed: found.seed, isEmpty };
}

/** The higher temperature as JSON; null where there is nothing to raise. */
function warmed(body: Buffer, there: ValueSpan | undefined, most: number): string | null {
  const now = numberAt(body, there) || USUAL;
  if (there && now >= most) return null;
  return numberText(Math.min(most, now + STEP));
}

const numberText = (value: number): string => String(Number(value.toFixed(3)));

function numberAt(body: Buffer, span: ValueSpan | undefined): number {
  if (!span || span.end - span.start > MAX_NUMBER) return 0;
  const value = Number(body.toString('latin1', span.start, span.end));
  return Number.isFinite(value) ? value : 0;
}

function reseeded(body: Buffer, seed: ValueSpan | undefined): Edit[] {
  if (!seed || seed.first === SMALL_N) return [];
  const fresh = Number.parseInt(hash('sha1', body).slice(0, 7), 16);
  return [edit(seed.start, seed.end, String(fresh))];
}
