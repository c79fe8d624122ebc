// How actions are called in sentences of ours.
import type { ActionName } from '../../../shared/model/resource.ts';

export const CONTROL_VERBS: Readonly<Record<ActionName, string>> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  pause: 'Pause',
  resume: 'Resume',
  kill: 'Kill',
  shutdown: 'Shut down',
  reboot: 'Reboot',
  drain: 'Drain',
  scale: 'Scale',
  pull: 'Pull',
  load: 'Load',
  unload: 'Unload',
  update: 'Update',
  remove: 'Remove',
};

export const DONE_WORDS: Readonly<Record<ActionName, string>> = {
  start: 'started',
  stop: 'stopped',
  restart: 'restarted',
  pause: 'paused',
  resume: 'resumed',
  kill: 'killed',
  shutdown: 'shut down',
  reboot: 'rebooted',
  drain: 'drained',
  scale: 'scaled',
  pull: 'pulled',
  load: 'loaded',
  unload: 'unloaded',
  update: 'updated',
  remove: 'removed',
};
