// What people say of their own machines in plain words, by rules alone (memory, Cue scanner; decision 085).
import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { proseOf } from '../text/prose.ts';
import { scanCues } from './cues.ts';

const lexicon = dictionaryLexicon();
const read = (text: string): string[] =>
  scanCues(proseOf(text), lexicon, { role: 'user' }).map(
    ({ subject, parent, dim, isIsa }) => `${subject} ${isIsa ? 'isa' : 'in'} ${parent} [${dim}]`,
  );

describe('plain forms', () => {
  it.each([
    ['I run Zorblat on hilbert7.', ['zorblat in hilbert7 [runs-on]']],
    ["We've got Zorblat running on hilbert7.", ['zorblat in hilbert7 [runs-on]']],
    ['Zorblat is on hilbert7.', ['zorblat in hilbert7 [runs-on]']],
    ['zorblat is on the NAS', ['zorblat in nas [runs-on]']],
    ['Zorblat lives in Docker.', ['zorblat in docker [runs-on]']],
    ['Zorblat runs on my laptop.', ['zorblat in laptop [runs-on]']],
    ['my NAS is called zorbox', ['zorbox isa nas [type]']],
    ['We call our backup server vault.', ['vault isa backup_server [type]']],
    ['hilbert7 is in the basement.', ['hilbert7 in basement [geography]']],
    ['Zorblat runs on a box called hilbert7.', ['zorblat in hilbert7 [runs-on]', 'hilbert7 isa box [type]']],
    ['- zorblat on hilbert7', ['zorblat in hilbert7 [runs-on]']],
  ])('%s', (text, facts) => {
    expect(read(text)).toEqual(facts);
  });

  it.each([
    'We use Zorblat for routing.',
    'I run the tests on CI.',
    'I run into problems on Mondays.',
    'Zorblat is on version 10.8.',
    'Zorblat is on the roadmap.',
    'Zorblat is on GitHub.',
    'Ada is on the platform team.',
    'hilbert7 runs Debian.',
    'I moved the meeting to Friday.',
    'My server is called often.',
    'Create a bucket called zorblat.',
    'We keep Zorblat on a short leash.',
    'I think hilbert7 hosts Zorblat.',
    'If I run Zorblat on hilbert7, it is slow.',
    'Who hosts Zorblat?',
  ])('nothing: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
