// What a tool for agents outside is made of: a name, words for a model, what it takes and gives as schemas, hints, and how it answers. A tool trusts its
// arguments, which are parsed, and throws AppError for what cannot be. Listed in tools.ts, called by call-tool.ts. Source: agent, MCP.
import type * as z from 'zod';
import type { McpCaller } from './ports.ts';

/** What MCP calls annotations: for people who choose what their agent may do by itself. */
export interface Hints {
  /** Changes nothing, not even a queue. */
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** It looks at, or is about, what is outside of this program. */
  readonly openWorldHint: boolean;
}

export interface Call {
  readonly caller: McpCaller;
  readonly signal: AbortSignal;
}

/** `text` says the same in words. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
}

export interface McpTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For a model: what it does and when to use it. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly hints: Hints;
  /** @throws AppError */
  answer(args: z.output<Input>, call: Call): Promise<Answer<z.output<Output>>>;
}

/** Checks a tool's parts against its own schemas, and forgets their types. */
export function mcpTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: McpTool<Input, Output>,
): McpTool {
  return tool as unknown as McpTool;
}

export const READS: Hints = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
