// Every call of a model, and the budgets counted from them. A call is entered before it is made, with what it may
// use at most; whoever would overdraw is refused in the same transaction, in whichever process.
import { sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { param } from '../statement-template.ts';
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
  const [sum] = await sumsOfCalls(reader, [of]);
  return sum as CallSum;
}

/** Of several sets of calls, each for itself, in one look. */
async function sumsOfCalls(reader: StoreReader, sets: readonly Counted[]): Promise<CallSum[]> {
  const [first, ...others] = sets.map((of, place) => sumOf(reader, of, place));
  if (!first) return [];
  // Each part goes by an index of its own.
  const rows = await others.reduce((query, other) => query.unionAll(other), first).execute();
  const number = (value: number | string | null) => Number(value ?? 0);
  return rows
    .toSorted((a, b) => number(a.place) - number(b.place))
    .map(({ tokens, cost, calls, failed }) => ({
      ...{ tokens: number(tokens), cost: number(cost) },
      ...{ calls: number(calls), failed: number(failed) },
    }));
}

function sumOf(reader: StoreReader, of: Counted, place: number) {
  const { without = [], ...equal } = { ...of } as { without?: readonly string[] };
  return reader
    .selectFrom('model_call')
    .select((eb) => [
      sql<number | string | null>`sum(input_tokens + output_tokens)`.as('tokens'),
      eb.fn.sum<number | string | null>('cost').as('cost'),
      eb.fn.countAll<number | string>().as('calls'),
      sql<number | string | null>`sum(case when ok then 0 when ok is null then 0 else 1 end)`.as('failed'),
      sql<number | string>`${sql.lit(place)}`.as('place'),
    ])
    .where((eb) =>
      eb.and([eb.and(equal), ...(without.length > 0 ? [eb('purpose', 'not in', without)] : [])]),
    );
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
  const sums = await sumsOfCalls(
    writer.reader,
    limits.map(({ of }) => of),
  );
  for (const [at, full] of limits.entries()) {
    const sum = sums[at] as CallSum;
    const tokens = sum.tokens + call.inputTokens + call.outputTokens;
    // A price is a fraction; sums of them miss by less than this.
    const isDear = full.cost !== null && sum.cost + call.cost > full.cost + 1e-9;
    if ((full.tokens !== null && tokens > full.tokens) || isDear) return { full, sum };
  }
  const [entered] = await writer.each(insertStatement(writer), [{ ...call }]);
  return { id: (entered as { id: number }).id };
}

const insertStatement = compiledOnce<Record<keyof Reservation, string | number | null>, { id: number }>(
  ({ db }) =>
    db
      .insertInto('model_call')
      .values({
        ...{ at: param('at'), day: param('day'), purpose: param('purpose'), run: param('run') },
        ...{ model: param('model'), ok: null, problem: null },
        ...{ input_tokens: param('inputTokens'), output_tokens: param('outputTokens'), estimated: true },
        ...{ cost: param('cost'), ms: 0 },
      })
      .returning('id'),
);

/** Puts what a call used in the place of what it might have. One that is never settled keeps its reservation. */
export async function settleCall(writer: StoreWriter, id: number, used: Settlement): Promise<void> {
  await writer.each(settleStatement(writer), [{ id, ...used }]);
}

type SettledRow = Record<'id' | 'inputTokens' | 'outputTokens' | 'cost' | 'ms', number> &
  Record<'ok' | 'estimated', boolean> & { problem: string | null };

const settleStatement = compiledOnce<SettledRow>(({ db }) =>
  db
    .updateTable('model_call')
    .set({
      ...{ ok: param('ok'), problem: param('problem'), estimated: param('estimated') },
      ...{ input_tokens: param('inputTokens'), output_tokens: param('outputTokens') },
      ...{ cost: param('cost'), ms: param('ms') },
    })
    .where('id', '=', param('id')),
);
