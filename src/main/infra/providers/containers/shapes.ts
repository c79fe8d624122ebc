// What is read of an engine's answers, and nothing more of them. Docker and Podman leave out different fields, or send null for them:
// whatever may be absent is. Used by the other files of this folder.
import * as z from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();
const yes = z.boolean().nullish();
const listOf = <T extends z.ZodType>(one: T) => z.array(one).nullish();
const byName = <T extends z.ZodType>(one: T) => z.record(z.string(), one).nullish();

const Mount = z.object({
  Type: text,
  Name: text,
  Source: text,
  Destination: z.string(),
  RW: yes,
});

/** A hex id as engines write them; nothing else goes into a path of a call. */
const HexId = z.string().regex(/^[0-9a-f]{64}$/);
const ImageId = z.string().regex(/^(sha256:)?[0-9a-f]{64}$/);

export const ContainerList = z.array(
  z.object({
    Id: HexId,
    Names: listOf(z.string()),
    ImageID: text,
    Labels: byName(z.string()),
    State: text,
    Mounts: listOf(Mount),
    NetworkSettings: z.object({ Networks: byName(z.object({ NetworkID: text })) }).nullish(),
  }),
);
export type ContainerList = z.infer<typeof ContainerList>;

export const ContainerState = z.object({
  Status: z.string(),
  OOMKilled: yes,
  /** Why it could not be started. */
  Error: text,
  ExitCode: number,
  StartedAt: text,
  FinishedAt: text,
  /** Podman sends one with an empty status where there is no check. */
  Health: z.object({ Status: text }).nullish(),
});

export const ContainerInfo = z.object({
  Id: HexId,
  Name: z.string(),
  Created: z.string(),
  Path: text,
  Args: listOf(z.string()),
  State: ContainerState,
  Image: z.string(),
  RestartCount: number,
  LogPath: text,
  Mounts: listOf(Mount),
  HostConfig: z.object({
    NetworkMode: text,
    Privileged: yes,
    RestartPolicy: z.object({ Name: text, MaximumRetryCount: number }).nullish(),
    LogConfig: z.object({ Type: text }).nullish(),
    Memory: number,
    NanoCpus: number,
  }),
  Config: z.object({
    Image: text,
    Env: listOf(z.string()),
    Labels: byName(z.string()),
    Tty: yes,
    User: text,
    WorkingDir: text,
    StopTimeout: number,
  }),
  NetworkSettings: z
    .object({
      Ports: byName(listOf(z.object({ HostIp: text, HostPort: text }))),
      Networks: byName(z.object({ IPAddress: text, NetworkID: text })),
    })
    .nullish(),
});
export type ContainerInfo = z.infer<typeof ContainerInfo>;

export const ImageList = z.array(
  z.object({
    Id: ImageId,
    RepoTags: listOf(z.string()),
    RepoDigests: listOf(z.string()),
    /** Seconds since 1970. */
    Created: z.number(),
    Size: z.number(),
  }),
);
export type ImageList = z.infer<typeof ImageList>;
export type ImageInfo = z.infer<typeof ImageList>[number];

const Volume = z.object({
  Name: z.string().min(1).max(255),
  Driver: z.string(),
  Mountpoint: text,
  CreatedAt: text,
  Labels: byName(z.string()),
});
export type VolumeInfo = z.infer<typeof Volume>;
export const VolumeList = z.object({ Volumes: listOf(Volume) });

const Network = z.object({
  Id: HexId,
  Name: z.string().min(1).max(255),
  Driver: z.string(),
  Internal: yes,
  Ingress: yes,
  IPAM: z.object({ Config: listOf(z.object({ Subnet: text, Gateway: text })) }).nullish(),
  Labels: byName(z.string()),
});
export type NetworkInfo = z.infer<typeof Network>;
export const NetworkList = z.array(Network);

export const Stats = z.object({
  /** When it was measured, to the nanosecond. */
  read: z.string(),
  cpu_stats: z.object({
    cpu_usage: z.object({ total_usage: z.number() }),
    online_cpus: number,
  }),
  memory_stats: z
    .object({
      usage: number,
      limit: number,
      /** Absent from Podman, which takes the cache off itself. */
      stats: byName(z.number()),
    })
    .nullish(),
  networks: byName(z.object({ rx_bytes: number, tx_bytes: number })),
});
export type Stats = z.infer<typeof Stats>;

export const EngineInfo = z.object({ ID: text, Name: text, DockerRootDir: text, BuildahVersion: text });

export const ExecMade = z.object({ Id: HexId });
export const ExecState = z.object({ Running: z.boolean(), ExitCode: number, Pid: number });
