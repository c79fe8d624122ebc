// Promise: what is copied holds the whole brief and what its markers stand for, and the hash it is known by.
import { expect, it } from 'vitest';
import { aDetail } from '../briefs.fixture.ts';
import { asMarkdown } from './as-markdown.ts';

it('has the note, the sources that are cited, and the hash', () => {
  const detail = aDetail({ advisory_key: 'CVE-2026-1000\n# forged' });
  const source = (n: number, source_id: string) => ({
    ...{ n, source_id, content_hash: 'c0', kind: 'advisory', issuer: null, trust: 'unrated' as const },
    ...{ source_url: null, licence: null, text: '', highlights: [] },
  });
  const manifest = { ...detail.manifest, sources: [source(1, 'osv:`GHSA-1`'), source(2, 'osv:unread')] };
  const text = asMarkdown({ ...detail, manifest }, ['A brief.', 'Of\n# elsewhere'], 'F');
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    ...['# CVE-2026-1000 # forged', '## F'],
  ]);
  expect(text).toContain('A brief.\n\nOf # elsewhere\n\nIt is fixed in 1.2.3 [1].\n\n## F');
  expect(text).not.toContain('No evidence.');
  expect(text).toContain("- [1] `osv:'GHSA-1'` c0");
  expect(text).not.toContain('unread');
  expect(text).toContain(`output_hash: ${'a'.repeat(64)}`);
});
