// `festinger export | import | backup | restore`: the memory out and in, through the Festinger that is running.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/model/envelope.ts';
import type { BackupFile, ExportFormat, ImportReport } from '../../shared/model/transfer.ts';
import { diskError, UNFINISHED } from '../store/backup/backup-file.ts';
import { openAnswer, operatorCall, type RunningSite } from './operator-call.ts';
import type { Sink } from './running.ts';

export type TransferCommand = RunningSite &
  (
    | {
        readonly name: 'export';
        readonly format: ExportFormat;
        readonly project: string | undefined;
        readonly events: boolean;
        /** Undefined: standard output. */
        readonly file: string | undefined;
      }
    | { readonly name: 'import'; readonly file: string; readonly dryRun: boolean; readonly reason: string }
    | { readonly name: 'backup'; readonly passphraseFile: string | undefined; readonly list: boolean }
    | { readonly name: 'restore'; readonly backup: string; readonly passphraseFile: string | undefined }
  );

/** @returns 0. @throws AppError */
export async function transfer(
  command: TransferCommand,
  out: NodeJS.WritableStream,
  err: Sink,
): Promise<number> {
  switch (command.name) {
    case 'export':
      await exportTo(command, out);
      return 0;
    case 'import':
      out.write(await importFrom(command));
      return 0;
    case 'backup':
      out.write(command.list ? await listBackups(command) : await writeBackup(command));
      return 0;
    case 'restore': {
      err.write('Restoring; agents are served from memory meanwhile.\n');
      const passphrase = readPassphrase(command.passphraseFile);
      const body = JSON.stringify({ name: command.backup, ...passphrase });
      const { result } = await operatorCall<{ result: string }>(command, {
        ...{ method: 'POST', path: '/restore', body },
      });
      out.write(`${result}\n`);
      return 0;
    }
  }
}

async function exportTo(
  command: TransferCommand & { name: 'export' },
  out: NodeJS.WritableStream,
): Promise<void> {
  const query = new URLSearchParams({ format: command.format, events: command.events ? '1' : '0' });
  if (command.project !== undefined) query.set('project', command.project);
  const answer = await openAnswer(command, { method: 'GET', path: `/export?${query}` });
  if (command.file === undefined) {
    await pipeline(answer, out, { end: false });
    return;
  }
  const unfinished = command.file + UNFINISHED;
  try {
    await pipeline(answer, createWriteStream(unfinished, { flush: true }));
    await rename(unfinished, command.file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw diskError(error, command.file);
  }
}

async function importFrom(command: TransferCommand & { name: 'import' }): Promise<string> {
  const query = new URLSearchParams({ dry_run: command.dryRun ? '1' : '0', reason: command.reason });
  const report = await operatorCall<ImportReport>(command, {
    method: 'POST',
    path: `/import?${query}`,
    body: createReadStream(command.file),
  });
  const lines = [
    `${command.dryRun ? 'would be ' : ''}inserted ${report.inserted}, confirmed ${report.confirmed}, in conflict ${report.conflicts}, refused ${report.refused}, unchanged ${report.unchanged}; new concepts ${report.concepts}, past periods ${report.history}, questions ${report.questions}`,
    ...report.notes.map((note) => `  ${note}`),
  ];
  if (report.backup !== null) lines.push(`Too large to undo; the memory before it is in ${report.backup}.`);
  else if (report.actionId !== null) lines.push(`It is action ${report.actionId} and can be undone.`);
  return `${lines.join('\n')}\n`;
}

async function writeBackup(command: TransferCommand & { name: 'backup' }): Promise<string> {
  const body = JSON.stringify(readPassphrase(command.passphraseFile));
  const backup = await operatorCall<BackupFile>(command, { method: 'POST', path: '/backup', body });
  return backupLine(backup);
}

async function listBackups(command: TransferCommand & { name: 'backup' }): Promise<string> {
  const backups = await operatorCall<BackupFile[]>(command, { method: 'GET', path: '/backups' });
  return backups.map(backupLine).join('');
}

function backupLine({ name, bytes, hasKeys }: BackupFile): string {
  return `${name}  ${bytes} bytes${hasKeys ? '  with API keys' : ''}\n`;
}

/** The first line of the file. */
function readPassphrase(file: string | undefined): { passphrase?: string } {
  if (file === undefined) return {};
  let passphrase: string;
  try {
    passphrase = readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    throw diskError(error, file);
  }
  if (passphrase === '') throw new AppError('INVALID_INPUT', `The first line of ${file} is empty.`);
  return { passphrase };
}
