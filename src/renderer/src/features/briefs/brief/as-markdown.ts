// A brief as markdown to be pasted elsewhere: its head as one line, the note, and what its markers stand for. Pure. Called by actions.tsx.
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { NOTHING, SECTIONS } from './compare.ts';

/** @param lines say what it is and where it came from, if from elsewhere @param references what the list of sources is called */
export function asMarkdown(
  { brief, manifest }: BriefDetail,
  lines: readonly string[],
  references: string,
): string {
  const cited = new Set(brief.citations.map(({ n }) => n));
  const sources = manifest.sources
    .filter(({ n }) => cited.has(n))
    .map(
      ({ n, source_id, content_hash }) =>
        `- [${String(n)}] \`${source_id.replaceAll('`', "'")}\` ${content_hash}`,
    );
  return [
    `# ${brief.advisory_key.replace(/\s+/g, ' ')}`,
    ...lines.map((line) => line.replace(/\s+/g, ' ')),
    ...SECTIONS.filter((one) => one !== 'references' && brief.sections[one].trim() !== NOTHING).map(
      (section) => brief.sections[section],
    ),
    `## ${references}\n\n${sources.join('\n')}`,
    `output_hash: ${brief.output_hash}`,
    '',
  ].join('\n\n');
}
