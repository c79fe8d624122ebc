// For tests: places without a sandbox, where reads are judged by the table alone.
import type { Confinement, Confinements } from '../confinement.ts';

const NONE: Confinement = {
  ...{ place: 'host:test', isConfined: false, reason: 'A test has none.', remedy: null, namedPipes: false },
  shellFunction: null,
};

export const noSandbox: Pick<Confinements, 'of' | 'failed'> = {
  of: async () => NONE,
  failed: () => undefined,
};
