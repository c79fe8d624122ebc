// Containers of a far machine, as `docker inspect` and `podman inspect` both describe them; checked strictly where it is relied on.
// Values of environment variables are dropped here, at once. Called by ssh-provider.ts. Source: agent, What it acts on.
import * as z from 'zod';
import type { ActionName, ResourceState } from '../../../../shared/model/resource.ts';
import type { Engine } from '../../executors/container-cli.ts';

export const MOST_CONTAINERS = 200;
/** The first digits of a container's id, as ids of ours have them. */
export const SHORT_ID = /^[0-9a-f]{12}$/;

const Described = z.object({
  Id: z.string().regex(/^[0-9a-f]{64}$/),
  Name: z.string().min(1).max(300),
  Image: z.string().max(500),
  State: z.object({
    Status: z.string().max(50),
    StartedAt: z.string().max(60).default(''),
    ExitCode: z.number().int().default(0),
  }),
  HostConfig: z.object({ RestartPolicy: z.object({ Name: z.string().max(50) }).nullish() }).nullish(),
  Config: z.object({
    Image: z.string().max(500).default(''),
    Env: z
      .array(z.string())
      .nullish()
      .transform((all) => (all ?? []).map((one) => one.split('=', 1)[0] ?? '').slice(0, 500)),
  }),
  RestartCount: z.number().int().default(0),
  Mounts: z
    .array(
      z.object({ Source: z.string().default(''), Destination: z.string(), RW: z.boolean().default(true) }),
    )
    .nullish()
    .transform((all) => (all ?? []).slice(0, 200)),
  NetworkSettings: z
    .object({
      Ports: z
        .record(
          z.string(),
          z.array(z.object({ HostIp: z.string().default(''), HostPort: z.string() })).nullish(),
        )
        .nullish(),
    })
    .nullish(),
});
export type FarContainer = z.output<typeof Described> & { readonly engine: Engine };

const Answer = z.array(z.unknown()).max(MOST_CONTAINERS);

/** @returns those that are as they should be; null when the whole is no answer */
export function readContainers(text: string, engine: Engine): FarContainer[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const answer = Answer.safeParse(parsed);
  if (!answer.success) return null;
  return answer.data.flatMap((one) => {
    const described = Described.safeParse(one);
    return described.success ? [{ ...described.data, engine }] : [];
  });
}

const STATES: Readonly<Record<string, ResourceState>> = {
  running: 'running',
  paused: 'paused',
  restarting: 'changing',
  removing: 'changing',
  stopping: 'changing',
  created: 'stopped',
  configured: 'stopped',
  initialized: 'stopped',
  exited: 'stopped',
  stopped: 'stopped',
  dead: 'failed',
};

export const containerState = ({ State }: FarContainer): ResourceState => STATES[State.Status] ?? 'unknown';

export const containerName = ({ Name }: FarContainer): string =>
  Name.startsWith('/') ? Name.slice(1) : Name;

export const containerActions = (state: ResourceState): ActionName[] =>
  state === 'running' || state === 'changing' ? ['stop', 'restart'] : state === 'stopped' ? ['start'] : [];

/** `8080/tcp on 0.0.0.0:80` */
export const containerPorts = ({ NetworkSettings }: FarContainer): string[] =>
  Object.entries(NetworkSettings?.Ports ?? {})
    .flatMap(([inner, outer]) =>
      outer == null || outer.length === 0
        ? [inner]
        : outer.map(({ HostIp, HostPort }) => `${inner} on ${HostIp || '0.0.0.0'}:${HostPort}`),
    )
    .slice(0, 200);
