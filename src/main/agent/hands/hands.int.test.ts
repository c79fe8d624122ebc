// Promises of the hands over a whole core: files and commands of this machine, of a host over ssh and of a container are read as they are and changed
// only as they were shown; what was approved is refused once the world is another; and no secret that a tool comes across is kept or told.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import type { TestEngine } from '../../infra/testing/container-engine.ts';
import { startPodman } from '../../infra/testing/podman.ts';
import { startSshd, type TestSshd, whyNoSshd } from '../../infra/testing/sshd.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET = 'zq81-corridor-Lamp-55';
/** Where tests' files lie otherwise may be below /dev, and what is there is no plain file to the policy. */
const PLACE = '/tmp';
const HERE = `host:${hostname()}`;

interface Answer {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every tool
  readonly data?: any;
  readonly error?: {
    code: string;
    message: string;
    blocked?: boolean;
    failed?: boolean;
    details?: Record<string, unknown>;
  };
}

let core: TestCore;
let dir: string;
let logged = '';
let sshd: TestSshd | null = null;
let engine: TestEngine | { readonly missing: string };

const json = { 'content-type': 'application/json' };

async function post(path: string, body: object): Promise<Answer> {
  const { body: answer } = await core.operator(path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  return answer as Answer;
}

const call = (tool: string, args: object) => post(`/api/ai/tools/${tool}`, { arguments: args });

/** What waits: the answer's details. */
async function asked(tool: string, args: object) {
  const { ok, error } = await call(tool, args);
  expect({ ok, code: error?.code, message: error?.message }).toMatchObject({
    ok: false,
    code: 'APPROVAL_REQUIRED',
  });
  expect(error).toMatchObject({ blocked: true, details: { auto_recoverable: true } });
  // biome-ignore lint/suspicious/noExplicitAny: as it was answered
  return error?.details as any;
}

// biome-ignore lint/suspicious/noExplicitAny: as it was answered
const approve = (waits: any) =>
  post(`/api/ai/approvals/${waits.approval_id}/approve`, {
    plan_hash: waits.plan_hash,
    ...(waits.risk === 'high' ? { typed_name: waits.resource_name } : {}),
  });

const file = (name: string, text: string): string => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(PLACE, 'festinger-hands-')));
  sshd = whyNoSshd() === null ? await startSshd() : null;
  engine = await startPodman();
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line, _encoding, done) {
        logged += String(line);
        done();
      },
    }),
  );
  core = await startTestCore({
    log,
    config: [
      ...(sshd ? [`hosts: ${JSON.stringify([sshd.host])}`] : []),
      `providers: { containers: [${'socket' in engine ? `{ name: podman, socket: ${engine.socket} }` : ''}] }`,
    ].join('\n'),
  });
  await look();
}, 120_000);

