// The roots every procedure is built on. What a call may do is said once, here: its method and its kind in REST, whether
// it waits while the memory is replaced, what is recorded of it (api/base.ts), whether a repeat of it is one write.
// Source: architecture, Runtime; decision 043.
import { type HTTPPath, oc } from '@orpc/contract';

/** `danger`: cannot be taken back from the console. */
export type ProcedureKind = 'read' | 'write' | 'danger';

/**
 * What a write reaches. `memory`: what leaves its own events in the chain, or rows that say who. `console`: what is stored
 * beside it; the call itself becomes an event. `process`: nothing that is stored, so that it goes on during a restore.
 */
export type Reach = 'memory' | 'console' | 'process';

export interface CallMeta {
  readonly kind: ProcedureKind;
  readonly reach: Reach | 'nothing';
  /** Members of the input that are recorded; never one that may be a secret. */
  readonly about: readonly string[];
}

const KEY_HEADER = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'Makes a repeat of this call answer as the first one did, for ten minutes.',
  schema: { type: 'string', maxLength: 200 },
} as const;

const call = (meta: CallMeta, path: HTTPPath) =>
  oc.$meta<CallMeta>(meta).route({
    method: meta.kind === 'read' ? 'GET' : 'POST',
    path,
    spec: (operation) => ({
      ...operation,
      ...(meta.kind === 'read' ? {} : { parameters: [...(operation.parameters ?? []), KEY_HEADER] }),
      'x-kind': meta.kind,
    }),
  });

export const read = (path: HTTPPath) => call({ kind: 'read', reach: 'nothing', about: [] }, path);
/** A read whose question may be too long for an address. */
export const posted = (path: HTTPPath) => read(path).route({ method: 'POST' });
export const write = (path: HTTPPath, reach: Reach, ...about: string[]) =>
  call({ kind: 'write', reach, about }, path);
export const danger = (path: HTTPPath, reach: Reach, ...about: string[]) =>
  call({ kind: 'danger', reach, about }, path);
