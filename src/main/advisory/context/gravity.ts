// Which findings a brief speaks of first, where there is no room for all. Pure. Called by read-run.ts and computed-sources.ts. Source: advisory, Retrieval.
import { byCodePoint } from '../identity/code-points.ts';

interface Graded {
  readonly key: string;
  readonly exploited: object | null;
  readonly held: boolean;
  readonly status: string;
  readonly scope: string;
  readonly depth: number;
}

/** Exploited before held before the rest, what runs before what builds, the nearest first; equals by their keys. */
export const byGravity = (a: Graded, b: Graded): number =>
  Number(b.exploited !== null) - Number(a.exploited !== null) ||
  Number(b.held) - Number(a.held) ||
  Number(b.status === 'affected') - Number(a.status === 'affected') ||
  Number(a.scope === 'build') - Number(b.scope === 'build') ||
  a.depth - b.depth ||
  byCodePoint(a.key, b.key);
