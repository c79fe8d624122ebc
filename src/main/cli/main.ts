// Parses the command line, loads and runs one command, maps failures to exit codes. Loaded by ../cli.ts.
// A command loads what it needs and no more: agents start `gutask` often, and the server is large.
import { basename } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../shared/model/envelope.ts';
import { type Command, HELP, parseCommandLine } from './arguments.ts';

/** @returns the exit code; undefined while the command goes on (serve). */
async function run(command: Command): Promise<number | undefined> {
  switch (command.name) {
    case 'serve':
      await (await import('../serve.ts')).serve(command.options);
      return undefined;
    case 'iknowthat':
    case 'forget':
      return (await import('./i-know-that.ts')).iKnowThat(command, process.stdout, process.stderr);
    case 'recall':
      return (await import('./recall.ts')).recall(command, process.stdout, process.stderr);
    case 'mcp':
      return (await import('./mcp.ts')).mcp(command, process.stdin, process.stdout, process.stderr);
    case 'explain':
      return (await import('./explain/explain.ts')).explain(command, process.stdin, process.stdout);
    case 'url':
      return (await import('./session-link.ts')).newSessionLink(command, process.stdout, process.stderr);
    case 'resolve':
      return (await import('./resolve.ts')).resolve(command, process.stdout, process.stderr);
    case 'client-key':
      return (await import('./client-key.ts')).clientKey(command, process.stdout, process.stderr);
    case 'conflicts':
      return (await import('./conflicts.ts')).conflicts(command, process.stdout, process.stderr);
    case 'evidence':
      return (await import('./evidence.ts')).evidence(command, process.stdout, process.stderr);
    case 'advise':
      return (await import('./advise.ts')).advise(command, process.stdout, process.stderr);
    case 'export':
    case 'import':
    case 'backup':
    case 'restore':
      return (await import('./transfer.ts')).transfer(command, process.stdout, process.stderr);
    case 'export-bundle':
    case 'import-bundle':
    case 'verify-bundle':
    case 'public-key':
      return (await import('./bundle/bundles.ts')).bundles(command, process.stdout);
    case 'verify':
      return (await import('./verify.ts')).verify(command, process.stdout);
    case 'migrate':
      return (await import('./migrate.ts')).migrateMemory(command, process.stdout, process.stderr);
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
