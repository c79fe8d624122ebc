// One call of a tool: its arguments are parsed, it answers, and whatever goes wrong becomes a result that says so with our code and message. Nothing
// thrown passes. Called by sdk-server.ts. Source: agent, MCP, Tool protocol.
import * as z from 'zod';
import { AppError, type ErrorBody, toolError } from '../../shared/model/envelope.ts';
import { readArguments } from './given-arguments.ts';
import type { McpParts } from './ports.ts';
import type { Call, McpTool } from './tool.ts';

/** As MCP has it. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

export async function callTool(
  tool: McpTool,
  given: unknown,
  call: Call,
  { queue, onFault }: Pick<McpParts, 'queue' | 'onFault'>,
): Promise<ToolResult> {
  try {
    return await queue.run(call.caller.client, call.signal, async () => {
      const parsed = tool.input.safeParse(readArguments(tool.input, given));
      if (!parsed.success)
        throw new AppError('INVALID_INPUT', `${tool.name}: ${z.prettifyError(parsed.error).slice(0, 2000)}`);
      const { data, text } = await tool.answer(parsed.data, call);
      return { content: [{ type: 'text', text }], structuredContent: data };
    });
  } catch (error) {
    if (!(error instanceof AppError)) onFault(tool.name, error);
    const body =
      error instanceof AppError
        ? error.toBody()
        : { code: 'INTERNAL' as const, message: `Something went wrong in ${tool.name}; the log has it.` };
    return failed(toolError(body));
  }
}

/** The text holds what helps out, for models that are shown nothing else. */
function failed(error: ErrorBody): ToolResult {
  const { recovery_hint: hint, suggestions } = error.details ?? {};
  const like =
    Array.isArray(suggestions) && suggestions.length > 0 ? ` Like it: ${suggestions.join(', ')}.` : '';
  const out = typeof hint === 'string' ? ` ${hint}` : '';
  const text = `${error.code}: ${error.message}${like}${out}`;
  return { content: [{ type: 'text', text }], structuredContent: { error }, isError: true };
}
