// Documents in CSAF 2.0 and 2.1, security advisories and VEX alike: one advisory, and a claim for each vulnerability and product it gives a status.
// Called by read-document.ts, after the schema. Source: advisory, Evidence.
import { REMEDY_KINDS } from '../../../shared/model/evidence/words.ts';
import { compare } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import { idsIn, type ProductTree, productsOf } from './csaf-products.ts';
import type { Advisory, Claim, ClaimedProduct, ClaimStatus, EvidenceDocument, Remedy } from './records.ts';
import { blank, cut, timeOf, unique } from './words.ts';

interface Csaf {
  readonly document: {
    readonly category: string;
    readonly title: string;
    readonly publisher: { readonly name: string; readonly namespace: string; readonly category: string };
    readonly notes?: readonly Note[];
    readonly references?: readonly { readonly url: string; readonly category?: string }[];
    readonly aggregate_severity?: { readonly text: string };
    readonly distribution?: { readonly text?: string };
    readonly tracking: {
      readonly id: string;
      readonly version: string;
      readonly status: 'draft' | 'final' | 'interim';
      readonly current_release_date: string;
      readonly initial_release_date: string;
      readonly aliases?: readonly string[];
    };
  };
  readonly product_tree?: ProductTree;
  readonly vulnerabilities?: readonly Vulnerability[];
}

interface Note {
  readonly category: string;
  readonly text: string;
}

interface OfProducts {
  readonly product_ids?: readonly string[];
  readonly group_ids?: readonly string[];
}

interface Vulnerability {
  readonly cve?: string;
  readonly ids?: readonly { readonly text: string }[];
  readonly title?: string;
  readonly cwe?: { readonly id: string };
  readonly cwes?: readonly { readonly id: string }[];
  readonly notes?: readonly Note[];
  readonly references?: readonly { readonly url: string; readonly category?: string }[];
  readonly product_status?: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly flags?: readonly (OfProducts & { readonly label: string })[];
  readonly threats?: readonly (OfProducts & { readonly category: string; readonly details: string })[];
  readonly remediations?: readonly (OfProducts & {
    readonly category: string;
    readonly details: string;
    readonly url?: string;
  })[];
  readonly scores?: readonly Score[];
  readonly metrics?: readonly { readonly content: Score }[];
}

type Score = Readonly<
  Partial<
    Record<'cvss_v2' | 'cvss_v3' | 'cvss_v4', { readonly vectorString?: string; readonly baseScore?: number }>
  >
>;

interface Meaning {
  readonly status: ClaimStatus;
  readonly bound?: 'from' | 'upTo';
}

