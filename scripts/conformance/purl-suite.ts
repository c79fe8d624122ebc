// The published suite of package URLs, held against our reading of them and, beside it, against packageurl-js alone. A row of suites.ts.
import { PackageURL } from 'packageurl-js';
import * as z from 'zod';
import { buildPurl, parsePurl } from '../../src/main/advisory/identity/purl.ts';
import type { Outcome, Suite } from './suite.ts';

interface Parts {
  readonly type: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly qualifiers: Readonly<Record<string, string>> | null;
  readonly subpath: string | null;
}

interface Case {
  readonly file: string;
  readonly description: string;
  readonly test_type: 'parse' | 'build' | 'validate';
  readonly input: string | Parts;
  readonly expected_output?: string | Parts | null;
  readonly expected_failure: boolean;
}

/** What somebody made of a text or of parts; null, refused. */
interface Reader {
  parse(text: string): { readonly parts: Parts; readonly text: string } | null;
  build(parts: Parts): string | null;
}

/** Why we read these otherwise, and mean to. */
const KEYS_OF_ANY_CASE =
  'the suite has keys in upper case fail to parse here, and pass for maven and in its own canonical form of this purl; the specification lowers them';
const REASONS: Readonly<Record<string, string>> = {
  'gem-test.json parse pkg:gem/jruby-launcher@1.1.2?Platform=java': KEYS_OF_ANY_CASE,
  'rpm-test.json parse pkg:Rpm/fedora/curl@7.50.3-1.fc25?Arch=i386&Distro=fedora-25': KEYS_OF_ANY_CASE,
  'git-test.json validate pkg:git/github/Package-url/purl-Spec@244fd47e07d1004f0aed9c':
    'the suite lowers namespace and name, which the definition of the type calls case-sensitive',
};

const OURS: Reader = {
  parse: (text) => {
    const read = parsePurl(text);
    if (!read.ok) return null;
    const { qualifiers, ...parts } = read.purl;
    return { parts: { ...parts, qualifiers: Object.fromEntries(qualifiers) }, text: read.purl.text };
  },
  build: (parts) => {
    const built = buildPurl(parts);
    return built.ok ? built.purl.text : null;
  },
};

const PEER: Reader = {
  parse: (text) =>
    orNull(() => {
      const { type, namespace, name, version, qualifiers, subpath, ...rest } = PackageURL.fromString(text);
      const parts = {
        ...{ type, name, namespace: namespace ?? null, version: version ?? null, subpath: subpath ?? null },
        qualifiers: qualifiers ?? null,
      };
      return {
        parts,
        text: Object.assign(Object.create(PackageURL.prototype), { ...parts, ...rest }).toString(),
      };
    }),
  build: ({ type, namespace, name, version, qualifiers, subpath }) =>
    orNull(() => new PackageURL(type ?? '', namespace, name ?? '', version, qualifiers, subpath).toString()),
};

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

const Data = z.object({ tests: z.array(z.custom<Case>((one) => typeof one === 'object' && one !== null)) });

const run = (reader: Reader) => (data: unknown) =>
  Data.parse(data).tests.map((one): Outcome => {
    const what = titleOf(one);
    const isPassed = passes(one, reader);
    return { what, is: isPassed ? 'passed' : 'missed', reason: isPassed ? null : (REASONS[what] ?? null) };
  });

export const PURL_SUITE: Suite = { name: 'purl', file: 'versions/purl.json', target: 0.98, run: run(OURS) };

/** The same against packageurl-js alone, which is why it is not used. */
export const PURL_PEER: Suite = { ...PURL_SUITE, name: 'purl (packageurl-js alone)', run: run(PEER) };

const titleOf = ({ file, test_type, input }: Case): string =>
  `${file.split('/').at(-1)} ${test_type} ${typeof input === 'string' ? input : JSON.stringify(input)}`;

function passes({ test_type, input, expected_output, expected_failure }: Case, reader: Reader): boolean {
  if (typeof input !== 'string') {
    const built = reader.build(input);
    return expected_failure ? built === null : built === expected_output;
  }
  const read = reader.parse(input);
  if (expected_failure || read === null) return expected_failure && read === null;
  return test_type === 'validate'
    ? read.text === expected_output
    : spelled(read.parts) === spelled(expected_output as Parts);
}

const spelled = ({ type, namespace, name, version, qualifiers, subpath }: Parts): string =>
  JSON.stringify([type, namespace, name, version, Object.entries(qualifiers ?? {}).sort(), subpath]);
