// Every call of a model, and the day's budget counted from them. A call is entered before it is made, with what it may
// use at most; whoever would overdraw is refused in the same transaction, in whichever process.
import { sql } from 'kysely';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/** Serialises reservations on Postgres; any constant that nothing else uses. */
const BUDGET_LOCK = 0x0fe5_72;

export interface Reservation {
  readonly at: number;
  /** The local day, `2026-11-21`. */
  readonly day: string;
  readonly purpose: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

export interface Settlement {
  readonly ok: boolean;
  readonly problem: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Counted by characters. */
  readonly estimated: boolean;
  readonly cost: number;
  readonly ms: number;
}

export interface DaySum {
  readonly tokens: number;
  readonly cost: number;
  readonly calls: number;
  readonly failed: number;
}

export interface DayLimits {
  readonly tokens: number;
  readonly cost: number;
}

/** What the day's calls used, those under way with their reservations. */
export async function sumDay(reader: StoreReader, day: string): Promise<DaySum> {
  const row = await reader
    .selectFrom('model_call')
    .select((eb) => [
      sql<number | string | null>`sum(input_tokens + output_tokens)`.as('tokens'),
      eb.fn.sum<number | string | null>('cost').as('cost'),
      eb.fn.countAll<number | string>().as('calls'),
      sql<number | string | null>`sum(case when ok then 0 when ok is null then 0 else 1 end)`.as('failed'),
    ])
    .where('day', '=', day)
    .executeTakeFirst();
  const number = (value: number | string | null | undefined) => Number(value ?? 0);
  return {
    tokens: number(row?.tokens),
    cost: number(row?.cost),
    calls: number(row?.calls),
    failed: number(row?.failed),
  };
}

/**
 * Enters a call that is about to be made, unless the day's limits would not hold it.
 * @returns its id; or what the day has used, when there is no room
 */
export async function reserveCall(
  writer: StoreWriter,
  call: Reservation,
  limits: DayLimits,
): Promise<{ readonly id: number } | { readonly full: DaySum }> {
  if (writer.dialect === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(BUDGET_LOCK)})`.execute(writer.db);
  }
  const sum = await sumDay(writer.reader, call.day);
  const tokens = sum.tokens + call.inputTokens + call.outputTokens;
  // A price is a fraction; sums of them miss by less than this.
  const isOver = tokens > limits.tokens || sum.cost + call.cost > limits.cost + 1e-9;
  if (isOver) return { full: sum };
  const { id } = await writer.db
    .insertInto('model_call')
    .values({
      at: call.at,
      day: call.day,
      purpose: call.purpose,
      model: call.model,
      ok: null,
      problem: null,
      input_tokens: call.inputTokens,
      output_tokens: call.outputTokens,
      estimated: true,
      cost: call.cost,
      ms: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id };
}

/** Puts what a call used in the place of what it might have. One that is never settled keeps its reservation. */
export async function settleCall(writer: StoreWriter, id: number, used: Settlement): Promise<void> {
  await writer.db
    .updateTable('model_call')
    .set({
      ok: used.ok,
      problem: used.problem,
      input_tokens: used.inputTokens,
      output_tokens: used.outputTokens,
      estimated: used.estimated,
      cost: used.cost,
      ms: used.ms,
    })
    .where('id', '=', id)
    .execute();
}
