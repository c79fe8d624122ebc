// What runs in containers now, and who can reach it: the image by its digests, published ports, the program, the user. Arguments and environment stay where they are:
// they may hold secrets. Pure. Called by containers.ts. Source: agent, What it acts on.
import type { RunningImage } from '../../provider.ts';
import type { ContainerInfo, ImageInfo } from './shapes.ts';

const LOOPBACK = /^(?:127\.|::1$)/;
const DIGEST = /sha256:[0-9a-f]{64}$/;

/** @param images every image of the engine */
export function runningImage(
  resource: string,
  { Image, Path, Config, HostConfig, NetworkSettings }: ContainerInfo,
  images: readonly ImageInfo[],
): RunningImage {
  const id = Image.startsWith('sha256:') ? Image : `sha256:${Image}`;
  const known = images.find((one) => one.Id === id || `sha256:${one.Id}` === id);
  const named = (known?.RepoDigests ?? []).flatMap((name) => DIGEST.exec(name)?.[0] ?? []);
  const digests = [...new Set([...named, ...(DIGEST.test(id) ? [id] : [])])];
  const bound = Object.entries(NetworkSettings?.Ports ?? {}).flatMap(([inside, outside]) =>
    portOf(inside, outside ?? []),
  );
  return {
    ...{ resource, digests, program: Path || null, user: Config.User || null },
    ports: HostConfig.NetworkMode === 'host' ? [] : bound.sort((a, b) => a.port - b.port),
    sharesHostNetwork: HostConfig.NetworkMode === 'host',
  };
}

type Outside = readonly {
  readonly HostIp?: string | null | undefined;
  readonly HostPort?: string | null | undefined;
}[];

/** Published on every address it may be reached from the network; whether from the whole world nobody here knows. */
function portOf(inside: string, outside: Outside): RunningImage['ports'][number][] {
  const [own = ''] = inside.split('/');
  if (outside.length === 0) return /^\d{1,5}$/.test(own) ? [{ port: Number(own), exposure: 'none' }] : [];
  return outside.flatMap(({ HostIp, HostPort }) => {
    if (!/^\d{1,5}$/.test(HostPort ?? '')) return [];
    return [
      {
        port: Number(HostPort),
        exposure: LOOPBACK.test(HostIp ?? '') ? ('loopback' as const) : ('lan' as const),
      },
    ];
  });
}
