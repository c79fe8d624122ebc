// Promises: a listener that throws stops neither the others nor the one who tells, and what it threw is not lost; who stops, twice or
// in the midst of being told, is told no more and takes nobody else along; a value is told at most so often and read for nobody.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../proxy/pool/testing/manual-clock.ts';
import { Listeners, Watched } from './watched.ts';

describe('listeners', () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  let theirs: NodeJS.UncaughtExceptionListener[] = [];
  beforeEach(() => {
    uncaught.length = 0;
    theirs = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  });
  afterEach(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of theirs) process.on('uncaughtException', listener);
  });

  it('are all told when one of them throws, and what it threw ends up where nothing is lost', async () => {
    const listeners = new Listeners<number>();
    const heard: number[] = [];
    const fault = new Error('a listener of ours');
    listeners.add(() => {
      throw fault;
    });
    listeners.add((n) => heard.push(n));
    listeners.tell(1);
    expect(heard).toEqual([1]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([fault]);
  });

  it('stop as often as they like, and only for themselves', () => {
    const listeners = new Listeners();
    let heard = 0;
    const hear = () => heard++;
    const stop = listeners.add(hear);
    listeners.add(hear);
    stop();
    stop();
    listeners.tell();
    expect([heard, listeners.count]).toEqual([1, 1]);
  });

  it('may come and go while they are told: who went hears nothing, who came hears the next', () => {
    const listeners = new Listeners<string>();
    const heard: string[] = [];
    const stops: (() => void)[] = [];
    listeners.add((news) => {
      for (const stop of stops) stop();
      listeners.add((later) => heard.push(`new ${later}`));
      heard.push(`first ${news}`);
    });
    stops.push(listeners.add((news) => heard.push(`second ${news}`)));
    listeners.tell('a');
    expect(heard).toEqual(['first a']);
    listeners.tell('b');
    expect(heard).toEqual(['first a', 'first b', 'new b']);
  });
});

describe('a watched value', () => {
  const start = () => {
    const clock = new ManualClock();
    const read: number[] = [];
    let value = 0;
    const watched = new Watched(() => read.push(value) && value, 500, clock);
    const change = () => {
      value += 1;
      watched.changed();
    };
    return { clock, read, watched, change };
  };

  it('is told as it is by then, at most so often, and not read for nobody', () => {
    const { clock, read, watched, change } = start();
    change();
    clock.advance(1000);
    const heard: number[] = [];
    const stop = watched.watch((value) => heard.push(value));
    change();
    change();
    clock.advance(499);
    expect(heard).toEqual([]);
    clock.advance(1);
    change();
    clock.advance(499);
    expect(heard).toEqual([3]);
    clock.advance(1);
    expect(heard).toEqual([3, 4]);
    change();
    stop();
    clock.advance(1000);
    expect([heard, read]).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  it('told at once is not told again for the change before, and not at all once it is closed', () => {
    const { clock, watched, change } = start();
    const heard: number[] = [];
    watched.watch((value) => heard.push(value));
    change();
    watched.tell();
    clock.advance(1000);
    expect(heard).toEqual([1]);
    change();
    watched.close();
    watched.watch((value) => heard.push(value));
    change();
    clock.advance(1000);
    expect(heard).toEqual([1]);
    expect(clock.pending).toBe(0);
  });
});
