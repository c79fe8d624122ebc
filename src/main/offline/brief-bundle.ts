// One brief as files, under the names the advisory design gives them: its text, what it cites, what it was made from, and the brief itself with its own signatures, which speak of
// its hash and not of these files. Pure: the same brief makes the same bytes. Called by bundles.ts; read again by lone-brief.ts. Source: advisory, Outputs.
import type { BriefManifest, StoredBrief } from '../../shared/model/evidence/brief.ts';
import { canonicalText } from '../advisory/brief/brief-body.ts';
import { noteText } from '../advisory/brief/brief-sections.ts';
import type { BundleSource } from '../bundle/write-bundle.ts';

export const BRIEF_FILE = 'brief.json';
export const CITATIONS_FILE = 'citations.json';
export const CONTEXT_FILE = 'context_manifest.json';
export const SUMMARY_FILE = 'summary.md';

/** A file of which all is known. */
export function sourceOf(name: string, text: string): BundleSource {
  const bytes = Buffer.from(text, 'utf8');
  return {
    ...{ name, size: bytes.byteLength },
    async *open() {
      yield bytes;
    },
  };
}

export const briefSources = (brief: StoredBrief, manifest: BriefManifest): BundleSource[] => [
  sourceOf(SUMMARY_FILE, markdownOf(brief)),
  sourceOf(CITATIONS_FILE, canonicalText(brief.citations)),
  sourceOf(CONTEXT_FILE, canonicalText(manifest)),
  sourceOf(BRIEF_FILE, canonicalText(brief)),
];

/** As people read it. */
const markdownOf = ({ sections, advisory_key: key }: StoredBrief): string =>
  `# Brief on ${literally(key)}\n\n${noteText(sections)}`;

/** What somebody asked for, as text and no markup. */
const literally = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`);
