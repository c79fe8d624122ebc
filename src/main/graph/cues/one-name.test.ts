// A name is one concept however it is written (memory, Cue scanner; memory D17).
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { proseOf } from '../text/prose.ts';
import { scanCues } from './cues.ts';

const CASE = new URL(
  '../../../../../shared/data/reports/proxy/capital-makes-a-second-concept.json',
  import.meta.url,
);
const Case = z.object({ prompts_each_in_a_project_of_its_own: z.array(z.string()) });
const lexicon = dictionaryLexicon(['jellyfin']);

const read = (text: string): string[] =>
  scanCues(proseOf(text), lexicon, { role: 'user' }).map(
    ({ subject, parent, dim }) => `${subject} in ${parent} [${dim}]`,
  );

describe('capitals and titles make no new name', () => {
  it.each([
    'my jellyfin server runs on nas01',
    'My Jellyfin server runs on nas01.',
    'Our Jellyfin instance runs on nas01.',
    'The Jellyfin VM runs on nas01.',
    'The Jellyfin service now runs on nas01.',
    'Our Jellyfin container is on nas01.',
    'I run our Jellyfin server on nas01.',
  ])('%s', (text) => {
    expect(read(text)).toEqual(['jellyfin in nas01 [runs-on]']);
  });

  it('what a name only belongs to is not told of the name', () => {
    expect(read('The Jellyfin build cluster runs on nas01.')).toEqual([]);
    expect(read('The Docker container runs on nas01.')).toEqual([]);
  });

  it.skipIf(!existsSync(CASE))(
    `the reported prompts (skipped where ${CASE.pathname.split('/').at(-1)} is absent)`,
    () => {
      const { prompts_each_in_a_project_of_its_own: prompts } = Case.parse(
        JSON.parse(readFileSync(CASE, 'utf8')),
      );
      expect(prompts.length).toBeGreaterThan(0);
      for (const prompt of prompts) expect(read(prompt), prompt).toEqual(['jellyfin in nas01 [runs-on]']);
    },
  );
});