/** What each list of products says of them. A fix is in that version and all later ones of its stream. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  known_affected: { status: 'affected' },
  first_affected: { status: 'affected', bound: 'from' },
  last_affected: { status: 'affected', bound: 'upTo' },
  known_not_affected: { status: 'not_affected' },
  fixed: { status: 'fixed', bound: 'from' },
  first_fixed: { status: 'fixed', bound: 'from' },
  // SUSE lists its fixes as recommended
  recommended: { status: 'fixed', bound: 'from' },
  under_investigation: { status: 'under_investigation' },
  unknown: { status: 'unknown' },
};

export function readCsaf(value: unknown): EvidenceDocument {
  const csaf = value as Csaf;
  const { document, vulnerabilities = [] } = csaf;
  const { tracking, publisher } = document;
  const products = productsOf(csaf.product_tree);
  const isDraft = tracking.status === 'draft';
  const claims = vulnerabilities.flatMap((one) => claimsOf(one, csaf, products.byId));
  const nameless = vulnerabilities.filter((one) => idOf(one) === undefined).length;
  return {
    ...blank('csaf', `${publisher.namespace} ${tracking.id}`, {
      ...{ version: tracking.version, title: cut(document.title, 500), issuer: publisher.name },
      ...{
        statedAt: timeOf(tracking.current_release_date),
        licence: cut(document.distribution?.text, 200) || null,
      },
    }),
    advisories: [advisoryOf(csaf)],
    claims: isDraft ? claims.filter(({ status }) => status !== 'fixed' && status !== 'not_affected') : claims,
    notes: [
      ...(isDraft ? ['It is a draft: what it says is fixed or not affected does not count.'] : []),
      ...(products.dangling > 0
        ? [
            `${products.dangling} of its relationships name products that it does not have; what is said of them is about nothing here.`,
          ]
        : []),
      ...(nameless > 0 ? [`${nameless} of its vulnerabilities have no id and are about nothing here.`] : []),
    ],
  };
}

const idOf = ({ cve, ids }: Vulnerability): string | undefined => cve ?? ids?.[0]?.text;

function advisoryOf({ document, vulnerabilities = [] }: Csaf): Advisory {
  const { tracking, notes = [] } = document;
  const ids = unique(vulnerabilities.flatMap((one) => idOf(one) ?? []));
  const text = [notes, ...vulnerabilities.map((one) => one.notes ?? [])].flat();
  const word = document.aggregate_severity?.text;
  return {
    // A document about several vulnerabilities is none of them: they are related, not other names of it.
    ...{ id: tracking.id, aliases: unique(tracking.aliases ?? []), related: ids, upstream: [] },
    summary: cut(notes.find(({ category }) => category === 'summary')?.text ?? document.title, 2000),
    details: cut(
      text
        .filter(({ category }) => category !== 'legal_disclaimer')
        .map((note) => note.text)
        .join('\n\n'),
    ),
    ...{ published: timeOf(tracking.initial_release_date), modified: timeOf(tracking.current_release_date) },
    withdrawn: null,
    ratings: Object.fromEntries(
      vulnerabilities.flatMap((one) => {
        const id = idOf(one);
        return id === undefined ? [] : [[id, severitiesOf([one])]];
      }),
    ),
    severity: [...severitiesOf(vulnerabilities), ...(word ? [{ type: 'word', score: cut(word, 200) }] : [])],
    weaknesses: unique(
      vulnerabilities.flatMap(({ cwe, cwes = [] }) => [cwe, ...cwes].flatMap((one) => one?.id ?? [])),
    ),
    references: [
      ...(document.references ?? []),
      ...vulnerabilities.flatMap((one) => one.references ?? []),
    ].map(({ url, category }) => ({ type: category === 'self' ? 'ADVISORY' : 'WEB', url })),
    affected: [],
  };
}

const VECTORS = [
  ['cvss_v4', 'CVSS_V4'],
  ['cvss_v3', 'CVSS_V3'],
  ['cvss_v2', 'CVSS_V2'],
] as const;

/** Red Hat writes the severity there; others write sentences. */
const MAX_WORD = 20;

function severitiesOf(vulnerabilities: readonly Vulnerability[]) {
  const scores = vulnerabilities.flatMap(({ scores = [], metrics = [] }) => [
    ...scores,
    ...metrics.map(({ content }) => content),
  ]);
  const words = vulnerabilities
    .flatMap(({ threats = [] }) => threats)
    .filter(({ category, details }) => category === 'impact' && details.length <= MAX_WORD)
    .map(({ details }) => ({ type: 'word', score: details }));
  const vectors = scores.flatMap((score) =>
    VECTORS.flatMap(([member, type]) => {
      const vector = score[member]?.vectorString;
      return vector ? [{ type, score: vector }] : [];
    }),
  );
  return [...new Map([...vectors, ...words].map((one) => [`${one.type} ${one.score}`, one])).values()];
}

function claimsOf(
  one: Vulnerability,
  { product_tree: tree, document }: Csaf,
  products: ReadonlyMap<string, ClaimedProduct>,
): Claim[] {
  const vulnerability = idOf(one);
  if (vulnerability === undefined) return [];
  const about = detailsByProduct(one, tree);
  const aliases = unique((one.ids ?? []).map(({ text }) => text)).filter((id) => id !== vulnerability);
  const statedAt = timeOf(document.tracking.current_release_date);
  const listed = listedProducts(one);
  const ranged = new Set(
    listed.flatMap(({ id, list }) => {
      const product = products.get(id);
      const isRanged = product && list === 'known_affected' && (product.version ?? product.versions) !== null;
      return isRanged && !product.within ? familiesOf(product) : [];
    }),
  );
  const lines = Map.groupBy(
    listed
      .filter(({ meaning }) => meaning.status === 'fixed' || meaning.status === 'affected')
      .flatMap(({ id }) => products.get(id) ?? [])
      .flatMap(lineOf),
    ({ line }) => line,
  );
  return listed.flatMap(({ id, meaning }): Claim[] => {
    const product = products.get(id);
    if (!product) return [];
    // Beside a list of what is affected, a fixed version is that version alone.
    const isBound =
      meaning.bound !== undefined &&
      !familiesOf(product).some((family) => ranged.has(family)) &&
      (meaning.status !== 'fixed' || isLast(product, lines));
    const { justification, impact, remedies } = about.get(id) ?? about.get('') ?? NOTHING;
    return [
      {
        vulnerability,
        aliases,
        product: isBound ? { ...product, bound: meaning.bound } : product,
        subcomponents: [],
        status: meaning.status,
        justification,
        originalJustification: null,
        impact: cut(impact),
        remedies,
        statedAt,
        action: cut(remedies.map(({ details }) => details).join('\n'), 4000),
      },
    ];
  });
}

