// How a container is set up, as its engine tells it: all that another one like it is made from. Reads only. Used by the other files of this
// folder. Values of environment variables are in here: nothing of it is shown but through setup-diff.ts.
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Engine } from '../engine.ts';

const texts = z.array(z.string()).nullish();
const byName = z.record(z.string(), z.unknown()).nullish();
const labels = z.record(z.string(), z.string()).nullish();

/** What an image sets for its containers, unless they set it themselves. */
const Defaults = z.looseObject({
  Env: texts,
  Cmd: texts,
  Entrypoint: texts,
  Labels: labels,
  User: z.string().nullish(),
  WorkingDir: z.string().nullish(),
  StopSignal: z.string().nullish(),
  Volumes: byName,
  ExposedPorts: byName,
  Healthcheck: z
    .looseObject({
      Test: texts,
      /** Nanoseconds, as the others. */
      Interval: z.number().nullish(),
      Timeout: z.number().nullish(),
      StartPeriod: z.number().nullish(),
      Retries: z.number().nullish(),
    })
    .nullish(),
});
export type ImageDefaults = z.infer<typeof Defaults>;

export const ImageSetup = z.looseObject({ Id: z.string(), RepoDigests: texts, Config: Defaults.nullish() });
export type ImageSetup = z.infer<typeof ImageSetup>;

const Endpoint = z.looseObject({
  IPAMConfig: byName,
  Aliases: texts,
  Links: texts,
  DriverOpts: byName,
  IPAddress: z.string().nullish(),
});

export const ContainerSetup = z.looseObject({
  Id: z.string().regex(/^[0-9a-f]{64}$/),
  Name: z.string(),
  Image: z.string(),
  State: z.looseObject({ Status: z.string() }),
  Config: Defaults.extend({ Image: z.string().nullish(), Hostname: z.string().nullish() }),
  HostConfig: z.looseObject({
    Binds: texts,
    Mounts: z
      .array(
        z.looseObject({
          Type: z.string().nullish(),
          Source: z.string().nullish(),
          Target: z.string().nullish(),
        }),
      )
      .nullish(),
    NetworkMode: z.string().nullish(),
    PidMode: z.string().nullish(),
    IpcMode: z.string().nullish(),
    UTSMode: z.string().nullish(),
    AutoRemove: z.boolean().nullish(),
    Links: texts,
    Ulimits: z.array(z.looseObject({ Name: z.string() })).nullish(),
    Devices: z.array(z.looseObject({ CgroupPermissions: z.string().nullish() })).nullish(),
    RestartPolicy: z
      .looseObject({ Name: z.string().nullish(), MaximumRetryCount: z.number().nullish() })
      .nullish(),
    MemorySwappiness: z.number().nullish(),
  }),
  Mounts: z
    .array(
      z.looseObject({
        Type: z.string().nullish(),
        Name: z.string().nullish(),
        Destination: z.string(),
        RW: z.boolean().nullish(),
      }),
    )
    .nullish(),
  NetworkSettings: z.looseObject({ Networks: z.record(z.string(), Endpoint).nullish() }).nullish(),
});
export type ContainerSetup = z.infer<typeof ContainerSetup>;

/** What Podman tells by its own interface alone. */
const PodmanSetup = z.looseObject({
  Pod: z.string().nullish(),
  IsInfra: z.boolean().nullish(),
  Config: z.looseObject({ CreateCommand: texts }).nullish(),
  HostConfig: z.looseObject({ LogConfig: z.looseObject({ Size: z.string().nullish() }).nullish() }).nullish(),
});
export type PodmanSetup = z.infer<typeof PodmanSetup>;

const Version = z.looseObject({
  Components: z.array(z.looseObject({ Name: z.string(), Version: z.string() })).nullish(),
});

export interface EngineVersion {
  /** Null: Docker. */
  readonly podman: readonly [major: number, minor: number] | null;
}

export async function readVersion(engine: Engine, signal: AbortSignal): Promise<EngineVersion> {
  const { Components } = await engine.ask({ method: 'GET', path: '/version' }, Version, signal);
  const podman = Components?.find(({ Name }) => Name === 'Podman Engine');
  if (!podman) return { podman: null };
  const [major = 0, minor = 0] = podman.Version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return { podman: [major, minor] };
}

/** Whether the restart policy of a container that exists can be changed. */
export const canChangePolicy = ({ podman }: EngineVersion): boolean =>
  podman === null || podman[0] > 5 || (podman[0] === 5 && podman[1] >= 1);

export const readSetup = (engine: Engine, id: string, signal: AbortSignal): Promise<ContainerSetup> =>
  engine.ask({ method: 'GET', path: `/containers/${id}/json` }, ContainerSetup, signal);

export const readPodmanSetup = (engine: Engine, id: string, signal: AbortSignal): Promise<PodmanSetup> =>
  engine.ask({ method: 'GET', path: `/v4.0.0/libpod/containers/${id}/json` }, PodmanSetup, signal);

/** As Podman tells an image by its own interface: by Docker's it leaves out the health check, the ports and the signal. */
const PodmanImage = z
  .looseObject({
    Id: z.string(),
    RepoDigests: texts,
    Config: Defaults.nullish(),
    Healthcheck: z.unknown().optional(),
  })
  .transform(({ Id, RepoDigests, Config, Healthcheck }) =>
    ImageSetup.parse({ Id, RepoDigests, Config: { ...Config, ...(Healthcheck ? { Healthcheck } : {}) } }),
  );

/** An image by its id or its name; null when there is none. */
export async function readImage(
  engine: Engine,
  reference: string,
  { podman }: EngineVersion,
  signal: AbortSignal,
): Promise<ImageSetup | null> {
  try {
    if (podman === null)
      return await engine.ask({ method: 'GET', path: `/images/${reference}/json` }, ImageSetup, signal);
    const path = `/v4.0.0/libpod/images/${reference}/json`;
    return await engine.ask({ method: 'GET', path }, PodmanImage, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

export const nameOf = ({ Name }: Pick<ContainerSetup, 'Name'>): string => Name.replace(/^\//, '');
export const bareId = (id: string): string => id.replace(/^sha256:/, '');
