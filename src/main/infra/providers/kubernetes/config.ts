// What config.yaml says of Kubernetes: which kubeconfig, which context of it, which namespaces. Holds no credential.
// Parsed by the settings, read by the provider. Source: agent, What it acts on.
import * as z from 'zod';

/** A label as DNS has it: a namespace. */
export const Namespace = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'the name of a namespace');

const KubernetesEntry = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and dashes'),
  /** A path; `~/.kube/config` without one. */
  kubeconfig: z
    .string()
    .max(1000)
    .refine((path) => path.startsWith('/') || path.startsWith('~/'), 'a path that begins with / or ~/')
    .optional(),
  /** One of its contexts; its current one without. */
  context: z.string().min(1).max(300).optional(),
  /** All of them without. */
  namespaces: z.array(Namespace).min(1).max(100).optional(),
  /** Lets the kubeconfig run programs of its own choice to get credentials. */
  allow_exec: z.boolean().optional(),
});
export type KubernetesEntry = z.infer<typeof KubernetesEntry>;

/** `providers.kubernetes` of config.yaml. */
export const KubernetesConfig = z
  .array(KubernetesEntry)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'each by another name');
export type KubernetesConfig = z.infer<typeof KubernetesConfig>;
