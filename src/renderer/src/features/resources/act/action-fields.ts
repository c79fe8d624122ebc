// What an action asks for before it is proposed, by table (what is seldom given is edited on the card instead); which ones stand apart because they end or destroy something. What is typed is
// only what the core is asked for: it checks it by the action's own schema. Pure. Source: agent, Approvals; resource-actions.ts.
import type { ActionName, Resource, ResourceKind } from '../../../../../shared/model/resource.ts';

export interface ActionField {
  /** As the core calls it. */
  readonly name:
    | 'keep_alive'
    | 'model'
    | 'replicas'
    | 'volumes'
    | 'policy'
    | 'max_retries'
    | 'service'
    | 'snapshot';
  readonly kind: 'number' | 'text' | 'switch' | 'choice';
  readonly isRequired: boolean;
  /** Of a choice, the first one chosen. */
  readonly options?: readonly string[];
}

const KEEP: ActionField = { name: 'keep_alive', kind: 'text', isRequired: false };
const MODEL: ActionField = { name: 'model', kind: 'text', isRequired: true };
const REPLICAS: ActionField = { name: 'replicas', kind: 'number', isRequired: true };
const VOLUMES: ActionField = { name: 'volumes', kind: 'switch', isRequired: false };

const POLICY: ActionField = {
  ...{ name: 'policy', kind: 'choice', isRequired: true },
  options: ['unless-stopped', 'always', 'on-failure', 'no'],
};
const RETRIES: ActionField = { name: 'max_retries', kind: 'number', isRequired: false };
const SNAPSHOT: ActionField = { name: 'snapshot', kind: 'text', isRequired: false };
const SERVICE: ActionField = { name: 'service', kind: 'text', isRequired: false };

const FIELDS: Readonly<Partial<Record<ResourceKind, Partial<Record<ActionName, readonly ActionField[]>>>>> = {
  docker_container: {
    remove: [VOLUMES],
    set_restart_policy: [POLICY, RETRIES],
  },
  compose_project: { restart: [SERVICE] },
  vm: { rollback: [SNAPSHOT] },
  lxc: { rollback: [SNAPSHOT] },
  upstream: { pull: [MODEL] },
  model: { load: [KEEP] },
  k8s_deployment: { scale: [REPLICAS] },
};

export const fieldsOf = (kind: ResourceKind, action: ActionName): readonly ActionField[] =>
  FIELDS[kind]?.[action] ?? [];

/** They take something away that does not come back by itself. */
const DESTRUCTIVE: ReadonlySet<ActionName> = new Set(['kill', 'remove', 'shutdown', 'reboot', 'down']);

const ORDER: readonly ActionName[] = [
  ...([
    'start',
    'up',
    'resume',
    'load',
    'restart',
    'update',
    'rollback',
    'pause',
    'drain',
    'unload',
  ] as const),
  ...(['stop', 'scale', 'pull', 'recreate', 'snapshot', 'set_restart_policy'] as const),
  ...(['reboot', 'shutdown', 'kill', 'down', 'remove'] as const),
];

/** The actions of a resource as they are offered: at hand, and apart. */
export function offered({ kind, actions }: Resource): {
  readonly athand: readonly ActionName[];
  readonly apart: readonly ActionName[];
} {
  // An upstream is removed by its own form: that needs no approval, since it is a setting.
  const all = ORDER.filter((one) => actions.includes(one) && !(kind === 'upstream' && one === 'remove'));
  // Stopping a machine without asking it is switching it off.
  const isGuest = kind === 'vm' || kind === 'lxc';
  const hard = (one: ActionName) =>
    DESTRUCTIVE.has(one) || (isGuest && (one === 'stop' || one === 'rollback'));
  return { athand: all.filter((one) => !hard(one)), apart: all.filter(hard) };
}

export type Typed = Readonly<Partial<Record<ActionField['name'], string | boolean>>>;

/** What was typed, as the core takes it; or the field that does not fit. */
export function argumentsOf(
  fields: readonly ActionField[],
  typed: Typed,
): { readonly given: Record<string, unknown> } | { readonly wrong: ActionField['name'] } {
  const given: Record<string, unknown> = {};
  for (const { name, kind, isRequired, options } of fields) {
    const value = typed[name];
    if (kind === 'switch') {
      if (value === true) given[name] = true;
      continue;
    }
    if (kind === 'choice') {
      given[name] = typeof value === 'string' && options?.includes(value) ? value : options?.[0];
      continue;
    }
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '') {
      if (isRequired) return { wrong: name };
      continue;
    }
    if (kind === 'text') given[name] = text;
    else if (/^\d{1,5}$/.test(text)) given[name] = Number(text);
    else return { wrong: name };
  }
  return { given };
}
