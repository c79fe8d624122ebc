// Promise: an agent that waits may look again seven times; the eighth it is told. Polling, a pause between tries and a state that
// says it is under way are waiting; a complaint, and a word in a long text, are not.
import { describe, expect, it } from 'vitest';
import { look, step } from '../testing/look.ts';
import { isUnderWay, waitOf } from './waiting.ts';

type Step = readonly [command: string, result: string];

const lookAt = (steps: readonly Step[]) =>
  look(steps.flatMap(([command, result], n) => step(n, 'bash', { command }, result)));

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
    expect(lookAt(rounds(7))).toBeNull();
    expect(lookAt(rounds(8))).toMatchObject({ rule: 'cycle', level: 1, copies: 8 });
  });

  const impatient: readonly (readonly [string, Step])[] = [
    ['a complaint', ['docker ps', 'Error: the daemon is not ready: connection refused']],
    [
      'a word in a long text',
      ['cat queue.py', `def pending(self):\n${'    return self.items\n'.repeat(60)}`],
    ],
    ['a server that was started', ['npm start', 'Server running on port 3000, log level info, cache warm']],
  ];
  it.each(impatient)('%s is none, and is told the third time', (_, one) => {
    expect(lookAt([one, one, one])).toMatchObject({ rule: 'cycle', copies: 3 });
  });
});

describe('an agent that asks for what is not there just now', () => {
  const tries: readonly (readonly [string, Step])[] = [
    [
      'connection refused',
      ['curl -s localhost/health', 'curl: (7) Failed to connect to localhost: Connection refused'],
    ],
    ['an answer of its own', ['curl -sf localhost/health || echo down', 'down']],
    ['a gateway', ['curl -sI https://shop.example/', 'HTTP/1.1 503 Service Unavailable']],
    ['a lock', ['apt-get install -y jq', 'E: Could not get lock /var/lib/dpkg/lock-frontend.']],
    ['a time that is over', ['npm ci', 'npm error code ETIMEDOUT']],
  ];
  it.each(tries)('%s: is told the third time, and climbs slowly', (_, one) => {
    const levelOf = (copies: number) => lookAt(Array<Step>(copies).fill(one))?.level;
    expect([2, 3, 6, 7, 18, 19].map(levelOf)).toEqual([undefined, 1, 1, 2, 4, 5]);
  });
  it('climbs with each copy where it is told for good', () => {
    const levelOf = (copies: number) => lookAt(Array<Step>(copies).fill(['make', 'make: no rule']))?.level;
    expect([2, 3, 6, 7].map(levelOf)).toEqual([undefined, 1, 4, 5]);
  });
});

it.each([
  ['pending', true],
  ['web-1 0/1 Terminating', true],
  ['app 38 started 1/1 passing', false],
  ['tests: 31/31', false],
  ['src/1/2 and v1/2', false],
  ['Status: running', true],
  ['The build is still running.', true],
  ['web-1 0/1 Pending', true],
  ['{"state": "queued"}', true],
  ['not ready yet', true],
  ['activating', true],
  ['nothing', false],
  ['<status>running</status><output>compiling the kernel, part one</output>', true],
  ['{"id":"build-7","status":"running","log":"linking the parser and its tests"}', true],
  ['{"id":"build-7","status":"done","log":"the tests are running with the parser now"}', false],
  ['nginx.service is loaded, its main process is running since the reboot of the host', false],
  ['done', false],
  ['3 rows', false],
  ['The item is not available.', false],
])('%s: %s', (text, waits) => expect(isUnderWay(text)).toBe(waits));

it.each([
  ['bash {"command":"sleep 60"}', 'idle'],
  ['sleep {"seconds":5}', 'idle'],
  ['wait {"seconds":5}', 'idle'],
  ['bash {"command":"make && sleep 1"}', 'idle'],
  ['bash {"command":"until curl -s localhost; do sleep 2; done"}', 'idle'],
  ['pwsh {"command":"Start-Sleep -Seconds 30; Get-Job"}', 'idle'],
  ['waiter {"table":4}', null],
  ['write_stdin {"chars":"","session_id":7,"yield_time_ms":30000}', 'limited'],
  ['bash {"command":"npm test","timeout":120000}', 'limited'],
  ['run {"maxWaitSeconds":"30"}', 'limited'],
  ['poll {"wait":"30s"}', 'limited'],
  ['poll {"wait":0,"seconds_ago":30}', null],
  ['move {"x":30,"items":5,"admins":2}', null],
  ['say {"text":"{\\"timeout\\":30}"}', null],
])('%s waits: %s', (call, wait) => expect(waitOf(call)).toBe(wait));
