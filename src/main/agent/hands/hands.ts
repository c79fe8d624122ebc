// The one way to the tools, whoever calls: the operator from a screen, a script over HTTP, later a model. A call is parsed, its target is found anew,
// reads run, writes are planned and asked for. Secrets leave nobody's result. Nothing thrown passes this border. Source: agent, Tools, Tool protocol.
import * as z from 'zod';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError, type ErrorBody, toolError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { Approvals } from '../../infra/approvals/approvals.ts';
import type { Asker } from '../../infra/approvals/parts.ts';
import type { Planned } from '../../infra/approvals/planned.ts';
import { redactDeep } from '../../infra/approvals/redact-deep.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { TOOLS, toolNamed } from '../tools/registry.ts';
import {
  type CallContext,
  kindOf,
  negativeMarkers,
  type Permission,
  type Tool,
  type ToolData,
  type ToolFact,
  type ToolKind,
} from '../tools/tool.ts';
import { forModel } from './for-model.ts';
import type { Ask, HandsParts } from './parts.ts';

const CALL_MS = 60_000;

export interface ToolCall extends Asker {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly permission: Permission;
  readonly signal?: AbortSignal;
}

/** What came of a read. */
export type ReadAnswer =
  | {
      readonly ok: true;
      /** Whole, for a person. */
      readonly data: ToolData;
      /** The same as a model gets it: JSON, cut. */
      readonly forModel: string;
      readonly facts: readonly ToolFact[];
    }
  /** `facts`: that there was nothing to be found. */
  | { readonly ok: false; readonly error: ErrorBody; readonly facts: readonly ToolFact[] };

export type ToolAnswer =
  | ReadAnswer
  /** It waits for the operator, or a rule of theirs has said yes. */
  | { readonly ok: true; readonly approval: Approval };

export interface Reading {
  /** As `target` found it. */
  readonly resource: Resource | null;
  readonly signal: AbortSignal;
  /** Asks the person of the session; null where nobody is there. */
  readonly ask: Ask | null;
}

/** A call whose tool is there and whose arguments fit. */
export interface ParsedCall {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
  readonly kind: ToolKind;
}

export interface HandsOptions extends Omit<HandsParts, 'ask'> {
  readonly clock: Clock;
  /** What broke in our own code. */
  onFault(tool: string, error: unknown): void;
}

export class Hands {
  readonly #parts: HandsOptions;

  constructor(parts: HandsOptions) {
    this.#parts = parts;
  }

  get tools(): readonly Tool[] {
    return TOOLS;
  }

  /** Runs a read, or asks for a write: everything at once, for who has no session. */
  async call(call: ToolCall, approvals: Pick<Approvals, 'ask'>): Promise<ToolAnswer> {
    const limit = AbortSignal.timeout(CALL_MS);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    let parsed: ParsedCall | undefined;
    try {
      parsed = this.parse(call.tool, call.arguments, call.permission);
      const resource = await this.target(parsed, signal);
      if (parsed.kind !== 'write') return await this.#run(parsed, { resource, signal, ask: null });
      const planned = await this.plan(parsed, resource, signal);
      return { ok: true, approval: await approvals.ask(planned, call) };
    } catch (error) {
      return this.refusal(call.tool, parsed, error, limit.aborted);
    }
  }

