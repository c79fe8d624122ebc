// How facts of results are keyed and shortened, for every tool the same: by the resource's id, and by the hash of what was asked, whole.
// Source: agent D5.
import { hash } from 'node:crypto';
import { RESOURCE_KINDS, type Resource } from '../../../shared/model/resource.ts';

const VALUE_CHARS = 200;

const KINDS: ReadonlySet<string> = new Set(RESOURCE_KINDS);

/** A call that names a resource by its name is not foretold: names change hands. */
function isId(named: string | undefined): named is string {
  const [kind = '', rest] = named?.split(':', 2) ?? [];
  return rest !== undefined && KINDS.has(kind);
}

/** Keys under an id. */
export const under = (named: string | undefined, ...what: readonly string[]): string[] =>
  isId(named) ? what.map((one) => `${named}:${one}`) : [];

/** Of a whole text: two commands that begin alike are two. */
export const hashed = (text: string): string => hash('sha256', text).slice(0, 32);

export const short = (text: string): string => {
  const plain = text.replaceAll('\n', ' ').trim();
  if (plain.length <= VALUE_CHARS) return plain;
  const kept = plain.slice(0, VALUE_CHARS - 1);
  // No half of a pair is left.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
};

/** As every result begins that is about one resource. */
export const about = ({ id, name, kind }: Resource) => ({ id, name, kind });

/** The id of what a result is about. */
export const idIn = (data: Readonly<Record<string, unknown>>): string | null => {
  const { resource } = data as { resource?: { id?: unknown } };
  return typeof resource?.id === 'string' ? resource.id : null;
};
