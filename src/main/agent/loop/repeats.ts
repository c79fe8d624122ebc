// Counts the same call of a run: the fourth is a loop. A write that ran lets its resource and what it is in be polled again, a few times more than
// usual. What was blocked or denied is not counted by who calls. Pure. Source: agent, The loop (loop detection).
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';

const MOST = 3;
/** Polls of something that was just written. */
const MOST_AFTER_WRITE = 6;

interface Counted {
  readonly resource: string | null;
  readonly isWrite: boolean;
  times: number;
}

export class Repeats {
  readonly #counts = new Map<string, Counted>();
  readonly #written = new Set<string>();

  /** How often it was made already, when that is too often; else null. */
  tooOften(call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }): number | null {
    const counted = this.#counts.get(keyOf(call));
    if (!counted) return null;
    const isPoll = !counted.isWrite && counted.resource !== null && this.#written.has(counted.resource);
    return counted.times >= (isPoll ? MOST_AFTER_WRITE : MOST) ? counted.times : null;
  }

  made(call: {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly resource: string | null;
    readonly isWrite: boolean;
  }): void {
    const key = keyOf(call);
    const counted = this.#counts.get(key) ?? { resource: call.resource, isWrite: call.isWrite, times: 0 };
    counted.times += 1;
    this.#counts.set(key, counted);
  }

  /** @param ids of what was written and of what it is in */
  written(ids: readonly string[]): void {
    for (const id of ids) this.#written.add(id);
    for (const [key, { resource, isWrite }] of this.#counts)
      if (!isWrite && resource !== null && ids.includes(resource)) this.#counts.delete(key);
  }
}

const keyOf = ({ tool, args }: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }) =>
  `${tool}:${withoutBlanks(canonicalJson(args as Json))}`;

/** White space makes no other call: neither as it stands, nor as JSON escapes it. */
const withoutBlanks = (json: string): string =>
  json.replaceAll(/(?:\s|\\[nrt])+/g, ' ').replaceAll(/(?<=") | (?=")/g, '');
