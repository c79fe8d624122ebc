// The four sections of a brief, as markdown and as parts of it. Whatever a model writes besides them is judged with them: nothing of an answer is dropped unseen.
// Pure. Called by judge-answer.ts and computed-brief.ts. Source: advisory, Outputs, Prompt assembly.
import { sectionsOf } from '../cite/coverage.ts';
import { readBrief } from '../cite/reading.ts';
import { SECTIONS } from '../prompt/templates.ts';

export type SectionName = (typeof SECTIONS)[number][0];
/** Markdown without headings of the second level; `NOTHING` where there is nothing to say. */
export type Sections = Readonly<Record<SectionName, string>>;

export const NOTHING = 'No evidence.';

const NAMES: ReadonlyMap<string, SectionName> = new Map([
  ...SECTIONS.map(([name, title]) => [title.toLowerCase(), name] as const),
  // A model may well write the one where it was told the other.
  ['conflict', 'conflicts'] as const,
  ['reference', 'references'] as const,
]);

/** As it is judged, shown and exported. */
export const sectionsText = (sections: Sections): string =>
  SECTIONS.map(([name, title]) => `## ${title}\n\n${sections[name]}\n`).join('\n');

/** What stands before the first section we know is of the summary; a heading we do not know is a part of the section it stands in. */
export function readSections(given: string): Sections {
  const answer = withoutWholeFence(given);
  const parts: Record<SectionName, string[]> = {
    summary: [],
    conflicts: [],
    remediation: [],
    references: [],
  };
  let current: SectionName = 'summary';
  for (const { name, start, end } of sectionsOf(readBrief(answer))) {
    const known = NAMES.get(name.replace(/[:.]+$/, ''));
    const text = answer.slice(start, end);
    current = known ?? current;
    parts[current].push(known === undefined ? lowered(text) : withoutHeading(text));
  }
  const joined = (name: SectionName): string =>
    parts[name]
      .map((part) => part.trim())
      .filter(Boolean)
      .join('\n\n') || NOTHING;
  return {
    summary: joined('summary'),
    conflicts: joined('conflicts'),
    remediation: joined('remediation'),
    references: joined('references'),
  };
}

/** Some models put the whole of what they write into one block of code. */
function withoutWholeFence(text: string): string {
  const lines = text.trim().split('\n');
  const isWhole =
    lines.length > 2 &&
    /^`{3,}(?:markdown|md)?$/i.test(lines[0] ?? '') &&
    lines.findIndex((line, at) => at > 0 && /^`{3,}\s*$/.test(line)) === lines.length - 1;
  return isWhole ? lines.slice(1, -1).join('\n') : text;
}

const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;

/** Without the line of the heading, and the one beneath it where that is what makes it a heading. */
function withoutHeading(text: string): string {
  const [, ...rest] = text.split('\n');
  if (UNDERLINE.test(rest[0] ?? '')) rest.shift();
  return rest.join('\n');
}

/** A heading of the second level becomes one of the third, wherever it lies: the second are ours. */
function lowered(text: string): string {
  const [first = '', below = '', ...rest] = text.split('\n');
  if (UNDERLINE.test(below) && first.trim() !== '' && !first.includes('##'))
    return [`### ${first.trim()}`, '', ...rest].join('\n');
  return text.replace(/^([^\n#]*)##(?!#)/, '$1###');
}

/** Signs of markdown, as they are meant where evidence has them. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|!~$&]/g, '\\$&');

/** A line of evidence as one sentence with its source: stops within it end nothing. */
export const cited = (line: string, n: number): string => {
  const said = line.replace(/[.!?…。！？]+(?=\s)/g, ';').replace(/[.!?…。！？:;,\s]+$/, '');
  return `${plain(said)} [${n}].`;
};

/** A product is known by its package URL, or by its name alone. */
export const productName = (key: string): string => plain(key.replace(/^name\//, ''));
