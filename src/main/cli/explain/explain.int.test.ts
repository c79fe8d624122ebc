// Promise: `festinger explain` answers from the database that the Festinger of a directory uses, SQLite or PostgreSQL, while that
// runs and when it does not, and says plainly when it cannot. The command's own functions over real databases.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startTestCore } from '../../core/testing/start-test-core.ts';
import { dropDatabase, emptyPostgres, freshDatabase, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

const BODY = { model: 'm', messages: [{ role: 'user', content: 'Deploy gnommoweb' }] };
const SHOWN = 'gnommoweb: [glitch_university] repo';

async function prompt(...argv: string[]) {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'prompt', ...argv]) as Extract<Command, { name: 'explain' }>;
  const input = Readable.from([Buffer.from(JSON.stringify({ route: '/api/chat', body: BODY }))]);
  const code = await explain(command, input, { write: (part) => said.push(part) });
  return { code, ...(JSON.parse(said.join('')) as { block: string | null; reason: string }) };
}

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-explain-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  it('reads what config.yaml or --database names, beside a running Festinger and after it', async () => {
    const dataDir = newDir();
    const { database, location } = await freshDatabase(dialect, dataDir);
    onTestFinished(() => ('url' in location ? dropDatabase(location.url) : undefined));
    const core = await startTestCore({ dataDir, config: `database: { url: '${database}' }\n` });
    await core.tell('gnommoweb -isa repo in context of glitch_university');
    expect((await prompt('--data-dir', dataDir)).block).toContain(SHOWN);
    await core[Symbol.asyncDispose]();
    const here = await prompt('--data-dir', dataDir);
    expect(here).toMatchObject({ code: 0, injected: true });
    expect(here.block).toContain(SHOWN);
    expect((await prompt('--data-dir', newDir(), '--database', database)).block).toContain(SHOWN);
    // Of a directory without a database nothing is known.
    expect((await prompt('--data-dir', newDir())).block).toBeNull();
  });
});

describe('refuses, saying what to mend,', () => {
  it('a database that is named and not there', async () => {
    const dataDir = newDir();
    await expect(prompt('--data-dir', dataDir, '--database', 'other.db')).rejects.toThrow(
      /no database at .*other\.db/,
    );
    await expect(prompt('--database', 'postgres://u:secret@127.0.0.1:1/none')).rejects.toThrow(
      /127\.0\.0\.1:1/,
    );
    await expect(prompt('--database', 'postgres://u:secret@127.0.0.1:1')).rejects.toThrow(
      /names no database/,
    );
  });

  it('a config.yaml that cannot be read', async () => {
    const dataDir = newDir();
    writeFileSync(join(dataDir, 'config.yaml'), 'database: { uri: x }\n');
    await expect(prompt('--data-dir', dataDir)).rejects.toThrow(/config\.yaml line 1: .*uri/);
  });

  it('a database that no Festinger made', async () => {
    const dataDir = newDir();
    writeFileSync(join(dataDir, 'festinger.db'), '');
    await expect(prompt('--data-dir', dataDir)).rejects.toThrow(/festinger\.db/);
  });

  it.skipIf('missing' in inject('postgres'))('an empty PostgreSQL database', async () => {
    const url = await emptyPostgres();
    onTestFinished(() => dropDatabase(url));
    await expect(prompt('--database', url)).rejects.toThrow(/tables/);
  });
});
