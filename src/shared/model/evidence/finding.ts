// Findings as the console shows them: what affects what is run, with what proves it, and what could not be checked. Source: advisory, Findings.
import * as z from 'zod';
import {
  CHANGING_FACTS,
  EXPOSURES,
  FINDING_DECISIONS,
  FINDING_STATUSES,
  FINDING_VIEWS,
  JUSTIFICATIONS,
  REMEDY_KINDS,
  SEVERITIES,
} from './words.ts';

export const FindingStatus = z.enum(FINDING_STATUSES);
export type FindingStatus = z.infer<typeof FindingStatus>;

export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

export const FindingDecisionKind = z.enum(FINDING_DECISIONS);
export type FindingDecisionKind = z.infer<typeof FindingDecisionKind>;

export const Justification = z.enum(JUSTIFICATIONS);
export type Justification = z.infer<typeof Justification>;

export const FindingDecision = z.strictObject({
  id: z.number().int(),
  kind: FindingDecisionKind,
  justification: Justification.nullable(),
  reason: z.string(),
  /** Of an accepted risk. */
  expiresAt: z.number().int().nullable(),
  by: z.string(),
  at: z.number().int(),
  /** The version of the component it was made for. */
  version: z.string().nullable(),
  /** `holds`; `stale`, the component has another version now; `expired`, the risk was accepted until before now. */
  state: z.enum(['holds', 'stale', 'expired']),
});
export type FindingDecision = z.infer<typeof FindingDecision>;