afterAll(async () => {
  await core?.[Symbol.asyncDispose]();
  await sshd?.stop();
  if (engine && 'socket' in engine) await engine[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);

/** Everything found: providers look when somebody watches, or is asked to. */
const look = async () => {
  const { status } = await core.operator('/api/console/resources-look', {
    method: 'POST',
    headers: json,
    body: '{}',
  });
  expect(status).toBe(200);
};

describe.each([
  ['this machine', () => HERE, () => null],
  ['a host over ssh', () => 'host:delly', () => whyNoSshd()],
])('a file of %s', (_where, resource, whyNot) => {
  it('is edited as it was shown, proven by what it holds then, and taken back', async ({ skip }) => {
    const why = whyNot();
    if (why !== null) skip(why);
    await look();
    const path = file('app.conf', 'port = 80\nname = tide\n');
    const waits = await asked('file_edit', {
      ...{ action: 'replace', resource: resource(), path, find: 'port = 80', replacement: 'port = 8080' },
    });
    expect(waits.preview).toContain('-port = 80\n+port = 8080');
    expect(readFileSync(path, 'utf8')).toBe('port = 80\nname = tide\n');
    const done = await approve(waits);
    expect(done.data.execution).toMatchObject({ state: 'done', verified: 'yes' });
    expect(readFileSync(path, 'utf8')).toBe('port = 8080\nname = tide\n');

    const [edit] = /[0-9a-f]{24}/.exec(done.data.execution.summary) ?? [];
    const back = await asked('file_edit', { action: 'undo', resource: resource(), edit });
    expect(back.preview).toContain('-port = 8080\n+port = 80');
    expect((await approve(back)).data.execution).toMatchObject({ state: 'done', verified: 'yes' });
    expect(readFileSync(path, 'utf8')).toBe('port = 80\nname = tide\n');
  });

  it('is left as it is when somebody changed it in between, and asked for anew', async ({ skip }) => {
    const why = whyNot();
    if (why !== null) skip(why);
    const path = file('drift.conf', 'a\n');
    const waits = await asked('file_edit', { action: 'append', resource: resource(), path, text: 'b' });
    writeFileSync(path, 'theirs\n');
    const refused = await approve(waits);
    expect(refused.error).toMatchObject({ code: 'STALE_VERSION', blocked: true });
    expect(readFileSync(path, 'utf8')).toBe('theirs\n');
    const next = String(refused.error?.details?.approval_id);
    const { body } = await core.operator(`/api/ai/approvals/${next}`);
    const fresh = (body as Answer).data;
    expect(fresh).toMatchObject({ status: 'pending' });
    expect((await approve(fresh)).data.execution).toMatchObject({ state: 'done', verified: 'yes' });
    expect(readFileSync(path, 'utf8')).toBe('theirs\nb\n');
  });
});

describe('commands of this machine', () => {
  it('run when they only read, with what they said', async () => {
    const path = file('list.txt', 'b\na\n');
    const { data } = await call('read', {
      action: 'run',
      resource: HERE,
      command: `sort ${path} | head -n 1`,
    });
    expect(data).toMatchObject({ exit_code: 0, stdout: 'a\n' });
    const tail = await call('read', { action: 'tail', resource: HERE, path, lines: 1 });
    expect(tail.data).toMatchObject({ text: 'a\n' });
  });

  it.each([
    ['touch /tmp/x', 'READ_ONLY_VIOLATION', /run_command/],
    ['tail -f /var/log/x', 'READ_ONLY_VIOLATION', /tail -n 200/],
    ['cat /etc/shadow', 'READ_ONLY_VIOLATION', /run_command/],
    ['rm -rf /', 'POLICY_BLOCKED', /./],
  ])('that do not only read are refused as reads: %s', async (command, code, hint) => {
    const { ok, error } = await call('read', { action: 'run', resource: HERE, command });
    expect({ ok, code: error?.code, blocked: error?.blocked }).toEqual({ ok: false, code, blocked: true });
    expect(String(error?.details?.recovery_hint ?? error?.message)).toMatch(hint);
  });

  it('that only read in the sandbox become no card; one that the sandbox refused does, and says how', async (context) => {
    const ready = await core.operator(`/api/console/resource?id=${encodeURIComponent(HERE)}`);
    if (!JSON.stringify(ready.body).includes('Runs confined')) {
      context.task.meta.skipReason = 'no sandbox here';
      context.skip('no sandbox here');
    }
    const path = file('list.txt', 'b\na\n');
    const { ok, error } = await call('run_command', { resource: HERE, command: `awk 1 ${path}` });
    expect([ok, error?.code, error?.details?.recovery_hint]).toEqual([
      ...[false, 'INVALID_INPUT'],
      expect.stringMatching(/Use read/),
    ]);
    const target = join(dir, 'written');
    const waits = await asked('run_command', {
      resource: HERE,
      command: `awk 'BEGIN { print "x" > "${target}" }'`,
    });
    expect(JSON.stringify(waits.preview)).toMatch(/In the sandbox it ended with exit code 2/);
    expect(existsSync(target)).toBe(false);
    await approve(waits);
    expect(readFileSync(target, 'utf8')).toBe('x\n');
  });

  it("cannot read this program's own data in the sandbox, whatever leads there", async () => {
    for (const command of [
      `cat "${core.dataDir.slice(0, -1)}"?/operator-token`,
      `find ${core.dataDir.slice(0, core.dataDir.lastIndexOf('/'))} -name 'operator-tok*' -exec cat {} +`,
      `awk 1 /proc/self/root${core.dataDir}/operator-token`,
    ]) {
      const { data } = await call('read', { action: 'run', resource: HERE, command });
      // Taken out of what is shown it would leave a mark.
      expect(data?.stdout ?? '').toBe('');
    }
  });

  it('run as they were shown once the operator said yes, and prove nothing by ending well', async () => {
    const path = join(dir, 'made');
    const waits = await asked('run_command', { resource: HERE, command: `touch ${path}` });
    expect(waits).toMatchObject({ command: `touch ${path}`, resource_id: HERE });
    expect(existsSync(path)).toBe(false);
    const { data } = await approve(waits);
    expect(existsSync(path)).toBe(true);
    expect(data.execution).toMatchObject({ state: 'done', exit_code: 0, verified: 'unproven' });
  });

  it('never reach what this program keeps, read or written', async () => {
    const own = join(core.dataDir, 'operator-token');
    const tries: [string, object][] = [
      ['read', { action: 'run', resource: HERE, command: `cat ${own}` }],
      ['read', { action: 'file', resource: HERE, path: own }],
      ['run_command', { resource: HERE, command: `cp ${own} /tmp/x` }],
      ['file_edit', { action: 'append', resource: HERE, path: own, text: 'x' }],
      ['file_edit', { action: 'append', resource: HERE, path: '/etc/sudoers', text: 'x' }],
    ];
    for (const [tool, args] of tries) expect((await call(tool, args)).error?.code).toBe('POLICY_BLOCKED');
    const path = join(dir, 'app\u202Efnoc.x');
    const odd = await call('file_edit', { action: 'write', resource: HERE, path, text: 'x' });
    expect(odd.error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/⟨U\+202E⟩/) });
    const found = await call('read', {
      action: 'run',
      resource: HERE,
      command: `cat ${core.dataDir.slice(0, -1)}?/operator-token`,
    });
    expect(JSON.stringify(found)).not.toContain(core.core.token);
  });

  it('are known for this machine by whichever way they go', async ({ skip }) => {
    const why = whyNoSshd();
    if (why !== null) skip(why);
    await look();
    const own = join(core.dataDir, 'operator-token');
    const tries: [string, object][] = [
      ['read', { action: 'run', resource: 'host:delly', command: `cat ${own}` }],
      ['read', { action: 'file', resource: 'host:delly', path: own }],
      ['file_edit', { action: 'append', resource: 'host:delly', path: own, text: 'x' }],
      ['run_command', { resource: 'host:delly', command: 'reboot' }],
    ];
    for (const [tool, args] of tries) expect((await call(tool, args)).error?.code).toBe('POLICY_BLOCKED');
    const { data } = await call('query', { action: 'get', resource: 'host:delly' });
    expect(data.resource).toMatchObject({ detail: expect.stringMatching(/this very machine/), parent: HERE });
    const { body } = await core.operator('/api/ai/resources');
    const found = (body as Answer).data.resources as { id: string }[];
    expect(found.filter(({ id }) => id.includes(':delly:'))).toEqual([]);
    await post('/api/console/resource-lock', { id: HERE, note: 'in production' });
    const locked = await call('run_command', { resource: 'host:delly', command: 'touch /tmp/x' });
    expect(locked.error).toMatchObject({ code: 'LOCKED' });
    await post('/api/console/resource-unlock', { id: HERE });
  });

  it('are asked for by read where they only read', async () => {
    const { error } = await call('run_command', { resource: HERE, command: 'df -h' });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { auto_recoverable: true } });
  });
});

