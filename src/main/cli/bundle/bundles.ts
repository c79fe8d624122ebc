// `festinger export-bundle | import-bundle | verify-bundle | public-key`: bundles out of and into the Festinger that is running, and checked without any. A file that is written appears whole.
// Source: advisory, Outputs.
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, lstatSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { BriefProfile } from '../../../shared/model/evidence/brief.ts';
import { BUNDLE_NOTES, type BundleReport } from '../../../shared/model/evidence/bundle.ts';
import { readBundle } from '../../bundle/read-bundle.ts';
import { placeWhole, UNFINISHED } from '../../store/backup/backup-file.ts';
import { openAnswer, operatorCall, type RunningSite } from '../operator-call.ts';
import type { Sink } from '../running.ts';
import { readKeyFile, type VerifyBundleCommand, verifyBundleFile } from './verify-bundle.ts';

export type BundleCommand =
  | (RunningSite & {
      readonly name: 'export-bundle';
      readonly file: string;
      readonly project: string | undefined;
      readonly evidence: boolean;
      readonly graph: boolean;
      /** One brief alone. */
      readonly brief: { readonly cacheKey: string; readonly revision: string | undefined } | undefined;
      readonly profile: BriefProfile | undefined;
      readonly overwrite: boolean;
    })
  | (RunningSite & {
      readonly name: 'import-bundle';
      readonly file: string;
      /** Files with a public key in PEM each. */
      readonly keys: readonly string[];
      readonly dryRun: boolean;
      readonly trustUnsigned: boolean;
      readonly json: boolean;
    })
  | VerifyBundleCommand
  | (RunningSite & { readonly name: 'public-key'; readonly profile: BriefProfile | undefined });

/** @returns the exit code. @throws AppError */
export async function bundles(command: BundleCommand, out: Sink): Promise<number> {
  switch (command.name) {
    case 'verify-bundle':
      return verifyBundleFile(command, out);
    case 'public-key': {
      const path = `/public-key?${new URLSearchParams(command.profile ? { profile: command.profile } : {})}`;
      const { publicPem } = await operatorCall<{ publicPem: string }>(command, { method: 'POST', path });
      out.write(publicPem);
      return 0;
    }
    case 'import-bundle': {
      const report = await importFrom(command);
      out.write(command.json ? `${JSON.stringify(report)}\n` : describedReport(report));
      return 0;
    }
    case 'export-bundle': {
      const { bytes, notes } = await exportTo(command);
      out.write([`${command.file}: ${bytes.toLocaleString('en')} bytes`, ...notes, ''].join('\n'));
      return 0;
    }
  }
}

async function exportTo(
  command: BundleCommand & { name: 'export-bundle' },
): Promise<{ readonly bytes: number; readonly notes: readonly string[] }> {
  const { file, overwrite } = command;
  if (!overwrite) refuseTaken(file);
  const answer = await openAnswer(command, { method: 'GET', path: pathOf(command) });
  const expected = Number(answer.headers['content-length']);
  const unfinished = `${file}.${randomBytes(4).toString('hex')}${UNFINISHED}`;
  const bytes = await placeWhole({ path: file, unfinished }, new AbortController().signal, async () => {
    const written = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(answer, written);
    if (written.bytesWritten !== expected)
      throw new AppError(
        'UNAVAILABLE',
        'Festinger broke off in the middle of the bundle. Try again.',
        {},
        true,
      );
    if (!overwrite) refuseTaken(file);
    return written.bytesWritten;
  });
  return { bytes, notes: notesIn(answer) };
}

/** What Festinger says of it; nothing where another version says nothing. */
function notesIn({ headers }: IncomingMessage): readonly string[] {
  const said = headers[BUNDLE_NOTES];
  return typeof said === 'string' ? (JSON.parse(decodeURIComponent(said)) as string[]) : [];
}

async function importFrom(command: BundleCommand & { name: 'import-bundle' }): Promise<BundleReport> {
  const { file, keys, dryRun, trustUnsigned } = command;
  await refuseOthers(file);
  const query = new URLSearchParams({
    ...{ dry_run: dryRun ? '1' : '0', trust_unsigned: trustUnsigned ? '1' : '0', title: basename(file) },
  });
  for (const path of keys) query.append('key', readKeyFile(path).pem);
  const body = createReadStream(file);
  return operatorCall<BundleReport>(command, { method: 'POST', path: `/bundle/import?${query}`, body });
}

/** What is no bundle goes nowhere. @throws BundleRefusal, AppError where it cannot be read */
async function refuseOthers(file: string): Promise<void> {
  const reading = readBundle(file);
  await reading.next();
  await reading.return(undefined);
}

function describedReport(report: BundleReport): string {
  const { dryRun, how, signedBy, briefs, decisions, documents, keys, graph, chain, notes } = report;
  const lines = [
    `${dryRun ? 'would be ' : ''}${how}; signed by ${signedBy?.join(', ') ?? 'nobody who is known'}`,
    `briefs: ${briefs.added} new, ${briefs.same} here already, ${briefs.conflicting.length} others under the same key`,
    ...briefs.conflicting.map((one) => `  left out: ${one}`),
    `decisions: ${decisions.added} new, ${decisions.same} here already, ${decisions.takenBack} taken back`,
    `documents: ${documents.added} new, ${documents.same} here already, ${documents.refused} refused`,
    `public keys: ${keys.added} new, ${keys.same} here already`,
  ];
  if (graph !== null)
    lines.push(
      `graph: inserted ${graph.inserted}, confirmed ${graph.confirmed}, in conflict ${graph.conflicts}, refused ${graph.refused}, unchanged ${graph.unchanged}; new concepts ${graph.concepts}, past periods ${graph.history}, questions ${graph.questions}`,
      ...graph.notes.map((note) => `  ${note}`),
    );
  if (chain !== null) lines.push(`chain: ${chain.events} events, ending in ${chain.hash}`);
  return [...lines, ...notes, ''].join('\n');
}

function pathOf({
  brief,
  project,
  profile,
  evidence,
  graph,
}: BundleCommand & { name: 'export-bundle' }): string {
  const query = new URLSearchParams({
    ...(project === undefined ? {} : { project }),
    ...(profile === undefined ? {} : { profile }),
  });
  if (brief === undefined) {
    query.set('evidence', evidence ? '1' : '0');
    query.set('graph', graph ? '1' : '0');
    return `/bundle?${query}`;
  }
  query.set('cacheKey', brief.cacheKey);
  if (brief.revision !== undefined) query.set('revision', brief.revision);
  return `/brief?${query}`;
}

function refuseTaken(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new AppError('CONFLICT', `There is a file ${file} already. Give another name, or --overwrite.`);
}
