// The advisories of this evaluation: two files beside this one, each line a package, what is said of it and by whom, and what runs it. Makes documents of evidence of
// them as their formats have them, and takes them in, each case in a project of its own. Every name, version and address is made up. Judges nothing.
// Used by run-briefs.ts. Source: advisory, Evidence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { keepDocuments } from '../../../store/evidence/documents.ts';
import type { Store } from '../../../store/store-access.ts';
import { rowsOf } from '../../evidence/rows.ts';
import { matchProject } from '../../findings/matching.ts';
import { readDocument } from '../../formats/read-document.ts';
import { catalogue, policyTrace, runtimeHint, sbom, scores, statement } from '../../testing/documents.ts';

const Events = z.array(z.record(z.string(), z.string()));
const Range = z.strictObject({ type: z.string(), repo: z.string().optional(), events: Events });
const Case = z.strictObject({
  ...{ id: z.string(), aliases: z.array(z.string()), kind: z.string() },
  ...{ ecosystem: z.string(), name: z.string(), purl: z.string().optional() },
  ...{ ranges: z.array(Range), versions: z.array(z.string()).optional() },
  also: z.array(z.tuple([z.string(), z.string(), Events])).optional(),
  ...{ summary: z.string(), details: z.string(), vector: z.string().optional(), published: z.string() },
  ...{ withdrawn: z.string().optional(), refs: z.array(z.string()).optional() },
  vex: z
    .array(
      z.strictObject({
        ...{
          by: z.string(),
          at: z.string(),
          trusted: z.boolean().optional(),
          version: z.string().optional(),
        },
        status: z.enum(['affected', 'not_affected', 'fixed', 'under_investigation']),
      }),
    )
    .optional(),
  ...{ kev: z.boolean().optional(), epss: z.number().optional() },
  policy: z.array(z.tuple([z.string(), z.boolean(), z.string()])).optional(),
});
export type BriefCase = z.infer<typeof Case>;

/** `held-out` was written before the judge was mended by this evaluation, and was not looked at meanwhile. */
export type SetName = 'dev' | 'held-out';

/** When everything is taken in and matched. */
export const NOW = Date.UTC(2031, 10, 1, 12);
export const CLOCK = { now: () => NOW, monotonic: () => 0, after: () => () => {} };
export const TRUSTED: ReadonlySet<string> = new Set(['Harbour Works']);

/** Put together here, so that no file holds anything that looks like one. */
const SECRETS: Readonly<Record<string, string>> = {
  aws: ['AKIA', 'Q3ZT7M2XK5W9R4UB'].join(''),
  github: ['ghp_', 'q7Zk2Xv9Lm4Rt8Wb3Nc6Yh5Jd1Fs0Gp6Aq7E'].join(''),
  gitlab: ['glpat-', 'q7Zk2Xv9Lm4Rt8Wb3Nc6'].join(''),
};

export const secretsIn = (text: string): string[] =>
  Object.values(SECRETS).filter((one) => text.includes(one));

export const readCases = (name: SetName): BriefCase[] =>
  readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Case.parse(JSON.parse(line)));

/** Takes in what is known of a case. */
export async function takeInCase(store: Store, project: string, one: BriefCase): Promise<void> {
  for (const text of documentsOf(one)) {
    const read = await readDocument(Buffer.from(text));
    if (!read.ok) throw new Error(`${one.id}: ${read.path} ${read.reason}`);
    await store.write((writer) => keepDocuments(writer, [rowsOf(project, 'eval', read)], NOW));
  }
  const { signal } = new AbortController();
  await matchProject(project, { store, clock: CLOCK, trusted: TRUSTED, signal });
}

export const cveOf = ({ id, aliases }: BriefCase): string =>
  aliases.find((alias) => alias.startsWith('CVE-')) ?? id;

function documentsOf(one: BriefCase): string[] {
  const cve = cveOf(one);
  const { purl, vex = [], policy, kev, epss } = one;
  const other = 'pkg:npm/other-part@3.2.1';
  return [
    advisoryOf(one),
    ...(purl === undefined ? [sbom([other])] : listsOf(purl)),
    ...vex.map(({ by, at, status }) =>
      statement({ author: by, product: purl ?? other, vulnerability: cve, status, at }),
    ),
    ...(kev === true ? [catalogue(cve)] : []),
    ...(epss === undefined ? [] : [scores([cve, epss])]),
    ...(policy === undefined
      ? []
      : [
          policyTrace(
            `${cve} ${purl ?? ''}`.trim(),
            policy.map(([id, matched, text]) => ({ id, matched, text })),
            { version: '2031.4', at: '2031-09-01T00:00:00Z' },
          ),
        ]),
    runtimeHint('container:web-1', [{ port: 443, exposure: 'public' }]),
  ];
}

/** Of two products: one needs it itself, one by way of another component. */
const listsOf = (purl: string): string[] => [
  sbom(['pkg:npm/outer-part@2.0.0', purl], {
    needs: [
      ['', 'pkg:npm/outer-part@2.0.0'],
      ['pkg:npm/outer-part@2.0.0', purl],
    ],
    ...{ at: '2031-09-01T00:00:00Z' },
  }),
  sbom([purl], { product: 'worker', version: '7', at: '2031-09-03T00:00:00Z' }),
];

function advisoryOf(one: BriefCase): string {
  const { id, aliases, summary, vector, withdrawn, published, refs = [], versions, also = [] } = one;
  return JSON.stringify({
    ...{ schema_version: '1.6.0', id, aliases, summary, published, modified: '2031-10-01T00:00:00Z' },
    details: one.details.replace(/\{\{(\w+)\}\}/g, (_, name: string) => SECRETS[name] ?? ''),
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(vector === undefined
      ? {}
      : { severity: [{ type: vector.startsWith('CVSS:4') ? 'CVSS_V4' : 'CVSS_V3', score: vector }] }),
    references: refs.map((url) => ({ type: 'WEB', url })),
    affected: [
      {
        package: { ecosystem: one.ecosystem, name: one.name },
        ...(one.ranges.length === 0 ? {} : { ranges: one.ranges }),
        ...(versions === undefined ? {} : { versions }),
      },
      ...also.map(([ecosystem, name, events]) => ({
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events }],
      })),
    ],
  });
}
