// What is asked to be done to resources and what comes of it, in the metrics. Labels come from closed lists alone: no name of a resource, no kind a
// provider makes up. Made by metrics.ts. Source: agent, Approvals.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Alert } from '../../shared/model/alert.ts';
import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  EXECUTION_STATES,
  type Execution,
} from '../../shared/model/approval.ts';
import { type ProviderState, RESOURCE_KINDS, type ResourceKind } from '../../shared/model/resource.ts';

export interface HandsSources {
  /** What waits for the operator's word, of all hosts of the database. */
  readonly approvalsPending: () => number;
  /** How many there are of each kind. */
  readonly resources: () => Readonly<Partial<Record<ResourceKind, number>>>;
  /** Active ones. */
  readonly alerts: () => readonly Pick<Alert, 'rule' | 'severity'>[];
  readonly providers: () => readonly Pick<ProviderState, 'name' | 'state' | 'lookedAt'>[];
}

/** What happened since this process started. `pending`: asked. */
export interface HandsCounters {
  approval(status: ApprovalStatus): void;
  execution(state: Execution['state']): void;
}

export function handsMetrics(registry: Registry, sources: Partial<HandsSources>): HandsCounters {
  const registers = [registry];
  new Gauge({
    name: 'festinger_approvals_pending',
    help: 'What waits for the word of the operator',
    registers,
    collect() {
      this.set(sources.approvalsPending?.() ?? 0);
    },
  });
  new Gauge({
    name: 'festinger_resources',
    help: 'Resources that are known, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      const counts = sources.resources?.() ?? {};
      for (const kind of RESOURCE_KINDS) if (counts[kind]) this.set({ kind }, counts[kind]);
    },
  });
  new Gauge({
    name: 'festinger_provider_up',
    help: 'Whether the last look of a provider went well; those that are off or were not looked at yet are not here',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset();
      for (const { name, state, lookedAt } of sources.providers?.() ?? [])
        if (state !== 'off' && lookedAt !== null) this.set({ provider: name }, Number(state === 'well'));
    },
  });
  new Gauge({
    name: 'festinger_alerts',
    help: 'Active alerts, by rule and severity; acknowledged and silenced ones too',
    labelNames: ['rule', 'severity'],
    registers,
    collect() {
      this.reset();
      for (const { rule, severity } of sources.alerts?.() ?? []) this.inc({ rule, severity });
    },
  });
  const approvals = new Counter({
    name: 'festinger_approvals_total',
    help: 'Approvals by what became of them; pending: asked',
    labelNames: ['status'],
    registers,
  });
  for (const status of APPROVAL_STATUSES) approvals.inc({ status }, 0);
  const executions = new Counter({
    name: 'festinger_executions_total',
    help: 'What was done to resources, by what came of it; started: begun',
    labelNames: ['state'],
    registers,
  });
  for (const state of EXECUTION_STATES) executions.inc({ state }, 0);
  return {
    approval: (status) => approvals.inc({ status }),
    execution: (state) => executions.inc({ state }),
  };
}
