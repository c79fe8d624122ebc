// For tests: a whole program with something of everything that bundles carry: facts, a conflict that was decided and one that waits, a period of the past, evidence,
// briefs, decisions on findings; and bundles out of it and into it, as the command line has them.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleReport } from '../../../shared/model/evidence/bundle.ts';
import { type BriefedCore, briefedCore } from '../../advisory/outputs/testing/briefed-core.ts';
import type { PublicKey } from '../../advisory/signing/keys.ts';
import { readPublicKey } from '../../advisory/signing/public-key-text.ts';
import { startTestCore, type TestCore, type TestCoreOptions } from '../../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, type TestDialect } from '../../store/testing/temp-store.ts';

export const FILES = '/api/console/files';

const post = async (test: TestCore, path: string, body: object) => {
  const answer = await test.operator(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: unknown }).data;
};

/** What is told, and decided: the same calls on whatever database. */
export async function fillMemory(test: TestCore): Promise<void> {
  await test.tell(
    'gnommoweb -isa repo',
    'dobby -isa agent',
    'dobby -ispart kitchen in context of membership',
  );
  await test.tell('gnommoweb -isa container');
  await test.tell('dobby -isa ghost');
  const asked = { edit: 'dimension', name: 'membership', question: 'Which crew is it of?', isIsa: false };
  await post(test, '/api/console/edits', { edits: [asked], reason: 'asked here' });
  const { body } = await test.operator('/conflicts');
  const { conflicts } = (body as { data: { conflicts: { id: number; concept: string }[] } }).data;
  const first = conflicts.find(({ concept }) => concept === 'gnommoweb');
  await post(test, `/conflicts/${first?.id}`, { decision: 'replace', reason: 'it runs now' });
}

async function decideFindings(test: TestCore): Promise<void> {
  const { body } = await test.operator('/api/console/findings?view=all');
  const { findings } = (body as { data: { findings: { key: string }[] } }).data;
  const [first, second] = findings;
  const decide = (key: string | undefined, more: object) =>
    post(test, '/api/console/findings/decide', { project: 'default', keys: [key], ...more });
  await decide(first?.key, {
    ...{
      kind: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      reason: 'Never called.',
    },
  });
  await decide(second?.key ?? first?.key, {
    kind: 'accepted',
    reason: 'Until spring.',
    expiresAt: Date.now() + 30 * 86_400_000,
  });
}

export async function filledCore(options: TestCoreOptions = {}): Promise<BriefedCore> {
  const core = await briefedCore(options);
  await fillMemory(core.test);
  await decideFindings(core.test);
  await core.brief('summary', { advisoryKey: 'CVE-2026-1000' });
  await core.brief('remediation', { advisoryKey: 'CVE-2026-1000', profile: 'default' });
  await core.brief('summary', { advisoryKey: 'CVE-2026-1000', forceRefresh: true });
  return core;
}

export interface OtherHost extends AsyncDisposable {
  readonly test: TestCore;
}

/** A host that has nothing of the one before. @param folder its data directory is made there */
export async function otherHost(dialect: TestDialect, folder: string): Promise<OtherHost> {
  const dataDir = mkdtempSync(join(folder, 'host-'));
  const { location, database } = await freshDatabase(dialect, dataDir);
  const test = await startTestCore({ dataDir, database });
  return {
    test,
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]();
      if ('url' in location) await dropDatabase(location.url);
    },
  };
}

/** @returns the bytes of the export, which lie at `path` then */
export async function exportTo(test: TestCore, path: string, query = ''): Promise<Buffer> {
  const answer = await fetch(`${test.core.consoleUrl}${FILES}/bundle?${query}`, {
    headers: { authorization: `Bearer ${test.core.token}` },
  });
  if (answer.status !== 200) throw new Error(`the export answered ${answer.status}: ${await answer.text()}`);
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
  return readFileSync(path);
}

export async function publicKeyOf(test: TestCore, profile = 'default'): Promise<PublicKey> {
  const { body } = await test.operator(`${FILES}/public-key?profile=${profile}`, { method: 'POST' });
  return readPublicKey((body as { data: { publicPem: string } }).data.publicPem);
}

export interface Imported {
  readonly status: number;
  readonly report: BundleReport | undefined;
  readonly message: string | undefined;
}

export async function importFrom(
  test: TestCore,
  path: string,
  query: Record<string, string>,
): Promise<Imported> {
  const { status, body } = await test.operator(`${FILES}/bundle/import?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: new Uint8Array(readFileSync(path)),
  });
  const { data, error } = body as { data?: BundleReport; error?: { message: string } };
  return { status, report: data, message: error?.message };
}

export async function verified(test: TestCore) {
  const { body } = await test.operator(`${FILES}/verify`, { method: 'POST', body: '{}' });
  return (body as { data: { ok: boolean; problems: string[]; events: number } }).data;
}
