// The arguments of the commands that move the memory, from parsed options to commands.
import { EXPORT_FORMATS } from '../../shared/model/transfer.ts';
import { mistake } from './mistake.ts';
import type { RunningSite } from './operator-call.ts';
import type { TransferCommand } from './transfer.ts';

interface Values {
  readonly format?: string | undefined;
  readonly project?: string | undefined;
  readonly events?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly list?: boolean | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

export function transferCommand(
  name: TransferCommand['name'],
  values: Values,
  words: readonly string[],
  place: RunningSite,
): TransferCommand {
  const [word, surplus] = words;
  if (surplus !== undefined)
    throw mistake(`\`festinger ${name}\` takes one argument, and got "${surplus}" too.`);
  const passphraseFile = values['passphrase-file'];
  switch (name) {
    case 'export': {
      const format = EXPORT_FORMATS.find((known) => known === (values.format ?? 'jsonl'));
      if (!format) throw mistake(`--format is one of ${EXPORT_FORMATS.join(', ')}.`);
      const file = word === '-' ? undefined : word;
      return { name, ...place, format, project: values.project, events: values.events ?? false, file };
    }
    case 'import':
      if (word === undefined) throw mistake('Name the file: festinger import FILE.');
      return {
        ...{ name, ...place, file: word },
        ...{ dryRun: values['dry-run'] ?? false, reason: values.reason ?? '' },
      };
    case 'backup':
      if (word !== undefined) throw mistake('`festinger backup` names its file itself.');
      return { name, ...place, passphraseFile, list: values.list ?? false };
    case 'restore':
      if (word === undefined) {
        throw mistake('Name the backup: festinger restore NAME; `festinger backup --list` lists them.');
      }
      return { name, ...place, backup: word, passphraseFile };
  }
}
