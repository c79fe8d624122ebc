// systemd services of a far machine: asked of `systemctl show`, whose blocks of key=value are the same in every version. Pure; what is
// no loaded service is left out. Called by ssh-provider.ts. Source: agent, What it acts on (service).
import type { ActionName, ResourceState } from '../../../../shared/model/resource.ts';
import { shouldUnitRun } from '../host/systemd/should-run.ts';

const MOST_SERVICES = 500;

const PROPERTIES =
  'Id,Names,Description,LoadState,ActiveState,SubState,InvocationID,ActiveEnterTimestamp,FragmentPath,UnitFileState,MainPID,NRestarts,Type,ConditionResult,TriggeredBy';

/** A unit that may stand in a command: never an option, never a path. */
export const UNIT = /^[A-Za-z0-9_][\w@:.\\-]{0,240}\.service$/;

export const servicesArgv = (unit: string): readonly [string, ...string[]] => [
  'systemctl',
  'show',
  '--no-pager',
  `--property=${PROPERTIES}`,
  '--',
  unit,
];

export interface FarService {
  readonly unit: string;
  readonly names: readonly string[];
  readonly description: string;
  readonly state: ResourceState;
  /** `active (running)` */
  readonly words: string;
  /** Another each time it starts. */
  readonly invocation: string;
  readonly since: string;
  readonly file: string;
  readonly enabled: string;
  readonly shouldRun: boolean;
  readonly pid: string;
  readonly restarts: string;
}

const STATES: Readonly<Record<string, ResourceState>> = {
  active: 'running',
  reloading: 'changing',
  activating: 'changing',
  deactivating: 'changing',
  inactive: 'stopped',
  failed: 'failed',
};

export function readServices(text: string): FarService[] {
  const services: FarService[] = [];
  for (const block of text.split('\n\n')) {
    const values = new Map<string, string>();
    for (const line of block.split('\n')) {
      const at = line.indexOf('=');
      if (at > 0) values.set(line.slice(0, at), line.slice(at + 1, at + 1001).trim());
    }
    const of = (key: string) => values.get(key) ?? '';
    if (of('LoadState') !== 'loaded' || !UNIT.test(of('Id'))) continue;
    if (services.length === MOST_SERVICES) break;
    services.push({
      unit: of('Id'),
      names: of('Names')
        .split(' ')
        .filter((name) => UNIT.test(name) && name !== of('Id'))
        .slice(0, 10),
      description: of('Description').slice(0, 200),
      state: STATES[of('ActiveState')] ?? 'unknown',
      words: `${of('ActiveState')} (${of('SubState')})`,
      invocation: of('InvocationID'),
      since: of('ActiveEnterTimestamp'),
      file: of('FragmentPath'),
      enabled: of('UnitFileState'),
      shouldRun: shouldUnitRun({
        enabled: of('UnitFileState'),
        type: of('Type'),
        conditionsMet: of('ConditionResult') === 'yes',
        triggeredBy: of('TriggeredBy'),
      }),
      pid: of('MainPID'),
      restarts: of('NRestarts'),
    });
  }
  return services;
}

export const serviceActions = (state: ResourceState): ActionName[] =>
  state === 'running' ? ['stop', 'restart'] : state === 'changing' ? ['stop'] : ['start'];
