// Two projects share one vocabulary and not one fact: through every route that reads, recalls, contests, exports or looks
// back, what one was told the other never sees. Source: memory D15.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conflict, Edge } from '../../shared/model/graph.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

const PROJECTS = [
  { name: 'atlas', theirs: 'repo', others: 'container' },
  { name: 'borealis', theirs: 'container', others: 'repo' },
] as const;

describe.each(TEST_DIALECTS)('projects on %s', { timeout: 120_000 }, (dialect) => {
  let core: TestCore;
  let dir: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-projects-'));
    const { location, database } = await freshDatabase(dialect, dir);
    core = await startTestCore({ dataDir: dir, database });
    close = async () => {
      await core[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
      if ('url' in location) await dropDatabase(location.url);
    };
    for (const { name, theirs } of PROJECTS) {
      await told(name, `gnommoweb -isa ${theirs}`);
      // Contested in each by what the other holds to be true elsewhere.
      await told(name, `dobby-${name} -isa ${theirs}`);
    }
    await told('atlas', 'dobby-atlas -isa agent', 202);
  }, 120_000);
  afterAll(() => close());

  const header = (project: string) => ({ 'x-festinger-project': project });
  const told = async (project: string, fact: string, expected = 200) => {
    const body = JSON.stringify({ fact });
    const { status } = await core.call('/iknowthat', { method: 'POST', headers: header(project), body });
    expect(status).toBe(expected);
  };
  const data = async <T>(path: string): Promise<T> => ((await core.operator(path)).body as { data: T }).data;

  it.each(PROJECTS)('$name: recall by header and by query', async ({ name, theirs }) => {
    const expected = { data: { recollection: `gnommoweb: [type] ${theirs}` } };
    expect((await core.call('/recall?concept=gnommoweb', { headers: header(name) })).body).toMatchObject(
      expected,
    );
    expect((await core.call(`/recall?concept=gnommoweb&project=${name}`)).body).toMatchObject(expected);
  });

  it('the default project, and one nobody wrote to, know nothing', async () => {
    for (const headers of [{}, header('nobody')]) {
      const { body } = await core.call('/recall?concept=gnommoweb', { headers });
      expect(body).toMatchObject({ data: { known: false, recollection: null, facts: [] } });
    }
    expect((await core.call('/recall?concept=gnommoweb', { headers: header('No Name') })).status).toBe(400);
  });

  it.each(PROJECTS)('$name: what goes into its prompts', async ({ name, theirs, others }) => {
    const messages = [{ role: 'user', content: 'Where is gnommoweb?' }];
    const sent = JSON.stringify(await core.chat(messages, {}, header(name)));
    expect(sent).toContain(`gnommoweb: [type] ${theirs}`);
    expect(sent).not.toContain(others);
    expect(JSON.stringify(await core.chat(messages))).not.toContain('gnommoweb: [type]');
  });

  it.each(PROJECTS)('$name: what its prompts teach stays its own', async ({ name }) => {
    await core.chat([{ role: 'user', content: `taught-${name} runs on ramanujan.` }], {}, header(name));
    await core.core.settle();
    for (const { name: asked } of PROJECTS) {
      const { body } = await core.call(`/recall?concept=taught-${name}&project=${asked}`);
      const expected = asked === name ? `taught-${name}: [runs-on] ramanujan` : null;
      expect(body).toMatchObject({ data: { recollection: expected } });
    }
  });

  it.each(PROJECTS)('$name: concepts, their trees, their history', async ({ name, theirs, others }) => {
    const shown = await data<{ edges: Edge[]; recollection: string }>(
      `/api/console/concepts/gnommoweb?project=${name}`,
    );
    expect(shown.edges.map((edge) => [edge.project, edge.parent])).toEqual([[name, theirs]]);
    expect(shown.recollection).toBe(`gnommoweb: [type] ${theirs}`);
    const kids = await data<{ children: Edge[]; childrenTotal: number }>(
      `/api/console/concepts/${others}?project=${name}`,
    );
    expect([kids.children, kids.childrenTotal]).toEqual([[], 0]);
    const tree = JSON.stringify(await data(`/api/console/concepts/${theirs}/neighbourhood?project=${name}`));
    expect(tree).toContain('gnommoweb');
    expect(tree).not.toContain(`dobby-${name === 'atlas' ? 'borealis' : 'atlas'}`);
    const past = await data<{ parent: string }[]>(`/api/console/concepts/gnommoweb/history?project=${name}`);
    expect(past.map(({ parent }) => parent)).toEqual([theirs]);
    const now = await data<{ parent: string }[]>(
      `/api/console/concepts/gnommoweb/as-of?project=${name}&at=${Date.now()}`,
    );
    expect(now.map(({ parent }) => parent)).toEqual([theirs]);
  });

  it('conflicts and their markers', async () => {
    for (const { name } of PROJECTS) {
      const { conflicts, open } = await data<{ conflicts: Conflict[]; open: number }>(
        `/conflicts?project=${name}`,
      );
      const expected = name === 'atlas' ? ['dobby-atlas'] : [];
      expect(conflicts.map(({ concept }) => concept)).toEqual(expected);
      expect(open).toBe(expected.length);
    }
    expect((await core.call('/recall?concept=dobby-atlas&project=borealis')).body).toMatchObject({
      data: { recollection: null },
    });
  });

  it.each(PROJECTS)('$name: exports and the record of changes', async ({ name }) => {
    const other = PROJECTS.find((one) => one.name !== name)?.name ?? '';
    for (const format of ['jsonl', 'graphml', 'cytoscape', 'csv']) {
      const answer = await fetch(
        `${core.core.baseUrl}/api/console/files/export?format=${format}&project=${name}&events=1`,
        { headers: { authorization: `Bearer ${core.core.token}` } },
      );
      const text = await answer.text();
      expect(text).toContain('gnommoweb');
      expect(text).not.toContain(other);
    }
    const { events } = await data<{ events: { project: string }[] }>(
      `/api/console/audit/events?project=${name}`,
    );
    expect(new Set(events.map(({ project }) => project))).toEqual(new Set([name]));
  });

  it('"do not use" keeps an edge out of the one project whose edge it is', async () => {
    const [edge] = (await data<{ edges: Edge[] }>('/api/console/concepts/gnommoweb?project=atlas')).edges;
    const mark = (doNotUse: boolean) =>
      core.operator(`/api/console/edges/${edge?.edgeId}/do-not-use`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ edgeId: edge?.edgeId, doNotUse, reason: 'wrong host' }),
      });
    expect((await mark(true)).status).toBe(200);
    const recall = async (project: string) =>
      (
        (await core.call(`/recall?concept=gnommoweb&project=${project}`)).body as {
          data: { recollection: unknown };
        }
      ).data.recollection;
    expect([await recall('atlas'), await recall('borealis')]).toEqual([null, 'gnommoweb: [type] container']);
    const prompt = [{ role: 'user', content: 'Is gnommoweb up?' }];
    expect(JSON.stringify(await core.chat(prompt, {}, header('atlas')))).not.toContain('gnommoweb: [type]');
    await mark(false);
    expect(await recall('atlas')).toBe('gnommoweb: [type] repo');
  });
});
