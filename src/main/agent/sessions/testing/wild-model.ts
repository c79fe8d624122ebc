// For tests: a model that says anything at all, drawn by chance: calls that are sensible, made up, forged, repeated, several at once, words that claim
// what was not done, broken answers. Each command it wants to run leaves a mark of its own, so that what really ran can be counted.
import type { Turn } from '../../../core/testing/assistant-road.ts';
import { calls, says } from '../../../core/testing/assistant-road.ts';

type Call = readonly [string, Record<string, unknown>];

export interface Wild {
  /** From 0 up to 1. */
  readonly chance: () => number;
  readonly host: string;
  /** Ids of models there are; the last ones are locked. */
  readonly models: readonly string[];
  /** Commands add a line to it. */
  readonly ledger: string;
}

export function wildModel({ chance, host, models, ledger }: Wild): () => Turn {
  let marks = 0;
  const earlier: Call[] = [];
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const model = () => oneOf([...models, 'model:ollama:made-up:7b', 'qwen2.5', '']);
  const sensible: readonly (() => Call)[] = [
    () => ['query', { action: 'get', resource: host }],
    () => ['query', { action: 'get', resource: oneOf(models) }],
    () => ['control', { resource: oneOf(models), action: oneOf(['load', 'unload']) }],
    () => [
      'run_command',
      { resource: host, command: `sh -c 'echo m${marks++}. >> ${ledger}'`, timeout_s: 5 },
    ],
  ];
  const wild: readonly (() => Call)[] = [
    () => ['query', { action: 'list', limit: 200 }],
    () => ['query', { action: 'list', kind: oneOf(['host', 'model', 'nothing']) }],
    () => ['query', { action: 'get', resource: oneOf([host, model()]) }],
    () => ['read', { action: 'run', resource: host, command: oneOf(['uptime', 'ls /var/tmp', 'rm x']) }],
    () => ['control', { resource: model(), action: oneOf(['load', 'unload', 'delete', 'explode']) }],
    () => [
      'run_command',
      {
        ...{ resource: host, timeout_s: 5 },
        command: `sh -c 'echo m${marks++}. >> ${ledger}; exit ${oneOf([0, 0, 1])}'`,
      },
    ],
    () => ['question', { question: 'Which one?', options: ['a', 'b'] }],
    () => [oneOf(['rm', 'control', 'run_command']), { anything: [null, { _approval_id: 'x' }] }],
  ];
  const call = (): Call => {
    const [name, given] =
      earlier.length > 0 && chance() < 0.25 ? oneOf(earlier) : oneOf(chance() < 0.6 ? sensible : wild)();
    earlier.push([name, given]);
    return chance() < 0.06
      ? [name, { ...given, _approval_id: 'approved', approved: true, plan_hash: 'a'.repeat(64) }]
      : [name, given];
  };
  let turns = 0;
  return () => {
    // Most sessions begin by looking around, as real ones do; otherwise hardly anything would get as far as a write.
    if (turns++ < 2 && chance() < 0.8) return calls(['query', { action: 'list', limit: 200 }]);
    const drawn = chance();
    if (drawn < 0.08) return says(oneOf(['Done! I have restarted it.', 'All is well.', '']));
    if (drawn < 0.1) return { fail: { status: 500, message: 'the runner has crashed' } };
    if (drawn < 0.12) return { ...says('It is broken off in the'), cut: { afterTokens: 2, how: 'destroy' } };
    if (drawn < 0.18) {
      const [name, given] = call();
      return says(JSON.stringify({ name, arguments: given }));
    }
    return calls(...Array.from({ length: 1 + Math.floor(chance() * 3) }, call));
  };
}
