// Whether systemd would keep a service running: it is enabled, its start conditions held, and it is neither a job that ends (oneshot) nor started on
// demand by a socket, a timer or a path. Pure. Called by service-resource.ts and by the ssh provider. Source: systemd.service(5), systemd.unit(5).

const ENABLED: ReadonlySet<string> = new Set(['enabled', 'enabled-runtime']);

export interface UnitStart {
  /** `UnitFileState` */
  readonly enabled: string;
  /** `Type` */
  readonly type: string;
  /** `ConditionResult`: also false for a unit that was not started since boot. */
  readonly conditionsMet: boolean;
  /** `TriggeredBy`: names of units, or empty. */
  readonly triggeredBy: string;
}

export const shouldUnitRun = ({ enabled, type, conditionsMet, triggeredBy }: UnitStart): boolean =>
  ENABLED.has(enabled) && type !== 'oneshot' && conditionsMet && triggeredBy === '';
