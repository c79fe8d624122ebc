// Promise: `festinger advise` gives the brief that is there or is made, says with its exit code what came of it, and with `--timeout 0` makes none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARRANGED, leaking } from '../advisory/brief/testing/answers.ts';
import { type BriefedCore, briefedCore, wordedBy } from '../advisory/outputs/testing/briefed-core.ts';
import { type ScriptedServer, startScriptedServer } from '../llm/testing/scripted-server.ts';
import { advise } from './advise.ts';
import { parseCommandLine } from './arguments.ts';

let server: ScriptedServer;
let core: BriefedCore;
beforeAll(async () => {
  server = await startScriptedServer({ wire: 'ollama' });
  core = await briefedCore({ config: wordedBy(server) });
}, 60_000);
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  await server.close();
});

async function run(...words: string[]) {
  const { core: running, dataDir } = core.test;
  const command = parseCommandLine(['advise', ...words, '--url', running.consoleUrl, '--data-dir', dataDir]);
  if (command.name !== 'advise') throw new Error(command.name);
  const [out, err]: string[][] = [[], []];
  const code = await advise(
    command,
    { write: (text) => out?.push(text) },
    { write: (text) => err?.push(text) },
  );
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

describe('advise', () => {
  it('looks, waits, answers, and looks again', async () => {
    server.otherwise(() => ({ text: ARRANGED }));
    const nothing = await run('summary', 'CVE-2026-1000', '--timeout', '0');
    expect([nothing.code, nothing.out]).toEqual([3, '']);
    expect(nothing.err).toContain('nothing was asked for');
    expect(server.requests).toHaveLength(0);
    const made = await run('summary', 'CVE-2026-1000');
    expect(made.code, made.err).toBe(0);
    expect(made.out).toContain('\n1. Upgrade left-pad in *worker* to 1.2.3 or later [1, 4].');
    expect(made.out).not.toContain('No evidence.');
    expect(made.out).not.toContain('\\');
    expect(made.out).toMatch(/Written with words, profile fips-local, revision 1, .*\nsha256 [0-9a-f]{64}\n/);
    const there = await run('summary', 'cve-2026-1000', '--timeout', '0', '--json');
    expect([there.code, JSON.parse(there.out).cache]).toEqual([0, { hit: true, age_s: expect.any(Number) }]);
    expect(server.requests).toHaveLength(1);
  });

  it('says what is refused, and what is made still', async () => {
    server.otherwise(({ raw }) => ({
      text: leaking(/The word (\w+) is/.exec(JSON.stringify(raw))?.[1] ?? ''),
    }));
    const refused = await run('remediation', 'CVE-2026-1000');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('canary_leak');
    expect((await run('remediation', 'CVE-2026-1000', '--timeout', '0')).code).toBe(2);
    let letGo = (): void => {};
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    server.otherwise(() => ({ text: ARRANGED, hold }));
    const waiting = await run('conflict', 'CVE-2026-1000', '--timeout', '1', '--json');
    expect([waiting.code, JSON.parse(waiting.out).revision]).toEqual([3, 1]);
    letGo();
    expect((await run('conflict', 'CVE-2026-1000')).code).toBe(0);
  });

  it('says that it was cancelled elsewhere while it waited', async () => {
    server.otherwise(() => ({ text: ARRANGED, hold: new Promise<void>(() => {}) }));
    const before = server.requests.length;
    const waiting = run('summary', 'CVE-2026-1000', '--refresh', '--profile', 'default');
    await expect.poll(() => server.requests.length).toBe(before + 1);
    const state = await run('summary', 'CVE-2026-1000', '--profile', 'default', '--timeout', '1', '--json');
    const { cache_key: cacheKey } = JSON.parse(state.out) as { cache_key: string };
    const { status } = await core.test.operator(`/api/console/briefs/${cacheKey}/cancel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(200);
    expect(await waiting).toEqual({ code: 3, out: '', err: expect.stringContaining('It was cancelled') });
  });

  it('says what is wrong, and what to type', async () => {
    expect(await run('summary', 'CVE-1999-9999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND'),
    });
    for (const words of [
      [],
      ['poem', 'x'],
      ['summary'],
      ['summary', 'x', '--profile', 'y'],
      ['summary', 'x', '--timeout', 'z'],
      ['summary', 'x', '--timeout', '0', '--refresh'],
    ])
      expect(() => parseCommandLine(['advise', ...words])).toThrow(/advise|--profile|--timeout/);
  });
});
