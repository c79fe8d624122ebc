// The implementer every feature's calls are built on: context is the services and the caller; what the domain throws
// leaves as one typed error. Called by the feature files beside it.
import { implement, ORPCError, ValidationError } from '@orpc/server';
import { contract } from '../../shared/contract/index.ts';
import { AppError, ERROR_STATUS } from '../../shared/model/envelope.ts';
import type { Caller, Services } from './services.ts';

export interface ApiContext {
  readonly services: Services;
  readonly caller: Caller;
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
  });

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
