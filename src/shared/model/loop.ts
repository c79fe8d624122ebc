// A loop an agent is in: which rule saw it, what repeats, how often, and what was done. Source: loops, Counting.
import * as z from 'zod';

/** What saw it. `cut_short`: an answer that ended without `done: true`. */
export const LOOP_RULES = [
  'cycle',
  'near_repeat',
  'near_arguments',
  'counter',
  'stuck',
  'framework',
  'chant',
  'cut_short',
] as const;
export const LoopRule = z.enum(LOOP_RULES);
export type LoopRule = z.infer<typeof LoopRule>;

/** In the order in which they are taken up, one more with each further repeat; `cut` ends a chanting stream. */
export const MITIGATIONS = ['feedback', 'sampling', 'forbid', 'collapse', 'break', 'cut'] as const;
export const Mitigation = z.enum(MITIGATIONS);
export type Mitigation = z.infer<typeof Mitigation>;

/** A loop as the request's row has it. */
export const LoopMark = z.strictObject({
  rule: LoopRule,
  /** 1 to 5: the mitigation it has come to. */
  level: z.number().int(),
  /** What repeats, for people: `search_engine {"query":"x"}`, or the first words of a text. Cut to 200 characters. */
  subject: z.string(),
  /** What was done to this request. */
  applied: z.array(Mitigation),
});
export type LoopMark = z.infer<typeof LoopMark>;

export const LoopVerdict = LoopMark.extend({
  /** Turns in one round of the loop. */
  period: z.number().int(),
  copies: z.number().int(),
  /** One or two plain sentences: what was seen, and what was done. */
  explanation: z.string(),
  /** What this client's switches left out. */
  skipped: z.array(Mitigation),
  /** The turns it rests on, oldest first, redacted and cut. */
  evidence: z.array(z.strictObject({ role: z.string(), text: z.string() })),
});
export type LoopVerdict = z.infer<typeof LoopVerdict>;

/** A conversation that is in a loop now. */
export const ActiveLoop = LoopMark.extend({
  conversation: z.string(),
  client: z.string(),
  project: z.string(),
  model: z.string().nullable(),
  copies: z.number().int(),
  period: z.number().int(),
  /** Epoch milliseconds. */
  since: z.number().int(),
  lastAt: z.number().int(),
  /** Until when it is answered here instead of upstream; null when it is not. */
  brokenUntil: z.number().int().nullable(),
  /** The newest request in which it was seen. */
  requestId: z.string(),
});
export type ActiveLoop = z.infer<typeof ActiveLoop>;
