// The arguments of an approval as fields of a form, and back. What is neither text, number, yes or no nor a list of words is kept as it is; so are
// the resource and the action, for another of those is another wish. Pure. Source: agent, Approvals.
import type { ActionName } from '../../../../shared/model/resource.ts';
import { MARK_WORD } from '../../../../shared/redact.ts';

export interface Field {
  /** Where it stands in the arguments. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'lines' | 'number' | 'yes' | 'kept';
  /** As the form has it: text for all but `yes`. Empty: not given. */
  readonly value: string | boolean;
  /** It may be left out. */
  readonly isOptional: boolean;
}

type Given = Readonly<Record<string, unknown>>;

interface Missing {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'yes';
  /** Only these kinds of resources take it. */
  readonly kinds: readonly string[];
}

const GUESTS = ['vm', 'lxc'] as const;
const SECONDS: Missing = { name: 'timeout_s', kind: 'number', kinds: ['docker_container', ...GUESTS] };
const snapshotOf = (...kinds: readonly string[]): Missing => ({ name: 'snapshot_first', kind: 'yes', kinds });
/** What an action takes beyond what was given: so that a restart without a limit can be given one. */
const ALSO: Partial<Record<ActionName, readonly Missing[]>> = {
  stop: [SECONDS, snapshotOf(...GUESTS)],
  restart: [SECONDS],
  shutdown: [SECONDS, snapshotOf(...GUESTS)],
  reboot: [SECONDS, snapshotOf(...GUESTS)],
  update: [snapshotOf('docker_container')],
  recreate: [snapshotOf('docker_container')],
  up: [snapshotOf('compose_project')],
  load: [{ name: 'keep_alive', kind: 'text', kinds: ['model'] }],
  remove: [{ name: 'volumes', kind: 'yes', kinds: ['docker_container'] }],
};

const FIXED: readonly string[] = ['resource', 'action'];
const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldOf(path: readonly string[], value: unknown): Field {
  const isOptional = false;
  if (typeof value === 'string')
    return { path, kind: value.includes('\n') ? 'lines' : 'text', value, isOptional };
  if (typeof value === 'number') return { path, kind: 'number', value: String(value), isOptional };
  if (typeof value === 'boolean') return { path, kind: 'yes', value, isOptional };
  return { path, kind: 'kept', value: '', isOptional };
}

function fieldsIn(given: Given, path: readonly string[]): Field[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (path.length === 0 && FIXED.includes(name)) return [];
    const at = [...path, name];
    return isRecord(value) ? fieldsIn(value, at) : [fieldOf(at, value)];
  });
}

const keyOf = (path: readonly string[]): string => path.join('.');

/** @param about the action and the kind of resource it is done to; no action for a command */
export function fieldsOf(
  given: Given,
  about: { readonly action: ActionName | null; readonly kind: string },
): Field[] {
  const fields = fieldsIn(given, []);
  const also = (about.action && ALSO[about.action]) ?? [];
  // `control` has them in a record of their own, the other tools beside the action.
  const within = isRecord(given.arguments) ? ['arguments'] : [];
  const missing = also
    .filter(({ kinds }) => kinds.includes(about.kind))
    .map(({ name, kind }): Field => {
      return { path: [...within, name], kind, value: kind === 'yes' ? false : '', isOptional: true };
    })
    .filter(({ path }) => !fields.some((field) => keyOf(field.path) === keyOf(path)));
  return [...fields, ...missing];
}

/** Something in it was taken out before it was shown: sent back like this, it would be the words for that. */
export const isHidden = ({ value }: Field): boolean =>
  typeof value === 'string' && value.includes(`[${MARK_WORD}`);

/** What cannot be sent like this, by the field's place. */
export function problemOf(field: Field): 'number' | 'hidden' | null {
  if (isHidden(field)) return 'hidden';
  const { kind, value, isOptional } = field;
  if (kind !== 'number' || (isOptional && value === '')) return null;
  return value === '' || !Number.isFinite(Number(value)) ? 'number' : null;
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = isRecord(into[name]) ? { ...into[name] } : {};
  put(inner, rest, value);
  into[name] = inner;
}

/** The arguments as the form has them now. @returns the same as was given where nothing was changed */
export function argumentsOf(given: Given, fields: readonly Field[]): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...given };
  for (const { path, kind, value, isOptional } of fields) {
    if (kind === 'kept' || (isOptional && (value === '' || value === false))) continue;
    put(changed, path, kind === 'number' ? Number(value) : value);
  }
  return changed;
}
