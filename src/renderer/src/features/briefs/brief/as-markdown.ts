// A brief as markdown to be pasted elsewhere: its head as one line, the sections, and what its markers stand for. Pure. Called by actions.tsx.
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { SECTIONS } from './compare.ts';

/** @param lines say what it is and where it came from, if from elsewhere @param titles of the sections */
export function asMarkdown(
  { brief, manifest }: BriefDetail,
  lines: readonly string[],
  titles: Readonly<Record<(typeof SECTIONS)[number], string>>,
): string {
  const cited = new Set(brief.citations.map(({ n }) => n));
  const sources = manifest.sources
    .filter(({ n }) => cited.has(n))
    .map(({ n, source_id, content_hash }) =>
      `- [${String(n)}] \`${source_id.replaceAll('`', "'")}\` ${content_hash ?? ''}`.trimEnd(),
    );
  return [
    `# ${brief.advisory_key.replace(/\s+/g, ' ')}`,
    ...lines.map((line) => line.replace(/\s+/g, ' ')),
    ...SECTIONS.map((section) => `## ${titles[section]}\n\n${brief.sections[section]}`),
    sources.join('\n'),
    `output_hash: ${brief.output_hash}`,
    '',
  ].join('\n\n');
}
