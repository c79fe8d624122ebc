// A bundle of one brief, looked at as an export that holds nothing else: its manifest follows from the brief, and its files have the places they would have there.
// Believes nothing: what the brief says is held against its hashes by check-export.ts, which calls it. Source: advisory, Outputs.
import { StoredBrief } from '../../shared/model/evidence/brief.ts';
import { ProjectName } from '../../shared/model/graph.ts';
import { canonicalText } from '../advisory/brief/brief-body.ts';
import { BundleRefusal } from '../bundle/bundle-refusal.ts';
import type { BundleEntry } from '../bundle/read-bundle.ts';
import { BRIEF_FILE, CITATIONS_FILE, CONTEXT_FILE, SUMMARY_FILE } from './brief-bundle.ts';
import {
  EXPORT_KIND,
  EXPORT_VERSION,
  type ExportManifest,
  type ExportPart,
  folderOf,
} from './bundle-layout.ts';
import { jsonIn, textIn } from './entry-text.ts';

/** Bytes of a brief, and of what is made of it. */
export const MOST_BRIEF_BYTES = 2 * 1024 * 1024;

export interface LoneBrief {
  readonly manifest: ExportManifest;
  /** As `partOf` has it; null for a file that such a bundle does not have. */
  partOf(name: string): ExportPart | null;
}

/** @param entry its `brief.json` @throws BundleRefusal */
export async function loneBrief(entry: BundleEntry): Promise<LoneBrief> {
  const brief = await jsonIn(entry, MOST_BRIEF_BYTES, StoredBrief);
  const project = ProjectName.safeParse(brief.project);
  if (!project.success) throw new BundleRefusal(entry.name, 'It is of a project that cannot be one.');
  const { cache_key: cacheKey, revision } = brief;
  const folder = folderOf(project.data);
  return {
    manifest: {
      ...{ bundle: EXPORT_KIND, version: EXPORT_VERSION },
      scope: { project: project.data, evidence: false, graph: false },
      projects: [{ name: project.data, folder }],
      counts: { briefs: 1, decisions: 0, documents: 0, keys: 0, facts: 0, conflicts: 0, events: 0 },
      chain: null,
    },
    partOf: (name) => {
      if (name === BRIEF_FILE || name === CONTEXT_FILE)
        return { part: 'brief', folder, cacheKey, revision, name };
      return name === CITATIONS_FILE || name === SUMMARY_FILE ? { part: 'beside' } : null;
    },
  };
}

/** What is made of the brief, for people and other tools; here the brief itself is taken. @throws BundleRefusal where it says something else */
export async function checkBeside(entry: BundleEntry, brief: StoredBrief | undefined): Promise<void> {
  const text = await textIn(entry, MOST_BRIEF_BYTES);
  if (entry.name !== CITATIONS_FILE) return;
  if (brief === undefined || text !== canonicalText(brief.citations))
    throw new BundleRefusal(entry.name, 'It is not what the brief beside it cites.');
}
