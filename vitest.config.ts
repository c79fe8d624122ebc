import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { builtThreads } from './scripts/built-threads.ts';
import { testOnMemory } from './scripts/memory-disk.ts';

// What programs that tests start have compiled is kept for the next of them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compile');

testOnMemory();
process.env.FESTINGER_CLI ??= join(import.meta.dirname, 'out', 'main', 'cli.js');

/** Those that take a minute and more; begun last, one of them would keep one core busy while the other idles. */
const LONG = [
  'ssh-executor',
  'open-executors',
  'kill-campaign',
  'truth.property',
  'transfer.int',
  'transfer-kill',
  'resolution',
  'move-database',
  'memory-bounds',
  'fuzz.int',
  'container.int',
];

/** The long ones first, then the larger files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.includes(name));
      return at < 0 ? LONG.length : at;
    };
    const bytes = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return [...files].sort((a, b) => rank(a) - rank(b) || bytes(b) - bytes(a));
  }
}

/** Rooms whose tests touch neither disk nor network. */
const PURE = [
  'src/{shared,renderer,main/graph,main/streams}/**/*.test.{ts,tsx}',
  'src/main/proxy/{body,enrich,loops,pool}/**/*.test.ts',
];
const INTEGRATION = '**/*.int.test.ts';
/** What says how late, how large or how fair something was: behind all the others, with a core and a process for each. */
const TIMED = [
  'fuzz/slow-inputs/{attack,held-loop.int}.test.ts',
  'src/main/api/streams.int.test.ts',
  'src/main/core/memory-bounds.int.test.ts',
  'src/main/http/{connections,slow-readers}.int.test.ts',
  'src/main/infra/providers/host/machine/held-loop.int.test.ts',
  'src/main/process/heap.test.ts',
  'src/main/proxy/young-garbage.int.test.ts',
];

/** What changes its process: clocks, the environment. */
const ALONE = [
  'scripts/adding.test.ts',
  'src/main/cli/running.test.ts',
  'src/main/proxy/exchange/slow-models.int.test.ts',
  'src/main/proxy/published-clients.int.test.ts',
];

/** Workers beyond the cores: much of what is tried waits. */
const MANY = { maxWorkers: 4, sequence: { groupOrder: 0 } };

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    // The build first: the databases are made by its threads.
    globalSetup: ['scripts/built-setup.mjs', 'src/main/store/testing/databases-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second, as it is by itself, is short where four of them share two cores.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...{ name: 'pure', include: PURE, exclude: [INTEGRATION], isolate: false },
          ...MANY,
        },
      },
      {
        extends: true,
        test: {
          // Files share a process and what it has loaded: they leave nothing behind.
          ...{ name: 'real', isolate: false },
          include: ['{src,scripts,fuzz,bench}/**/*.test.ts'],
          exclude: [
            ...PURE.map((glob) => glob.replace('/**/*.test', '/**/!(*.int).test')),
            ...TIMED,
            ...ALONE,
          ],
          ...MANY,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, ...MANY } },
      {
        extends: true,
        test: { name: 'timed', include: TIMED, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