describe('the memory', () => {
  it('is told a fact that was approved, by the word of who approved it, and holds it then', async () => {
    const waits = await asked('graph_write', {
      ...{ action: 'add', concept: 'tidegate', parent: 'service', dimension: 'type', reason: 'it is one' },
    });
    const { data } = await approve(waits);
    expect(data.execution).toMatchObject({ state: 'done', verified: 'yes' });
    const known = await call('graph_query', { action: 'edges', concept: 'tidegate' });
    const [edge] = known.data.edges;
    expect(edge).toMatchObject({ parent: 'service', dimension: 'type', source: 'operator' });
    const why = await call('graph_explain', { about: 'edge', id: edge.edgeId });
    expect(why.data.edge.provenance[0]).toMatchObject({ source: 'operator' });

    const retire = await asked('graph_write', {
      ...{ action: 'retire', concept: 'tidegate', edge: edge.edgeId, reason: 'a test' },
    });
    expect((await approve(retire)).data.execution).toMatchObject({ state: 'done', verified: 'yes' });
  });
});

describe('what nobody can answer yet', () => {
  it('says so, and does not answer that all is well', async () => {
    expect((await call('advisory_query', {})).error).toMatchObject({ code: 'FEATURE_OFF', blocked: true });
    expect((await call('question', { question: 'well?' })).error?.code).toBe('ACTION_NOT_ALLOWED');
    const gone = await call('query', { action: 'get', resource: 'docker_container:nowhere:000000000000' });
    expect(gone.error).toMatchObject({ code: 'STRICT_RESOLUTION', details: { auto_recoverable: true } });
  });
});

