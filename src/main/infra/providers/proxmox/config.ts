// What config.yaml says of Proxmox: where it is, which variable holds its token, which certificate it shows. Never holds a token.
// Parsed by the settings, read by the provider. Source: agent, What it acts on.
import * as z from 'zod';
import { isLoopback } from '../remote/address.ts';

/** As Proxmox names nodes: a host name without dots. */
export const NodeName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/, 'the name of a node, such as pve');

const Url = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((url) => {
    const { username, password, pathname, search } = new URL(url);
    return username === '' && password === '' && pathname === '/' && search === '';
  }, 'an address such as https://pve.lan:8006, with nothing behind it and no name or password in it')
  .refine(
    (url) => new URL(url).protocol === 'https:' || isLoopback(new URL(url)),
    'https: a token does not travel in the open (http goes to this machine alone)',
  );

const ProxmoxEntry = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and dashes'),
  url: Url,
  /** The name of the environment variable that holds `user@realm!id=secret`. */
  token_env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'the name of an environment variable'),
  /** SHA-256 of the certificate it shows, hex, with or without colons. Without it, the authorities this machine trusts decide. */
  fingerprint: z
    .string()
    .regex(
      /^[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){31}$/,
      'the SHA-256 fingerprint of its certificate, 64 hex digits',
    )
    .optional(),
  /** For `pct exec` and `qm guest exec`: of a node, the name of its host among the ssh hosts. */
  ssh: z.record(NodeName, z.string().min(1).max(100)).optional(),
});
export type ProxmoxEntry = z.infer<typeof ProxmoxEntry>;

/** `providers.proxmox` of config.yaml. The first keeps plain ids; those of the others carry their name. */
export const ProxmoxConfig = z
  .array(ProxmoxEntry)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'each by another name');
export type ProxmoxConfig = z.infer<typeof ProxmoxConfig>;
