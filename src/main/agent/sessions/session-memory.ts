// What a session knows, to JSON and back. What does not fit any more is begun anew: a session is never lost for it. Source: agent, The loop (sessions).
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { Knowledge } from '../context/knowledge.ts';
import { ResolvedContext } from '../context/resolved-context.ts';
import { type Fsm, UNBEGUN } from '../loop/fsm.ts';
import type { LoopMemory } from '../loop/parts.ts';

const Unproven = z.object({
  ...{ approvalId: z.string(), resourceId: z.string(), resourceName: z.string() },
  ...{ within: z.array(z.string()), what: z.string(), removes: z.boolean() },
});

const Stored = z.object({
  fsm: z.object({ discovered: z.boolean(), writing: z.boolean(), unproven: z.array(Unproven) }),
  context: z.unknown(),
  knowledge: z.unknown(),
  turn: z.number().int(),
  noteKey: z.string().min(8),
});

export const newMemory = (): LoopMemory => ({
  fsm: UNBEGUN,
  context: new ResolvedContext(),
  knowledge: new Knowledge(),
  turn: 0,
  noteKey: randomBytes(6).toString('hex'),
});

export function memoryToJson({ fsm, context, knowledge, turn, noteKey }: LoopMemory): unknown {
  return { fsm, context: context.toJSON(), knowledge: knowledge.toJSON(), turn, noteKey };
}

export function memoryFromJson(stored: unknown): LoopMemory {
  const parsed = Stored.safeParse(stored);
  if (!parsed.success) return newMemory();
  const { fsm, context, knowledge, turn, noteKey } = parsed.data;
  return {
    fsm: fsm satisfies Fsm,
    context: ResolvedContext.from(context),
    knowledge: Knowledge.from(knowledge),
    ...{ turn, noteKey },
  };
}
