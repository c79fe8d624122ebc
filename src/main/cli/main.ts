// Parses the command line, runs one command, maps failures to exit codes. Loaded by ../cli.ts.
import { basename } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../shared/model/envelope.ts';
import { serve } from '../serve.ts';
import { type Command, HELP, parseCommandLine } from './arguments.ts';
import { clientKey } from './client-key.ts';
import { conflicts } from './conflicts.ts';
import { explain } from './explain.ts';
import { iKnowThat } from './i-know-that.ts';
import { migrateMemory } from './migrate.ts';
import { recall } from './recall.ts';
import { resolve } from './resolve.ts';
import { newSessionLink } from './session-link.ts';
import { transfer } from './transfer.ts';
import { verify } from './verify.ts';

/** @returns the exit code; undefined while the command goes on (serve). */
async function run(command: Command): Promise<number | undefined> {
  switch (command.name) {
    case 'serve':
      await serve(command.options);
      return undefined;
    case 'iknowthat':
    case 'forget':
      return iKnowThat(command, process.stdout, process.stderr);
    case 'recall':
      return recall(command, process.stdout, process.stderr);
    case 'explain':
      return explain(command, process.stdin, process.stdout);
    case 'url':
      return newSessionLink(command, process.stdout, process.stderr);
    case 'resolve':
      return resolve(command, process.stdout, process.stderr);
    case 'client-key':
      return clientKey(command, process.stdout, process.stderr);
    case 'conflicts':
      return conflicts(command, process.stdout, process.stderr);
    case 'export':
    case 'import':
    case 'backup':
    case 'restore':
      return transfer(command, process.stdout, process.stderr);
    case 'verify':
      return verify(command, process.stdout);
    case 'migrate':
      return migrateMemory(command, process.stdout, process.stderr);
    case 'help':
      process.stdout.write(`${HELP}\n`);
      return 0;
    case 'version':
      process.stdout.write(`${packageJson.version}\n`);
      return 0;
  }
}

try {
  const code = await run(parseCommandLine(process.argv.slice(2)));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  const name =
    basename(process.argv[1] ?? 'festinger').replace(/\.(js|ts)$/, '') === 'gutask' ? 'gutask' : 'festinger';
  process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof AppError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof AppError && error.code === 'INVALID_INPUT' ? 2 : 1);
}
