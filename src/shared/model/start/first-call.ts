// The wires agents come in over, and the first request over each: what the lights of the Connect panel show. Source: console, Overview.
import * as z from 'zod';

/** Three formats, and two programs that are told by what they call themselves: LiteLLM, as agent-zero uses it, and curl. */
export const WIRES = ['ollama', 'openai', 'anthropic', 'agent_zero', 'curl'] as const;
export const Wire = z.enum(WIRES);
export type Wire = z.infer<typeof Wire>;

export const FirstCall = z.strictObject({
  wire: Wire,
  /** Epoch milliseconds. */
  at: z.number().int(),
  client: z.string(),
  /** What it calls itself, such as `curl/8.14.1`; null where it says nothing that can be shown. */
  program: z.string().nullable(),
});
export type FirstCall = z.infer<typeof FirstCall>;
