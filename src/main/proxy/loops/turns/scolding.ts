// A framework's complaint about how its agent writes: no action was found, the format is wrong, no tool was called. What it quotes
// of the agent's words and how many it counted is another each time, so it is told by its first clause. English alone; pure
// and linear. Used by result-shape.ts, turn-features.ts and may-repeat.ts. Source: loops, Rule 7; decision 036.

const ANSWER = '(?:response|reply|message|output|answer)';
const ACT = '(?:tool|function|action|command|code)(?: ?(?:call|block|snippet))?s?';
const SCOLDS = new RegExp(
  [
    String.raw`\byour (?:last |previous )?${ANSWER} (?:must|should|did|does|is not|isn't|was|could|contains no|has no)\b`,
    String.raw`\bno [\w ]{1,30}\b(?:found|detected|given|provided) in (?:your|the) (?:last |previous )?${ANSWER}\b`,
    String.raw`\bno (?:valid )?${ACT} (?:was |were )?(?:found|detected|given|provided|made)\b`,
    String.raw`\byou (?:did not|didn't|must|forgot to|have to|need to) (?:always )?(?:use|call|include|provide|produce|choose) (?:an?|any|exactly|at least|one|only)\b`,
    String.raw`\b(?:exactly|at least|only) one ${ACT}\b`,
    String.raw`\b(?:could ?n[o']t|unable to|failed to) (?:be )?parsed? (?:the |your |llm )`,
    String.raw`\b(?:invalid|wrong|incorrect) (?:response )?format\b|\bformat error\b|\bnot (?:correctly |properly )?formatted\b|\bmisformatted\b`,
  ].join('|'),
  'i',
);
/** A complaint says at its beginning what it is about. */
const LOOKED_AT = 400;

/** @param text what came back, white space folded */
export const scolds = (text: string): boolean => SCOLDS.test(text.slice(0, LOOKED_AT));

/** Whether what came back may scold. @param bytes as it stands in a body, a character each, with what stands in front of it there */
export const mayScold = (bytes: string): boolean => SCOLDS.test(bytes.slice(0, 2 * LOOKED_AT));

/** Where a first clause ends, and how much of it there is at least and at most. */
const CLAUSE_END = /[:.!?`"<{\n]/g;
const CLAUSE = { least: 16, most: 120 };

/** The same for the same complaint: its first clause, without what it counts. */
export function scoldKey(text: string): string {
  CLAUSE_END.lastIndex = CLAUSE.least;
  const end = CLAUSE_END.exec(text.slice(0, CLAUSE.most))?.index ?? CLAUSE.most;
  return text.slice(0, end).replace(/\d+/g, '#');
}
