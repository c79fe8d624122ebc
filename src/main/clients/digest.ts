// Names for what is told apart and not kept: clients' keys, conversations, messages. Pure.
import { hash } from 'node:crypto';

/** A short, stable name for text; not a secret. */
export function digest(...parts: string[]): string {
  return hash('sha256', parts.join('\u0000')).slice(0, 16);
}
