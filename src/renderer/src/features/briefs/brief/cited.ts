// Which source is shown beside the brief, and the marker it was chosen with: markers stand deep within the markdown, the passage beside it. Used by the parts of a brief.
import { createContext, useContext } from 'react';
import type { BriefCitation, BriefSource } from '../../../../../shared/model/evidence/brief.ts';

export interface Cited {
  /** Null while none is chosen. */
  readonly shown: number | null;
  readonly sources: ReadonlyMap<number, BriefSource>;
  readonly citations: ReadonlyMap<number, BriefCitation>;
  /** @param from what has the focus again when the passage is closed @param enters the passage is given the focus */
  show(n: number, from: HTMLElement, enters: boolean): void;
}

export const CitedContext = createContext<Cited>({
  ...{ shown: null, sources: new Map(), citations: new Map() },
  show: () => undefined,
});

export const useCited = (): Cited => useContext(CitedContext);
