// Promises: an export loses no row and no member, a spreadsheet takes no cell for a formula, and JSON Lines read back.
import { expect, it } from 'vitest';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { NO_USAGE } from '../exchange/response-tail.ts';
import { exportRows } from './traffic-export.ts';

const row = (id: string, more: Partial<TrafficRow> = {}): TrafficRow => ({
  ...{ id, at: 0, state: 'done', phase: 'over', method: 'POST', path: '/api/chat', route: 'chat' },
  ...{ client: 'tester', project: 'default', conversation: null, model: 'm', upstream: 'u', status: 200 },
  ...{ error: null, streamed: true, reason: 'injected', recalledConcepts: 1, injectedBytes: 10 },
  ...{
    promptCut: null,
    leftOut: [],
    prefixBytes: 0,
    requestBytes: 100,
    responseBytes: 20,
    usage: NO_USAGE,
    loop: null,
    local: false,
  },
  timings: { addedMs: 0.5, queuedMs: 0, firstByteMs: 10, totalMs: 20 },
  pinned: false,
  ...more,
});
const NOW = Date.UTC(2026, 10, 22, 2, 3, 4);

it('writes JSON Lines that read back as the rows', () => {
  const rows = [row('a'), row('b', { error: 'line\nbreak', client: '"quoted", client' })];
  const { text, fileName, rows: count } = exportRows(rows, 'jsonl', NOW);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
  expect([fileName, count]).toEqual(['festinger-traffic-2026-11-22T02-03-04.jsonl', 2]);
});

it('writes CSV with a column for every member, quoted where it must be and never a formula', () => {
  const looping = row('b', {
    client: '=HYPERLINK("x")',
    error: 'a, "b"\r\nc',
    loop: { rule: 'cycle', level: 2, subject: '-1', applied: ['feedback', 'sampling'] },
  });
  const { text } = exportRows([row('a'), looping], 'csv', NOW);
  const [head = '', first = ''] = text.split('\r\n');
  const names = head.split(',');
  expect(names).toEqual(
    expect.arrayContaining(['id', 'timings.addedMs', 'usage.evalNs', 'loop.rule', 'pinned']),
  );
  expect(first.split(',')).toHaveLength(names.length);
  expect(text).toContain('"\'=HYPERLINK(""x"")"');
  expect(text).toContain('"a, ""b""\r\nc"');
  expect(text).toContain('feedback sampling');
  expect(text).not.toMatch(/(^|,)[=+\-@]/m);
});

it('writes an empty file for no rows', () => {
  expect(exportRows([], 'jsonl', NOW).text).toBe('');
});
