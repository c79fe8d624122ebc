// Which socket a Docker or Podman engine is reached by, and its words where there is none. It looks again each time it is asked: an
// engine may be started later. It never opens one, and never takes another than the one that was named.
// Source: agent, What it acts on.
import * as z from 'zod';

/** What the configuration file may say of it. */
export const ContainersConfig = z.strictObject({
  /** The engine's socket, or `off`: containers are not looked at. Left out: looked for where they usually are. */
  socket: z.union([z.literal('off'), z.string().min(1).max(100).startsWith('/')]).optional(),
  /** The name of the machine the engine runs on, where that is another than this one: a forwarded socket. */
  host: z.string().min(1).max(200).optional(),
});
export type ContainersConfig = z.infer<typeof ContainersConfig>;

export interface SocketParts {
  readonly config: ContainersConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a socket lies there that we may see. */
  isSocket(path: string): Promise<boolean>;
}

export type FoundSocket = { readonly path: string } | { readonly off: string };

const SCHEME = 'unix://';

/** The socket to use now, or why there is none. What an operator named is used as it is, there or not: its errors say more. */
export async function findSocket({ config, env, isSocket }: SocketParts): Promise<FoundSocket> {
  if (config.socket === 'off') return { off: 'Containers are switched off: `socket: off` in config.yaml' };
  if (config.socket !== undefined) return { path: config.socket };
  const dockerHost = env.DOCKER_HOST ?? '';
  if (dockerHost.startsWith(SCHEME)) return { path: dockerHost.slice(SCHEME.length) };
  const usual = usualSockets(env.XDG_RUNTIME_DIR);
  for (const path of usual) if (await isSocket(path)) return { path };
  const elsewhere = dockerHost === '' ? '' : '; DOCKER_HOST names no unix socket and was not followed';
  return { off: `No Docker or Podman socket: looked at ${usual.join(', ')}${elsewhere}` };
}

function usualSockets(runtimeDirectory: string | undefined): string[] {
  return [
    '/var/run/docker.sock',
    ...(runtimeDirectory ? [`${runtimeDirectory}/podman/podman.sock`] : []),
    '/run/podman/podman.sock',
  ];
}
