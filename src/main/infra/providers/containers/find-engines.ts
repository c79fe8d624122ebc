// Finds the Docker and Podman engines to use: those of config.yaml, otherwise those at the usual sockets, of the current Docker
// context and of DOCKER_HOST. Connects to none of them. Called by containers.ts. Source: agent, What it acts on.
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type ContainersConfig, parseEngineUrl } from './config.ts';
import type { Place } from './container-resource.ts';

export interface FindEnginesDeps {
  readonly config: ContainersConfig;
  /** This machine's name, as ids have it. */
  readonly hostname: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user this program runs as. */
  readonly home: string;
  /** The real path of a socket; null if there is none. */
  realSocket(path: string): Promise<string | null>;
}

export interface FoundEngines {
  /** In the order of preference, each address once. */
  readonly places: readonly Place[];
  /** What was configured outside of config.yaml and isn't used, with the reason. */
  readonly problems: readonly string[];
  /** Why there are no engines; null if there are some. */
  readonly off: string | null;
}

interface Candidate {
  readonly name: string;
  readonly address: string;
  /** Its machine, if that is another one. */
  readonly host?: string | undefined;
  /** What names it, if it isn't just a usual place: `DOCKER_HOST`. */
  readonly source?: string;
}

/** The engine whose ids are plain, whether it is there or not: the ids of the others don't change when it is installed. */
const DOCKER = 'docker';
const DOCKER_SOCKET = '/var/run/docker.sock';

export async function findEngines(deps: FindEnginesDeps): Promise<FoundEngines> {
  const { config, hostname, realSocket } = deps;
  // A socket has several names, such as /var/run and /run.
  const realAddress = async (address: string) =>
    address.startsWith('/') ? await realSocket(address) : address;
  const context = await readDockerContext(deps);
  const { candidates, problems } = config ? listConfigured(config) : listDiscovered(deps, context);
  const found = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { address, source } = candidate;
    // What config.yaml names is used even if it isn't there yet: the errors of a connection say more.
    const real = (await realAddress(address)) ?? (config ? address : null);
    if (real !== null && !found.has(real)) found.set(real, candidate);
    if (real === null && source) problems.push(`${source} is not used: there is no socket at ${address}`);
  }
  const commandAddress =
    context === null ? DOCKER_SOCKET : 'address' in context ? context.address : context.source;
  const command = await realAddress(commandAddress);
  const places = [...found].map(([real, { name, address, host = hostname }], index) => ({
    host,
    engine: name,
    address,
    prefix: (config ? index === 0 : name === DOCKER) ? '' : `${name}/`,
    hasOthers: found.size > 1,
    dockerCommand: host !== hostname || command === real ? null : commandAddress,
  }));
  const looked = candidates.map(({ address }) => address).join(', ');
  const none = config
    ? 'No container engine is used: `containers: []` in config.yaml'
    : [`No Docker or Podman socket: looked at ${looked}`, ...problems].join('. ');
  return { places, problems, off: places.length > 0 ? null : none };
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly problems: string[];
}

function listConfigured(config: NonNullable<ContainersConfig>): Candidates {
  const candidates = config.map(({ name, socket, url = '', host }) => {
    const parsed = parseEngineUrl(url);
    return { name, address: socket ?? ('address' in parsed ? parsed.address : url), host };
  });
  return { candidates, problems: [] };
}

function listDiscovered({ env }: FindEnginesDeps, context: Named | null): Candidates {
  const candidates: Candidate[] = usualSockets(env.XDG_RUNTIME_DIR);
  const problems: string[] = [];
  for (const named of [context, readDockerHost(env)])
    if (named && 'address' in named) candidates.push(named);
    else if (named) problems.push(`${named.source} is not used: ${named.refused}`);
  return { candidates, problems };
}

function usualSockets(runtimeDirectory: string | undefined): Candidate[] {
  return [
    { name: DOCKER, address: DOCKER_SOCKET },
    { name: 'podman', address: '/run/podman/podman.sock' },
    ...(runtimeDirectory
      ? [
          { name: 'docker-rootless', address: `${runtimeDirectory}/docker.sock` },
          { name: 'podman-rootless', address: `${runtimeDirectory}/podman/podman.sock` },
        ]
      : []),
  ];
}

type Named = Candidate | { readonly source: string; readonly refused: string };

function nameEngine(name: string, source: string, url: string, usesTls: boolean): Named {
  const parsed = parseEngineUrl(url);
  const where = `${source} (${url.replace(/\/\/[^@/]*@/, '//')})`;
  if ('refused' in parsed) return { source: where, refused: parsed.refused };
  if (usesTls && !parsed.address.startsWith('/'))
    return { source: where, refused: 'TLS is not supported. Use the socket of the engine instead' };
  return { name, address: parsed.address, source };
}

function readDockerHost({
  DOCKER_HOST,
  DOCKER_TLS,
  DOCKER_TLS_VERIFY,
}: FindEnginesDeps['env']): Named | null {
  if (!DOCKER_HOST) return null;
  return nameEngine('docker-host', 'DOCKER_HOST', DOCKER_HOST, Boolean(DOCKER_TLS || DOCKER_TLS_VERIFY));
}

const DockerConfig = z.object({ currentContext: z.string().optional() });
const ContextMeta = z.object({
  Endpoints: z.object({ docker: z.object({ Host: z.string(), SkipTLSVerify: z.boolean().optional() }) }),
});

/** The engine of the current Docker context; null if that is the default one. */
async function readDockerContext({ env, home }: FindEnginesDeps): Promise<Named | null> {
  const folder = env.DOCKER_CONFIG || join(home, '.docker');
  const name =
    env.DOCKER_CONTEXT || (await readJson(join(folder, 'config.json'), DockerConfig))?.currentContext;
  if (!name || name === 'default') return null;
  // Docker names the folders of a context by the hash of its name.
  const hash = createHash('sha256').update(name).digest('hex');
  const source = `Docker context ${name}`;
  const meta = await readJson(join(folder, 'contexts/meta', hash, 'meta.json'), ContextMeta);
  if (meta === null) {
    const refused = `it has no readable meta.json in ${folder}/contexts/meta. See \`docker context ls\``;
    return { source, refused };
  }
  const { Host, SkipTLSVerify } = meta.Endpoints.docker;
  const usesTls = SkipTLSVerify === true || (await isThere(join(folder, 'contexts/tls', hash, 'docker')));
  return nameEngine(`context-${name}`.slice(0, 60), source, Host, usesTls);
}

async function readJson<T>(file: string, shape: z.ZodType<T>): Promise<T | null> {
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The real path of a socket on this machine; null if there is none. */
export async function realSocket(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isSocket() ? await realpath(path) : null;
  } catch {
    return null;
  }
}
