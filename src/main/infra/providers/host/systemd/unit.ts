// A service as systemd tells of it: the output of `systemctl show`, read into units. Names, numbers and states only; of the
// environment the names. Pure. Called by units.ts. Source: agent, What it acts on (host); systemctl(1), show.
import * as z from 'zod';
import { shouldUnitRun } from './should-run.ts';

/** What is asked of systemd, in one call for all services. */
export const PROPERTIES = [
  'Id',
  'Names',
  'Description',
  'LoadState',
  'ActiveState',
  'SubState',
  'UnitFileState',
  'FragmentPath',
  'DropInPaths',
  'User',
  'Environment',
  'MainPID',
  'NRestarts',
  'Result',
  'InvocationID',
  'ActiveEnterTimestamp',
  'ActiveEnterTimestampMonotonic',
  'CanStart',
  'CanStop',
  'MemoryCurrent',
  'Type',
  'ConditionResult',
  'TriggeredBy',
] as const;

const text = z.string().max(4000).catch('').default('');
const count = z.string().default('0').transform(Number).pipe(z.number().min(0)).catch(0);
/** `[not set]`, or 2^64 − 1 in older versions: not counted. */
const bytes = z
  .string()
  .transform(Number)
  .pipe(z.number().min(0).max(Number.MAX_SAFE_INTEGER))
  .nullable()
  .catch(null)
  .default(null);
const yes = z
  .string()
  .default('no')
  .transform((value) => value === 'yes');
const list = z
  .string()
  .default('')
  .transform((value) => value.split(' ').filter((each) => each !== ''));

const Unit = z
  .object({
    Id: z.string().refine(isServiceName),
    Names: list,
    Description: text,
    LoadState: text,
    ActiveState: text,
    SubState: text,
    UnitFileState: text,
    FragmentPath: text,
    DropInPaths: list,
    User: text,
    Environment: z.string().default('').transform(environmentNames),
    MainPID: count,
    NRestarts: count,
    Result: text,
    InvocationID: text,
    ActiveEnterTimestamp: text,
    ActiveEnterTimestampMonotonic: count,
    CanStart: yes,
    CanStop: yes,
    MemoryCurrent: bytes,
    Type: text,
    ConditionResult: yes,
    TriggeredBy: text,
  })
  .transform((unit) => ({
    name: unit.Id,
    otherNames: unit.Names.filter((name) => name !== unit.Id),
    description: unit.Description,
    load: unit.LoadState,
    active: unit.ActiveState,
    sub: unit.SubState,
    enabled: unit.UnitFileState,
    file: unit.FragmentPath,
    dropIns: unit.DropInPaths,
    user: unit.User,
    environment: unit.Environment,
    pid: unit.MainPID,
    restarts: unit.NRestarts,
    result: unit.Result,
    /** Another for each time it was started. */
    invocation: unit.InvocationID,
    activeSince: unit.ActiveEnterTimestamp,
    activeSinceMonotonic: unit.ActiveEnterTimestampMonotonic,
    canStart: unit.CanStart,
    canStop: unit.CanStop,
    memory: unit.MemoryCurrent,
    shouldRun: shouldUnitRun({
      enabled: unit.UnitFileState,
      type: unit.Type,
      conditionsMet: unit.ConditionResult,
      triggeredBy: unit.TriggeredBy,
    }),
  }));
export type Unit = z.infer<typeof Unit>;

/** A block of `Name=value` lines a unit, a blank line between blocks; what is no service is left out. */
export function readUnits(output: string): Unit[] {
  const units: Unit[] = [];
  let block: Record<string, string> = {};
  const close = () => {
    const parsed = Unit.safeParse(block);
    if (parsed.success) units.push(parsed.data);
    block = {};
  };
  for (const line of output.split('\n')) {
    if (line === '') close();
    const at = line.indexOf('=');
    if (at > 0) block[line.slice(0, at)] = line.slice(at + 1);
  }
  close();
  return units;
}

/** As systemd.unit(5) lets a service be called. */
export function isServiceName(name: string): boolean {
  return (
    name.length <= 255 && /^[A-Za-z0-9:_.\\@][A-Za-z0-9:_.\\@-]*$/.test(name) && name.endsWith('.service')
  );
}

/** The names in `A=1 "B=two words"`, without their values. */
function environmentNames(value: string): string[] {
  const names: string[] = [];
  let at = 0;
  while (at < value.length) {
    const quoted = value[at] === '"';
    const start = quoted ? at + 1 : at;
    const end = endOf(value, start, quoted ? '"' : ' ');
    const sign = value.indexOf('=', start);
    if (sign > start && sign < end) names.push(value.slice(start, sign).slice(0, 200));
    at = end + 1;
    while (value[at] === ' ') at++;
    if (sign < 0) break;
  }
  return names;
}

/** Where a part ends: at the sign that closes it, unless a backslash stands before that. */
function endOf(value: string, start: number, sign: string): number {
  for (let at = start; at < value.length; at++) {
    if (value[at] === '\\') at++;
    else if (value[at] === sign) return at;
  }
  return value.length;
}
