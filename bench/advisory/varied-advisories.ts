// Documents of evidence made up for tests and benchmarks: varied advisories in the format of OSV, the same from the same number on every machine.

const PARTS = 'parser decoder renderer resolver scheduler tokenizer handshake allocator router sandbox'.split(
  ' ',
);
const FAULTS = [
  'heap buffer overflow',
  'use after free',
  'path traversal',
  'SQL injection',
  'cross-site scripting',
  'denial of service',
  'integer overflow',
  'improper certificate validation',
  'prototype pollution',
  'deserialization of untrusted data',
];
const MEANS =
  'crafted header|long file name|nested archive|malformed certificate|repeated cookie|large exponent|symbolic link|forged token'.split(
    '|',
  );
const SYLLABLES = 'ba co di fe gu ha ki lo mu ne pa qui ro su ti vo xa ze'.split(' ');
const ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'crates.io', 'RubyGems', 'Debian:12'] as const;

/** Numbers from 0 on that hang on `n` and `what` alone. */
function mixed(n: number, what: number): number {
  let hash = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(what + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
const pick = <T>(items: readonly T[], n: number, what: number): T =>
  items[mixed(n, what) % items.length] as T;

/** A name of three syllables; some thousand there are, so that packages have several advisories. */
const nameOf = (n: number): string =>
  [1, 2, 3].map((what) => pick(SYLLABLES, mixed(n, 99) % 3000, what)).join('');

export const madeId = (n: number): string => `CVE-20${10 + (n % 15)}-${10_000 + n}`;

/** The document of a number, as a file of it would be. */
export function madeAdvisory(n: number): string {
  const [part, fault, means] = [pick(PARTS, n, 1), pick(FAULTS, n, 2), pick(MEANS, n, 3)];
  const name = nameOf(n);
  const [major, minor] = [mixed(n, 4) % 9, mixed(n, 5) % 30];
  const fixed = `${major}.${minor}.${mixed(n, 6) % 12}`;
  const ghsa = `GHSA-${[7, 8, 9].map((what) => [0, 1, 2, 3].map((at) => pick([...'23456789cfghjmpqrvwx'], n, what * 10 + at)).join('')).join('-')}`;
  const filler = Array.from({ length: 4 + (mixed(n, 10) % 12) }, (_, at) => {
    const [a, b] = [pick(PARTS, n, 100 + at), pick(MEANS, n, 200 + at)];
    return `The ${a} of ${nameOf(mixed(n, 300 + at))} does not check a ${b} before release ${mixed(n, 400 + at) % 40}.${mixed(n, 500 + at) % 40}.`;
  });
  return JSON.stringify({
    ...{
      id: ghsa,
      modified: '2024-05-01T00:00:00Z',
      published: '2024-04-01T00:00:00Z',
      aliases: [madeId(n)],
    },
    summary: `${fault} in the ${part} of ${name}`,
    details: `A ${means} leads to ${fault} in ${name} before ${fixed}.\n\n${filler.join(' ')}`,
    references: [{ type: 'ADVISORY', url: `https://advisories.example/${ghsa}` }],
    affected: [
      {
        package: { ecosystem: pick(ECOSYSTEMS, n, 11), name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
  });
}

/** Questions as people and briefs put them, about the advisory of a number. */
export const madeQuestion = (n: number): string =>
  [
    `${pick(FAULTS, n, 2)} in the ${pick(PARTS, n, 1)} of ${nameOf(n)}`,
    `${nameOf(n)} ${pick(MEANS, n, 3)}`,
    `${pick(FAULTS, n, 2)} ${pick(PARTS, n, 1)} ${pick(MEANS, n, 3)}`,
    `which release of ${nameOf(n)} fixes ${madeId(n)}`,
  ][n % 4] as string;
