// Promise: a name stands where its place says, whatever was typed before, after or within it; what is written into is a name no more.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { type Draft, EMPTY_DRAFT, edited, named, pieces, queryAt, trimmed } from './mentions.ts';

const web = { id: 'docker_container:lab:1', kind: 'docker_container' as const, name: 'web-1' };

function withName(before: string, after: string): Draft {
  const text = `${before}@we${after}`;
  return named({ text, mentions: [] }, { start: before.length, text: 'we' }, web).draft;
}

it('puts a name where it was typed, with a blank behind it and the caret there', () => {
  const query = queryAt({ text: 'Restart @we', mentions: [] }, 11);
  if (query === null) throw new Error('a name is being typed');
  const { draft, caret } = named({ text: 'Restart @we', mentions: [] }, query, web);
  expect(draft.text).toBe('Restart @web-1 ');
  expect(draft.mentions).toEqual([{ ...web, start: 8, end: 14 }]);
  expect(caret).toBe(15);
});

it.each([
  ['before it', 'Now restart @web-1 ', 1],
  ['after it', 'Restart @web-1 now', 1],
  ['within it', 'Restart @web-12 ', 1],
  ['a letter of it gone', 'Restart @web- ', 0],
  ['its sign gone', 'Restart web-1 ', 0],
  ['all of it replaced', 'Stop', 0],
])('keeps or drops it when the edit is %s', (_, text, count) => {
  const draft = edited(withName('Restart ', ''), text);
  expect(draft.mentions).toHaveLength(count);
  for (const { start, end } of draft.mentions) expect(text.slice(start, end)).toBe('@web-1');
});

it('keeps every place true through any edits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.nat(6), fc.string({ maxLength: 6 })), { maxLength: 12 }),
      (edits) => {
        let draft = withName('See ', ' and ');
        draft = named(
          { ...draft, text: `${draft.text}@x` },
          { start: draft.text.length, text: 'x' },
          web,
        ).draft;
        for (const [at, gone, put] of edits) {
          const from = Math.min(at, draft.text.length);
          draft = edited(draft, draft.text.slice(0, from) + put + draft.text.slice(from + gone));
          for (const { start, end, name } of draft.mentions)
            expect(draft.text.slice(start, end)).toBe(`@${name}`);
        }
      },
    ),
    { numRuns: runs(1000) },
  );
});

it('knows which name is being typed', () => {
  const at = (text: string, caret = text.length) => queryAt({ text, mentions: [] }, caret);
  expect(at('Why is @jel')).toEqual({ start: 7, text: 'jel' });
  expect(at('@')).toEqual({ start: 0, text: '' });
  expect(at('(@a')).toEqual({ start: 1, text: 'a' });
  expect(at('mail me@example')).toBeNull();
  expect(at('@jel now')).toBeNull();
  expect(at('no name')).toBeNull();
  const draft = withName('', '');
  expect(queryAt(draft, 4), 'within one that is named already').toBeNull();
});

it('sends no blanks around it, and every name in its place', () => {
  const draft = trimmed(withName('\n  Restart ', '  '));
  expect(draft.text).toBe('Restart @web-1');
  expect(draft.mentions).toEqual([{ ...web, start: 8, end: 14 }]);
  expect(trimmed(EMPTY_DRAFT)).toEqual(EMPTY_DRAFT);
});

it('takes a text apart without losing any of it, also where places fit nothing', () => {
  const mention = { ...web, start: 3, end: 9 };
  const words = (text: string, mentions: Draft['mentions']) =>
    pieces(text, mentions).map(({ text: piece, mention: of }) => (of ? `[${piece}]` : piece));
  expect(words('To @web-1 go', [mention])).toEqual(['To ', '[@web-1]', ' go']);
  expect(words('short', [{ ...mention, end: 99 }]).join('')).toBe('short');
  expect(words('To @web-1', [mention, mention])).toEqual(['To ', '[@web-1]']);
});
