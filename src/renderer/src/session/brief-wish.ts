// What another screen wants a brief of: kept here until Briefs takes it. Not in the address, since an address that somebody sends must make nothing.
// Used by Findings and Conflicts; taken by Briefs.
import { createStore } from 'zustand/vanilla';
import type { BriefTask } from '../../../shared/model/evidence/brief.ts';
import { formatRoute, navigate } from './router.ts';

export interface BriefWish {
  readonly task: BriefTask;
  readonly advisoryKey: string;
  readonly artifactId: string;
  /** It is asked for at once; else the form is filled in and waits. */
  readonly begins: boolean;
}

export const wishStore = createStore<{ readonly wish: BriefWish | null }>(() => ({ wish: null }));

/** Goes to Briefs with it. */
export function wishForBrief(wish: BriefWish): void {
  wishStore.setState({ wish });
  navigate(formatRoute('briefs'));
}
