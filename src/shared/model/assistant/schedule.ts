// What starts an investigation by itself: at times of the host's clock. Source: agent, The loop (execution profiles).
import { Cron } from 'croner';
import * as z from 'zod';
import { PlainText } from '../plain-text.ts';

function fits(text: string): boolean {
  try {
    return new Cron(text, { mode: '5-part' }).nextRun() !== null;
  } catch {
    return false;
  }
}

export const ScheduleWish = z.strictObject({
  title: PlainText.trim().min(1).max(120),
  /** What it is asked each time. */
  message: PlainText.trim().min(1).max(4000),
  cron: z
    .string()
    .max(100)
    .refine(fits, 'five fields as cron takes them, such as 0 6 * * * for every day at six'),
  enabled: z.boolean().default(true),
});
export type ScheduleWish = z.infer<typeof ScheduleWish>;

export const Schedule = z.strictObject({
  id: z.string(),
  ...ScheduleWish.shape,
  next_at: z.number().int().nullable(),
  last_at: z.number().int().nullable(),
  /** Of its last run. */
  last_session_id: z.string().nullable(),
  /** Why its last time was let pass; null when it ran. */
  skipped: z.string().nullable(),
});
export type Schedule = z.infer<typeof Schedule>;
