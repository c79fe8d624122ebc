// An approval for tests: a container to be restarted, which waits.
import type { Approval, Execution, Plan } from '../../../../shared/model/approval.ts';

const ID = 'docker_container:media:4f2c';

export function aPlan(part: Partial<Plan> = {}): Plan {
  return {
    tool: 'control',
    verb: 'Restart',
    action: 'restart',
    resource: { id: ID, kind: 'docker_container', name: 'web-1', place: '', within: [] },
    path: [{ via: 'api', target: 'host:media', words: '/run/engine.sock' }],
    runs: 'POST /containers/4f2c/restart',
    argv: null,
    risk: 'medium',
    because: 'what uses it loses it for a moment',
    description: 'Restart the container web-1',
    preview: null,
    evidence: 'verified',
    undo: null,
    takeBack: null,
    files: [],
    preconditions: [],
    long: false,
    ...part,
  };
}

export function anApproval(part: Partial<Approval> = {}): Approval {
  return {
    id: 'one',
    here: true,
    session: null,
    status: 'pending',
    tool: 'control',
    arguments: { resource: ID, action: 'restart', arguments: {} },
    plan: aPlan(),
    planHash: 'a'.repeat(64),
    shape: 'restart',
    askedBy: 'operator',
    askedAt: 1000,
    expiresAt: 301_000,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    rule: null,
    replacedBy: null,
    execution: null,
    ...part,
  };
}

export function anExecution(part: Partial<Execution> = {}): Execution {
  return {
    id: 'run',
    approvalId: 'one',
    resourceId: ID,
    state: 'started',
    startedAt: 2000,
    finishedAt: null,
    summary: null,
    exitCode: null,
    output: null,
    verified: null,
    evidence: null,
    ...part,
  };
}
