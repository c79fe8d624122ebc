// What a route was sent, checked; what does not fit is said with the route's name. Called by the routes beside it.
import * as z from 'zod';
import { AppError } from '../../shared/model/envelope.ts';

/** @param what the route, for the message @throws AppError INVALID_INPUT */
export function parsed<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw new AppError('INVALID_INPUT', `${what}: ${z.prettifyError(found.error)}`);
}
