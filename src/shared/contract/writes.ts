// Which calls change something, by name: all that the renderer knows of the contract's kinds, since the contract itself
// (and its schemas) stays out of its bundle. The test beside it holds this list to the contract.

export const WRITES: ReadonlySet<string> = new Set([
  'audit.redo',
  'audit.redoMany',
  'audit.undo',
  'audit.undoMany',
  'clients.addKey',
  'clients.remove',
  'clients.revokeKey',
  'clients.save',
  'concepts.moveEdge',
  'concepts.retireEdge',
  'concepts.setDoNotUse',
  'concepts.tell',
  'conflicts.decide',
  'conflicts.decideMany',
  'conflicts.note',
  'conflicts.snooze',
  'conflicts.suggest',
  'jobs.cancelTask',
  'jobs.discard',
  'jobs.retry',
  'loops.clear',
  'models.add',
  'models.remove',
  'models.test',
  'models.update',
  'resolution.run',
  'resolution.stop',
  'system.sessionLink',
  'system.setSetting',
  'system.testPrompt',
  'traffic.clear',
  'traffic.pin',
  'transfer.backup',
  'transfer.import',
  'transfer.restore',
  'upstreams.setMode',
]);

/** Whether a call that was broken off may have changed something. */
export const isWrite = (path: readonly string[]): boolean => WRITES.has(path.join('.'));
