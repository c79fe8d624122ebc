// Which resource is meant by a word: its id, the id its engine gave it, its name or another name it has, in any case of letters; nothing is guessed. Where it
// is none, the nearest names are suggested; where it is several, all are told. Pure. Called by inventory.ts.
// Source: agent D3.

import { editDistance } from '../../../shared/edit-distance.ts';
import type { Resource } from '../../../shared/model/resource.ts';

export interface Resolution {
  readonly exact: Resource | null;
  readonly ambiguous: readonly Resource[];
  /** Names there are, nearest first. */
  readonly suggestions: readonly string[];
}

const MOST_SUGGESTIONS = 3;
/** Letters that have to agree where one name is the beginning of another. */
const LEAST_BEGINNING = 4;
const MOST_AMBIGUOUS = 20;
const MOST_CHARS = 100;
const ENGINE_ID = /^[0-9a-f]{12}(?:[0-9a-f]{52})?$/;

export function resolve(resources: readonly Resource[], meant: string): Resolution {
  const word = fold(meant);
  const ways: ((resource: Resource) => boolean)[] = [
    ({ id }) => id === meant.trim(),
    ({ id }) => fold(id) === word,
    (resource) => ENGINE_ID.test(word) && hasEngineId(resource, word),
    ({ name }) => fold(name) === word,
    ({ aliases }) => aliases.some((alias) => fold(alias) === word),
  ];
  for (const way of ways) {
    const found = settled(resources.filter(way));
    const [one] = found;
    if (one && found.length === 1) return { exact: one, ambiguous: [], suggestions: [] };
    if (one) return { exact: null, ambiguous: found.slice(0, MOST_AMBIGUOUS), suggestions: [] };
  }
  return { exact: null, ambiguous: [], suggestions: nearest(resources, word) };
}

/** An engine's id: another resource that is named like it isn't meant by it. */
const hasEngineId = ({ id, aliases }: Resource, word: string): boolean =>
  id.startsWith('docker_') && aliases.includes(word) && id.endsWith(word.slice(0, 12));

/** A process that is named like the service or the container it belongs to does not make that ambiguous. */
function settled(found: readonly Resource[]): readonly Resource[] {
  const others = found.filter(({ kind }) => kind !== 'process');
  return others.length > 0 ? others : found;
}

function nearest(resources: readonly Resource[], word: string): string[] {
  // Of an id the kind and the place are alike for many; what is meant is told by its last part.
  const cut = lastPart(word).slice(0, MOST_CHARS);
  if (cut === '') return [];
  const near = new Map<string, number>();
  for (const { id, kind, name, aliases } of resources) {
    if (kind === 'process') continue;
    const all = [name, ...aliases, lastPart(id)];
    const distance = Math.min(...all.map((each) => distanceOf(cut, fold(each).slice(0, MOST_CHARS))));
    if (distance < (near.get(name) ?? Number.POSITIVE_INFINITY)) near.set(name, distance);
  }
  return [...near]
    .sort(([a, far], [b, further]) => far - further || (a < b ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(([name]) => name);
}

const lastPart = (id: string): string => id.slice(id.lastIndexOf(':') + 1);

/** Infinite for what has less than half in common, and begins otherwise. */
function distanceOf(one: string, other: string): number {
  const most = Math.floor(Math.max(one.length, other.length) / 2);
  const distance = editDistance(one, other, most);
  if (distance <= most) return distance;
  const isBeginning = Math.min(one.length, other.length) >= LEAST_BEGINNING;
  return isBeginning && (one.startsWith(other) || other.startsWith(one))
    ? distance
    : Number.POSITIVE_INFINITY;
}

const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase();
