// Words of the data part of Settings.
export const data = {
  export: 'Export',
  exportNote:
    'The facts of every project. JSON Lines loses nothing and can be imported again; the others are for other tools.',
  exporting: 'Exporting…',
  format: { jsonl: 'JSON Lines', graphml: 'GraphML', cytoscape: 'Cytoscape', csv: 'CSV' },
  formatDoc: {
    jsonl: 'facts, history, conflicts, where each was said',
    graphml: 'for yEd, Gephi and others',
    cytoscape: 'for Cytoscape and its kin',
    csv: 'edges as a table',
  },
  import: 'Import',
  importNote:
    'Facts from a JSON Lines export take the usual path: what is known is confirmed, what contradicts waits in Conflicts. All of it or nothing.',
  choose: 'Choose a file',
  trying: 'Looking at what it would do',
  tooLarge:
    'The file has {{size}}. The console takes up to 3 MB; use “festinger import FILE” for larger ones.',
  take: 'Import it',
  imported: '{{inserted}} facts imported',
  outcome: { inserted: 'new', confirmed: 'known already', conflicts: 'in conflict', refused: 'refused' },
  backups: 'Backups',
  backupsNote:
    'A backup is written while everything goes on. It holds no API keys unless you give a passphrase.',
  backup: 'Write a backup',
  withKeys: 'With API keys, under a passphrase (optional)',
  backupStarted: 'The backup is being written; Jobs shows how far it is',
  noBackups: 'No backup yet.',
  hasKeys: 'with API keys',
  restore: 'Restore',
  restoreOf: 'Restore {{name}}',
  restoreNote: 'This replaces the whole memory by the backup. A backup of the present is written first.',
  typeName: 'Type its name to go on',
  passphrase: 'Its passphrase',
  restoreSure: 'Restore it',
  restoreStarted: 'The memory is being restored; Jobs shows how far it is',
} as const;
