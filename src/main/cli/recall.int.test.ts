// Promise: `festinger recall NAME` says what agents are told, in any spelling of the name, of the Festinger of a directory.
import { expect, it } from 'vitest';
import { startTestCore } from '../core/testing/start-test-core.ts';
import { type Command, parseCommandLine } from './arguments.ts';
import { iKnowThat } from './i-know-that.ts';
import { recall } from './recall.ts';

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const outs: string[] = [];
  const errs: string[] = [];
  const out = { write: (text: string) => outs.push(text) };
  const err = { write: (text: string) => errs.push(text) };
  const command = parseCommandLine(argv) as Extract<Command, { name: 'recall' | 'iknowthat' | 'forget' }>;
  const code =
    command.name === 'recall' ? await recall(command, out, err) : await iKnowThat(command, out, err);
  return { code, out: outs.join(''), err: errs.join('') };
}

it('recall finds what iknowthat told the Festinger of a data directory', async () => {
  await using road = await startTestCore();
  const here = ['--data-dir', road.dataDir];
  expect(await run('iknowthat', 'uptime-kuma -isa status_page', ...here)).toMatchObject({
    ...{ code: 0, out: 'inserted: uptime-kuma: [type] status_page\n' },
  });
  expect(await run('recall', 'Uptime', 'Kuma', ...here)).toEqual({
    ...{ code: 0, out: 'uptime-kuma: [type] status_page\n', err: '' },
  });
  expect(await run('recall', 'nobody', ...here)).toMatchObject({
    ...{ code: 4, out: 'Nothing is known about nobody.\n' },
  });
  const asJson = await run('recall', 'uptime kuma', '--json', '--project', 'other', ...here);
  expect(JSON.parse(asJson.out)).toMatchObject({ known: false });
  expect(await run('recall', 'uptime-kuma', '--project', 'No Project!', ...here)).toMatchObject({ code: 1 });
  expect((await run('forget', 'uptime-kuma -isa status_page', ...here)).code).toBe(0);
  expect((await run('recall', 'uptime-kuma', ...here)).code).toBe(4);
});
