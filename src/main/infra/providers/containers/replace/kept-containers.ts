// Which containers of an engine replaced another one, and which are kept to roll back to: by their labels. Pure. Used by the catalogue.
import type { ContainerList } from '../shapes.ts';

/** Labels of a container: which one it replaces. The next replacement gives its own. */
export const REPLACES = 'io.festinger.replaces';
export const REPLACED_NAME = 'io.festinger.replaced-name';
/** `true` or `false`: whether the one before ran. */
export const REPLACED_RAN = 'io.festinger.replaced-ran';

/** What a container is to another one, if anything. */
export type ReplaceRole =
  /** Stopped, and kept to roll back to. */
  | { readonly role: 'kept'; readonly of: string }
  /** It replaced another one, which is kept. */
  | { readonly role: 'successor'; readonly of: string }
  /** The update that made it, or that was replacing it, did not come to its end. */
  | { readonly role: 'interrupted'; readonly of: string };

export type ReplaceRoles = ReadonlyMap<string, ReplaceRole>;

export function replaceRoles(list: ContainerList): ReplaceRoles {
  const roles = new Map<string, ReplaceRole>();
  const nameOf = new Map(list.map(({ Id, Names }) => [Id, Names?.[0]?.replace(/^\//, '') ?? '']));
  for (const { Id, Labels } of list) {
    const old = Labels?.[REPLACES];
    const name = Labels?.[REPLACED_NAME];
    if (old === undefined || name === undefined || !nameOf.has(old)) continue;
    const isDone = nameOf.get(Id) === name && nameOf.get(old) !== name;
    roles.set(Id, { role: isDone ? 'successor' : 'interrupted', of: name });
    // What was replaced twice is kept by the later one.
    roles.set(old, { role: isDone ? 'kept' : 'interrupted', of: name });
  }
  return roles;
}
