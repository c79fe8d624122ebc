// The one way to the tools, whoever calls: the operator from a screen, a script over HTTP, later a model. A call is parsed, its target is found anew,
// reads run, writes are planned and asked for. Secrets leave nobody's result. Nothing thrown passes this border. Source: agent, Tools, Tool protocol.
import * as z from 'zod';
import type { Approval } from '../../../shared/model/approval.ts';
import { AppError, type ErrorBody, toolError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { Approvals } from '../../infra/approvals/approvals.ts';
import type { Asker } from '../../infra/approvals/parts.ts';
import type { Planned } from '../../infra/approvals/planned.ts';
import { redactDeep } from '../../infra/approvals/redact-deep.ts';
import { TOOLS, toolNamed } from '../tools/registry.ts';
import {
  kindOf,
  negativeMarkers,
  type Permission,
  type Tool,
  type ToolData,
  type ToolFact,
} from '../tools/tool.ts';
import { forModel } from './for-model.ts';
import type { HandsParts } from './parts.ts';

const CALL_MS = 60_000;

export interface ToolCall extends Asker {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly permission: Permission;
  readonly signal?: AbortSignal;
}

export type ToolAnswer =
  | {
      readonly ok: true;
      /** Whole, for a person. */
      readonly data: ToolData;
      /** The same as a model gets it: JSON, cut. */
      readonly forModel: string;
      readonly facts: readonly ToolFact[];
    }
  /** It waits for the operator, or a rule of theirs has said yes. */
  | { readonly ok: true; readonly approval: Approval }
  /** `facts`: that there was nothing to be found. */
  | { readonly ok: false; readonly error: ErrorBody; readonly facts: readonly ToolFact[] };

interface Parsed {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
}

export interface HandsOptions extends HandsParts {
  redact(text: string): string;
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

  /** Runs a read, or asks for a write. */
  async call(call: ToolCall, approvals: Pick<Approvals, 'ask'>): Promise<ToolAnswer> {
    const limit = AbortSignal.timeout(CALL_MS);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    let parsed: Parsed | undefined;
    try {
      parsed = this.#parsed(call.tool, call.arguments, call.permission);
      const { tool, args } = parsed;
      if (kindOf(tool, args) === 'write') {
        const planned = await this.#planned(tool, args, signal);
        return { ok: true, approval: await approvals.ask(planned, call) };
      }
      if (!('run' in tool)) throw new AppError('INTERNAL', `${tool.name} cannot run.`);
      const resource = await this.#target(tool, args, signal);
      const found = await tool.run(args, { parts: this.#parts, signal, resource });
      const { value: data } = redactDeep(found, this.#parts.redact);
      return { ok: true, data, forModel: forModel(data), facts: tool.facts(args, data) };
    } catch (error) {
      const told = toolError(this.#told(call.tool, error, limit.aborted));
      return { ok: false, error: told, facts: parsed ? nothingFound(parsed, told) : [] };
    }
  }

  /**
   * Plans a write anew, through the same gates as the first time.
   * @throws AppError
   */
  replan(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Planned> {
    const { tool, args } = this.#parsed(name, given, 'assistant');
    return this.#planned(tool, args, signal);
  }

  async #planned(tool: Tool, args: Record<string, unknown>, signal: AbortSignal): Promise<Planned> {
    if (!('plan' in tool) || kindOf(tool, args) !== 'write')
      throw new AppError('INVALID_INPUT', `${tool.name} with these arguments changes nothing.`);
    const resource = await this.#target(tool, args, signal);
    return await tool.plan(args, { parts: this.#parts, signal, resource });
  }

  /** @throws AppError NOT_FOUND for no such tool, INVALID_INPUT */
  #parsed(name: string, given: Readonly<Record<string, unknown>>, permission: Permission): Parsed {
    const tool = toolNamed(name);
    if (!tool)
      throw new AppError(
        'NOT_FOUND',
        `There is no tool ${name.slice(0, 64)}. There are ${TOOLS.map((one) => one.name).join(', ')}.`,
      );
    if (tool.permission === 'assistant' && permission === 'anyone')
      throw new AppError('ACTION_NOT_ALLOWED', `${name} is not offered to agents.`);
    // A model may claim that somebody said yes; the word is taken from the operator alone.
    const { _approval_id: _claimed, ...others } = given;
    const parsed = tool.schema.safeParse(others);
    if (!parsed.success) throw new AppError('INVALID_INPUT', `${name}: ${z.prettifyError(parsed.error)}`);
    return { tool, args: parsed.data };
  }

  /** @throws AppError STRICT_RESOLUTION for what nobody has discovered, NOT_FOUND for what is gone */
  async #target(tool: Tool, args: Record<string, unknown>, signal: AbortSignal): Promise<Resource | null> {
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
function nothingFound({ tool, args }: Parsed, { code, failed }: ErrorBody): ToolFact[] {
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
