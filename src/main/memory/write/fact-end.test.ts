// Promises: a date holds to its end, a time to the minute, in UTC where it says nothing else; what cannot be an end is refused with what
// to give instead.
import { describe, expect, it } from 'vitest';
import { endWords } from '../../../shared/fact-end.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { endOf, type GivenEnd } from './fact-end.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const iso = (given: GivenEnd) => new Date(endOf(given, NOW) ?? 0).toISOString();

describe('the end of a fact', () => {
  it.each([
    [{ until: '2026-12-24' }, '2026-12-25T00:00:00.000Z', '2026-12-24'],
    [{ until: '2026-12-01' }, '2026-12-02T00:00:00.000Z', '2026-12-01'],
    [{ until: '2026-12-24T18:00+01:00' }, '2026-12-24T17:00:00.000Z', '2026-12-24T17:00Z'],
    [{ until: '2026-12-24T18:00' }, '2026-12-24T18:00:00.000Z', '2026-12-24T18:00Z'],
    [{ until: ' 2026-12-24T18:00:30Z ' }, '2026-12-24T18:00:30.000Z', '2026-12-24T18:00Z'],
    [{ ttl: '30d' }, '2026-12-31T12:00:00.000Z', '2026-12-31T12:00Z'],
    [{ ttl: '2h' }, '2026-12-01T14:00:00.000Z', '2026-12-01T14:00Z'],
    [{ ttl: '90' }, '2026-12-01T12:01:30.000Z', '2026-12-01T12:01Z'],
    [{ ttl: 60 }, '2026-12-01T12:01:00.000Z', '2026-12-01T12:01Z'],
  ] as const)('%j', (given, end, words) => {
    expect(iso(given)).toBe(end);
    expect(endWords(endOf(given, NOW) ?? 0)).toBe(words);
  });

  it('is none where nothing is said of it', () => expect(endOf({}, NOW)).toBeUndefined());

  it.each([
    [{ until: '2026-11-30' }, 'until', /has passed.*2026-12-01T00:00.*later moment/],
    [{ until: '2026-12-01T12:00Z' }, 'until', /has passed/],
    [{ until: '24.12.2026' }, 'until', /is no moment. Give a date/],
    [{ until: '2026-02-30' }, 'until', /is no moment/],
    [{ until: '' }, 'until', /is no moment/],
    [{ ttl: '0d' }, 'ttl', /no time to live.*30d/],
    [{ ttl: '-3d' }, 'ttl', /no time to live/],
    [{ ttl: '1e9d' }, 'ttl', /no time to live/],
    [{ ttl: 'forever' }, 'ttl', /no time to live/],
    [{ ttl: -1 }, 'ttl', /no time to live/],
    [{ ttl: Number.NaN }, 'ttl', /no time to live/],
    [{ ttl: '99999999999d' }, 'ttl', /no time to live/],
    [{ until: '2026-12-24', ttl: '30d' }, 'until', /Both/],
  ] as const)('refuses %j', (given, field, message) => {
    expect(() => endOf(given, NOW)).toThrow(message);
    try {
      endOf(given, NOW);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field } });
    }
  });
});
