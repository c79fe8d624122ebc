// What the screen says first: which of its sentences is true. Pure. Called by headline.tsx.
import type { FindingsState } from '../../../../shared/model/evidence/finding.ts';
import { OLD_EVIDENCE_MS } from '../../../../shared/model/evidence/old-evidence.ts';

export type Headline = 'first' | 'noLists' | 'noAdvisories' | 'affected' | 'nothing';

export function headlineOf({ counts, evidence, products }: FindingsState): Headline {
  if (counts.open > 0) return 'affected';
  const lists = evidence.lists > 0 || products.length > 0;
  const known = evidence.advisories > 0 || evidence.statements > 0;
  if (!lists && !known) return 'first';
  if (!lists) return 'noLists';
  return known ? 'nothing' : 'noAdvisories';
}

/** When the newest advisory came, if that is too long ago to rely on; null while it is not. */
export function oldEvidence({ newestAdvisoryAt }: FindingsState, now: number): number | null {
  return newestAdvisoryAt !== null && now - newestAdvisoryAt > OLD_EVIDENCE_MS ? newestAdvisoryAt : null;
}

/** Products with something open. */
export const productsWithOpen = ({ products }: FindingsState): number =>
  new Set(products.filter(({ open }) => open > 0).map(({ key }) => key)).size;
