// Where this Festinger runs: data directory, lock, config.yaml, listen address, upstream, names it answers to.
// Command line first, then config.yaml, then the defaults. Refuses what it cannot use before anything is opened.
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type * as z from 'zod';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { UpstreamUrl } from '../../shared/model/upstream-setting.ts';
import type { NamedUpstreams } from '../console/upstreams/upstream-registry.ts';
import type { HostNames } from '../http/own-host.ts';
import { isLoopback } from '../settings/addresses.ts';
import {
  type ConfigReading,
  type ConfigSource,
  ConsoleAddress,
  EMPTY_CONFIG,
  followConfig,
  ListenAddress,
  readConfigFile,
  type UpstreamSetting,
} from '../settings/config.ts';
import { isPostgresUrl, type StoreLocation } from '../store/store.ts';
import type { CoreOptions } from './core.ts';
import { DATABASE_FILE, defaultDataDir, prepareDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { hostNames } from './host-names.ts';

const DEFAULT_LISTEN = '127.0.0.1:11435';
const DEFAULT_CONSOLE_LISTEN = '127.0.0.1:11436';
const DEFAULT_UPSTREAM = 'http://127.0.0.1:11434';

export interface Site {
  readonly dataDir: string;
  readonly config: ConfigSource;
  /** Where agents come in. */
  readonly listen: ListenAddress;
  /** Where operators come in when agents come from other machines; null: where agents do. */
  readonly consoleListen: ListenAddress | null;
  readonly database: StoreLocation;
  /** The database as people may read it: no password. */
  readonly databaseLabel: string;
  /** In the order of the file; one when the command line names it. The console's own are beside these. */
  upstreams(): NamedUpstreams;
  hostNames(): HostNames;
  /** What of config.yaml changed since start and takes effect only after a restart; null when nothing did. */
  restartNeeded(): string | null;
}

/** @throws AppError INVALID_INPUT or UNAVAILABLE saying what to change. */
export function openSite(
  options: Pick<CoreOptions, 'dataDir' | 'demo' | 'listen' | 'consoleListen' | 'upstream' | 'database'>,
  clock: Clock,
  resources: AsyncDisposableStack,
): Site {
  const home = options.dataDir ?? defaultDataDir(process.env, process.platform);
  const dataDir = options.demo && options.dataDir === undefined ? join(home, 'demo') : home;
  const given = {
    listen: options.listen === undefined ? undefined : parse('--listen', ListenAddress, options.listen),
    consoleListen:
      options.consoleListen === undefined
        ? undefined
        : parse('--console-listen', ConsoleAddress, options.consoleListen),
    upstream: options.upstream === undefined ? undefined : parse('--upstream', UpstreamUrl, options.upstream),
  };
  prepareDataDir(dataDir);
  resources.defer(lockDataDir(dataDir));
  const config = followConfig(join(dataDir, 'config.yaml'), clock);
  resources.defer(() => config.close());
  if (config.problem)
    throw new AppError(
      'INVALID_INPUT',
      `${config.problem}. Mend ${join(dataDir, 'config.yaml')} and start again.`,
    );

  const atStart = config.current;
  const listen = given.listen ?? atStart.listen ?? parse('listen', ListenAddress, DEFAULT_LISTEN);
  const consoleListen =
    given.consoleListen ??
    atStart.console_listen ??
    parse('console_listen', ConsoleAddress, DEFAULT_CONSOLE_LISTEN);
  const database = options.database ?? atStart.database.url ?? DATABASE_FILE;
  return {
    dataDir,
    config,
    listen,
    consoleListen: isLoopback(listen.host) ? null : consoleListen,
    ...databasePlace(database, dataDir),
    upstreams: () => {
      if (given.upstream) return { setBy: 'command line', upstreams: [plainUpstream(given.upstream)] };
      const [first, ...others] = config.current.upstreams ?? [];
      return first
        ? { setBy: 'file', upstreams: [first, ...others] }
        : { setBy: 'default', upstreams: [plainUpstream(DEFAULT_UPSTREAM)] };
    },
    hostNames: hostNames(config, !isLoopback(listen.host), clock),
    restartNeeded() {
      const changed = [
        JSON.stringify(config.current.listen) !== JSON.stringify(atStart.listen) && !given.listen
          ? 'listen'
          : undefined,
        JSON.stringify(config.current.console_listen) !== JSON.stringify(atStart.console_listen) &&
        !given.consoleListen
          ? 'console_listen'
          : undefined,
        config.current.database.url !== atStart.database.url && !options.database ? 'database' : undefined,
      ].filter((key) => key !== undefined);
      return changed.length === 0
        ? null
        : `${changed.join(' and ')} changed in config.yaml and takes effect after a restart.`;
    },
  };
}

/**
 * The database of a directory, for who reads it beside the Festinger that may run there: nothing is made or locked.
 * @param given as `--database` takes it
 * @returns null where nobody names one and there is no file of the usual name
 * @throws AppError INVALID_INPUT for a config.yaml or a URL that cannot be used; UNAVAILABLE for a file that is not there
 */
export function databaseToRead(dataDir: string, given: string | undefined): StoreLocation | null {
  const file = join(dataDir, 'config.yaml');
  const reading: ConfigReading =
    given === undefined ? readConfigFile(file) : { ok: true, config: EMPTY_CONFIG };
  if (!reading.ok) throw new AppError('INVALID_INPUT', `${reading.problem}. Mend ${file}.`);
  const named = given ?? reading.config.database.url;
  const { database } = databasePlace(named ?? DATABASE_FILE, dataDir);
  if ('url' in database || existsSync(database.databasePath)) return database;
  if (named === undefined) return null;
  throw new AppError('UNAVAILABLE', `There is no database at ${database.databasePath}.`);
}

const plainUpstream = (url: string): UpstreamSetting => ({ name: 'ollama', url, weight: 1, headers: {} });

/** @throws AppError INVALID_INPUT for a URL that names no server or no database */
function databasePlace(
  database: string,
  dataDir: string,
): { readonly database: StoreLocation; readonly databaseLabel: string } {
  if (isPostgresUrl(database)) {
    const url = URL.canParse(database) ? new URL(database) : undefined;
    if (!url || url.pathname.length < 2) {
      throw new AppError(
        'INVALID_INPUT',
        'The database URL names no database: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
      );
    }
    return {
      database: { url: database },
      databaseLabel: `PostgreSQL at ${url.host}, database ${decodeURIComponent(url.pathname.slice(1))}`,
    };
  }
  const given = database.replace(/^(sqlite|file):(\/\/)?/, '');
  const databasePath = isAbsolute(given) ? given : join(dataDir, given);
  return { database: { databasePath }, databaseLabel: `SQLite at ${databasePath}` };
}

function parse<S extends z.ZodType>(what: string, schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', `${what}: ${parsed.error.issues[0]?.message ?? 'does not fit'}`);
}
