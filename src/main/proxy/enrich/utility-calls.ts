// Tells a framework's side jobs (naming a chat, summing up, extracting keywords, anything that must answer in bare JSON)
// from an agent's own prompts. A recollection in such a call spoils its output, and its words are no news, so it passes
// untouched and uncounted. Pure and deterministic. Source: memory, Utility calls.

export interface CallFacts {
  /** All system text, without our block. */
  readonly system: string;
  /** The first user turn's text; empty when there is none. */
  readonly user: string;
  readonly userTurns: number;
  readonly assistantTurns: number;
  /** The caller bound the answer to JSON (`format`, `response_format`, `text.format`). */
  readonly formatSet: boolean;
  readonly hasTools: boolean;
  /** This system prompt and opening belong to a conversation that has been seen growing. */
  readonly knownConversation: boolean;
}

/** Side jobs have short system prompts; this much is looked at. */
const LOOKED_AT = 32_768;

/** An agent that answers in JSON because its tool calls are text is no side job. */
const TEXT_TOOL_CALLS = /\btool_(?:name|args|input)\b|\baction_input\b/;

/** What a system prompt says when only a bare output is wanted. Each line: the job it was written for. */
const BARE_OUTPUT: readonly RegExp[] = [
  // "Return ONLY a JSON array", "respond with only JSON"
  /\bonly\b[^.\n]{0,40}\bjson\b/i,
  // "JSON only", "a JSON object and nothing else"
  /\bjson\b[^.\n]{0,40}\b(?:only|nothing else)\b/i,
  // "Return your analysis as a properly formatted JSON response", "Provide your analysis as a JSON object"
  /\b(?:respond|reply|answer|return|output|provide)\b[^.\n]{0,40}\bas an? [^.\n]{0,30}\bjson\b/i,
  // "The response format is a JSON array", "... is a plain text string containing the query"
  /\bresponse format is an? (?:json|plain)\b/i,
  // chat naming: "Only respond with the chat name without any formatting, intro or additional text"
  /\bonly respond with\b[^.\n]{0,60}\bwithout any\b/i,
  // summaries: "Only the summary text is returned"
  /\bonly the \w+(?: \w+)? is returned\b/i,
];

/** agent-zero's side jobs, by what they call themselves. */
const AGENT_ZERO_JOBS =
  /\b(?:chat naming assistant|summarization assistant|memory consolidation (?:specialist|analysis)|keyword extraction system|search query for search engine)\b/i;

/** Open WebUI's title, tag and follow-up jobs come as one user message; so does a person's question behind its documents. */
const WEBUI_JOB = /^\s*### Task:\n(?!Respond to the user query)[\s\S]{0,4000}?(?:### Output:|JSON format:)/;

/**
 * Whether a call is a side job. Rules, in order:
 * 1. a history with an assistant turn, or more than one user turn, is a conversation;
 * 2. `format` with a short history is a JSON-only job;
 * 3. a call with tools, an agent whose tool calls are text, or a known conversation is not a side job;
 * 4. a system prompt that calls itself one of agent-zero's jobs, or asks for a bare output, is; so is Open WebUI's task shape.
 */
export function isUtilityCall(call: CallFacts): boolean {
  if (call.assistantTurns > 0 || call.userTurns > 1) return false;
  if (call.formatSet) return true;
  const system = call.system.slice(0, LOOKED_AT);
  if (call.hasTools || call.knownConversation || TEXT_TOOL_CALLS.test(system)) return false;
  if (WEBUI_JOB.test(call.user.slice(0, LOOKED_AT))) return true;
  return AGENT_ZERO_JOBS.test(system) || BARE_OUTPUT.some((cue) => cue.test(system));
}
