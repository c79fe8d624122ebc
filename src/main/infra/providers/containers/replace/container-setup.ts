// The setup of a container, as its engine describes it: all that a new one is created from. Reads only. Used by the other files of this folder.
// It holds values of environment variables: nothing of it is shown but through setup-diff.ts.
import * as z from 'zod';
import { containerList, inspectEach } from '../catalogue.ts';
import type { Engine, EngineCall } from '../engine.ts';
import { ImageDefaults } from './image-setup.ts';

const texts = z.array(z.string()).nullish();
const byName = z.record(z.string(), z.unknown()).nullish();

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
  Config: ImageDefaults.extend({ Image: z.string().nullish(), Hostname: z.string().nullish() }),
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

const inspectCall = (id: string): EngineCall => ({ method: 'GET', path: `/containers/${id}/json` });

/** @throws AppError NOT_FOUND */
export const readSetup = (engine: Engine, id: string, signal: AbortSignal): Promise<ContainerSetup> =>
  engine.ask(inspectCall(id), ContainerSetup, signal);

/** Null when there is no such container any more. */
export const findSetup = (engine: Engine, id: string, signal: AbortSignal): Promise<ContainerSetup | null> =>
  engine.find(inspectCall(id), ContainerSetup, signal);

export const allSetups = async (engine: Engine, signal: AbortSignal): Promise<ContainerSetup[]> =>
  inspectEach(await containerList(engine, signal), (id) => findSetup(engine, id, signal));

export const readPodmanSetup = (engine: Engine, id: string, signal: AbortSignal): Promise<PodmanSetup> =>
  engine.ask({ method: 'GET', path: `/v4.0.0/libpod/containers/${id}/json` }, PodmanSetup, signal);

export const nameOf = ({ Name }: Pick<ContainerSetup, 'Name'>): string => Name.replace(/^\//, '');
