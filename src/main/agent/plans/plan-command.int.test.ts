// Promises of commands that name files they execute: the card says what of them is approved, and other content than that does not run, whenever it is
// put there before the last look; what comes after that look is told. Over real files and the executor of this machine.
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlanFile } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import { Approvals } from '../../infra/approvals/approvals.ts';
import { isSecretPath } from '../../infra/command/secret-places.ts';
import type { Executor } from '../../infra/executor.ts';
import { noSandbox } from '../../infra/executors/confined/testing/no-sandbox.ts';
import { LocalExecutor } from '../../infra/executors/local-executor.ts';
import { digestOf } from '../../infra/executors/local-files.ts';
import { programsHere } from '../../infra/executors/local-program.ts';
import { MemoLog, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import type { CallContext } from '../tools/tool.ts';
import { ownFiles } from './own-files.ts';
import { planCommand } from './plan-command.ts';

const ids = timeSortedIds(systemClock);
const PATH = [{ via: 'local' as const, target: 'host:here', words: 'this machine' }];
const HOST = {
  ...{ id: 'host:here', kind: 'host', name: 'here', version: '1', state: 'running', actions: [] },
  reachableVia: [PATH],
} as unknown as Resource;

let dir = '';
let temp: TempStore;
let approvals: Approvals;
/** Told before each call of the executor. */
let before: (call: 'read' | 'run') => void;

const local = new LocalExecutor(PATH, { ids, programs: programsHere(systemClock) });
const executor: Executor = {
  path: PATH,
  async run(command, signal) {
    before('run');
    return await local.run(command, signal);
  },
  async readFile(path, maxBytes, signal) {
    before('read');
    return await local.readFile(path, maxBytes, signal);
  },
  writeFile: (...args) => local.writeFile(...args),
};

const plan = (command: string, resource = HOST) => {
  const known = { routeOf: () => '', within: () => [], changed: () => undefined };
  const parts = {
    known,
    executors: { on: async () => executor },
    isOwnHost: () => true,
    ownFiles: ownFiles(['/data/festinger'], '/data'),
    confinements: noSandbox,
    isHidden: (path: string) => isSecretPath(path),
    redact: (text: string) => text,
  };
  const context = { parts, signal: AbortSignal.timeout(20_000), resource } as unknown as CallContext;
  const asked = { tool: 'run_command', resource, command, timeoutS: 20, arguments: { command } };
  return planCommand(asked, context);
};

const ask = async (command: string) => await approvals.ask(await plan(command), { by: 'ada', session: 's1' });
const approve = async ({ id, planHash }: { id: string; planHash: string }) => {
  await approvals.approve(id, { by: 'grace', planHash, typedName: 'here' });
  return await approvals.outcome(id, 20_000);
};
const file = (name: string, text: string): string => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};
const script = (word: string) => `echo ${word} >> ${join(dir, 'ran')}\n`;
const ran = () => (existsSync(join(dir, 'ran')) ? readFileSync(join(dir, 'ran'), 'utf8').trim() : '');

