// When distributions ceased to mend a release for everybody: after that no advisory says anything of its packages, and that they have no findings means nothing.
// Data, as the projects publish it. Called by findings/unchecked.ts. Source: advisory, Findings.
import { type Distro, pairsOf } from './distro.ts';

/** Day on which support for everybody ended or ends; long-term support by the project counts, paid extensions do not. */
const ENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  debian: pairsOf('7 2018-05-31 8 2020-06-30 9 2022-06-30 10 2024-06-30 11 2026-08-31 12 2028-06-30'),
  ubuntu: pairsOf(
    '14.04 2019-04-25 16.04 2021-04-30 18.04 2023-05-31 20.04 2025-05-31 22.04 2027-06-01 23.10 2024-07-11 24.04 2029-05-31 24.10 2025-07-10 25.04 2026-01-15',
  ),
  alpine: pairsOf(
    '3.12 2022-05-01 3.13 2022-11-01 3.14 2023-05-01 3.15 2023-11-01 3.16 2024-05-23 3.17 2024-11-22 3.18 2025-05-09 3.19 2025-11-01 3.20 2026-04-01 3.21 2026-11-01 3.22 2027-05-01',
  ),
  rhel: pairsOf('6 2020-11-30 7 2024-06-30 8 2029-05-31 9 2032-05-31'),
  centos: pairsOf('6 2020-11-30 7 2024-06-30 8 2021-12-31'),
  rocky: pairsOf('8 2029-05-31 9 2032-05-31'),
  almalinux: pairsOf('8 2029-03-01 9 2032-05-31'),
  amazon: pairsOf('1 2023-12-31 2 2026-06-30'),
};

/** @returns the day on which it ended, `2024-06-30`; null while it goes on, and where nothing is known */
export function endedOn({ id, release }: Distro, now: number): string | null {
  const day = release === null ? undefined : ENDS[id]?.[release];
  if (day === undefined) return null;
  return Date.parse(day) < now ? day : null;
}
