// `providers.containers` of config.yaml: the container engines to use, and which addresses of an engine are accepted.
// Read by the settings and by find-engines.ts. Source: agent, What it acts on.
import * as z from 'zod';
import { isLoopback } from '../remote/address.ts';

export type EngineAddress = { readonly address: string } | { readonly refused: string };

const DEFAULT_PORT = '2375';
const NO_LOCAL_ENGINE =
  'Without TLS, anyone on the network could take over the engine. Forward its socket to this machine over ssh, or add its machine to `hosts` in config.yaml';

/**
 * @param url `unix:///run/podman/podman.sock`, or `tcp://127.0.0.1:2375`
 * @returns the path of a socket or a `tcp://` URL with its port; otherwise why the address isn't used, and what to do instead
 */
export function parseEngineUrl(url: string): EngineAddress {
  const parsed = URL.parse(url);
  if (parsed === null) return { refused: 'it is not a URL such as unix:///run/podman/podman.sock' };
  const { protocol, pathname, username, search } = parsed;
  switch (protocol) {
    case 'unix:':
      return url.startsWith('unix:///')
        ? { address: url.slice('unix://'.length) }
        : { refused: 'the path of a socket starts with /, as in unix:///run/podman/podman.sock' };
    case 'tcp:':
    case 'http:':
      if (username !== '' || search !== '' || !['', '/'].includes(pathname))
        return { refused: 'only a host and a port are accepted, as in tcp://127.0.0.1:2375' };
      if (!isLoopback(parsed)) return { refused: `it is not on this machine. ${NO_LOCAL_ENGINE}` };
      return { address: `tcp://${parsed.hostname}:${parsed.port || DEFAULT_PORT}` };
    case 'https:':
      return { refused: `TLS is not supported. ${NO_LOCAL_ENGINE}` };
    case 'ssh:':
      return { refused: 'add its machine to `hosts` in config.yaml, which is reached over ssh' };
    default:
      return { refused: `${protocol}// is not supported: use unix:// or tcp://` };
  }
}

const Engine = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and dashes, such as podman'),
    socket: z
      .string()
      .max(100)
      .startsWith('/', 'the whole path of a socket, such as /run/podman/podman.sock')
      .optional(),
    url: z
      .string()
      .max(200)
      .superRefine((url, ctx) => {
        const parsed = parseEngineUrl(url);
        if ('refused' in parsed) ctx.addIssue(parsed.refused);
      })
      .optional(),
    /** The name of the machine the engine runs on, if its socket is forwarded from another one. */
    host: z.string().min(1).max(200).optional(),
  })
  .refine(({ socket, url }) => (socket === undefined) !== (url === undefined), {
    error: 'needs either `socket: /run/podman/podman.sock` or `url: tcp://127.0.0.1:2375`',
    path: ['socket'],
  });

/** Absent: engines are discovered. Empty: none is used. The first keeps plain ids; those of the others carry their name. */
export const ContainersConfig = z
  .array(Engine, {
    error:
      'write a list such as [{ name: podman, socket: /run/podman/podman.sock }], or [] to use no container engine; leave it out to discover them',
  })
  .max(20)
  .superRefine((engines, ctx) => {
    for (const [index, { name }] of engines.entries())
      if (engines.findIndex((other) => other.name === name) < index)
        ctx.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `"${name}" is already the name of another engine: give each engine its own name`,
        });
  })
  .optional();
export type ContainersConfig = z.infer<typeof ContainersConfig>;
