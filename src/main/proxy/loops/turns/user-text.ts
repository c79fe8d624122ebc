// What a user's turn is made of: what a person says in it, what a tool or the framework returned, and agent-zero's own
// complaints. `[EXTRAS]`, notes of harnesses and words of ours are none of these. Who says what decides graph/text/segment.ts, as
// it does for the memory. Source: loops, Rule 5, Rule 7. Used by turn-features.ts.
import { wholeTexts } from '../../../graph/text/foreign.ts';
import { segmentTurn } from '../../../graph/text/segment.ts';

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

export interface UserReading {
  /** What a person said; empty when nobody did. */
  readonly human: string;
  /** Nothing says whose words these are: no tag, label or envelope. */
  readonly isBare: boolean;
  /** What came back, the words of a person included. */
  readonly observation: string;
  readonly signal: Signal | null;
}

/** Reads the texts of a user's turn. */
export function readUserTexts(texts: readonly string[]): UserReading {
  const human: string[] = [];
  const observation: string[] = [];
  let signal: Signal | null = null;
  let isBare = true;
  for (const piece of wholeTexts(texts).flatMap((text) => segmentTurn('user', text))) {
    if (piece.envelope === 'extras' || piece.envelope === 'note' || piece.text.startsWith(OUR_BLOCK))
      continue;
    isBare &&= piece.envelope === 'plain' && piece.trust === 'user';
    observation.push(piece.text);
    if (piece.trust === 'user') human.push(piece.text);
    if (piece.envelope !== 'framework') continue;
    const heard = piece.text.trim();
    signal = SIGNALS.find(({ says }) => says(heard))?.signal ?? signal;
  }
  return { human: human.join('\n').trim(), isBare, observation: observation.join('\n'), signal };
}

const OUR_BLOCK = '<recollection>';
