// Who may import whom (docs: architecture, "Who may import whom"). CI fails on any arrow not allowed here.
const main = (name) => `^src/main/${name}/`;
const only = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    only('no-cycles', {}, { circular: true }, 'Data flows one way.'),
    only(
      'shared-imports-nothing-of-ours',
      { path: '^src/shared/' },
      { path: '^src/(main|preload|renderer)/' },
      'shared knows neither side.',
    ),
    only(
      'renderer-imports-shared-only',
      { path: '^src/renderer/' },
      { path: '^src/(main|preload)/' },
      'The renderer talks through the contract.',
    ),
    only(
      'graph-is-pure',
      { path: main('graph'), pathNot: ['\\.test\\.ts$', '/eval/'] },
      { path: '^src/main/', pathNot: main('graph') },
      'graph imports shared only.',
    ),
    only(
      'graph-does-no-io',
      { path: main('graph'), pathNot: ['\\.test\\.ts$', '/eval/'] },
      { dependencyTypes: ['core'], pathNot: '^node:crypto$' },
      'graph performs no I/O.',
    ),
    only(
      'infrastructure-knows-no-feature',
      { path: '^src/main/(store|llm|infra|telemetry)/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      { path: '^src/main/(memory|proxy|agent|advisory|api|http|core|desktop|demo)/' },
      'store, llm, infra and telemetry know no feature.',
    ),
    only(
      'features-do-not-import-each-other',
      { path: '^src/main/(memory|proxy|agent|advisory)/', pathNot: '\\.test\\.ts$' },
      { path: '^src/main/(memory|proxy|agent|advisory|api|http|core|desktop)/', pathNot: '^src/main/$1/' },
      'Features meet at the composition root.',
    ),
    only(
      'api-and-http-stay-below-core',
      { path: '^src/main/(api|http)/', pathNot: '\\.test\\.ts$' },
      { path: '^src/main/(core|desktop)/' },
      'core wires; it is not imported from below.',
    ),
    only(
      'core-does-not-know-its-doors',
      { path: main('core'), pathNot: '\\.test\\.ts$' },
      { path: main('desktop') },
      'The engine does not know that it is in Electron.',
    ),
    only(
      'electron-in-three-places',
      { path: '^src/', pathNot: '^src/(main/desktop/|main/index\\.ts|preload/)' },
      { path: '^(node_modules/)?electron(/|$)' },
      'Only the desktop door imports electron.',
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
