// The browser door: starts the core in plain Node, prints how to get in, drains on SIGTERM and SIGINT.
// stdout carries the answer (one JSON line with --json), stderr the log.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServeOptions } from './cli/arguments.ts';
import type { Core } from './core/core.ts';
import { liveOn } from './core/live-on.ts';
import { ownSbomFile, rendererDir } from './core/paths.ts';
import { startCore } from './core/start-core.ts';
import { giveMemoryBack, tuneHeap } from './process/heap.ts';
import { createLog, type Log } from './telemetry/log.ts';

/** How long streams may go on after a signal: what is left of ten seconds is for the last words and the store. */
const DRAIN_MS = 8_000;
const LAST_MS = 9_800;

/** Resolves once the console is served; the process then lives until a signal. @throws AppError when it cannot start. */
export async function serve(options: ServeOptions): Promise<Core> {
  tuneHeap();
  const log = createLog(process.env.FESTINGER_LOG ?? 'info');
  const core = await startCore({
    dataDir: options.dataDir,
    listen: options.listen,
    consoleListen: options.consoleListen,
    upstream: options.upstream,
    database: options.database,
    demo: options.demo,
    demoAgents: options.demoAgents,
    demoSessions: options.demoSessions,
    demoEvidence: options.demoEvidence,
    ownSbom: options.demoEvidence ? ownSbomFile() : null,
    rendererDir: rendererDir(),
    log,
  });
  liveOn(core);
  drainOnSignals(core, log);
  giveMemoryBack();
  const url = core.sessionLink();
  if (options.json) process.stdout.write(`${JSON.stringify({ url, token: core.token, pid: process.pid })}\n`);
  else process.stdout.write(greeting(core, url));
  if (options.open) openBrowser(url);
  return core;
}

/** From now on SIGTERM and SIGINT end the streams, then the process. Before anybody is told that we are ready. */
function drainOnSignals(core: Core, log: Log): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(130);
      closing = true;
      log.info({ signal }, 'draining');
      setTimeout(() => {
        log.error('shutdown took too long');
        process.exit(1);
      }, LAST_MS).unref();
      core.close(DRAIN_MS).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
}

function greeting(core: Core, url: string): string {
  return `
  Festinger Console${core.demo ? ' (demo: what it knows and who answers is scripted)' : ''}

  Open the console   ${url}
                     (works once, for 15 minutes; \`festinger url\` makes another)
  Point agents at    ${core.baseUrl}
  Data directory     ${core.dataDir}
  Operator token     ${join(core.dataDir, 'operator-token')}

`;
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  if (!command) return;
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
