// Whether an engine is Docker or Podman, and what its version can do. Reads only.
import * as z from 'zod';
import type { Engine } from '../engine.ts';

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