export const Finding = z.strictObject({
  /** The same over imports and databases. */
  key: z.string(),
  /** The id that stands for all its aliases. */
  vulnerability: z.string(),
  /** Other ids that mean the same. */
  aliases: z.array(z.string()),
  title: z.string(),
  severity: Severity,
  /** 0 to 10; null where nobody gives a number or a vector. */
  cvss: z.number().nullable(),
  component: z.strictObject({
    name: z.string(),
    version: z.string().nullable(),
    purl: z.string().nullable(),
  }),
  /** `key` is what the list is of, without a version. */
  product: z.strictObject({ key: z.string(), name: z.string(), version: z.string().nullable() }),
  /** The list of components it is from. */
  document: z.number().int(),
  status: FindingStatus,
  /** Treated as affected until a person decides. */
  held: z.boolean(),
  /** Its distribution holds it to be unimportant: it is shown apart, and not open. */
  unimportant: z.boolean(),
  fixedIn: z.string().nullable(),
  fixedBy: z.enum(['distribution', 'upstream']).nullable(),
  scope: z.enum(['runtime', 'build']),
  /** Steps from the product; 1 is needed by it directly. */
  depth: z.number().int(),
  /** Of the list of those known to be exploited. */
  exploited: z
    .strictObject({
      /** The CVE that is listed. */
      cve: z.string(),
      added: z.number().int(),
      due: z.number().int().nullable(),
      ransomware: z.boolean(),
      /** When this host first heard of it. */
      heard: z.number().int(),
    })
    .nullable(),
  /** Chance of being exploited within thirty days, 0 to 1. */
  epss: z.number().nullable(),
  /** When it was first found here. */
  firstSeen: z.number().int(),
  /** What a person decided last; null for nothing. */
  decision: FindingDecision.nullable(),
  /** Resources that the list of components is bound to. */
  resources: z.array(z.string()),
  /** Who can reach them at the widest; null where nobody said. */
  exposure: z.enum(EXPOSURES).nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** What a document of evidence applies to. */
export const DocumentReach = z.strictObject({
  /** Findings that rest on it, closed ones too. */
  findings: z.number().int(),
  /** Why there are none; null where there are, and for documents that state nothing about packages. */
  reason: z.enum(['no_list', 'names_only', 'other_list', 'no_component', 'not_affected']).nullable(),
  /** Some of what it is about, where nothing of it is here. */
  names: z.array(z.string()),
});
export type DocumentReach = z.infer<typeof DocumentReach>;

/** What is shown at the top: is anything open, and is it exploited. */
export const FindingCounts = z.strictObject({
  /** Affected, held or not, and not decided otherwise. */
  open: z.number().int(),
  held: z.number().int(),
  exploited: z.number().int(),
  /** Past the day by which they were due. */
  overdue: z.number().int(),
  accepted: z.number().int(),
  stale: z.number().int(),
  /** By severity, of the open ones. */
  bySeverity: z.strictObject(
    Object.fromEntries(SEVERITIES.map((one) => [one, z.number().int()])) as Record<Severity, z.ZodNumber>,
  ),
  /** Components that were held against what is known. */
  checked: z.number().int(),
  unchecked: z.number().int(),
});
export type FindingCounts = z.infer<typeof FindingCounts>;

export const FindingView = z.enum(FINDING_VIEWS);
export type FindingView = z.infer<typeof FindingView>;

export const FindingsPage = z.strictObject({ findings: z.array(Finding), total: z.number().int() });
export type FindingsPage = z.infer<typeof FindingsPage>;

export const FindingGround = z.strictObject({
  sourceId: z.string(),
  document: z.number().int(),
  about: z.string(),
  issuer: z.string(),
  /** When it was stated; where it does not say, when it came here. */
  statedAt: z.number().int(),
  /** Whether it says when it was stated. */
  dated: z.boolean(),
  says: z.enum([...FINDING_STATUSES, 'cannot_tell']),
  doubt: z
    .enum(['no_version', 'scheme', 'range', 'release', 'module', 'arch', 'name', 'environment'])
    .nullable(),
  fixes: z.array(z.string()),
  distribution: z.boolean(),
  /** Whether it was decided on: not where a distribution's fix goes before it, or a later statement of its issuer. */
  counts: z.enum(['counted', 'set_aside', 'replaced', 'not_comparable']),
  /** The very entry it rests on, as JSON. */
  record: z.string(),
});
export type FindingGround = z.infer<typeof FindingGround>;

/** What an issuer says can be done. */
export const FindingRemedy = z.strictObject({
  kind: z.enum(REMEDY_KINDS),
  details: z.string(),
  url: z.string().nullable(),
  issuer: z.string(),
  /** As the issuer names it. */
  product: z.string(),
  document: z.number().int(),
  /** Null where it does not say. */
  statedAt: z.number().int().nullable(),
});
export type FindingRemedy = z.infer<typeof FindingRemedy>;

/** What a policy decided on it, in its version. */
export const FindingPolicy = z.strictObject({
  ...{ sourceId: z.string(), document: z.number().int() },
  policyVersion: z.string(),
  /** What it is about, as it was written. */
  about: z.string(),
  decision: z.string(),
  statedAt: z.number().int().nullable(),
  rules: z.array(z.strictObject({ id: z.string(), matched: z.boolean(), text: z.string() })),
  /** The very entry, as JSON. */
  record: z.string(),
});
export type FindingPolicy = z.infer<typeof FindingPolicy>;

export const Exposure = z.enum(EXPOSURES);
export type Exposure = z.infer<typeof Exposure>;

/** What is known of a resource that runs it. */
export const FindingRunning = z.strictObject({
  ...{ sourceId: z.string(), document: z.number().int() },
  resource: z.string(),
  ports: z.array(z.strictObject({ port: z.number().int(), exposure: Exposure })),
  entrypoint: z.array(z.string()),
  user: z.string().nullable(),
  statedAt: z.number().int().nullable(),
  /** The very entry, as JSON. */
  record: z.string(),
});
export type FindingRunning = z.infer<typeof FindingRunning>;

export const FindingDetail = z.strictObject({
  finding: Finding,
  /** What the advisories say of it. */
  details: z.string(),
  references: z.array(z.strictObject({ type: z.string(), url: z.string() })),
  grounds: z.array(FindingGround),
  /** Of the statements among the grounds; what helps most first. */
  remedies: z.array(FindingRemedy),
  /** What policies decided on it, the newest first. */
  policies: z.array(FindingPolicy),
  /** What runs it, in the order of the resources. */
  running: z.array(FindingRunning),
  /** The rule that decided, as a sentence. */
  rule: z.strictObject({ name: z.string(), sentence: z.string() }),
  /** The one fact that would turn it over; null where none of those that can come to be known does. */
  flip: z
    .strictObject({
      fact: z.enum(CHANGING_FACTS),
      sentence: z.string(),
      issuer: z.string().nullable(),
      status: z.string().nullable(),
      resultingStatus: FindingStatus,
    })
    .nullable(),
  /** Names of components from the product to this one, the shortest way through what runs first. */
  paths: z.array(z.array(z.string())),
  clamped: z.strictObject({ kept: z.number().int(), total: z.number().int(), more: z.boolean() }),
  /** Every decision about it, the newest first, also those taken back. */
  decisions: z.array(FindingDecision.extend({ undoneAt: z.number().int().nullable() })),
  /** What the list says of its versions over time, the newest first. */
  timeline: z.array(
    z.strictObject({
      version: z.string().nullable(),
      status: FindingStatus,
      fix: z.string().nullable(),
      firstSeen: z.number().int(),
      lastSeen: z.number().int(),
    }),
  ),
  /** Milliseconds; null where no advisory has a date. */
  newestEvidenceAt: z.number().int().nullable(),
});
export type FindingDetail = z.infer<typeof FindingDetail>;

/** Components nothing could be said of, by the reason. */
export const UncheckedGroup = z.strictObject({
  reason: z.enum([
    'no_purl',
    'bad_purl',
    'no_version',
    'unknown_scheme',
    'not_covered',
    'unknown_name',
    'unknown_source',
    'release_unsaid',
    'end_of_life',
  ]),
  detail: z.string(),
  product: z.string(),
  count: z.number().int(),
  /** Some of them. */
  components: z.array(z.string()),
});
export type UncheckedGroup = z.infer<typeof UncheckedGroup>;

/** What a list of components is of. */
export const Product = z.strictObject({
  key: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  document: z.number().int(),
  components: z.number().int(),
  checked: z.number().int(),
  open: z.number().int(),
  resources: z.array(z.string()),
  /** Who can reach them at the widest; null where nobody said. */
  exposure: z.enum(EXPOSURES).nullable(),
  /** When the list was made. */
  statedAt: z.number().int().nullable(),
});
export type Product = z.infer<typeof Product>;

/** What is shown before the first finding: what there is, and what to take in next. */
export const FindingsState = z.strictObject({
  counts: FindingCounts,
  products: z.array(Product),
  /** Documents of each kind. */
  evidence: z.strictObject({
    advisories: z.number().int(),
    statements: z.number().int(),
    lists: z.number().int(),
    exploited: z.number().int(),
    scores: z.number().int(),
  }),
  /** Ecosystems whose data is older than `evidence_old_days`: as of when it is. */
  oldEcosystems: z.array(z.strictObject({ ecosystem: z.string(), asOf: z.number().int() })),
  /** When the newest advisory was taken in; old evidence is warned of. */
  newestAdvisoryAt: z.number().int().nullable(),
  /** Whether what is known is being matched now. */
  matching: z.boolean(),
  matchedAt: z.number().int().nullable(),
});
export type FindingsState = z.infer<typeof FindingsState>;
