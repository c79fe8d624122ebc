// Who may import whom (docs/house.md, Rooms). CI fails on any arrow not allowed here.
const TESTS = '(\\.test\\.ts$|/testing/|/eval/)';

/**
 * The rooms of the main process, and which others each may know. A room that is not listed may not exist.
 * `console/task-board`: whoever has long work starts it there, and imports nothing else of console.
 */
const TASKS = 'console/task-board';
const ROOMS = {
  graph: [],
  process: [],
  streams: [],
  telemetry: [],
  fixtures: ['outgoing'],
  outgoing: [],
  store: ['graph', 'streams'],
  llm: ['outgoing', 'store', 'streams', 'telemetry'],
  mcp: [],
  infra: ['outgoing', 'store', 'streams', 'telemetry'],
  agent: ['infra', 'store', 'streams', 'telemetry'],
  advisory: ['outgoing', 'store', 'streams', 'telemetry', TASKS],
  bundle: ['store/backup/backup-file'],
  offline: ['advisory', 'bundle', 'graph', 'memory', 'store', 'transfer', TASKS],
  clients: ['graph', 'store', 'telemetry'],
  memory: ['graph', 'store', 'streams'],
  proxy: ['clients', 'graph', 'process', 'streams'],
  transfer: ['graph', 'llm', 'memory', 'store', TASKS],
  settings: [
    'advisory/brief/profile-config',
    'advisory/sbom/config',
    'advisory/signing/config',
    'infra',
    'llm',
    'memory',
    'outgoing',
    'store',
    'streams',
    'telemetry',
  ],
  console: ['graph', 'memory', 'proxy', 'settings', 'store', 'streams', 'telemetry'],
  api: [
    'advisory',
    'agent',
    'clients',
    'console',
    'infra',
    'llm',
    'memory',
    'offline',
    'proxy',
    'settings',
    'streams',
    'transfer',
  ],
  http: [
    'advisory',
    'agent',
    'clients',
    'infra',
    'mcp',
    'memory',
    'offline',
    'proxy',
    'streams',
    'telemetry',
    'transfer',
  ],
};
/** These know the rooms, and no room knows them; core knows none of its doors. */
const ABOVE = ['core', 'cli', 'desktop'];

/** Rooms within rooms: what each of them may know of its own wing, beside the files that lie in the wing itself. */
const INNER = {
  graph: {
    text: [],
    columns: ['text'],
    views: ['columns'],
    recollect: ['columns', 'text'],
    cues: ['columns', 'text'],
  },
  proxy: {
    body: [],
    pool: ['body', 'exchange/headers'],
    loops: ['body'],
    enrich: ['body', 'loops'],
    traffic: ['enrich', 'loops', 'exchange/relay', 'exchange/response-tail'],
    exchange: ['body', 'enrich', 'loops', 'pool', 'traffic'],
  },
  store: {
    migrations: [],
    audit: [],
    words: [],
    tables: ['audit'],
    past: [],
    jobs: [],
    hands: ['audit'],
    assistant: [],
    evidence: [],
    findings: ['evidence/inserts'],
    briefs: [],
    bundles: ['audit', 'backup', 'bulk', 'briefs'],
    bulk: ['backup', 'migrations', 'postgres', 'sqlite', 'tables'],
    sqlite: ['bulk', 'jobs'],
    postgres: ['audit', 'bulk', 'jobs'],
    purge: ['audit', 'migrations', 'tables'],
    backup: ['audit', 'bulk', 'jobs', 'migrations', 'postgres', 'purge', 'sqlite', 'tables'],
  },
  memory: {
    read: ['decide', 'write'],
    write: ['decide', 'read'],
    decide: ['read', 'write'],
    history: ['decide', 'read', 'write'],
    edit: ['decide', 'write'],
    ask: ['write'],
    resolve: [],
  },
  infra: {
    command: [],
    'bound-files': ['command'],
    files: [],
    inventory: [],
    'web-push': [],
    approvals: ['web-push'],
    metrics: ['inventory/within'],
    executors: [
      'command',
      'providers/containers/engine',
      'providers/containers/frames',
      'providers/containers/shapes',
    ],
    snapshots: ['providers/host/machine/mounts'],
    providers: ['executors', 'snapshots/snapshot-name'],
  },
  advisory: {
    formats: ['identity/cpe', 'signing/base64', 'signing/envelope', 'signing/keys', 'versions'],
    versions: [],
    identity: ['formats/records', 'versions'],
    vex: ['identity', 'versions'],
    prompt: [],
    cite: [],
    guard: [],
    retrieval: ['findings', 'formats', 'identity', 'prompt/preview', 'prompt/templates', 'vex'],
    evidence: ['formats', 'identity', 'retrieval', 'signing/base64', 'signing/public-key-text'],
    context: ['findings', 'formats', 'guard', 'identity', 'prompt', 'retrieval', 'vex'],
    brief: ['context', 'guard', 'identity', 'prompt', 'retrieval', 'versions', 'vex'],
    outputs: ['brief', 'context', 'findings/trusted-issuers', 'signing'],
    findings: ['formats', 'identity', 'versions', 'vex'],
    sbom: ['findings', 'formats', 'identity', 'retrieval'],
    signing: ['formats'],
  },
  agent: {
    tools: ['plans', 'hands/parts'],
    plans: ['tools', 'hands/parts'],
    hands: ['tools'],
    speech: [],
    context: ['hands/parts', 'tools'],
    loop: ['context', 'hands', 'speech', 'tools'],
    sessions: ['context', 'hands', 'loop', 'tools'],
  },
};

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const anyOf = (names) => `(${names.join('|')})`;

