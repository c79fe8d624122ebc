// Promise: what comes is drawn thirty times a second at most, less often when drawing takes long, and in the back without any frame.
import { expect, it } from 'vitest';
import { type Frames, paced } from './pace.ts';

/** A clock that is run by hand; frames come every 16 ms, or never. */
function hand({ hasFrames = true, isHidden = false, drawMs = 0 } = {}) {
  let now = 0;
  const due: { at: number; work: () => void }[] = [];
  const later = (at: number, work: () => void) => {
    const one = { at, work };
    due.push(one);
    return () => {
      const place = due.indexOf(one);
      if (place >= 0) due.splice(place, 1);
    };
  };
  const frames: Frames = {
    now: () => now,
    isHidden: () => isHidden,
    frame: (work) => (hasFrames ? later(now + 16 - (now % 16), work) : () => undefined),
    after: (ms, work) => later(now + ms, work),
  };
  const schedule = paced(frames);
  let flushed = 0;
  const flush = () => {
    flushed++;
    now += drawMs;
  };
  return {
    schedule: () => schedule(flush),
    run(ms: number) {
      for (const end = now + ms; ; ) {
        due.sort((one, other) => one.at - other.at);
        const next = due[0];
        if (!next || next.at > end) {
          now = Math.max(now, end);
          return;
        }
        due.shift();
        now = Math.max(now, next.at);
        next.work();
      }
    },
    get flushed() {
      return flushed;
    },
  };
}

function perSecond(how: Parameters<typeof hand>[0]): number {
  const page = hand(how);
  for (let tick = 0; tick < 100; tick++) {
    const before = page.flushed;
    page.schedule();
    page.run(10);
    // One is under way until it has come.
    for (let wait = 0; page.flushed === before && wait < 100; wait++) page.run(10);
  }
  return page.flushed;
}

it('draws what came once a frame, and not with every one', () => {
  const page = hand();
  page.schedule();
  page.run(20);
  expect(page.flushed).toBe(1);
  page.schedule();
  page.run(14);
  expect(page.flushed).toBe(1);
  page.run(40);
  expect(page.flushed).toBe(2);
});

it('leaves the page most of its time when drawing is slow', () => {
  const page = hand({ drawMs: 50 });
  page.schedule();
  page.run(70);
  page.schedule();
  page.run(90);
  expect(page.flushed).toBe(1);
  page.run(120);
  expect(page.flushed).toBe(2);
});

it('needs no frames: hidden, or hidden meanwhile', () => {
  expect(perSecond({ isHidden: true, hasFrames: false })).toBe(100);
  const page = hand({ hasFrames: false });
  page.schedule();
  page.run(250);
  expect(page.flushed).toBe(1);
});

it('is taken back', () => {
  const page = hand();
  const cancel = page.schedule();
  cancel();
  page.run(500);
  expect(page.flushed).toBe(0);
});
