// The promise: every time of the schedule comes once, also when the host slept through it.
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../../shared/model/settings.ts';
import { ManualClock } from '../../store/testing/temp-store.ts';
import { lastTime, nextTime, Schedule } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function followed(schedule: string) {
  const clock = new ManualClock();
  const times: number[] = [];
  const followed = new Schedule(clock, (due) => times.push(due));
  followed.follow(schedule);
  return { clock, times, schedule: followed };
}

/** Moves on in steps of a minute, as a host that is awake does. */
function live(clock: ManualClock, ms: number): void {
  for (let gone = 0; gone < ms; gone += MINUTE) clock.advance(MINUTE);
}

describe('a schedule', () => {
  it('comes round once for each of its times', () => {
    const { clock, times } = followed('30 * * * *');
    const start = clock.now();
    live(clock, 3 * HOUR);
    expect(times).toEqual([0.5, 1.5, 2.5].map((hours) => start + hours * HOUR));
  });

  it('comes round once, for the last of the times, when the host slept through several', () => {
    const { clock, times } = followed('30 * * * *');
    const start = clock.now();
    clock.advance(5 * HOUR);
    expect(times).toEqual([start + 4.5 * HOUR]);
    live(clock, HOUR);
    expect(times).toEqual([start + 4.5 * HOUR, start + 5.5 * HOUR]);
  });

  it('follows another pattern from the moment it is set, and nothing once closed', () => {
    const { clock, times, schedule } = followed('30 * * * *');
    const start = clock.now();
    schedule.follow('10 * * * *');
    expect(schedule.nextAt).toBe(start + 10 * MINUTE);
    live(clock, HOUR);
    expect(times).toEqual([start + 10 * MINUTE]);
    schedule.close();
    live(clock, 2 * HOUR);
    expect(times).toHaveLength(1);
  });

  it('knows the time before and after a moment, its own included in the one before', () => {
    const { clock } = followed('0 * * * *');
    const due = nextTime('0 * * * *', clock.now()) ?? 0;
    expect(lastTime('0 * * * *', due)).toBe(due);
    expect(lastTime('0 * * * *', due - 1)).toBe(due - HOUR);
    expect(nextTime('0 * * * *', due)).toBe(due + HOUR);
  });
});

describe('the setting', () => {
  it.each(['0 2 * * *', '*/15 * * * *', '30 6 * * MON-FRI', '@daily'])('takes %s', (text) => {
    expect(SETTINGS.resolution_schedule.schema.safeParse(text).success).toBe(true);
  });

  it.each(['nightly', '0 25 * * *', '* * * * * *', '0 0 31 2 *', ''])(
    'refuses %j with an example',
    (text) => {
      const parsed = SETTINGS.resolution_schedule.schema.safeParse(text);
      expect(parsed.error?.issues[0]?.message).toContain('"0 2 * * *"');
    },
  );
});
