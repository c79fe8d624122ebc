// Promise: whoever carries an export away is told which of its evidence is old, which briefs are, which were refused and which nobody signed; and nothing of what is well.
import { expect, it } from 'vitest';
import { OLD_EVIDENCE_MS } from '../../shared/model/evidence/old-evidence.ts';
import { exportNotes, type Noted } from './export-notes.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const DAY = 86_400_000;
const ALL = { graph: true, project: null };
const MOMENT = { now: NOW, briefLifeMs: DAY };

type Brief = Noted['briefs'][number];
let ids = 0;
const brief = (more: Partial<Brief> = {}): Brief => ({
  ...{ id: ++ids, cache_key: 'c', revision: 1, signatures: '[{"keyid":"k"}]', task: 'summary' },
  ...{ advisory_key: 'CVE-2026-1000', subject: `s${ids}`, generated_at: NOW - 1000, guardrail_blocked: 0 },
  ...more,
});
const of = (more: Partial<Noted>): Noted[] => [
  { project: 'default', briefs: [], changed: 0, documents: [], ...more },
];
const notes = (more: Partial<Noted>) => exportNotes(ALL, of(more), MOMENT);

it('says nothing of what is new, good and signed', () => {
  expect(
    notes({
      briefs: [brief()],
      documents: [
        { format: 'osv', last_seen: NOW - 400 * DAY },
        { format: 'csaf', last_seen: NOW - OLD_EVIDENCE_MS },
        { format: 'kev', last_seen: NOW - DAY },
        { format: 'cyclonedx', last_seen: NOW - 900 * DAY },
      ],
    }),
  ).toEqual([]);
});

it('warns of each source whose newest is older than two weeks, with its day', () => {
  const documents = [
    { format: 'osv', last_seen: NOW - 20 * DAY },
    { format: 'csaf', last_seen: NOW - 16 * DAY },
    { format: 'kev', last_seen: NOW - 15 * DAY },
    { format: 'epss', last_seen: NOW - 1500 * DAY },
  ] as const;
  expect(notes({ documents })).toEqual([
    'The newest advisory came 16 days ago, on 2026-11-11: what became known since is not in it.',
    'The list of what is exploited (KEV) came 15 days ago, on 2026-11-12: what became known since is not in it.',
    'The newest score (EPSS) came 1,500 days ago, on 2022-10-19: what became known since is not in it.',
  ]);
  expect(notes({ documents: documents.slice(0, 1), project: 'other' })).toEqual([
    expect.stringMatching(/^The newest advisory \(project other\) came 20 days ago/),
  ]);
});

it('names the newest of each subject that is refused, or would be made anew', () => {
  const refused = { guardrail_blocked: 1, advisory_key: 'CVE-2026-7', subject: 'r' };
  expect(
    notes({
      briefs: [
        brief({ generated_at: NOW - DAY }),
        brief({ ...refused, generated_at: NOW - 9 * DAY }),
        // What took its place is good and new: nobody has to know of the old one.
        brief({ guardrail_blocked: 1, subject: 'mended' }),
        brief({ subject: 'mended', revision: 2 }),
      ],
    }),
  ).toEqual([
    'One brief was made more than 24 h ago; asked for again, each is made of what is known now: summary of CVE-2026-1000.',
    'One brief was refused, and nothing of it goes along but why: summary of CVE-2026-7.',
  ]);
});

it('names three and counts the rest, and shows no secret and no endless key', () => {
  const secret = ['ghp_', 'a8Xk2Lm9Qr4Tz7Wv1Yb5Nc3Pd6Se0Uf2Gh4J'].join('');
  const [note = ''] = notes({
    briefs: [
      brief({ guardrail_blocked: 1, advisory_key: `see ${secret}` }),
      ...Array.from({ length: 1999 }, () => brief({ guardrail_blocked: 1, advisory_key: 'x'.repeat(2000) })),
    ],
  });
  expect(note).toMatch(/^2,000 briefs were refused.* and 1,997 more\.$/);
  expect(note).not.toContain(secret);
  expect(note.length).toBeLessThan(400);
});

it('counts what is not signed, and says that a project alone goes without the chain', () => {
  const briefs = [brief({ signatures: '[]' }), brief({ signatures: '[]', project: 'x' } as object)];
  expect(exportNotes({ graph: true, project: 'default' }, of({ briefs }), MOMENT)).toEqual([
    '2 briefs are not signed: elsewhere nobody can tell who made them.',
    'The chain of events is of all projects and does not go with one of them.',
  ]);
});
