// The session's truth of what was discovered: who it is, by which names, by which ways, and what can be done to it. Only what a provider confirmed is
// in it. When something was used last and when somebody meant it are two things: a list of everything means nothing. Times are epoch milliseconds.
// Source: agent D3, D4, Context.
import * as z from 'zod';
import {
  ActionName,
  ExecutorPath,
  type Resource,
  ResourceId,
  ResourceKind,
} from '../../../shared/model/resource.ts';
import { resolve } from '../../infra/inventory/resolve.ts';

const TTL_MS = 45 * 60_000;
const MOST = 500;

const Entry = z.object({
  ...{ id: ResourceId, kind: ResourceKind, name: z.string(), aliases: z.array(z.string()) },
  parent: ResourceId.nullable(),
  reachableVia: z.array(ExecutorPath),
  targetHost: z.string(),
  allowedActions: z.array(ActionName),
  lastAccessed: z.number(),
  /** When somebody meant this one; null while nobody has. */
  explicitlyAccessed: z.number().nullable(),
  pinned: z.boolean(),
});
export type ResolvedResource = z.infer<typeof Entry>;

export interface Access {
  /** It was meant, and not one of many. */
  readonly explicit?: boolean;
  readonly pinned?: boolean;
}

export class ResolvedContext {
  /** In the order of their last use, the oldest first. */
  readonly #entries = new Map<string, ResolvedResource>();

  /** What is none is empty. */
  static from(stored: unknown): ResolvedContext {
    const context = new ResolvedContext();
    const parsed = z.array(Entry).safeParse(stored);
    for (const entry of parsed.data ?? []) context.#put(entry);
    context.#evict();
    return context;
  }

  toJSON(): unknown {
    return [...this.#entries.values()];
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Of a discovery that succeeded. */
  add(resources: readonly Resource[], now: number, { explicit = false, pinned = false }: Access = {}): void {
    for (const { id, kind, name, aliases, parent, reachableVia, targetHost, actions } of resources) {
      const before = this.#entries.get(id);
      this.#put({
        ...{ id, kind, name, aliases, parent, reachableVia, targetHost, allowedActions: actions },
        lastAccessed: now,
        explicitlyAccessed: explicit ? now : (before?.explicitlyAccessed ?? null),
        pinned: pinned || (before?.pinned ?? false),
      });
    }
    this.#forget(now);
  }

  /** By id; it counts as used. */
  get(id: string, now: number): ResolvedResource | undefined {
    const entry = this.#entries.get(id);
    if (!entry || isOver(entry, now)) return undefined;
    const used = { ...entry, lastAccessed: now };
    this.#put(used);
    return used;
  }

  has(id: string, now: number): boolean {
    return this.get(id, now) !== undefined;
  }

  /** Names of what was discovered, the likest first. */
  suggest(name: string, now: number, limit: number): string[] {
    const there = [...this.#entries.values()].filter((entry) => !isOver(entry, now));
    // Who asks for a name that is here by another way is told it first.
    const { suggestions } = resolve(there as unknown as Resource[], `${name}?`);
    return suggestions.slice(0, limit);
  }

  /** What was meant since a time, the latest first. */
  meantSince(since: number, now: number): ResolvedResource[] {
    return [...this.#entries.values()]
      .filter(
        (entry) =>
          !isOver(entry, now) && entry.explicitlyAccessed !== null && entry.explicitlyAccessed >= since,
      )
      .toSorted((a, b) => (b.explicitlyAccessed ?? 0) - (a.explicitlyAccessed ?? 0));
  }

  #put(entry: ResolvedResource): void {
    this.#entries.delete(entry.id);
    this.#entries.set(entry.id, entry);
  }

  /** What is too old, and what is too much. */
  #forget(now: number): void {
    for (const entry of this.#entries.values()) if (isOver(entry, now)) this.#entries.delete(entry.id);
    this.#evict();
  }

  /** Past the bound goes what was not used for longest, pinned ones last. */
  #evict(): void {
    while (this.#entries.size > MOST) {
      const all = [...this.#entries.values()];
      const goes = all.find(({ pinned }) => !pinned) ?? all[0];
      if (goes) this.#entries.delete(goes.id);
    }
  }
}

const isOver = ({ lastAccessed, pinned }: ResolvedResource, now: number): boolean =>
  !pinned && now - lastAccessed > TTL_MS;
