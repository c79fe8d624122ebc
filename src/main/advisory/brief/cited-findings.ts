// The findings and pieces of a pack with the numbers under which a prompt has them: what had no room has no number, and is not spoken of. Pure. Called by the computed
// brief. Source: advisory, Outputs.
import { byGravity } from '../context/gravity.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import type { ContextPack, PackFinding } from '../retrieval/pack-shape.ts';
import { FINDING_SOURCE } from './remedy-judge.ts';

export interface CitedFinding {
  readonly finding: PackFinding;
  readonly n: number;
}

export class CitedFindings {
  /** The gravest first. */
  readonly findings: readonly CitedFinding[];
  readonly #sources: ReadonlyMap<string, CitedSource>;

  constructor(pack: ContextPack, sources: readonly CitedSource[]) {
    this.#sources = new Map(sources.map((one) => [one.sourceId, one]));
    this.findings = pack.findings.toSorted(byGravity).flatMap((finding) => {
      const source = this.at(FINDING_SOURCE + finding.key);
      return source === null ? [] : [{ finding, n: source.n }];
    });
  }

  at(sourceId: string): CitedSource | null {
    return this.#sources.get(sourceId) ?? null;
  }

  /** How many there are in all, where not all are sources. */
  others(): CitedSource | null {
    return this.findings.length === 0 ? null : this.at('festinger:findings');
  }
}
