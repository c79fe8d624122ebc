// Instructions to a model within a text that has no business giving any. Finds them however they are written (words.ts, fold.ts),
// also within base64, and says where; what becomes of them depends on who wrote the text and is decided in guard.ts. Not a
// guarantee: nothing may hang on it alone. Linear in the text. Used by guard.ts.
// Source: advisory, Guardrails; decision 058.
import { type Folded, folded, foldedWord } from './fold.ts';
import { framesIn, type Instruction } from './frames.ts';
import { phrasesIn, VOCABULARY } from './match.ts';
import { RUN_GAP, RUNS } from './phrases.ts';
import { type Word, wordsOf } from './words.ts';

export interface Scan {
  /** In order of where they begin. */
  readonly instructions: readonly Instruction[];
  readonly words: readonly Word[];
}

/** Finds what reads as an instruction to a model. */
export function scanInstructions(text: string): Scan {
  const read = folded(text);
  const words = wordsOf(read, VOCABULARY);
  const instructions: Instruction[] = [
    ...phrasesIn(words).map(({ rule, first, last }) => ({
      ...{ rule: rule.id, start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 },
      ...{ isForEvidence: rule.evidence === true, asks: rule.asks === true },
    })),
    ...runsIn(read),
    ...framesIn(text),
    ...encodedIn(text),
  ];
  instructions.sort((a, b) => a.start - b.start || a.end - b.end);
  return { instructions, words };
}

const plain = { isForEvidence: false, asks: false } as const;

const RUN_PATTERNS = RUNS.map(([id, ...parts]) => ({
  id,
  pattern: new RegExp(
    parts
      .map((part) => `(?:${part.split('|').map(foldedWord).join('|')})`)
      .join(`[^。！？!?\\n]{0,${RUN_GAP}}?`),
    'g',
  ),
}));
const HAS_RUNS = /[\u1100-\u11ff\u3040-\u30ff\u4e00-\u9fff]/;

function runsIn({ text, from, to }: Folded): Instruction[] {
  if (!HAS_RUNS.test(text)) return [];
  return RUN_PATTERNS.flatMap(({ id, pattern }) =>
    Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({
      ...{ rule: id, start: from[index] ?? 0, end: to[index + match.length - 1] ?? 0 },
      ...plain,
    })),
  );
}

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,8192}={0,2}/g;
/** Text, and nothing else. */
const READABLE = /^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/;

/** What is readable once decoded is read once more, and not a third time. */
function encodedIn(text: string): Instruction[] {
  const found: Instruction[] = [];
  for (const { index, 0: run } of text.matchAll(BASE64)) {
    const decoded = Buffer.from(run, 'base64').toString('utf8');
    if (!decoded.includes(' ') || decoded.includes('\ufffd') || !READABLE.test(decoded)) continue;
    const hits = phrasesIn(wordsOf(folded(decoded), VOCABULARY));
    if (hits.some(({ rule }) => rule.evidence !== true) || framesIn(decoded).length > 0)
      found.push({ rule: 'encoded', start: index, end: index + run.length, ...plain });
  }
  return found;
}
