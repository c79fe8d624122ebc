// The root every procedure is built on. `meta.kind` says what a call may do: audit, REST exposure and pausing of
// writes follow from it. Source: architecture, Runtime.
import { oc } from '@orpc/contract';

export type ProcedureKind = 'read' | 'write' | 'danger';

export const procedure = oc.$meta<{ kind: ProcedureKind }>({ kind: 'read' });
