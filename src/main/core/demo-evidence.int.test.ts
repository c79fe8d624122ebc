// Promise: everything in the demo's evidence is taken in, once; it is found as the demo means it to be: two exploited, one of them late, one contested and held, two
// decided by a person, some not to be checked; and the film server's list is bound to what runs it.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { FindingDetail, FindingsPage } from '../../shared/model/evidence/finding.ts';
import { Evidence } from '../advisory/evidence/evidence.ts';
import { RemoteDocuments } from '../advisory/evidence/remote-document.ts';
import { Uploads } from '../advisory/evidence/uploads.ts';
import { Findings } from '../advisory/findings/findings.ts';
import type { BriefAsked } from '../advisory/outputs/plan-brief.ts';
import { TaskBoard } from '../console/task-board.ts';
import { JELLYFIN } from '../infra/providers/demo/things.ts';
import { TEST_DIALECTS, tempStore } from '../store/testing/temp-store.ts';
import { demoDocuments, takeDemoEvidence } from './demo-evidence.ts';

vi.setConfig({ testTimeout: 60_000 });

it.each(TEST_DIALECTS)('is taken in and found, in %s', async (dialect) => {
  await using temp = await tempStore(dialect);
  const { store, clock } = temp;
  let next = 0;
  const ids = () => `id-${String(++next)}`;
  const uploads = new Uploads(join(temp.dir, 'uploads'), clock);
  const findings = new Findings({
    ...{ store, clock, trusted: () => new Set<string>() },
    onError: (error) => expect(error).toBeUndefined(),
  });
  const evidence = new Evidence({
    ...{ store, clock, ids, uploads, tasks: new TaskBoard(clock, ids) },
    remote: new RemoteDocuments({ clock }),
    onChange: (project) => void findings.match(project),
  });
  const asked: string[] = [];
  const briefs = {
    ask: async ({ task, request }: BriefAsked) => {
      asked.push(`${task} ${request.advisoryKey}`);
      return { kind: 'queued' as const, jobId: '1', cacheKey: '', revision: 1 };
    },
  };
  const parts = { store, evidence, findings, briefs, clock, uuid: () => crypto.randomUUID() };
  await takeDemoEvidence(parts);
  await takeDemoEvidence(parts);

  expect(asked.map((one) => one.split(' ')[0])).toEqual(['conflict', 'remediation', 'summary']);
  const [only, ...more] = await evidence.imports('default');
  expect(more).toEqual([]);
  expect(await evidence.refusals('default', only?.id ?? '')).toEqual([]);
  expect(only).toMatchObject({ taken: 20, same: 0, refused: 0, leftOut: 0, error: null });
  const { documents } = await evidence.documents({ project: 'default', offset: 0, limit: 100 });
  const known = await demoDocuments(store);
  expect(documents.filter(({ sha256 }) => !known.has(sha256))).toEqual([]);
  const { counts, products } = await findings.state('default');
  expect(counts).toMatchObject({ exploited: 2, overdue: 1, held: 3, unchecked: 4 });
  const film = products.find(({ name }) => name === 'jellyfin');
  expect(film).toMatchObject({ components: 31, resources: [JELLYFIN] });
  const page = await findings.list({ project: 'default', view: 'all', offset: 0, limit: 100 });
  const one = (name: string) => page.findings.find(({ component }) => component.name === name);
  expect(one('libsvgshim')?.decision).toMatchObject({ kind: 'not_affected', state: 'holds' });
  expect(one('chalkboard')?.decision).toMatchObject({ kind: 'accepted', state: 'holds' });
  expect(one('quillparse')).toMatchObject({ status: 'affected', held: true });
  // What is shown is what the contract lets through: the console would see nothing at all otherwise.
  expect(FindingsPage.parse(page)).toEqual(page);
  for (const { key } of page.findings) {
    const detail = await findings.detail('default', key);
    expect(FindingDetail.parse(detail)).toEqual(detail);
  }
  await findings.settled();
});
