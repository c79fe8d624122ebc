// The implementer every feature's calls are built on: context is the services and the caller; what the domain throws leaves
// as one typed error; what a write has to keep to follows from its meta (shared/contract/base.ts): it waits while the memory
// is replaced, a repeat of it is one write, and it is recorded. Called by the feature files beside it.
import { implement, ORPCError, ValidationError } from '@orpc/server';
import type { RequestHeadersPluginContext } from '@orpc/server/plugins';
import { contract } from '../../shared/contract/index.ts';
import { AppError, ERROR_STATUS } from '../../shared/model/envelope.ts';
import type { Once } from './once.ts';
import type { Caller, Services } from './services.ts';

export interface ApiContext extends RequestHeadersPluginContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly once: Once;
  readonly onError: (error: unknown, procedure: string) => void;
}

export const api = implement(contract)
  .$context<ApiContext>()
  .use(async ({ next, path, context }) => {
    try {
      return await next();
    } catch (error) {
      throw toOrpcError(error, path.join('.'), context.onError);
    }
  })
  .use(({ next, path, procedure, context }, input) => {
    const { kind, reach, about } = procedure['~orpc'].meta;
    if (kind === 'read' || reach === 'nothing') return next();
    const { services, caller, once, reqHeaders } = context;
    const call = path.join('.');
    const work = async () => {
      if (reach !== 'process') await services.calls.whenOpen();
      const answer = await next();
      if (reach !== 'memory')
        await services.calls.record({ call, reach, actor: caller.actor, about: picked(input, about) });
      return answer;
    };
    const key = reqHeaders?.get('idempotency-key');
    return key ? once.run({ caller: caller.actor, key, asked: [call, input] }, work) : work();
  });

function picked(input: unknown, names: readonly string[]): Record<string, unknown> {
  const given: Record<string, unknown> = { ...(typeof input === 'object' ? input : {}) };
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

function toOrpcError(
  error: unknown,
  procedure: string,
  report: ApiContext['onError'],
): ORPCError<string, unknown> {
  if (error instanceof AppError) {
    return new ORPCError(error.code, {
      status: ERROR_STATUS[error.code],
      message: error.message,
      data: error.details,
      cause: error,
    });
  }
  if (error instanceof ORPCError) {
    if (error.code !== 'BAD_REQUEST') return error;
    const issues = error.cause instanceof ValidationError ? error.cause.issues : [];
    const first = issues[0];
    const where = first?.path
      ?.map((part) => (typeof part === 'object' ? String(part.key) : String(part)))
      .join('.');
    return new ORPCError('INVALID_INPUT', {
      status: 400,
      message: `${procedure}: ${where ? `${where}: ` : ''}${first?.message ?? 'the input does not fit'}`,
      data: { issues: issues.map((issue) => issue.message) },
    });
  }
  report(error, procedure);
  return new ORPCError('INTERNAL', {
    status: 500,
    message: `Something went wrong in ${procedure}; the log has it.`,
  });
}
