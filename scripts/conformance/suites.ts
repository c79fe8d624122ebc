// The suites, in the order in which they are printed. One more is a file beside this one and a line here.
import { DEB_SUITE } from './deb-suite.ts';
import { OSV_SUITE } from './osv-suite.ts';
import { PURL_SUITE } from './purl-suite.ts';
import { RPM_SUITE } from './rpm-suite.ts';
import { SEMVER_SUITE } from './semver-suite.ts';
import type { Suite } from './suite.ts';
import { VERS_SUITE } from './vers-suite.ts';

export const SUITES: readonly Suite[] = [
  RPM_SUITE,
  DEB_SUITE,
  SEMVER_SUITE,
  OSV_SUITE,
  VERS_SUITE,
  PURL_SUITE,
];
