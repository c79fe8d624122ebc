// What an action asks for before it is proposed, by table; which ones stand apart because they end or destroy something. What is typed is
// only what the core is asked for: it checks it by the action's own schema. Pure. Source: agent, Approvals; resource-actions.ts.
import type { ActionName, Resource, ResourceKind } from '../../../../../shared/model/resource.ts';

export interface ActionField {
  /** As the core calls it. */
  readonly name: 'timeout_s' | 'keep_alive' | 'model' | 'replicas' | 'volumes';
  readonly kind: 'number' | 'text' | 'switch';
  readonly isRequired: boolean;
}

const GRACE: ActionField = { name: 'timeout_s', kind: 'number', isRequired: false };
const KEEP: ActionField = { name: 'keep_alive', kind: 'text', isRequired: false };
const MODEL: ActionField = { name: 'model', kind: 'text', isRequired: true };
const REPLICAS: ActionField = { name: 'replicas', kind: 'number', isRequired: true };
const VOLUMES: ActionField = { name: 'volumes', kind: 'switch', isRequired: false };

const GUEST = { shutdown: [GRACE], reboot: [GRACE] };
const FIELDS: Readonly<Partial<Record<ResourceKind, Partial<Record<ActionName, readonly ActionField[]>>>>> = {
  docker_container: { stop: [GRACE], restart: [GRACE], remove: [VOLUMES] },
  upstream: { pull: [MODEL] },
  model: { load: [KEEP] },
  vm: GUEST,
  lxc: GUEST,
  k8s_deployment: { scale: [REPLICAS] },
};

export const fieldsOf = (kind: ResourceKind, action: ActionName): readonly ActionField[] =>
  FIELDS[kind]?.[action] ?? [];

/** They take something away that does not come back by itself. */
const DESTRUCTIVE: ReadonlySet<ActionName> = new Set(['kill', 'remove', 'shutdown', 'reboot']);

const ORDER: readonly ActionName[] = [
  ...(['start', 'resume', 'load', 'restart', 'pause', 'drain', 'unload', 'stop', 'scale'] as const),
  ...(['pull', 'update', 'reboot', 'shutdown', 'kill', 'remove'] as const),
];

/** The actions of a resource as they are offered: at hand, and apart. */
export function offered({ kind, actions }: Resource): {
  readonly athand: readonly ActionName[];
  readonly apart: readonly ActionName[];
} {
  // An upstream is removed by its own form: that needs no approval, since it is a setting.
  const all = ORDER.filter((one) => actions.includes(one) && !(kind === 'upstream' && one === 'remove'));
  // Stopping a machine without asking it is switching it off.
  const hard = (one: ActionName) =>
    DESTRUCTIVE.has(one) || (one === 'stop' && (kind === 'vm' || kind === 'lxc'));
  return { athand: all.filter((one) => !hard(one)), apart: all.filter(hard) };
}

export type Typed = Readonly<Partial<Record<ActionField['name'], string | boolean>>>;

/** What was typed, as the core takes it; or the field that does not fit. */
export function argumentsOf(
  fields: readonly ActionField[],
  typed: Typed,
): { readonly given: Record<string, unknown> } | { readonly wrong: ActionField['name'] } {
  const given: Record<string, unknown> = {};
  for (const { name, kind, isRequired } of fields) {
    const value = typed[name];
    if (kind === 'switch') {
      if (value === true) given[name] = true;
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
