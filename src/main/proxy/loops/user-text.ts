// What a user's text is made of: what a person says in it, what a tool or the framework returned, and agent-zero's own
// complaints. `[EXTRAS]`, notes of harnesses and words of ours are none of these. Source: proxy.md Loop detection 5 and 7.
// Used by turn-features.ts.
import { segmentTurn } from '../../graph/segment.ts';
import { withoutNotes } from './own-words.ts';

export type Signal = 'repeated' | 'misformatted' | 'nudged' | 'no_such_tool';

/** agent-zero's texts, word for word as its prompts have them; heard only inside its envelopes. */
const SIGNALS: readonly { says: (text: string) => boolean; signal: Signal }[] = [
  {
    says: (text) => text === 'You have sent the same message again. You have to do something else!',
    signal: 'repeated',
  },
  {
    says: (text) =>
      text ===
      'You have misformatted your message. Follow system prompt instructions on JSON message formatting precisely.',
    signal: 'misformatted',
  },
  { says: (text) => text === 'Nudged - continue', signal: 'nudged' },
  {
    says: (text) => /^Tool \S{1,64} not found\. Available tools: /.test(text),
    signal: 'no_such_tool',
  },
];

/** How harnesses without a tool role write what a tool returned into the user's turn. */
const RETURNED: readonly RegExp[] = [
  /^Observation:/,
  /^\[[a-z_]{2,40}(?: for '[^'\n]{0,300}')?\] Result:/,
  /^<(?:tool_response|tool_result|function_results?|tool_output|output|stdout)>/,
  /^(?:Tool|Function|Command|EXECUTION) (?:result|output|RESULT)\b/,
];

export interface UserReading {
  /** What a person said; empty when nobody did. */
  readonly human: string;
  /** What came back, the words of a person included. */
  readonly observation: string;
  readonly signal: Signal | null;
}

/** Reads the text of a user's turn. */
export function readUserText(said: string): UserReading {
  const text = withoutNotes(said);
  const isReturned = RETURNED.some((shape) => shape.test(text.trimStart().slice(0, 400)));
  if (isReturned) return { human: '', observation: text, signal: null };
  const human: string[] = [];
  const observation: string[] = [];
  let signal: Signal | null = null;
  for (const piece of segmentTurn('user', text)) {
    if (piece.envelope === 'extras') continue;
    observation.push(piece.text);
    if (piece.trust === 'user') human.push(piece.text);
    if (piece.envelope !== 'framework') continue;
    const heard = piece.text.trim();
    signal = SIGNALS.find(({ says }) => says(heard))?.signal ?? signal;
  }
  return { human: human.join('\n').trim(), observation: observation.join('\n'), signal };
}