/** A room imports itself and those it is given; a name with a slash is a file. */
const knows = (wing, room, others, siblings) => {
  const allowed = [room, ...others].map((name) => (name.includes('/') ? `${name}\\.ts$` : `${name}/`));
  return rule(
    `${wing}${room}-knows-its-neighbours`.replace('/', '-'),
    others.length === 0 ? 'It knows no other room.' : `It knows ${others.join(', ')}.`,
    { path: `^src/main/${wing}${room}/`, pathNot: TESTS },
    { path: `^src/main/${wing}${siblings}/`, pathNot: `^src/main/${wing}${anyOf(allowed)}` },
  );
};

module.exports = {
  forbidden: [
    rule('no-cycles', 'Data flows one way.', {}, { circular: true }),
    rule(
      'shared-imports-nothing-of-ours',
      'shared knows neither side.',
      { path: '^src/shared/' },
      { path: '^src/(main|preload|renderer)/' },
    ),
    rule(
      'renderer-imports-shared-only',
      'The renderer talks through the contract.',
      { path: '^src/renderer/' },
      { path: '^src/(main|preload)/' },
    ),
    rule(
      'ui-knows-no-feature',
      'ui is what two or more draw with; it knows neither the session nor a screen.',
      { path: '^src/renderer/src/ui/' },
      { path: '^src/renderer/src/(app|session|features)/' },
    ),
    rule(
      'session-knows-ui-only',
      'What lasts as long as the window knows no screen.',
      { path: '^src/renderer/src/session/' },
      { path: '^src/renderer/src/(app|features)/' },
    ),
    rule(
      'screens-do-not-import-each-other',
      'What two screens need lies in session or ui.',
      { path: '^src/renderer/src/features/([^/]+)/' },
      { path: '^src/renderer/src/(app|features)/', pathNot: '^src/renderer/src/features/$1/' },
    ),
    rule(
      'graph-does-no-io',
      'graph performs no I/O.',
      { path: '^src/main/graph/', pathNot: TESTS },
      { dependencyTypes: ['core'], pathNot: '^node:crypto$' },
    ),
    ...Object.entries(ROOMS).map(([room, others]) => knows('', room, others, '[^/]+')),
    ...Object.entries(INNER).flatMap(([wing, rooms]) =>
      Object.entries(rooms).map(([room, others]) => knows(`${wing}/`, room, others, '[^/]+')),
    ),
    rule(
      'chance-is-seeded',
      'Property tests take fast-check from where the seed is.',
      { path: '^src/', pathNot: '^src/shared/testing/campaign\\.ts$' },
      { path: '^(node_modules/)?fast-check(/|$)' },
    ),
    rule(
      'every-room-is-listed',
      'A new room has its row here.',
      {},
      { path: '^src/main/[^/]+/', pathNot: `^src/main/${anyOf([...Object.keys(ROOMS), ...ABOVE])}/` },
    ),
    rule(
      'core-does-not-know-its-doors',
      'The engine does not know that it is in Electron, or on a command line.',
      { path: '^src/main/core/', pathNot: TESTS },
      { path: '^src/main/(desktop|cli)/' },
    ),
    rule(
      'electron-in-three-places',
      'Only the desktop door imports electron.',
      { path: '^src/', pathNot: '^src/(main/desktop/|main/index\\.ts|preload/)' },
      { path: '^(node_modules/)?electron(/|$)' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.module\\.css$' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