  /**
   * Plans a write anew, through the same gates as the first time.
   * @throws AppError what the gates say
   */
  async replan(
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Planned> {
    const parsed = this.parse(name, given, 'assistant');
    return await this.plan(parsed, await this.target(parsed, signal), signal);
  }

  /** @throws AppError NOT_FOUND for no such tool, INVALID_INPUT, ACTION_NOT_ALLOWED */
  parse(name: string, given: Readonly<Record<string, unknown>>, permission: Permission): ParsedCall {
    const tool = toolNamed(name);
    if (!tool)
      throw new AppError(
        'NOT_FOUND',
        `There is no tool ${name.slice(0, 64)}. There are ${TOOLS.map((one) => one.name).join(', ')}.`,
      );
    if (tool.permission === 'assistant' && permission === 'anyone')
      throw new AppError('ACTION_NOT_ALLOWED', `${name} is not offered to agents.`);
    const parsed = readArguments(tool, given);
    if (!parsed.success) throw new AppError('INVALID_INPUT', `${name}: ${z.prettifyError(parsed.error)}`);
    return { tool, args: parsed.data, kind: kindOf(tool, parsed.data) };
  }

  /**
   * What it is done to, found anew; null where it names nothing.
   * @throws AppError STRICT_RESOLUTION for what nobody has discovered, NOT_FOUND for what is gone
   */
  async target({ tool, args }: ParsedCall, signal: AbortSignal): Promise<Resource | null> {
    const named = tool.target(args);
    if (named === null) return null;
    const { known } = this.#parts;
    // A name may mean another by now; an id is asked for anew below.
    await known.fresh();
    // What was made a moment ago is not known yet.
    if (!known.resolve(named).exact) await known.fresh(0);
    const { exact, ambiguous, suggestions } = known.resolve(named);
    if (!exact) throw unresolved(named, ambiguous, suggestions);
    const found = await this.#parts.known.find(exact.id, signal);
    if (!found) {
      this.#parts.known.changed(exact.id);
      throw new AppError('NOT_FOUND', `${exact.name} is not there any more.`, { resource: exact.id });
    }
    return found;
  }

  /** Of a read: whether it is proven to be one. @throws AppError READ_ONLY_VIOLATION, POLICY_BLOCKED */
  async proveRead({ tool, args }: ParsedCall, resource: Resource | null, signal: AbortSignal): Promise<void> {
    if ('run' in tool) await tool.proveRead?.(args, this.#context(resource, signal));
  }

  /** What a write would do, without any effect. @throws AppError what cannot be done at all */
  async plan(
    { tool, args, kind }: ParsedCall,
    resource: Resource | null,
    signal: AbortSignal,
  ): Promise<Planned> {
    if (!('plan' in tool) || kind !== 'write')
      throw new AppError('INVALID_INPUT', `${tool.name} with these arguments changes nothing.`);
    return await tool.plan(args, this.#context(resource, signal));
  }

  /** Runs a read that has passed its gates. Never throws. */
  async read(parsed: ParsedCall, reading: Reading): Promise<ReadAnswer> {
    const limit = new AbortController();
    // A person who is asked may take their time.
    const cancel =
      parsed.kind === 'user_input' ? () => undefined : this.#parts.clock.after(CALL_MS, () => limit.abort());
    try {
      return await this.#run(parsed, { ...reading, signal: AbortSignal.any([reading.signal, limit.signal]) });
    } catch (error) {
      return this.refusal(parsed.tool.name, parsed, error, limit.signal.aborted);
    } finally {
      cancel();
    }
  }

  /** What was thrown, as who called is told it, and what that says of the world. */
  refusal(
    tool: string,
    parsed: ParsedCall | undefined,
    error: unknown,
    tookTooLong = false,
  ): Extract<ToolAnswer, { ok: false }> {
    const told = toolError(this.#told(tool, error, tookTooLong));
    return { ok: false, error: told, facts: parsed ? nothingFound(parsed, told) : [] };
  }

  #context(resource: Resource | null, signal: AbortSignal): CallContext {
    return { parts: { ...this.#parts, ask: null }, signal, resource };
  }

  async #run({ tool, args }: ParsedCall, { resource, signal, ask }: Reading) {
    if (!('run' in tool)) throw new AppError('INTERNAL', `${tool.name} cannot run.`);
    const found = await tool.run(args, { parts: { ...this.#parts, ask }, signal, resource });
    const { value: data } = redactDeep(found, this.#parts.redact);
    return { ok: true, data, forModel: forModel(data), facts: tool.facts(args, data) } as const;
  }

  #told(tool: string, error: unknown, tookTooLong: boolean): ErrorBody {
    if (error instanceof AppError) {
      const { value } = redactDeep(error.toBody(), this.#parts.redact);
      return value;
    }
    if (tookTooLong)
      return {
        code: 'TIMEOUT',
        message: `${tool} took longer than ${CALL_MS / 1000} seconds.`,
        retryable: true,
      };
    this.#parts.onFault(tool, error);
    return { code: 'INTERNAL', message: `Something went wrong in ${tool}; the log has it.` };
  }
}

/** A refusal says nothing of the world. */
function nothingFound({ tool, args }: ParsedCall, { code, failed }: ErrorBody): ToolFact[] {
  if (code === 'NOT_FOUND' || code === 'STRICT_RESOLUTION') return negativeMarkers(tool, args, 'not_found');
  return failed && code !== 'CANCELLED' ? negativeMarkers(tool, args, 'error') : [];
}

function unresolved(named: string, ambiguous: readonly Resource[], suggestions: readonly string[]): AppError {
  const short = named.slice(0, 200);
  if (ambiguous.length > 0)
    return new AppError(
      'STRICT_RESOLUTION',
      `Several are called ${short}: ${ambiguous.map(({ id }) => id).join(', ')}. Name one by its id.`,
      {
        candidates: ambiguous.map(({ id }) => id),
        recovery_hint: 'Name it by its id.',
        auto_recoverable: true,
      },
    );
  const like = suggestions.length > 0 ? ` There is ${suggestions.join(', ')}.` : '';
  return new AppError('STRICT_RESOLUTION', `Nobody has found a ${short}.${like}`, {
    suggestions: [...suggestions],
    recovery_hint: 'Use query to find resources first.',
    auto_recoverable: true,
  });
}
