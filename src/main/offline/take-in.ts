// An export taken in, after it was checked: an empty host has all of it then, chain and all; one with a memory of its own joins what is new to it, without the chain, and
// says so. What a kill leaves is whole as far as it goes, and taking the same file in again does the rest: the memory of an empty host, its briefs and decisions are one
// transaction; a merge is the graph's one transaction, then one with briefs and decisions; documents come behind, a batch a transaction. Called by bundles.ts.
// Source: advisory, Outputs, Profiles.
import type { BundleReport } from '../../shared/model/evidence/bundle.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { Memory } from '../memory/memory.ts';
import { appendHostEvent } from '../store/audit/chain.ts';
import type { StoreReader } from '../store/store-access.ts';
import type { Transfers } from '../transfer/transfer-service.ts';
import { GRAPH_FILE } from './bundle-layout.ts';
import type { CheckedExport } from './check-export.ts';
import { bytesOf } from './entry-text.ts';
import { type Joined, type Joining, joinRest } from './join-rest.ts';
import { continues, isEmptyHost, restoreMemory } from './restore-memory.ts';
import { type EvidenceParts, type TakingEvidence, takeEvidence } from './take-evidence.ts';

export interface TakeInParts extends EvidenceParts {
  readonly memory: Pick<Memory, 'flush' | 'reload' | 'transact'>;
  readonly transfers: Pick<Transfers, 'import'>;
  /** Briefs are there that were not. */
  readonly onBriefs: () => void;
  /** Evidence or decisions of a project are others now. */
  readonly onEvidence: (project: string) => void;
}

export interface TakeIn extends Joining, TakingEvidence {}

/** @throws BundleRefusal, AppError; what was not taken in by then is said above */
export async function takeIn(asked: TakeIn, parts: TakeInParts): Promise<BundleReport> {
  const { checked, dryRun } = asked;
  const { store, memory } = parts;
  await memory.flush();
  const how = await howTo(store.reader, checked);
  const notes = notesOf(how, checked);
  const graph = how === 'merged' ? await joinGraph(asked, parts) : null;
  const counts = dryRun ? await joinRest(store.reader, null, asked) : await written(how, asked, parts);
  if (!dryRun && how === 'restored') await memory.reload();
  if (!dryRun) parts.onBriefs();
  const documents = await takeEvidence(asked, parts);
  if (!dryRun) for (const { name } of checked.manifest.projects) parts.onEvidence(name);
  if (documents.refused > 0)
    notes.push('Some documents are refused by this version; Evidence, Imports has why.');
  const chain = how === 'restored' ? checked.manifest.chain : null;
  return {
    ...{ dryRun, how, signedBy: checked.signedBy && [...checked.signedBy] },
    holds: checked.manifest.counts,
    ...counts,
    documents,
    graph,
    chain,
    notes,
  };
}

async function howTo(reader: StoreReader, { manifest }: CheckedExport): Promise<BundleReport['how']> {
  if (manifest.chain !== null && (await isEmptyHost(reader))) return 'restored';
  return (await continues(reader, manifest)) ? 'continued' : 'merged';
}

function notesOf(how: BundleReport['how'], { manifest, signedBy }: CheckedExport): string[] {
  const notes: string[] = [];
  if (how === 'merged')
    notes.push(
      manifest.chain === null
        ? 'No chain of events is in the bundle: it is one brief, of one project, or without the graph.'
        : 'This host has a memory of its own: the bundle’s is joined to it, and its chain of events is not taken.',
    );
  if (how === 'continued')
    notes.push('The memory of the bundle is a past of the one here: of the graph there is nothing to join.');
  if (signedBy === null)
    notes.push(
      'Nobody is known to have made this bundle; its public keys are not taken, and its briefs stay unverified.',
    );
  return notes;
}

/** By the way every import of a graph takes: conflicts wait in the queue, and what is too large to undo is preceded by a backup. */
async function joinGraph(
  { path, checked, dryRun, actor, title }: TakeIn,
  { transfers }: TakeInParts,
): Promise<BundleReport['graph']> {
  const { sums, manifest } = checked;
  if (!sums.has(GRAPH_FILE) || !manifest.scope.graph) return null;
  const source = () => bytesOf(path, sums, GRAPH_FILE);
  return transfers.import({ source, dryRun, actor, reason: `offline bundle ${title}` }).result;
}

function written(how: BundleReport['how'], asked: TakeIn, parts: TakeInParts): Promise<Joined> {
  const { path, checked, progress, signal, actor, title } = asked;
  if (how !== 'restored')
    return parts.store.write((writer) => joinRest(writer.reader, { writer, now: parts.clock.now() }, asked));
  return parts.memory.transact(async ({ writer, now }) => {
    await restoreMemory(
      writer,
      path,
      checked,
      (rows) => progress(rows, checked.manifest.counts.events),
      signal,
    );
    const result = await joinRest(writer.reader, { writer, now }, asked);
    const { chain } = checked.manifest;
    await appendHostEvent(writer, now, {
      ...{ project: DEFAULT_PROJECT, kind: 'memory.restored', actor },
      payload: {
        ...{ summary: `the memory was restored from the offline bundle ${title}`, bundle: title },
        ...{ events: chain?.events ?? 0, head: chain?.hash ?? '' },
      },
    });
    return { result, change: null };
  });
}
