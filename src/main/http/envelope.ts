// Errors become the one envelope here, at the border, and nowhere else.
import type { FastifyReply } from 'fastify';
import { AppError, ERROR_STATUS, failure } from '../../shared/model/envelope.ts';

/** Whatever was thrown, as an AppError; what we did not foresee says only where to look. */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  const message = error instanceof Error ? error.message : String(error);
  if (status === 413)
    return new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than this route accepts.', { message });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('INVALID_INPUT', message);
  return new AppError(
    'INTERNAL',
    `Something went wrong on our side; the log has it under request ${requestId}.`,
    { requestId },
  );
}

export function sendError(reply: FastifyReply, error: AppError): void {
  void reply
    .code(ERROR_STATUS[error.code])
    .type('application/json; charset=utf-8')
    .send(failure(error.toBody()));
}
