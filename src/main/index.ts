// Electron's entry: starts the core and opens the desktop door. Everything Electron-specific is in `desktop/`.
import electron from 'electron';
import { parseCommandLine } from './cli/arguments.ts';
import { liveOn } from './core/live-on.ts';
import { ownSbomFile, preloadFile, rendererDir } from './core/paths.ts';
import { startCore } from './core/start-core.ts';
import { runDesktop } from './desktop/run-desktop.ts';
import { createLog } from './telemetry/log.ts';

const command = parseCommandLine(process.argv.slice(electron.app.isPackaged ? 1 : 2));
if (command.name !== 'serve')
  throw new Error(`\`festinger ${command.name}\` runs in a terminal, not in the desktop window.`);

const log = createLog(process.env.FESTINGER_LOG ?? 'info');

await runDesktop({
  electron,
  preload: preloadFile(),
  rendererDir: rendererDir(),
  warn: (message) => log.warn({ part: 'desktop' }, message),
  startCore: async () => {
    const core = await startCore({
      dataDir: command.options.dataDir,
      listen: command.options.listen,
      consoleListen: command.options.consoleListen,
      upstream: command.options.upstream,
      database: command.options.database,
      demo: command.options.demo,
      demoAgents: command.options.demoAgents,
      demoSessions: command.options.demoSessions,
      demoEvidence: command.options.demoEvidence,
      ownSbom: command.options.demoEvidence ? ownSbomFile() : null,
      rendererDir: rendererDir(),
      log,
    });
    liveOn(core);
    return core;
  },
});
