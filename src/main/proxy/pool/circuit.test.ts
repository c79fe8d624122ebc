// Promises of the circuit: it opens after three failures in a row and not before, tries again after a second, two, four
// and so on up to thirty, and one good end closes it.
import { describe, expect, it } from 'vitest';
import {
  abandoned,
  type Circuit,
  CLOSED,
  circuitState,
  failed,
  mayTry,
  probedDown,
  probedWell,
  trying,
  verdictOf,
} from './circuit.ts';
import type { SeatEnd } from './port.ts';

const failing = (times: number, at = 0): Circuit =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => failed(circuit, at), CLOSED);

describe('a circuit', () => {
  it('opens with the third failure in a row', () => {
    expect(circuitState(failing(2), 0)).toBe('closed');
    expect(circuitState(failing(3), 0)).toBe('open');
  });

  it('stays open for a second, and is half open from then on', () => {
    const open = failing(3);
    expect([circuitState(open, 999), circuitState(open, 1000)]).toEqual(['open', 'half_open']);
    expect([mayTry(open, 999), mayTry(open, 1000)]).toEqual([false, true]);
  });

  it('lets one request try it, and nobody beside it', () => {
    const trial = trying(failing(3));
    expect(circuitState(trial, 5000)).toBe('half_open');
    expect(mayTry(trial, 5000)).toBe(false);
  });

  it('waits twice as long after each failed try, at most 30 s', () => {
    let circuit = failing(3);
    let now = 0;
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const from = now;
      while (!mayTry(circuit, now)) now += 500;
      waits.push(now - from);
      circuit = failed(trying(circuit), now);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('does not wait longer because many requests fail at once', () => {
    const open = failing(3);
    expect(failing(40)).toEqual(open);
  });

  it('may be tried again at once when the trying client left', () => {
    const left = abandoned(trying(failing(3)), 7000);
    expect(mayTry(left, 7000)).toBe(true);
    expect(abandoned(failing(2), 7000)).toEqual(failing(2));
  });

  it('closes by a good probe once it is due, and keeps count of failures while closed', () => {
    expect(probedWell(failing(3), 999)).toEqual(failing(3));
    expect(probedWell(failing(3), 1000)).toEqual(CLOSED);
    expect(probedWell(trying(failing(3)), 1000)).toEqual(CLOSED);
    expect(probedWell(failing(2), 1000)).toEqual(failing(2));
  });

  it('opens by probes that reach nobody, which never make the wait longer', () => {
    const silent = [1, 2, 3, 4, 5].reduce<Circuit>((circuit) => probedDown(circuit, 0), CLOSED);
    expect(silent).toEqual(failing(3));
    expect(probedDown(silent, 5000)).toEqual(silent);
  });
});

describe('what the end of a request says of its upstream', () => {
  const ENDS: [string, SeatEnd, ReturnType<typeof verdictOf>][] = [
    ['200', { kind: 'answered', status: 200 }, 'well'],
    ['404: a missing model is not a fault', { kind: 'answered', status: 404 }, 'well'],
    ['429', { kind: 'answered', status: 429 }, 'well'],
    ['500: a model that crashed', { kind: 'answered', status: 500 }, 'well'],
    ['503: a full queue', { kind: 'answered', status: 503 }, 'well'],
    ['502', { kind: 'answered', status: 502 }, 'failed'],
    ['504', { kind: 'answered', status: 504 }, 'failed'],
    ['no connection', { kind: 'unreachable' }, 'failed'],
    ['death before an answer', { kind: 'failed', answering: false }, 'failed'],
    ['death within an answer', { kind: 'failed', answering: true }, 'nothing'],
    ['a client that left', { kind: 'aborted' }, 'nothing'],
  ];
  it.each(ENDS)('%s', (_what, end, verdict) => expect(verdictOf(end)).toBe(verdict));
});
