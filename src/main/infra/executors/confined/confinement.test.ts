// Promise: a place is asked for its sandbox once, anew when what is hidden there changes or the list of secret files is old, and again after the
// sandbox failed; and what cannot be asked has none, with the reason. Bug it catches: a read that runs with a list of yesterday.
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../store/testing/temp-store.ts';
import type { CommandResult, Executor } from '../../executor.ts';
import { Confinements } from './confinement.ts';

interface Answers {
  readonly facts: string;
  readonly check: string;
}

function place(answers: Answers) {
  const asked: string[] = [];
  const answer = (stdout: string): CommandResult => ({ exitCode: 0, stdout, stderr: '', dropped: 0, ms: 0 });
  const executor = {
    path: [{ via: 'local', target: 'host:x', words: 'x' }],
    async run({ argv }: { argv: readonly string[] }) {
      const text = argv[2] ?? '';
      const kind = text.startsWith('uname') ? 'facts' : text.includes('confined()') ? 'check' : 'search';
      asked.push(kind);
      return answer(kind === 'facts' ? answers.facts : kind === 'check' ? answers.check : '/srv/app/.env\n');
    },
  } as unknown as Executor;
  return { executor, asked };
}

const LINUX = 'Linux x86_64\n0\n/usr/bin/bwrap\n/usr/bin/prlimit\n/usr/bin/setpriv\n';
const WELL = { facts: LINUX, check: 'festinger:ok\n' };

describe('a place', () => {
  it('is asked once, and hides what was found there', async () => {
    const { executor, asked } = place(WELL);
    const confinements = new Confinements({ clock: new ManualClock(), hidden: () => ['/data/own'] });
    const [one, other] = await Promise.all([confinements.of(executor), confinements.of(executor)]);
    expect([one, one.isConfined, asked.length]).toEqual([other, true, 3]);
    expect(one.shellFunction).toContain("'/srv/app/.env'");
    expect(one.shellFunction).toContain('/data/own');
    expect(confinements.known()).toEqual([
      { place: 'host:x', isConfined: true, reason: null, remedy: null, namedPipes: true },
    ]);
  });

  it('is looked over again beside a read after a minute, and before one after five', async () => {
    const { executor, asked } = place(WELL);
    const clock = new ManualClock();
    const confinements = new Confinements({ clock, hidden: () => [] });
    const first = await confinements.of(executor);
    clock.advance(61_000);
    expect(await confinements.of(executor)).toBe(first);
    await expect.poll(() => asked.length).toBe(6);
    clock.advance(301_000);
    expect(await confinements.of(executor)).not.toBe(first);
    expect(asked.length).toBe(9);
  });

  it('is asked anew when something else is hidden there, and after its sandbox failed', async () => {
    const { executor, asked } = place(WELL);
    let hidden = ['/a'];
    const confinements = new Confinements({ clock: new ManualClock(), hidden: () => hidden });
    await confinements.of(executor);
    hidden = ['/a', '/b'];
    expect((await confinements.of(executor)).shellFunction).toContain('/b');
    confinements.failed(executor);
    await confinements.of(executor);
    expect(asked.length).toBe(9);
  });

  it.each<[string, Answers, RegExp]>([
    ['another system', { ...WELL, facts: 'Darwin arm64\n501\n' }, /needs Linux/],
    ['another processor', { ...WELL, facts: 'Linux riscv64\n0\nx\nx\nx\n' }, /riscv64/],
    ['no bubblewrap', { ...WELL, facts: 'Linux x86_64\n1000\nnone\nx\nx\n' }, /not installed/],
    ['no setpriv for root', { ...WELL, facts: 'Linux x86_64\n0\nx\nx\nnone\n' }, /util-linux|setpriv/],
    [
      'a sandbox that lets writes through',
      { ...WELL, check: 'festinger:writes\n' },
      /failed its check of writes/,
    ],
  ])('has none: %s', async (_why, answers, reason) => {
    const confinements = new Confinements({ clock: new ManualClock(), hidden: () => [] });
    const { isConfined, shellFunction, reason: told } = await confinements.of(place(answers).executor);
    expect([isConfined, shellFunction]).toEqual([false, null]);
    expect(told).toMatch(reason);
  });

  it('that cannot be asked has none', async () => {
    const executor = {
      path: [{ via: 'ssh', target: 'host:x', words: 'x' }],
      run: () => Promise.reject(new Error('gone')),
    };
    const confinements = new Confinements({ clock: new ManualClock(), hidden: () => [] });
    expect(await confinements.of(executor as unknown as Executor)).toMatchObject({
      ...{ isConfined: false, reason: expect.stringMatching(/gone/) },
    });
  });
});
