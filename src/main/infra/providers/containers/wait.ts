// A pause that ends early when its signal is raised. Used by whatever asks an engine again and again.
import { setTimeout as later } from 'node:timers/promises';
import { AppError } from '../../../../shared/model/envelope.ts';

/** @throws AppError CANCELLED */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await later(ms, undefined, { signal });
  } catch {
    throw new AppError('CANCELLED', 'Stopped while the container engine was asked');
  }
}
