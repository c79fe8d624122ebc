// Files that people take for evidence and that are not read: what each is, and what to import instead. Called by read-document.ts for what fits no format.
// Source: advisory, Evidence.
import { type Members, membersOf } from './json-document.ts';

export const TAKEN =
  'OSV, CSAF 2.0 and 2.1, OpenVEX, CycloneDX 1.2 to 1.7 and SPDX 2.2 to 2.3.1 (all as JSON, also in DSSE envelopes and in-toto attestations), policy-trace.v1, runtime-hint.v1, NVD 2.0, KEV and EPSS';

const CYCLONEDX_CLI =
  'convert it with "cyclonedx convert --input-file FILE --output-file FILE.cdx.json --output-format json"';
const SPDX_TOOLS = 'convert it with "pyspdxtools -i FILE -o FILE.spdx.json" (spdx-tools on PyPI)';

/** How much of a text is looked at. */
const LOOKED_AT = 4000;

/** What a text that is not JSON is. The first that fits. */
const TEXTS: readonly (readonly [fits: RegExp, reason: string])[] = [
  [/cyclonedx\.org\/schema\/bom/, `This is CycloneDX as XML; ${CYCLONEDX_CLI}.`],
  [/spdx\.org\/rdf/, `This is SPDX as RDF; ${SPDX_TOOLS}.`],
  [/^\s{0,100}SPDXVersion:/m, `This is SPDX as tag-value text; ${SPDX_TOOLS}.`],
  [/^spdxVersion:/m, `This is SPDX as YAML; ${SPDX_TOOLS}.`],
  [/\/cvrf\//, 'This is CVRF, which CSAF replaced; import the CSAF file that its publisher has beside it.'],
  [/oval\.mitre\.org/, 'These are OVAL definitions; import the OSV or CSAF files of the same distribution.'],
  [/^-----BEGIN PGP SIGNED MESSAGE/, 'This is text signed with OpenPGP; import the JSON file itself.'],
  [
    /^\s{0,100}</,
    `This is XML or HTML, and only JSON is read. If it is CycloneDX, ${CYCLONEDX_CLI}; if it is SPDX, ${SPDX_TOOLS}.`,
  ],
];

/** @returns what the text is and what to do; null where nobody here knows it */
export function reasonForText(text: string): string | null {
  const start = text.slice(0, LOOKED_AT);
  return TEXTS.find(([fits]) => fits.test(start))?.[1] ?? null;
}

const nested = (object: Members, name: string): Members => membersOf(object[name]) ?? {};

/** What a JSON object is that is no document of evidence. The first that fits. */
const OBJECTS: readonly (readonly [fits: (object: Members) => boolean, reason: string])[] = [
  [
    (one) => '@graph' in one,
    'This is SPDX 3 (JSON-LD). SPDX 2.2 to 2.3.1 are read: have the tool write 2.3, as "syft IMAGE -o spdx-json@2.3" does.',
  ],
  [
    (one) => Array.isArray(one.artifacts) && nested(one, 'descriptor').name === 'syft',
    'This is Syft’s own JSON; convert it with "syft convert FILE -o cyclonedx-json=FILE.cdx.json".',
  ],
  [
    (one) => Array.isArray(one.matches) && 'descriptor' in one,
    'This is a report of Grype; import the list of components that was scanned, as "syft IMAGE -o cyclonedx-json" writes it.',
  ],
  [
    (one) => 'SchemaVersion' in one && ('ArtifactName' in one || 'Results' in one),
    'This is a report of Trivy; convert it with "trivy convert --format cyclonedx --output FILE.cdx.json FILE".',
  ],
  [(one) => one.format === 'NVD_CVE', 'This answer of NVD has no record in it; import one that has.'],
  [
    (one) => one.CVE_data_format === 'MITRE' || 'CVE_Items' in one,
    'This is a feed of NVD in version 1.1, which NVD no longer publishes; import one of version 2.0 (nvd.nist.gov/vuln/data-feeds).',
  ],
  [
    (one) => one.dataType === 'CVE_RECORD' || one.data_type === 'CVE' || 'cveMetadata' in one,
    'This is a CVE record; import the OSV record of the vulnerability (osv.dev), which says which packages it affects.',
  ],
  [
    (one) => 'ghsa_id' in one,
    'This is an advisory as GitHub’s API answers it; import the OSV file of the same id (github.com/github/advisory-database).',
  ],
  [
    (one) => Array.isArray(one.vulns) || Array.isArray(one.results),
    'This is the answer of a scanner or of OSV’s API; import the OSV records themselves, or the archive of an ecosystem (all.zip).',
  ],
  [
    (one) => 'messageSignature' in one,
    'This is a Sigstore signature of another file. Signatures are verified with keys that you accepted: have the publisher sign with one, as "cosign sign-blob --key" does into NAME.sig.',
  ],
  [
    (one) => Array.isArray(one.runs) && 'version' in one,
    'This is a SARIF report; import the list of components that was scanned.',
  ],
  [
    (one) => 'lockfileVersion' in one,
    'This is a lock file of npm; "npm sbom --sbom-format cyclonedx" writes the list of components.',
  ],
  [
    (one) => 'canonical_url' in one && ('publisher' in one || 'aggregator' in one),
    'This describes a CSAF provider; import the advisories it leads to.',
  ],
  [
    (one) => 'entry' in nested(one, 'feed'),
    'This is a feed that lists advisories; import the files it leads to.',
  ],
];

/** @returns what the object is and what to do; null where nobody here knows it */
export const reasonForObject = (object: Members): string | null =>
  OBJECTS.find(([fits]) => fits(object))?.[1] ?? null;