beforeEach(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-bound-')));
  before = () => undefined;
  temp = await tempStore('sqlite');
  approvals = new Approvals({
    ...{ store: temp.store, clock: systemClock, ids, log: new MemoLog() as never, host: 'here' },
    expiryMs: () => 300_000,
    replan: (_tool, given) => plan(String(given.command)),
    isGone: async () => false,
    redact: (text) => text.replaceAll('hunter2', '[redacted]'),
    startTask: () => undefined,
    counted: { approval: () => undefined, execution: () => undefined },
    onChange: () => undefined,
    onAsked: () => undefined,
  });
});
afterEach(async () => {
  await approvals.close();
  await temp[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

describe('a command that names a file it executes', () => {
  it('shows its size, digest and content without secrets, and runs while it is unchanged', async () => {
    const text = `${script('good')}# password hunter2\n`;
    const path = file('x.sh', text);
    const asked = await ask(`sh ${path}`);
    expect(asked.plan.files).toEqual([
      {
        ...{ covered: true, path, size: text.length, sha256: digestOf(Buffer.from(text)) },
        text: text.replace('hunter2', '[redacted]'),
        after: null,
      },
    ]);
    expect(await approve(asked)).toMatchObject({ execution: { state: 'done', exitCode: 0 } });
    expect(ran()).toBe('good');
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['changed', (path) => writeFileSync(path, script('evil')), /has changed since approval was requested/],
    ['removed', (path) => rmSync(path), /does not exist/],
    [
      'replaced by a link to a copy of it',
      (path) => {
        renameSync(path, `${path}.copy`);
        symlinkSync(`${path}.copy`, path);
      },
      /another file is in its place/,
    ],
  ])('ends when that is %s before it is approved, with the reason', async (_how, change, why) => {
    const path = file('x.sh', script('good'));
    const asked = await ask(`sh ${path}`);
    change(path);
    await expect(approve(asked)).rejects.toMatchObject({
      code: 'STALE_VERSION',
      message: expect.stringMatching(why),
    });
    expect(await approvals.get(asked.id)).toMatchObject({
      ...{ status: 'expired', decidedBy: 'festinger', replacedBy: null },
      reason: expect.stringMatching(why),
    });
    expect(await approvals.list({ status: 'pending', limit: 9 })).toEqual([]);
    expect(ran()).toBe('');
  });

  it('never runs other content than was approved, whenever before the last look it is swapped; later, the outcome says so', async () => {
    const swaps: Record<string, (path: string) => void> = {
      content: (path) => writeFileSync(path, script('evil')),
      link: (path) => {
        writeFileSync(`${path}.evil`, script('evil'));
        rmSync(path);
        symlinkSync(`${path}.evil`, path);
      },
      rename: (path) => {
        writeFileSync(`${path}.evil`, script('evil'));
        renameSync(`${path}.evil`, path);
      },
      removal: (path) => rmSync(path),
    };
    let n = 0;
    await fc.assert(
      // Calls of the executor: read when asked, read when approved, read right before the start, run, read afterwards.
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(swaps)),
        fc.integer({ min: 1, max: 4 }),
        async (how, nth) => {
          rmSync(join(dir, 'ran'), { force: true });
          const path = file(`${n++}.sh`, script('good'));
          let calls = 0;
          before = () => {
            if (calls++ === nth) swaps[how]?.(path);
          };
          const came = await ask(`sh ${path}`)
            .then(approve)
            .catch((error: unknown) => {
              if (error instanceof AppError && error.code === 'STALE_VERSION') return null;
              throw error;
            });
          if (nth < 3) {
            expect(ran()).toBe('');
            expect(came?.execution?.state ?? 'refused').toBe('refused');
            return;
          }
          expect(came?.execution).toMatchObject({
            verified: 'unproven',
            evidence: expect.stringMatching(/has changed/),
          });
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('is refused without a new card when that is changed between the approval and the start', async () => {
    const path = file('x.sh', script('good'));
    const asked = await ask(`sh ${path}`);
    let reads = 0;
    before = () => {
      if (++reads === 2) writeFileSync(path, script('evil'));
    };
    expect(await approve(asked)).toMatchObject({
      ...{ status: 'approved', replacedBy: null },
      execution: { state: 'refused', summary: `it did not run: ${path} has changed since it was approved` },
    });
    expect(ran()).toBe('');
  });
});

describe('a card says that content is not part of the approval', () => {
  const files = async (command: string, resource = HOST): Promise<PlanFile[]> =>
    (await plan(command, resource)).plan.files;

  it.each<[string, () => string, RegExp]>([
    ['a file that does not exist', () => `sh ${join(dir, 'none.sh')}`, /does not exist/],
    ['a directory', () => `kubectl apply -k ${dir}`, /directory/],
    [
      'a file that may hold secrets',
      () => `docker compose --env-file ${file('.env', 'A=hunter2')} -f ${file('c.yaml', '')} up`,
      /secrets/,
    ],
    ['a file that is too large', () => `sh ${file('big.sh', '#'.repeat(9 << 20))}`, /8 MiB/],
    ['a name that is known only where it runs', () => 'sh "$FILE"', /variable/],
  ])('of %s', async (_what, command, why) => {
    const found = (await files(command())).find((one) => !one.covered);
    expect(found).toMatchObject({ reason: expect.stringMatching(why) });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('of a relative name in a container, in which nothing is run to find out where it starts', async () => {
    before = (call) => expect(call).toBe('read');
    const web = { ...HOST, id: 'docker_container:here:web', kind: 'docker_container' } as Resource;
    expect(await files('sh x.sh', web)).toEqual([
      { covered: false, path: './x.sh', reason: 'the directory it is looked up in is not known' },
    ]);
  });
});

describe('names of files', () => {
  it('are looked up where the command starts, and links are followed to what they name', async () => {
    const path = file('x.sh', script('good'));
    symlinkSync(path, join(dir, 'link.sh'));
    const { plan: linked } = await plan(`cd ${dir} && ./link.sh`);
    expect(linked.files).toMatchObject([{ covered: true, path }]);
    const { plan: relative } = await plan('sh no-such-file-here.sh');
    expect(relative.files).toMatchObject([
      { covered: false, path: join(realpathSync(process.env.HOME ?? '/'), 'no-such-file-here.sh') },
    ]);
  });

  it('by default are those that the program looks for', async () => {
    const path = file('docker-compose.yml', 'services: {}\n');
    const { plan: compose } = await plan(`cd ${dir} && docker compose up -d`);
    expect(compose.files).toMatchObject([{ covered: true, path }]);
  });
});