describe('a secret', () => {
  /** Everything told to a caller so far. */
  const told: string[] = [];
  const keep = async (answer: Promise<Answer>) => {
    const came = await answer;
    told.push(JSON.stringify(came));
    return came;
  };

  it('in a file, in what a command says and in a command is neither told nor kept', async () => {
    const path = file('service.yaml', `user: tide\npassword: ${SECRET}\nport: 80\n`);
    await keep(call('read', { action: 'file', resource: HERE, path }));
    await keep(call('read', { action: 'tail', resource: HERE, path }));
    await keep(call('read', { action: 'run', resource: HERE, command: `cat ${path}` }));
    await keep(call('file_edit', { action: 'read', resource: HERE, path }));
    const edit = await call('file_edit', {
      action: 'replace',
      resource: HERE,
      path,
      find: 'port: 80',
      replacement: 'port: 81',
    });
    told.push(JSON.stringify(edit), JSON.stringify(await approve(edit.error?.details)));
    const command = `cp ${path} ${path}.copy && cat ${path}.copy && echo password=${SECRET}`;
    const run = await call('run_command', { resource: HERE, command });
    const ran = await approve(run.error?.details);
    told.push(JSON.stringify(run), JSON.stringify(ran));
    expect(ran.data.execution).toMatchObject({ state: 'done' });
    expect(readFileSync(path, 'utf8')).toContain('port: 81');
    await nowhere();
  });

  it("in a container's environment and log is neither told nor kept", async ({ skip }) => {
    if ('missing' in engine) return skip(engine.missing);
    const id = await engine.started('keeper', ['sh', '-c', `echo password=${SECRET}; sleep 600`], {
      Env: [`DB_PASSWORD=${SECRET}`],
    });
    await look();
    const resource = `docker_container:${hostname()}:${id.slice(0, 12)}`;
    const config = await keep(call('query', { action: 'config', resource }));
    expect(config.data.environment_names).toContain('DB_PASSWORD');
    await keep(call('docker', { action: 'inspect', resource }));
    const log = await keep(call('docker', { action: 'logs', resource }));
    expect(log.data.text).toContain('password');
    const exec = await call('docker', { action: 'exec', resource, command: 'cat /proc/1/environ' });
    const ran = await approve(exec.error?.details);
    told.push(JSON.stringify(exec));
    expect(ran.data.execution).toMatchObject({ state: 'done', exit_code: 0 });
    await nowhere();
  });

  async function nowhere(): Promise<void> {
    const metrics = await core.operator('/metrics');
    const stored = readdirSync(core.dataDir)
      .filter((name) => name.startsWith('festinger.db'))
      .map((name) => readFileSync(join(core.dataDir, name)));
    expect(stored.length).toBeGreaterThan(0);
    const places = [
      Buffer.from(told.join('\n')),
      Buffer.from(logged),
      Buffer.from(String(metrics.body)),
      ...stored,
    ];
    for (const place of places) expect(place.includes(SECRET)).toBe(false);
  }
});
