// Records of NVD's API and feeds, version 2.0; one document is one vulnerability. They name products by CPE and are kept as advisories, like those of OSV. Called by
// read-document.ts. Source: structure S5; nvd.nist.gov/developers/vulnerabilities.
import * as z from 'zod';
import { parseCpe } from '../identity/cpe.ts';
import { membersOf } from './json-document.ts';
import type { AffectedPackage, AffectedRange, EvidenceDocument, Severity } from './records.ts';
import { Refusal } from './refusal.ts';
import { blank, cut, timeOf, unique } from './words.ts';

const Version = z.string().max(500).optional();

const CpeMatch = z.looseObject({
  vulnerable: z.boolean(),
  criteria: z.string().max(1000),
  versionStartIncluding: Version,
  versionStartExcluding: Version,
  versionEndIncluding: Version,
  versionEndExcluding: Version,
});
type CpeMatch = z.infer<typeof CpeMatch>;

const Configuration = z.looseObject({
  operator: z.enum(['AND', 'OR']).default('OR'),
  negate: z.boolean().default(false),
  nodes: z.array(
    z.looseObject({
      operator: z.enum(['AND', 'OR']).default('OR'),
      negate: z.boolean().default(false),
      cpeMatch: z.array(CpeMatch),
    }),
  ),
});
type Configuration = z.infer<typeof Configuration>;

const Metric = z
  .array(z.looseObject({ cvssData: z.looseObject({ version: z.string(), vectorString: z.string() }) }))
  .default([]);

const Text = z.looseObject({ lang: z.string(), value: z.string() });

const Record = z.looseObject({
  cve: z.looseObject({
    id: z.string().regex(/^CVE-\d{4}-\d{4,19}$/),
    published: z.string().optional(),
    lastModified: z.string(),
    vulnStatus: z.string().default(''),
    descriptions: z.array(Text).default([]),
    metrics: z
      .object({
        cvssMetricV40: Metric,
        cvssMetricV31: Metric,
        cvssMetricV30: Metric,
        cvssMetricV2: Metric,
      })
      .prefault({}),
    weaknesses: z.array(z.looseObject({ description: z.array(Text) })).default([]),
    configurations: z.array(Configuration).default([]),
    references: z.array(z.looseObject({ url: z.string() })).default([]),
  }),
});

/** Whether an object is one record, or an answer or a feed that holds a single one. */
export const isNvd = (object: unknown): boolean => recordIn(object) !== undefined;

function recordIn(object: unknown): unknown {
  const { cve, vulnerabilities } = membersOf(object) ?? {};
  if (membersOf(cve)) return object;
  const [only, ...others] = Array.isArray(vulnerabilities) ? vulnerabilities : [];
  return others.length === 0 && membersOf(membersOf(only)?.cve) ? only : undefined;
}

export function readNvd(value: unknown): EvidenceDocument {
  const { success, data, error } = Record.safeParse(recordIn(value));
  if (!success) {
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
    throw new Refusal(path, `It is not as NVD publishes its records: ${issue?.message}.`);
  }
  const { cve } = data;
  const description = cve.descriptions.find(({ lang }) => lang === 'en')?.value ?? '';
  const modified = timeInUtc(cve.lastModified);
  return {
    ...blank('osv', `NVD ${cve.id}`, {
      version: cve.lastModified,
      title: `${cve.id} in the National Vulnerability Database`,
      issuer: 'NVD',
      statedAt: modified,
    }),
    advisories: [
      {
        id: cve.id,
        aliases: [],
        related: [],
        upstream: [],
        summary: cut(description, 2000),
        details: cut(description),
        published: timeInUtc(cve.published),
        modified,
        withdrawn: cve.vulnStatus === 'Rejected' ? modified : null,
        severity: severitiesOf(cve.metrics),
        weaknesses: unique(
          cve.weaknesses.flatMap(({ description }) => description.map((one) => one.value)),
        ).filter((id) => /^CWE-\d{1,6}$/.test(id)),
        references: cve.references.map(({ url }) => ({ type: 'WEB', url })),
        affected: cve.configurations.flatMap(affectedIn),
      },
    ],
    notes: notesOf(cve.configurations),
  };
}

function notesOf(configurations: readonly Configuration[]): string[] {
  const matches = configurations.flatMap(({ nodes }) => nodes.flatMap(({ cpeMatch }) => cpeMatch));
  const unread = matches.filter(({ criteria }) => parseCpe(criteria) === null).length;
  return unread === 0 ? [] : [`${unread} of its CPEs name no product and are matched with nothing.`];
}

/** NVD writes its times in UTC and without a zone. */
const timeInUtc = (text: string | undefined): number | null =>
  timeOf(text !== undefined && /T[\d:.]{1,30}$/.test(text) ? `${text}Z` : text);

function severitiesOf(metrics: z.infer<typeof Record>['cve']['metrics']): Severity[] {
  const vectors = Object.values(metrics)
    .flat()
    .map(({ cvssData: { version, vectorString } }) => ({
      type: `CVSS_V${version.slice(0, 1)}`,
      score: vectorString.slice(0, 500),
    }));
  return [...new Map(vectors.map((one) => [one.score, one])).values()];
}

/** What is vulnerable in a configuration. A device is always there with its firmware; whatever else has to be there beside it is a condition. */
function affectedIn({ operator, negate, nodes }: Configuration): AffectedPackage[] {
  return nodes.flatMap((node, at) => {
    const others = operator === 'AND' ? nodes.filter((_, n) => n !== at) : [];
    const needsOthers = others.some(({ cpeMatch }) => cpeMatch.some((one) => !isDevice(one)));
    const isConditional = needsOthers || negate || node.negate || node.operator === 'AND';
    return node.cpeMatch.flatMap((match) => affectedBy(match, isConditional) ?? []);
  });
}

const isDevice = ({ criteria }: CpeMatch): boolean => parseCpe(criteria)?.part === 'h';

function affectedBy(match: CpeMatch, isConditional: boolean): AffectedPackage | null {
  const { vulnerable, criteria } = match;
  const named = vulnerable ? parseCpe(criteria) : null;
  if (named === null) return null;
  const range = rangeOf(match);
  const isExact = range === null && named.version !== null && named.version !== '-';
  return {
    purl: null,
    ecosystem: null,
    name: `${named.vendor} ${named.product}`,
    ranges: range === null ? [] : [range],
    versions: isExact ? [named.version] : [],
    cpe: criteria,
    ...(isConditional ? { conditional: true } : {}),
  };
}

function rangeOf(match: CpeMatch): AffectedRange | null {
  const { versionStartIncluding: from, versionStartExcluding: after } = match;
  const { versionEndIncluding: upTo, versionEndExcluding: before } = match;
  const end = upTo === undefined ? before && { fixed: before } : { last_affected: upTo };
  if (after === undefined)
    return from === undefined && end === undefined
      ? null
      : { type: 'ECOSYSTEM', events: [{ introduced: from ?? '0' }, ...(end ? [end] : [])] };
  const ends = upTo === undefined ? (before === undefined ? '' : `|<${before}`) : `|<=${upTo}`;
  return { type: 'VERS', vers: `vers:intdot/>${after}${ends}` };
}
