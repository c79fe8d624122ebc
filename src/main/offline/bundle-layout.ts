// What lies where in an export, and its manifest. Nothing here differs between two exports of the same content. Pure. Called by who writes exports and who takes them in.
// Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { Sha256 } from '../../shared/model/evidence/brief.ts';
import { BundleCounts, type BundlePart } from '../../shared/model/evidence/bundle.ts';
import { ProjectName } from '../../shared/model/graph.ts';
import { nameFault } from '../bundle/entry-name.ts';
import type { MemoryTable } from '../store/bundles/memory-tables.ts';

export const EXPORT_KIND = 'festinger-export';
export const EXPORT_VERSION = 1;

export const MANIFEST_FILE = 'manifest.json';
export const GRAPH_FILE = 'graph.jsonl';
const EVIDENCE = 'evidence/';
const KEYS = 'keys/';
const MEMORY = 'memory/';
const PROJECTS = 'projects/';

export const evidenceFile = (sha256: string): string => EVIDENCE + sha256;
export const keyFile = (keyId: string): string => `${KEYS}${keyId}.pem`;
export const memoryFile = (table: MemoryTable): string => `${MEMORY}${table}.jsonl`;
export const projectFile = (folder: string, name: ProjectFile): string => `${PROJECTS}${folder}/${name}`;
export type ProjectFile = 'decisions.jsonl' | 'openvex.json' | 'cyclonedx-vex.json' | 'evidence.jsonl';
export const briefFile = (folder: string, cacheKey: string, revision: number, name: string): string =>
  `${PROJECTS}${folder}/briefs/${cacheKey}/${revision}/${name}`;

/** What a file is, by its name; null for one that an export of this version does not have. */
export type ExportPart =
  | { readonly part: 'manifest' | 'graph' }
  | { readonly part: 'evidence'; readonly sha256: string }
  | { readonly part: 'key'; readonly keyId: string }
  | { readonly part: 'memory'; readonly table: string }
  /** Made of what else is there, for people and other tools. */
  | { readonly part: 'beside' }
  | { readonly part: 'project'; readonly folder: string; readonly name: string }
  | {
      readonly part: 'brief';
      readonly folder: string;
      readonly cacheKey: string;
      readonly revision: number;
      readonly name: string;
    };

const PATTERNS: readonly (readonly [RegExp, (groups: readonly string[]) => ExportPart])[] = [
  [/^manifest\.json$/, () => ({ part: 'manifest' })],
  [/^graph\.jsonl$/, () => ({ part: 'graph' })],
  [/^evidence\/([0-9a-f]{64})$/, ([sha256 = '']) => ({ part: 'evidence', sha256 })],
  [/^keys\/([0-9a-f]{64})\.pem$/, ([keyId = '']) => ({ part: 'key', keyId })],
  [/^memory\/([a-z_]{1,40})\.jsonl$/, ([table = '']) => ({ part: 'memory', table })],
  [
    /^projects\/([^/]{1,40})\/(decisions\.jsonl|openvex\.json|cyclonedx-vex\.json|evidence\.jsonl)$/,
    ([folder = '', name = '']) => ({ part: 'project', folder, name }),
  ],
  [
    /^projects\/([^/]{1,40})\/briefs\/([0-9a-f]{64})\/([1-9][0-9]{0,8})\/(brief|context_manifest)\.json$/,
    ([folder = '', cacheKey = '', revision = '', name = '']) => ({
      ...{ part: 'brief', folder, cacheKey, revision: Number(revision), name: `${name}.json` },
    }),
  ],
];

export function partOf(name: string): ExportPart | null {
  for (const [pattern, made] of PATTERNS) {
    const found = pattern.exec(name);
    if (found) return made(found.slice(1));
  }
  return null;
}

/** To what of a preview the bytes of a file count. */
export function countedAs(name: string): BundlePart {
  const found = partOf(name);
  switch (found?.part) {
    case 'graph':
    case 'memory':
      return 'memory';
    case 'evidence':
      return 'documents';
    case 'key':
      return 'keys';
    case 'brief':
      return 'briefs';
    case 'project':
      return found.name === 'evidence.jsonl' ? 'documents' : 'decisions';
    case 'manifest':
    case 'beside':
    case undefined:
      return 'rest';
  }
}

/** A project's folder: its name where a file may be called so, else a digest of it. */
export function folderOf(project: string): string {
  return project.length <= 32 && nameFault(project) === null
    ? project
    : `x-${createHash('sha256').update(project).digest('hex').slice(0, 24)}`;
}

export const ExportManifest = z.strictObject({
  bundle: z.literal(EXPORT_KIND),
  version: z.literal(EXPORT_VERSION, `this version reads exports of version ${EXPORT_VERSION}`),
  scope: z.strictObject({ project: ProjectName.nullable(), evidence: z.boolean(), graph: z.boolean() }),
  projects: z.array(z.strictObject({ name: ProjectName, folder: z.string().max(40) })).max(100_000),
  counts: BundleCounts,
  /** Where the memory's chain ends, where it is in: of all projects alone, since a chain has no parts. */
  chain: z.strictObject({ events: z.number().int().min(0), hash: Sha256 }).nullable(),
});
export type ExportManifest = z.infer<typeof ExportManifest>;
