// Two revisions of a brief: what of the text comes and goes, word by word, and which sources are other ones. Pure. Called by compared.tsx.
import { diffWordsWithSpace } from 'diff';
import type { BriefCitation, BriefSections } from '../../../../../shared/model/evidence/brief.ts';

export type Section = keyof BriefSections;
/** In the order of the note. */
export const SECTIONS = ['summary', 'remediation', 'conflicts', 'references'] as const satisfies Section[];
/** What a section holds that has nothing to say. */
export const NOTHING = 'No evidence.';

export interface ComparedPart {
  readonly at: number;
  readonly text: string;
  readonly change: 'stays' | 'comes' | 'goes';
}

export interface ComparedSection {
  readonly section: Section;
  readonly parts: readonly ComparedPart[];
  /** Too much changed to find the words that stayed: the old text stands before the new one. */
  readonly isWholesale: boolean;
}

/** Finding what stayed takes the square of what changed; beyond this it holds the page. */
const MOST_EDITS = 1500;

/** The sections whose text changed, in their order. */
export function compareSections(before: BriefSections, after: BriefSections): ComparedSection[] {
  return SECTIONS.filter((section) => before[section] !== after[section]).map((section) => {
    const [was, is] = [before[section], after[section]];
    const found = diffWordsWithSpace(was, is, { maxEditLength: MOST_EDITS });
    const changes = found ?? [
      { value: was, added: false, removed: true },
      { value: is, added: true, removed: false },
    ];
    let at = 0;
    const parts = changes.map(({ value, added, removed }) => {
      const part = { at, text: value, change: added ? 'comes' : removed ? 'goes' : 'stays' } as const;
      at += value.length;
      return part;
    });
    return { section, parts, isWholesale: found === undefined };
  });
}

export interface ComparedSource {
  readonly id: string;
  readonly change: 'comes' | 'goes' | 'other';
}

/** What is cited now and was not, was and is not, or comes from a document in another version. */
export function compareSources(
  before: readonly BriefCitation[],
  after: readonly BriefCitation[],
): ComparedSource[] {
  const was = new Map(before.map((one) => [one.source_id, one.content_hash]));
  const is = new Map(after.map((one) => [one.source_id, one.content_hash]));
  const changed: ComparedSource[] = [];
  for (const [id, hash] of is) {
    if (!was.has(id)) changed.push({ id, change: 'comes' });
    else if (was.get(id) !== hash) changed.push({ id, change: 'other' });
  }
  for (const id of was.keys()) if (!is.has(id)) changed.push({ id, change: 'goes' });
  return changed;
}