/** Each product of a vulnerability with what its first list says; `recommended` says something only where no other list does. */
function listedProducts({ product_status: lists = {} }: Vulnerability) {
  const first = new Map<string, { readonly list: string; readonly meaning: Meaning }>();
  const names = Object.keys(lists).sort((a, b) => Number(a === 'recommended') - Number(b === 'recommended'));
  for (const list of names) {
    const meaning = Object.hasOwn(MEANINGS, list) ? MEANINGS[list] : undefined;
    for (const id of meaning ? (lists[list] ?? []) : [])
      if (meaning && !first.has(id)) first.set(id, { list, meaning });
  }
  return [...first].map(([id, one]) => ({ id, ...one }));
}

/** A product whatever its version: by its package, or by the name above its version. */
const familiesOf = ({ purls, cpe }: ClaimedProduct): readonly string[] => [
  ...purls.map((purl) => purl.replace(/[@?#].*$/, '')),
  ...(cpe === null
    ? []
    : [
        cpe
          .split(':')
          .slice(0, cpe.startsWith('cpe:/') ? 4 : 5)
          .join(':'),
      ]),
];

const VERSIONED = /^pkg:([a-z0-9.+-]{1,40})(\/[^@?#]{1,2000})@([^?#]{1,500})/;
const MODULE = /(?<=[?&]rpmmod=)[^&#]{1,300}/;

/** A package in its platform and module, and the version that a package URL names. */
const lineOf = ({ purls, within }: ClaimedProduct) =>
  purls.flatMap((purl) => {
    const [, type = '', name = '', version = ''] = VERSIONED.exec(purl) ?? [];
    const line = [type, name, MODULE.exec(purl)?.[0], within?.cpe ?? within?.name].join('\n');
    return type === '' ? [] : [{ line, type, version }];
  });

type Lines = ReadonlyMap<string, readonly { readonly version: string }[]>;

/** Where a document lists a later version of the package, fixed or affected, a fix is in its own branch alone. */
const isLast = (product: ClaimedProduct, lines: Lines): boolean =>
  lineOf(product).every(({ line, type, version }) =>
    (lines.get(line) ?? []).every((other) => {
      const order = compare(schemeOfPurlType(type), other.version, version);
      return order === null ? other.version === version : order <= 0;
    }),
  );

interface About {
  justification: string | null;
  impact: string;
  remedies: Remedy[];
}

const NOTHING: About = { justification: null, impact: '', remedies: [] };

/** Words of severity that stand where an impact is described. */
const SEVERITY = /^(?:low|moderate|medium|important|high|critical|none)\.?$/i;

/** Flags, threats and remedies by product. A remedy that names no product is about all of them, under the id that none has. */
function detailsByProduct(one: Vulnerability, tree: ProductTree | undefined): ReadonlyMap<string, About> {
  const about = new Map<string, About>();
  const of = (id: string): About => {
    const known = about.get(id);
    if (known) return known;
    const made: About = { justification: null, impact: '', remedies: [] };
    about.set(id, made);
    return made;
  };
  for (const flag of one.flags ?? []) for (const id of idsIn(tree, flag)) of(id).justification ??= flag.label;
  for (const threat of one.threats ?? [])
    if (threat.category === 'impact' && !SEVERITY.test(threat.details))
      for (const id of idsIn(tree, threat)) of(id).impact ||= threat.details;
  for (const remediation of one.remediations ?? []) {
    const kind = REMEDY_KINDS.find((known) => known === remediation.category);
    if (!kind) continue;
    const remedy = { kind, details: cut(remediation.details, 2000), url: remediation.url ?? null };
    const ids = idsIn(tree, remediation);
    for (const id of ids.length > 0 ? ids : ['']) of(id).remedies.push(remedy);
  }
  const general = about.get('')?.remedies ?? [];
  for (const [id, { remedies }] of about) if (id !== '') remedies.push(...general);
  return about;
}
