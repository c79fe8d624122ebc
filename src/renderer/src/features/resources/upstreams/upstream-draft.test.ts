// What stands in the form of an upstream, and what of it goes to the core.
import { describe, expect, it } from 'vitest';
import { NewUpstream, UpstreamChange } from '../../../../../shared/model/upstream-setting.ts';
import { changeOf, draftOf, newOf, type Stored, trialOf } from './upstream-draft.ts';

const STORED: Stored = {
  ...{
    name: 'lab',
    url: 'http://lab:11434',
    weight: 1,
    slots: null,
    headerNames: ['Authorization'],
    revision: 4,
  },
};
const header = (name: string, value: string) => ({ key: name, name, value });

describe('newOf', () => {
  it('adds what is missing from an address and leaves empty fields to their defaults', () => {
    const read = newOf({ ...draftOf(null), name: 'lab', url: 'lab:11434' });
    expect(read).toEqual({
      given: { name: 'lab', url: 'http://lab:11434', weight: 1, slots: null, headers: {} },
    });
    if ('given' in read) expect(NewUpstream.safeParse(read.given).success).toBe(true);
  });

  it('names the field that does not fit', () => {
    const draft = { ...draftOf(null), name: 'lab', url: 'http://lab' };
    expect(newOf({ ...draft, name: 'two words' })).toEqual({ wrong: 'name' });
    expect(newOf({ ...draft, url: '' })).toEqual({ wrong: 'url' });
    expect(newOf({ ...draft, weight: '-1' })).toEqual({ wrong: 'weight' });
    expect(newOf({ ...draft, slots: '1.5' })).toEqual({ wrong: 'slots' });
    expect(newOf({ ...draft, headers: [header('X-Key', '')] })).toEqual({ wrong: 'headers' });
  });
});

describe('changeOf', () => {
  it('leaves stored headers as they are unless they are replaced', () => {
    const kept = changeOf({ ...draftOf(STORED), slots: '4' }, STORED);
    expect(kept).toEqual({
      given: { name: 'lab', url: STORED.url, weight: 1, slots: 4, expectedVersion: 4 },
    });
    const none = changeOf({ ...draftOf(STORED), replacesHeaders: true }, STORED);
    expect(none).toMatchObject({ given: { headers: {} } });
    if ('given' in none) {
      const { name: _, expectedVersion: __, ...change } = none.given;
      expect(UpstreamChange.safeParse(change).success).toBe(true);
    }
  });
});

describe('trialOf', () => {
  it('has the stored headers sent by name, and replaced ones as they are typed', () => {
    expect(trialOf(draftOf(STORED), STORED)).toEqual({ asked: { url: STORED.url, name: 'lab' } });
    const typed = { ...draftOf(STORED), replacesHeaders: true, headers: [header('X-Key', 's')] };
    expect(trialOf(typed, STORED)).toEqual({
      asked: { url: STORED.url, name: 'lab', headers: { 'X-Key': 's' } },
    });
  });
});
