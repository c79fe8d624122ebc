import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Programs and threads that tests start run the sources as they are; stripping types each time costs half of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compile');

/** Those that take a minute and more; begun last, one of them would keep one core busy while the other idles. */
const LONG = [
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

export default defineConfig({
  test: {
    include: ['{src,scripts,fuzz,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['src/main/store/testing/postgres-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
