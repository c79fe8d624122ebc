// The version of the guard: of its code, and of every table it reads. It enters the keys under which briefs are kept, so that a
// brief made under other rules is made anew. Holds no text of anybody's and no key in use. Used by whoever makes those keys.
// Source: advisory, Guardrails.
import { createHash } from 'node:crypto';
import { EVIDENCE_TEXT } from '../../../shared/secret-evidence.ts';
import { PLACES_TEXT } from '../../../shared/secret-places.ts';
import { SHAPES_TEXT } from '../../../shared/secret-shapes.ts';
import { PROMPT_LIMIT } from './cap.ts';
import { FRAMES_TEXT } from './frames.ts';
import { CLASSES, JOINTS, LEADERS, OPENERS, PHRASES, RUNS } from './phrases.ts';

/** Raised when the code of the guard judges otherwise with the same tables. */
const CODE_VERSION = 2;

/** @param tables whatever the guard reads; JSON */
export const versionOf = (tables: readonly unknown[]): string =>
  `${CODE_VERSION}-${createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 16)}`;

export const GUARDRAIL_VERSION = versionOf([
  ...[PROMPT_LIMIT, SHAPES_TEXT, PLACES_TEXT, EVIDENCE_TEXT, CLASSES, PHRASES],
  ...[RUNS, FRAMES_TEXT, LEADERS, OPENERS, JOINTS],
]);
