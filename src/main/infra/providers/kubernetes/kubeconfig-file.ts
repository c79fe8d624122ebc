// A kubeconfig as text: the cluster and the user of the context that is asked for. Owns what of it is refused: programs it would run,
// checks it would skip. What it says of a text repeats none of it, for it holds keys. Pure. Called by kubeconfig.ts.
// Source: agent, What it acts on; Kubernetes' own description of the file (client-go, tools/clientcmd/api/v1).
import { parse } from 'yaml';
import * as z from 'zod';
import { isLoopback } from '../remote/address.ts';
import type { KubernetesEntry } from './config.ts';

const Text = z.string().min(1).max(200_000).nullish();
const User = z.object({
  token: Text,
  tokenFile: Text,
  username: Text,
  password: Text,
  'client-certificate': Text,
  'client-certificate-data': Text,
  'client-key': Text,
  'client-key-data': Text,
  as: Text,
  exec: z.looseObject({ command: z.string().min(1) }).nullish(),
  'auth-provider': z.unknown().optional(),
});
const Cluster = z.object({
  server: z.string().max(2000),
  'certificate-authority': Text,
  'certificate-authority-data': Text,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': Text,
  'proxy-url': Text,
});
const File = z.object({
  'current-context': z.string().nullish(),
  clusters: z.array(z.object({ name: z.string(), cluster: Cluster })).max(1000),
  users: z.array(z.object({ name: z.string(), user: User.nullish() })).max(1000),
  contexts: z
    .array(z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: z.string() }) }))
    .max(1000),
});

export type KubeUser = z.infer<typeof User>;
export type KubeCluster = z.infer<typeof Cluster>;

interface Chosen {
  readonly cluster: KubeCluster;
  readonly user: KubeUser;
  readonly server: URL;
}

/** What the entry means in the file, or in words why that is not used. */
export function chosenIn(text: string, entry: KubernetesEntry): Chosen | string {
  const file = fileIn(text);
  if (typeof file === 'string') return file;
  const name = entry.context ?? file['current-context'] ?? '';
  const context = file.contexts.find((one) => one.name === name)?.context;
  const cluster = file.clusters.find((one) => one.name === context?.cluster)?.cluster;
  const user = file.users.find((one) => one.name === context?.user)?.user ?? {};
  if (cluster === undefined) {
    return entry.context === undefined
      ? 'it names no current context with a cluster; name one as context'
      : 'it has no context of that name with a cluster';
  }
  const refusal = refusedUser(user, entry.allow_exec === true) ?? refusedCluster(cluster);
  return refusal ?? { cluster, user, server: new URL(cluster.server) };
}

function fileIn(text: string): z.infer<typeof File> | string {
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'error', maxAliasCount: 100 });
  } catch {
    return 'it is no YAML';
  }
  const read = File.safeParse(value);
  return read.success
    ? read.data
    : `it is no kubeconfig: ${read.error.issues[0]?.path.join('.') || 'all of it'} does not fit`;
}

function refusedUser(user: KubeUser, allowed: boolean): string | null {
  if (user['auth-provider'] !== undefined && user['auth-provider'] !== null) {
    return 'it gets credentials by auth-provider, which is not supported; use exec with allow_exec: true, a token or a certificate';
  }
  if (user.exec && !allowed) {
    return 'it would run a program to get credentials (exec). Set allow_exec: true for this cluster if you mean it to, or give it a token';
  }
  return null;
}

function refusedCluster(cluster: KubeCluster): string | null {
  if (!URL.canParse(cluster.server)) return 'the server of its cluster is no address';
  const server = new URL(cluster.server);
  if (cluster['proxy-url']) return 'its cluster is behind a proxy (proxy-url), which is not supported';
  if (server.protocol === 'http:' && isLoopback(server)) return null;
  if (server.protocol !== 'https:')
    return 'the server of its cluster is no https address; credentials do not travel in the open';
  if (cluster['insecure-skip-tls-verify'] === true) {
    return 'it skips the check of the certificate (insecure-skip-tls-verify); name the authority instead (certificate-authority)';
  }
  return null;
}
