// Every call of a model, and the budgets counted from them. A call is entered before it is made, with what it may
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
  /** What several calls belong to, if anything. */
  readonly run: string | null;
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

export interface CallSum {
  readonly tokens: number;
  readonly cost: number;
  readonly calls: number;
  readonly failed: number;
}

/** The calls that count together. */
export type Counted =
  | { readonly day: string; readonly purpose?: string; readonly without?: readonly string[] }
  | { readonly run: string };

export interface CallLimit {
  readonly of: Counted;
  /** Null where only money is limited. */
  readonly tokens: number | null;
  /** US dollars; null where only tokens are limited. */
  readonly cost: number | null;
}

/** What these calls used, those under way with their reservations. */
export async function sumCalls(reader: StoreReader, of: Counted): Promise<CallSum> {
  const row = await reader
    .selectFrom('model_call')
    .select((eb) => [
      sql<number | string | null>`sum(input_tokens + output_tokens)`.as('tokens'),
      eb.fn.sum<number | string | null>('cost').as('cost'),
      eb.fn.countAll<number | string>().as('calls'),
      sql<number | string | null>`sum(case when ok then 0 when ok is null then 0 else 1 end)`.as('failed'),
    ])
    .where((eb) => {
      const { without = [], ...equal } = { ...of } as { without?: readonly string[] };
      return eb.and([eb.and(equal), ...(without.length > 0 ? [eb('purpose', 'not in', without)] : [])]);
    })
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
 * Enters a call that is about to be made, unless one of its limits would not hold it.
 * @returns its id; or the first limit that has no room, and what was used of it
 */
export async function reserveCall<Limit extends CallLimit>(
  writer: StoreWriter,
  call: Reservation,
  limits: readonly Limit[],
): Promise<{ readonly id: number } | { readonly full: Limit; readonly sum: CallSum }> {
  if (writer.dialect === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(BUDGET_LOCK)})`.execute(writer.db);
  }
  for (const full of limits) {
    const sum = await sumCalls(writer.reader, full.of);
    const tokens = sum.tokens + call.inputTokens + call.outputTokens;
    // A price is a fraction; sums of them miss by less than this.
    const isDear = full.cost !== null && sum.cost + call.cost > full.cost + 1e-9;
    if ((full.tokens !== null && tokens > full.tokens) || isDear) return { full, sum };
  }
  const { id } = await writer.db
    .insertInto('model_call')
    .values({
      at: call.at,
      day: call.day,
      purpose: call.purpose,
      run: call.run,
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
