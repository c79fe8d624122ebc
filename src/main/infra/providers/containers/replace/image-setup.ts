// What an image sets for the containers that are created from it, as an engine or a registry describes it. Reads only.
import * as z from 'zod';
import type { Engine } from '../engine.ts';
import type { EngineVersion } from './engine-version.ts';

const texts = z.array(z.string()).nullish();
const byName = z.record(z.string(), z.unknown()).nullish();
const labels = z.record(z.string(), z.string()).nullish();

/** What an image sets for its containers, unless they set it themselves. */
export const ImageDefaults = z.looseObject({
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
export type ImageDefaults = z.infer<typeof ImageDefaults>;

const SECOND = 1e9;

/** A health check with what engines assume where nothing is said, and Podman writes into each container; nanoseconds. */
export const wholeHealthcheck = (check: ImageDefaults['Healthcheck']) => ({
  ...check,
  Test: check?.Test ?? [],
  Interval: check?.Interval || 30 * SECOND,
  Timeout: check?.Timeout || 30 * SECOND,
  StartPeriod: check?.StartPeriod || 0,
  Retries: check?.Retries || 3,
});

const ImageSetup = z.looseObject({
  Id: z.string(),
  RepoDigests: texts,
  Os: z.string().nullish(),
  Architecture: z.string().nullish(),
  Config: ImageDefaults.nullish(),
});
export type ImageSetup = z.infer<typeof ImageSetup>;

/** As Podman's own API describes an image: by Docker's it leaves out the health check, the ports and the signal. */
const PodmanImage = ImageSetup.extend({ Healthcheck: z.unknown().optional() }).transform(
  ({ Healthcheck, ...image }) =>
    ImageSetup.parse({ ...image, Config: { ...image.Config, ...(Healthcheck ? { Healthcheck } : {}) } }),
);

/** An image by its id or its name; null when there is none. */
export const readImage = (
  engine: Engine,
  reference: string,
  { podman }: EngineVersion,
  signal: AbortSignal,
): Promise<ImageSetup | null> =>
  podman === null
    ? engine.find({ method: 'GET', path: `/images/${reference}/json` }, ImageSetup, signal)
    : engine.find({ method: 'GET', path: `/v4.0.0/libpod/images/${reference}/json` }, PodmanImage, signal);

/** Whether an image has a digest that a registry gives it. */
export const hasDigest = (image: ImageSetup | null, digest: string): boolean =>
  image?.RepoDigests?.some((one) => one.endsWith(`@${digest}`)) ?? false;

export const bareId = (id: string): string => id.replace(/^sha256:/, '');
