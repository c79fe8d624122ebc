// Which registry, repository and tag the name of an image means, as Docker and Podman write it. Pure. Used by registry-client.ts.
import { isLoopback } from '../../remote/address.ts';

export interface ImageReference {
  /** `https://registry-1.docker.io`; plain HTTP for a registry on this machine alone. */
  readonly origin: string;
  /** `library/nginx` */
  readonly repository: string;
  readonly tag: string;
}

/** `pinned`: to a digest, under which there is never another image. `local`: no registry is asked for it. */
export type ImageOrigin = ImageReference | 'pinned' | 'local';

const DOCKER_HUB = 'registry-1.docker.io';
const REPOSITORY = /^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

export function parseImageReference(name: string): ImageOrigin {
  if (name.includes('@')) return 'pinned';
  const parts = name.split('/');
  const [first = ''] = parts;
  const hasRegistry = parts.length > 1 && (/[.:]/.test(first) || first === 'localhost');
  // Podman's name for what was built here.
  if (name === '' || (hasRegistry && first === 'localhost')) return 'local';
  const path = hasRegistry ? parts.slice(1).join('/') : name;
  const colon = path.lastIndexOf(':');
  const repository = colon > path.lastIndexOf('/') ? path.slice(0, colon) : path;
  const tag = colon > path.lastIndexOf('/') ? path.slice(colon + 1) : 'latest';
  const isHub = !hasRegistry || first === 'docker.io' || first === 'index.docker.io';
  const whole = isHub && !repository.includes('/') ? `library/${repository}` : repository;
  if (!REPOSITORY.test(whole) || !TAG.test(tag)) return 'local';
  return { origin: originOf(isHub ? DOCKER_HUB : first), repository: whole, tag };
}

function originOf(host: string): string {
  const plain = URL.parse(`http://${host}`);
  return plain && isLoopback(plain) ? plain.origin : `https://${host}`;
}
