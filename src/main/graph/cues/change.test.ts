import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { scanCues } from './cues.ts';

const lexicon = dictionaryLexicon();

function read(text: string, role: 'user' | 'assistant' = 'user') {
  return scanCues(text, lexicon, { role }).map(({ subject, parent, dim, change }) => [
    subject,
    parent,
    dim,
    change,
  ]);
}

describe("a person's correction is read with what it changes (memory D21)", () => {
  const ends = { kind: 'ends' };
  it.each([
    ['gnommoweb no longer runs on noether.', ['gnommoweb', 'noether', 'runs-on', ends]],
    ['gnommoweb is no longer a repo.', ['gnommoweb', 'repo', 'type', ends]],
    [
      'gnommoweb is no longer part of Glitch University.',
      ['gnommoweb', 'glitch_university', 'membership', ends],
    ],
    ['gnommoweb is not hosted by Hetzner any more.', ['gnommoweb', 'hetzner', 'runs-on', ends]],
    ["gnommoweb isn't a repo anymore.", ['gnommoweb', 'repo', 'type', ends]],
    [
      'gnommoweb runs on hilbert, not on noether.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    [
      'gnommoweb runs on hilbert, not noether.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    [
      'We just moved gnommoweb from noether to hilbert.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    ['I renamed dobbyweb to gnommoweb.', ['gnommoweb', 'dobbyweb', 'alias', undefined]],
    ['gnommoweb now runs on hilbert.', ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now' }]],
    ['gnommoweb is now a container.', ['gnommoweb', 'container', 'type', { kind: 'now' }]],
    [
      'gnommoweb moved from noether to hilbert.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    [
      'gnommoweb was moved from noether to hilbert last week.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    [
      'gnommoweb has been migrated from Proxmox to the hilbert server.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'proxmox' }],
    ],
    [
      'gnommoweb runs on hilbert instead of noether.',
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now', from: 'noether' }],
    ],
    ['gnommoweb does not run on noether any more.', ['gnommoweb', 'noether', 'runs-on', ends]],
    ["gnommoweb doesn't run on noether any longer", ['gnommoweb', 'noether', 'runs-on', ends]],
    ['quillmq does not belong to the smart home anymore.', ['quillmq', 'smart_home', 'membership', ends]],
    ['gnommoweb does not run on noether any more.', ['gnommoweb', 'noether', 'runs-on', ends]],
    ['gnommoweb is no longer a repo.', ['gnommoweb', 'repo', 'type', ends]],
    ['quillmq was renamed to inkmq last week.', ['inkmq', 'quillmq', 'alias', undefined]],
    ['quillmq is now called inkmq.', ['inkmq', 'quillmq', 'alias', undefined]],
    ['Quill Press is now known as Ink Press', ['ink_press', 'quill_press', 'alias', undefined]],
  ])('%s', (text, triple) => {
    expect(read(text)).toEqual([triple]);
  });

  it.each([
    'Does gnommoweb no longer run on noether?',
    'If gnommoweb no longer runs on noether, tell me.',
    'I think gnommoweb is no longer a repo.',
    'Ada says gnommoweb moved from noether to hilbert.',
    'gnommoweb should be moved from noether to hilbert.',
    'gnommoweb was not moved from noether to hilbert.',
    'The function was moved from utils to helpers.',
    'Maybe gnommoweb now runs on hilbert.',
    'gnommoweb is not a repo.',
    'gnommoweb does not run on noether.',
    'quillmq was renamed to avoid trouble.',
    'The relay was renamed to inkmq.',
    'He is now known as Bob.',
    'gnommoweb was renamed to inkmq?',
    'If quillmq was renamed to inkmq, tell me.',
    '`old_name` was renamed to `new_name`.',
  ])('nothing: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('a plain statement changes nothing', () => {
    expect(read('gnommoweb runs on noether.')).toEqual([['gnommoweb', 'noether', 'runs-on', undefined]]);
  });

  it('"it" is what the sentence before speaks of, within its paragraph', () => {
    expect(read('gnommoweb is no longer a repo; it is now a container.')).toEqual([
      ['gnommoweb', 'repo', 'type', ends],
      ['gnommoweb', 'container', 'type', { kind: 'now' }],
    ]);
    expect(read('gnommoweb runs on noether. It now runs on hilbert.')).toEqual([
      ['gnommoweb', 'noether', 'runs-on', undefined],
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now' }],
    ]);
    expect(read('gnommoweb no longer runs on noether, it now runs on hilbert.')).toEqual([
      ['gnommoweb', 'noether', 'runs-on', ends],
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now' }],
    ]);
    expect(read('gnommoweb no longer runs on noether.\n\nIt now runs on hilbert.')).toHaveLength(1);
    expect(read('gnommoweb asked noether. It now runs on hilbert.')).toEqual([
      ['gnommoweb', 'hilbert', 'runs-on', { kind: 'now' }],
    ]);
    expect(read('Between gnommoweb and noether I choose hilbert. It is a server.')).toEqual([]);
    expect(read('The disk of gnommoweb is full. It is a server.')).toEqual([]);
  });

  it('an assistant corrects nobody', () => {
    expect(read('quillmq was renamed to inkmq.', 'assistant')).toEqual([]);
    expect(read('gnommoweb no longer runs on noether.', 'assistant')).toEqual([]);
    expect(read('gnommoweb moved from noether to hilbert.', 'assistant')).toEqual([]);
    expect(read('gnommoweb now runs on hilbert.', 'assistant')).toEqual([
      ['gnommoweb', 'hilbert', 'runs-on', undefined],
    ]);
  });
});
