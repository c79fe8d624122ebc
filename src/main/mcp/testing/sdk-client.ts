// For tests: the published client of MCP against a core, over HTTP or over the program that clients start; and what a tool of ours answers.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { TestCore } from '../../core/testing/start-test-core.ts';

export const CLIENT = { name: 'test agent', version: '1.0.0' };

/** @param headers as a client's configuration has them */
export async function overHttp(core: TestCore, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(CLIENT);
  const url = new URL('/mcp', core.core.baseUrl);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport);
  return client;
}

/** @param env beside the usual */
export async function overStdio(core: TestCore, args: string[] = [], env: Record<string, string> = {}) {
  const client = new Client(CLIENT);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [process.env.FESTINGER_CLI ?? '', 'mcp', '--url', core.core.baseUrl, ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  await client.connect(transport as Transport);
  return client;
}

export interface Answered<Data> {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Data;
}

export async function call<Data = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answered<Data>> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    text: first?.text ?? '',
    data: result.structuredContent as Data,
  };
}

export interface OurError {
  readonly error: { readonly code: string; readonly message: string; readonly blocked?: boolean };
}
