// The four sections of a brief, and the note that people read: the same text without its empty parts. Pure. Called by whoever shows or exports briefs. Source: advisory, Outputs.
import type { BriefSections } from '../../../shared/model/evidence/brief.ts';
import { SECTIONS } from '../prompt/templates.ts';

export type { BriefSections };

/** What a section holds that has nothing to say. */
export const NOTHING = 'No evidence.';

/** As the interface names them, always four. */
export const sectionsText = (sections: BriefSections): string =>
  SECTIONS.map(([name, title]) => `## ${title}\n\n${sections[name]}\n`).join('\n');

/** In the order of a note: what it is and how bad, what to do, where sources disagree, and what is cited. */
export const NOTE_ORDER = ['summary', 'remediation', 'conflicts', 'references'] as const;

/** Without the backslashes that keep signs of evidence from being markup: for where nothing renders it. */
export const unescaped = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** As people read it: no empty part, no heading but those of the note. */
export const noteText = (sections: BriefSections): string =>
  NOTE_ORDER.filter((name) => sections[name].trim() !== NOTHING)
    .map((name) => `${name === 'references' ? '### References\n\n' : ''}${sections[name].trim()}\n`)
    .join('\n');
