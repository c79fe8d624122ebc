// Words about what is done to a fact, for Concepts and Traffic.
export const facts = {
  doNotUse: 'Do not use',
  doNotUseDone: 'Agents no longer see [{{dimension}}] {{parent}}',
  useAgainDone: 'Agents see [{{dimension}}] {{parent}} again',
} as const;
