// Where lists of components come from beside the tables: a service elsewhere. Until one is set up nobody is asked, and a pack says that it has none. Called by
// the pipeline of briefs. Source: advisory, Retrieval.

import type { PackList } from './pack-sbom.ts';
import type { PackObservation } from './pack-shape.ts';

export interface SbomContextAsked {
  readonly project: string;
  readonly ids: readonly string[];
  readonly packages: readonly string[];
  readonly artifact: string | null;
}

export interface SbomContextClient {
  /**
   * Fails no brief: `fault` says in a sentence why it could not be asked.
   * @returns null where it has nothing, and where there is none to ask
   * @throws AppError CANCELLED, or what the signal was aborted with
   */
  context(
    asked: SbomContextAsked,
    signal: AbortSignal,
  ): Promise<{
    readonly lists: readonly PackList[];
    readonly observations: readonly PackObservation[];
    readonly fault?: string;
  } | null>;
}

/** Of a host without such a service. */
export const NO_SBOM_SERVICE: SbomContextClient = { context: async () => null };
