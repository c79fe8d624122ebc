// Words of the data part of Settings.
export const data = {
  firstRun: 'First run',
  firstRunNote:
    'Five steps with what the program finds: data folder, model server, database, cloud model, first request.',
  firstRunOpen: 'Open the first run',
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
  trial: 'What {{name}} would do',
  taking: 'Importing…',
  tooLarge:
    'The file has {{size}}. The console takes up to 3 MB; use “festinger import FILE” for larger ones.',
  take: 'Import it',
  imported_one: '{{count, number}} new fact imported, {{conflicts}} in conflict',
  imported_other: '{{count, number}} new facts imported, {{conflicts}} in conflict',
  importedNothing: 'All of it was known; nothing changed',
  final: 'Too large to be undone; the memory before it is in {{backup}}.',
  outcome: {
    inserted: 'new facts',
    confirmed: 'confirmed',
    unchanged: 'known exactly so',
    conflicts: 'in conflict',
    refused: 'refused',
    history: 'periods of the past',
    questions: 'questions of dimensions',
  },
  underWay: { export: 'Exports under way', import: 'Imports under way', backup: 'Backups under way' },
  backups: 'Backups',
  backupsNote:
    'A backup is written while everything goes on. It holds no API keys unless you give a passphrase.',
  backup: 'Write a backup',
  withKeys: 'With API keys, under a passphrase (optional)',
  backupStarted: 'The backup is being written',
  noBackups: 'No backup yet.',
  hasKeys: 'with API keys',
  restore: 'Restore',
  restoreOf: 'Restore {{name}}',
  restoreNote:
    'Memory, settings, models, upstreams, clients, findings and briefs become what they were in the backup. Approvals, the assistant’s sessions and the host’s record stay as they are here; so does the API key of a model that is still here under the same number, provider and address, unless the backup brings its own. A backup of the present is written first.',
  typeName: 'Type its name to go on',
  passphrase: 'Its passphrase',
  restoreSure: 'Restore it',
  restoreStarted: 'The memory is being restored; agents are served meanwhile',
} as const;
