// What the assistant's loop does, in the metrics. Labels come from closed lists, or are the first few of an open one. Made by metrics.ts.
// Source: agent, Telemetry.
import { Counter, type Registry } from 'prom-client';
import type { FsmState, Profile } from '../../shared/model/assistant/words.ts';
import type { ErrorCode } from '../../shared/model/envelope.ts';

/** Names of models and tools that are told apart; the others are `other`. */
const MOST_NAMES = 40;

export interface AssistantCounters {
  iteration(provider: string, model: string): void;
  toolBlocked(state: FsmState, tool: string, kind: string): void;
  finalBlocked(state: FsmState): void;
  strictBlocked(tool: string, action: string): void;
  routingBlocked(tool: string, targetKind: string, childKind: string): void;
  phantom(provider: string, model: string): void;
  recoveryAttempt(code: ErrorCode, tool: string): void;
  recoverySuccess(code: ErrorCode, tool: string): void;
  dropped(): void;
  loopBlocked(tool: string): void;
  knowledgeServed(tool: string): void;
  markupRemoved(): void;
  textCall(tool: string): void;
  runEnded(profile: Profile, reason: string): void;
}

class Few {
  readonly #names = new Set<string>();

  of(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= MOST_NAMES) return 'other';
    this.#names.add(name.slice(0, 80));
    return name.slice(0, 80);
  }
}

export function assistantMetrics(registry: Registry): AssistantCounters {
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter<L>({ name: `festinger_ai_${name}`, help, labelNames, registers: [registry] });
  const models = new Few();
  const tools = new Few();
  const iterations = counter('agentic_iterations_total', 'Turns of the assistant', 'provider', 'model');
  const toolBlocks = counter(
    'fsm_tool_block_total',
    'Calls the state did not admit',
    'state',
    'tool',
    'kind',
  );
  const finalBlocks = counter(
    'fsm_final_block_total',
    'Answers sent back because a write was not verified',
    'state',
  );
  const strict = counter(
    'strict_resolution_block_total',
    'Calls to what nobody had discovered',
    'tool',
    'action',
  );
  const routing = counter(
    'routing_mismatch_block_total',
    'Calls to a host where something inside it was meant',
    ...(['tool', 'target_kind', 'child_kind'] as const),
  );
  const phantoms = counter(
    'phantom_detected_total',
    'Answers that claimed what no tool had done',
    'provider',
    'model',
  );
  const attempts = counter(
    'auto_recovery_attempt_total',
    'Errors a model can get out of by itself',
    'error_code',
    'tool',
  );
  const successes = counter(
    'auto_recovery_success_total',
    'Those it got out of, in the same run',
    'error_code',
    'tool',
  );
  const dropped = counter('dropped_calls_total', 'Calls made in a turn that was for words alone');
  const loops = counter('loop_block_total', 'The same call for the fourth time', 'tool');
  const known = counter('knowledge_served_total', 'Calls spared because the answer was known', 'tool');
  const markup = counter('markup_removed_total', 'Answers that leaked markup of their model');
  const textCalls = counter('text_calls_total', 'Calls a model wrote into its text', 'tool');
  const runs = counter('runs_total', 'Runs of the assistant that ended', 'profile', 'reason');
  return {
    iteration: (provider, model) => iterations.inc({ provider, model: models.of(model) }),
    toolBlocked: (state, tool, kind) => toolBlocks.inc({ state, tool: tools.of(tool), kind }),
    finalBlocked: (state) => finalBlocks.inc({ state }),
    strictBlocked: (tool, action) => strict.inc({ tool: tools.of(tool), action }),
    routingBlocked: (tool, target_kind, child_kind) =>
      routing.inc({ tool: tools.of(tool), target_kind, child_kind }),
    phantom: (provider, model) => phantoms.inc({ provider, model: models.of(model) }),
    recoveryAttempt: (error_code, tool) => attempts.inc({ error_code, tool: tools.of(tool) }),
    recoverySuccess: (error_code, tool) => successes.inc({ error_code, tool: tools.of(tool) }),
    dropped: () => dropped.inc(),
    loopBlocked: (tool) => loops.inc({ tool: tools.of(tool) }),
    knowledgeServed: (tool) => known.inc({ tool: tools.of(tool) }),
    markupRemoved: () => markup.inc(),
    textCall: (tool) => textCalls.inc({ tool: tools.of(tool) }),
    runEnded: (profile, reason) => runs.inc({ profile, reason }),
  };
}
