// Promise: an agent that waits may look again seven times; the eighth it is told. Polling, a pause between tries and a state that
// says it is under way are waiting; a complaint, and a word in a long text, are not.
import { describe, expect, it } from 'vitest';
import { scanBody } from '../../body/body-scanner.ts';
import type { LoopFinding } from '../finding.ts';
import { LoopMemory } from '../loop-memory.ts';
import { isUnderWay, pauses } from './waiting.ts';

type Step = readonly [command: string, result: string];

function look(steps: readonly Step[]): LoopFinding | null {
  const messages = steps.flatMap(([command, result], n) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${n}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
      ],
    },
    { role: 'tool', tool_call_id: `c${n}`, content: result },
  ]);
  const body = Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Go.' }, ...messages] }),
  );
  const index = scanBody(body, 'openai_chat');
  if (!index) throw new Error('the body is JSON');
  return new LoopMemory().look({
    ...{ body, index, route: 'openai_chat', client: 'me', sharedBytes: 0, now: 0 },
    ...{ breakerMs: 300_000, off: new Set() },
  });
}

const DOCKER = (n: number): string =>
  `CONTAINER ID   IMAGE       COMMAND   STATUS                            NAMES\n8a1f0c2b77de   web:1.2     "serve"   Up ${n * 7} seconds (health: starting)   web-1`;
const KUBECTL =
  'NAME    READY   STATUS              RESTARTS   AGE\nweb-1   0/1     ContainerCreating   0          12s';

const WAITS: Readonly<Record<string, (n: number) => Step[]>> = {
  'docker ps until it is healthy': (n) => [['docker ps', DOCKER(n)]],
  'kubectl get pods': () => [['kubectl get pods', KUBECTL]],
  'a job’s status': () => [['ci status 7', '{"state": "in_progress"}']],
  'tries with a pause between them': () => [
    ['curl -s localhost:8080/health', 'HTTP 503'],
    ['sleep 10', ''],
  ],
  'a pause in the command': () => [['sleep 30 && tail -1 build.log', 'step of the linker']],
};

describe('an agent that waits', () => {
  it.each(Object.entries(WAITS))('%s: is told the eighth time', (_, round) => {
    const rounds = (count: number) => Array.from({ length: count }, (_, n) => round(n + 1)).flat();
    expect(look(rounds(7))).toBeNull();
    expect(look(rounds(8))).toMatchObject({ rule: 'cycle', level: 1, copies: 8 });
  });

  const impatient: readonly (readonly [string, Step])[] = [
    ['a complaint', ['docker ps', 'Error: the daemon is not ready: connection refused']],
    [
      'a word in a long text',
      ['cat queue.py', `def pending(self):\n${'    return self.items\n'.repeat(60)}`],
    ],
    ['a server that was started', ['npm start', 'Server running on port 3000, log level info, cache warm']],
  ];
  it.each(impatient)('%s is none, and is told the third time', (_, step) => {
    expect(look([step, step, step])).toMatchObject({ rule: 'cycle', copies: 3 });
  });
});

it.each([
  ['pending', true],
  ['Status: running', true],
  ['The build is still running.', true],
  ['web-1 0/1 Pending', true],
  ['{"state": "queued"}', true],
  ['not ready yet', true],
  ['done', false],
  ['3 rows', false],
  ['The item is not available.', false],
])('%s: %s', (text, waits) => expect(isUnderWay(text)).toBe(waits));

it.each([
  ['bash {"command":"sleep 60"}', true],
  ['sleep {"seconds":5}', true],
  ['wait {"seconds":5}', true],
  ['bash {"command":"make && sleep 1"}', false],
  ['waiter {"table":4}', false],
])('%s pauses: %s', (label, does) => expect(pauses(label)).toBe(does));
