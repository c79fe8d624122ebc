// What the tokeniser, the segmenter and the cue scanner make of a text, for `festinger explain text`. Pure; it takes the
// same steps as the proxy does for a prompt, and must never take others. Source: architecture, The command line.

import type { CueTriple, Lexicon, Role, Segment } from '../types.ts';
import { splitFlatPrompt } from './flat-prompt.ts';
import { proseOf } from './prose.ts';
import { isCounted, segmentTurn } from './segment.ts';
import { tokenise } from './tokenise.ts';

/** The cue scanner, handed in by the caller: cues.ts. */
export type CueScanner = (
  prose: string,
  lexicon: Lexicon,
  options: { role: 'user' | 'assistant' },
) => CueTriple[];

/** A part of a text: whose words it is, whether they are read for facts, which rule decided, and how it begins. */
export type ExplainedSegment = Pick<Segment, 'role' | 'trust' | 'scanned' | 'why' | 'text'>;

/** Characters of a part that are shown. */
const SHOWN_CHARS = 80;

export const explainSegment = ({ role, trust, scanned, why, text }: Segment): ExplainedSegment => ({
  role,
  trust,
  scanned,
  why,
  text: text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text,
});

export interface TextExplanation {
  /** Tokens of everything that is counted, in order, with repetitions. */
  readonly tokens: string[];
  readonly triples: ExplainedTriple[];
  readonly segments: ExplainedSegment[];
}

type ExplainedTriple = Omit<CueTriple, 'isIsa' | 'sentence'> & { readonly is_isa: boolean };

/**
 * Explains one text. A text in the flattened shape (`### System:` ...) is split into its turns first; any other is one
 * turn of `role`, by default the user's.
 */
export function explainText(
  { text, role = 'user' }: { text: string; role?: Role },
  lexicon: Lexicon,
  scanCues: CueScanner,
): TextExplanation {
  const turns = splitFlatPrompt(text) ?? [{ role, start: 0, end: text.length }];
  const segments = turns.flatMap((turn) => segmentTurn(turn.role, text.slice(turn.start, turn.end)));
  return {
    tokens: segments.filter(isCounted).flatMap((segment) => tokenise(segment.text, lexicon)),
    triples: segments.flatMap((segment) => triplesOf(segment, lexicon, scanCues)),
    segments: segments.map(explainSegment),
  };
}

function triplesOf(segment: Segment, lexicon: Lexicon, scanCues: CueScanner): ExplainedTriple[] {
  if (!segment.scanned) return [];
  const role = segment.trust === 'assistant' ? 'assistant' : 'user';
  return scanCues(proseOf(segment.text), lexicon, { role }).map(
    ({ isIsa, sentence: _, change, ...triple }) => ({
      ...triple,
      is_isa: isIsa,
      ...(change && { change }),
    }),
  );
}
