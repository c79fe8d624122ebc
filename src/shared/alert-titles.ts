// What each alert rule is called, in the console and in notifications. The rules are the keys. Without zod, so that the console's code may read it.
export const ALERT_TITLES = {
  down: 'Down',
  unhealthy: 'Unhealthy',
  unreachable: 'Unreachable',
  missing: 'Removed',
  disk_full: 'Disk full',
  memory_full: 'Memory full',
  restarting: 'Restarting repeatedly',
  circuit_open: 'Upstream failing',
  model_evicted: 'Model evicted',
  dead_job: 'Job failed',
  backup_old: 'Backup overdue',
  callout_failed: 'Notifications fail',
  outcome_unknown: 'Outcome unknown',
  exploited: 'Known exploited vulnerability',
} as const;
export type AlertRule = keyof typeof ALERT_TITLES;
