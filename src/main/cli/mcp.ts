// `festinger mcp`: MCP on standard input and output, for clients that start a program. A bridge: each line goes to POST /mcp of the running Festinger, each
// answer comes back as a line. Standard output carries the protocol and nothing else. Knows no tool. Source: agent, MCP.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { ClientName } from '../../shared/model/client.ts';
import { AppError, type Envelope } from '../../shared/model/envelope.ts';
import { isSecretWord } from '../../shared/redact.ts';
import { PARSE_ERROR, type RpcId, rpcError, rpcRefusal } from '../mcp/json-rpc.ts';
import { boundedLines } from './mcp-lines.ts';
import { answerText, keyHeader, notFestinger, openRunning, type Sink } from './running.ts';

/** What POST /mcp takes. */
const LINE_BYTES = 1024 * 1024;

export interface McpCommand {
  readonly project: string | undefined;
  /** Asked for each message: a console that was started again may be elsewhere. */
  readonly url: () => string;
}

interface Message {
  readonly id?: RpcId;
  readonly method?: string;
  readonly params?: { readonly requestId?: RpcId; readonly clientInfo?: { readonly name?: unknown } };
}

/** @returns 0 once standard input has ended and everything is answered */
export async function mcp(command: McpCommand, input: Readable, out: Writable, err: Sink): Promise<number> {
  const bridge = new Bridge(command, out, err);
  // Whoever started us is gone: there is nobody to answer.
  out.on('error', () => input.destroy());
  try {
    for await (const line of boundedLines(input, LINE_BYTES)) {
      if (line === null)
        await bridge.say(rpcError(PARSE_ERROR, `A message is longer than ${LINE_BYTES} bytes.`));
      else bridge.take(line);
    }
  } catch (error) {
    if (!input.destroyed) throw error;
  }
  await bridge.settled();
  return 0;
}

class Bridge {
  readonly #command: McpCommand;
  readonly #out: Writable;
  readonly #err: Sink;
  readonly #running = new Map<
    RpcId | symbol,
    { readonly end: AbortController; readonly done: Promise<void> }
  >();
  /** What the client calls itself, until it brings a key. */
  #client: string | undefined;
  #protocol: string | undefined;

  constructor(command: McpCommand, out: Writable, err: Sink) {
    this.#command = command;
    this.#out = out;
    this.#err = err;
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async say(message: object): Promise<void> {
    if (this.#out.destroyed) return;
    if (!this.#out.write(`${JSON.stringify(message)}\n`))
      await once(this.#out, 'drain').catch(() => undefined);
  }

  take(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch (error) {
      void this.say(rpcError(PARSE_ERROR, `A line is not JSON: ${(error as Error).message}`));
      return;
    }
    if (message?.method === 'notifications/cancelled' && message.params?.requestId !== undefined) {
      // Nothing is said any more of what is cancelled; what hangs up there ends it.
      this.#running.get(message.params.requestId)?.end.abort();
      return;
    }
    if (message?.method === 'initialize') this.#client = clientName(message.params?.clientInfo?.name);
    const end = new AbortController();
    const key = message?.id ?? Symbol('notification');
    const done = this.#forward(line, message, end.signal)
      .catch((error: unknown) => (end.signal.aborted ? undefined : this.#refuse(message, error)))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, { end, done });
  }

  async #forward(line: string, message: Message, signal: AbortSignal): Promise<void> {
    const url = this.#command.url();
    const call = { method: 'POST', headers: this.#headers(), body: line, signal } as const;
    const answer = await openRunning(url, '/mcp', call).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (answer === null) return;
    const text = await answerText(url, answer);
    if (text === '') return;
    const said = readAnswer(text, () => notFestinger(url, answer));
    if (message?.method === 'initialize') this.#protocol = protocolIn(said);
    // What is refused before the message was read does not name its request.
    const isUnnamed = !Array.isArray(said) && (said.id ?? null) === null;
    if (isUnnamed && isNotification(message)) this.#note(said);
    else await this.say(isUnnamed ? { ...said, id: message?.id ?? null } : said);
  }

  /** Of what wants no answer. */
  #note(said: unknown): void {
    this.#err.write(`festinger mcp: ${JSON.stringify(said).slice(0, 500)}\n`);
  }

  async #refuse(message: Message, error: unknown): Promise<void> {
    const body =
      error instanceof AppError ? error.toBody() : { code: 'INTERNAL' as const, message: String(error) };
    this.#err.write(`festinger mcp: ${body.code}: ${body.message}\n`);
    if (!isNotification(message)) await this.say(rpcRefusal(body, message?.id ?? null));
  }

  #headers(): Record<string, string> {
    const { project } = this.#command;
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...keyHeader(),
      ...(this.#client === undefined ? {} : { 'x-festinger-client': this.#client }),
      ...(project === undefined ? {} : { 'x-festinger-project': project }),
      ...(this.#protocol === undefined ? {} : { 'mcp-protocol-version': this.#protocol }),
    };
  }
}

/** It wants no answer, whatever becomes of it. What is no message at all is told so. */
const isNotification = (message: Message): boolean =>
  typeof message?.method === 'string' && message.id === undefined;

/** JSON-RPC as it came; an envelope of ours as JSON-RPC. @throws AppError what `stranger` makes */
function readAnswer(text: string, stranger: () => AppError): { readonly id?: RpcId } | object[] {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw stranger();
  }
  if (Array.isArray(said)) return said;
  const { jsonrpc, ok } = (said ?? {}) as { readonly jsonrpc?: unknown; readonly ok?: unknown };
  if (jsonrpc === '2.0') return said as { readonly id?: RpcId };
  if (ok !== false) throw stranger();
  return rpcRefusal((said as Extract<Envelope<never>, { ok: false }>).error);
}

function protocolIn(said: object): string | undefined {
  const version = (said as { readonly result?: { readonly protocolVersion?: unknown } }).result
    ?.protocolVersion;
  return typeof version === 'string' ? version : undefined;
}

/** As clients are called here; undefined for what can be no name. */
function clientName(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const name = given.replace(/[^\w.@:/+-]/g, '-').slice(0, 64);
  return ClientName.safeParse(name).success && !isSecretWord(name.toLowerCase()) ? name : undefined;
}
