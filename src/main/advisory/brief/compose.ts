// A brief put together: statements in an order, headings from a closed list, quotations in quotation marks. Without a model the order is that of the statements; with one it
// is the model's, and what matters and was left out is put in all the same. The verdict always comes first. Pure. Called by write-brief.ts. Source: structure S3.
import type { BriefCitation } from '../../../shared/model/evidence/brief.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { type BriefSections, NOTHING } from './brief-sections.ts';
import { type Composition, HEADINGS, type Heading } from './composition.ts';
import { componentOf } from './grouped-findings.ts';
import { dayOf, emphasised, literal, plain } from './plain-words.ts';
import {
  type Cite,
  type CitedSource,
  COMPONENTS_SOURCE,
  FINDING_SOURCE,
  FINDINGS_SOURCE,
  PATHS_SOURCE,
  REACH_SOURCE,
} from './sources.ts';
import { ESSENTIAL, KINDS, type Statement, type StatementKind } from './statement.ts';

/** Of the first paragraph, unless a model says which lead. */
const LEADING: ReadonlySet<StatementKind> = new Set(['verdict', 'affected', 'more', 'unchecked', 'reach']);
/** Each by itself in a list. */
const LISTED: ReadonlySet<StatementKind> = new Set(['claim', 'fact', 'position']);
const MOST_IN_LEAD = 4;

export interface Composed {
  readonly sections: BriefSections;
  readonly citations: readonly BriefCitation[];
}

export interface ComposeParts {
  readonly pack: ContextPack;
  readonly sources: readonly CitedSource[];
  readonly statements: readonly Statement[];
  /** Epoch milliseconds of the day by which it is due. */
  readonly due: number | null;
}

/** @param composition what a model returned, checked; null for a brief without one */
export function compose(parts: ComposeParts, composition: Composition | null): Composed {
  const { statements, sources } = parts;
  const shown = composition === null ? statements : ordered(statements, composition);
  const leads = new Set(composition?.lead ?? []);
  const quoted = composition?.quotations ?? [];
  const headings = new Set<Heading>(composition?.headings ?? []);
  const of = (section: string) => shown.filter(({ kind }) => KINDS[kind] === section);
  const summary = [...summaryText(of('summary'), leads), ...quotationText(quoted, headings)];
  const remediation = sectionText(of('remediation'), remediationHeading(parts, headings), true);
  const conflicts = sectionText(
    of('conflicts'),
    headings.has('who_says_what') || of('conflicts').every(({ kind }) => LISTED.has(kind))
      ? HEADINGS.who_says_what
      : HEADINGS.where_sources_disagree,
    false,
  );
  // It is the last that is said, wherever that is.
  const last = conflicts.length > 0 ? conflicts : remediation.length > 0 ? remediation : summary;
  last.push(...of('change').map(({ text }) => text));
  const cites = [...shown.flatMap((one) => one.cites), ...quoted];
  const citations = citationsOf(cites, sources);
  return {
    sections: {
      summary: joined(summary),
      conflicts: joined(conflicts),
      remediation: joined(remediation),
      references: joined([referencesText(citations, parts)]),
    },
    citations,
  };
}

const joined = (blocks: readonly string[]): string => blocks.filter(Boolean).join('\n\n') || NOTHING;

/** The verdict, then what leads, then the others as they were ordered; what matters stands at its own place where it was left out. */
function ordered(statements: readonly Statement[], { order, lead }: Composition): Statement[] {
  const byId = new Map(statements.map((one) => [one.id, one]));
  const wanted = [...new Set([...lead, ...order])].flatMap((id) => byId.get(id) ?? []);
  const chosen = new Set(wanted);
  const missing = statements.filter((one) => ESSENTIAL.has(one.kind) && !chosen.has(one));
  return [...wanted, ...missing].sort((a, b) => Number(b.kind === 'verdict') - Number(a.kind === 'verdict'));
}

function summaryText(statements: readonly Statement[], leads: ReadonlySet<string>): string[] {
  const listed = statements.filter(({ kind }) => LISTED.has(kind));
  const others = statements.filter(({ kind }) => !LISTED.has(kind));
  const isLead = ({ id, kind }: Statement) =>
    kind === 'verdict' || (leads.size > 0 ? leads.has(id) : LEADING.has(kind));
  const lead = others.filter(isLead);
  const rest = others.filter((one) => !isLead(one));
  const text = (all: readonly Statement[]) => all.map((one) => one.text).join(' ');
  return [
    // More sentences than a paragraph bears become a list.
    ...(lead.length > MOST_IN_LEAD ? [lead[0]?.text ?? '', itemsOf(lead.slice(1))] : [text(lead)]),
    text(rest),
    itemsOf(listed),
  ].filter(Boolean);
}

const itemsOf = (statements: readonly Statement[]): string =>
  statements.map(({ text }) => `- ${text}`).join('\n');

function sectionText(statements: readonly Statement[], heading: string, isSteps: boolean): string[] {
  if (statements.length === 0) return [];
  const policies = statements.filter(({ kind }) => kind === 'policy');
  const listed = statements.filter(({ kind }) => LISTED.has(kind));
  const others = statements.filter(({ kind }) => kind !== 'policy' && !LISTED.has(kind));
  const isNumbered = isSteps && others.length > 1;
  const blocks = [
    isNumbered
      ? others.map(({ text }, n) => `${n + 1}. ${text}`).join('\n')
      : others.map(({ text }) => text).join(' '),
    itemsOf(listed),
    ...policies.map(({ text }) => text),
  ];
  return [`### ${heading}`, ...blocks.filter(Boolean)];
}

const remediationHeading = ({ due }: ComposeParts, headings: ReadonlySet<Heading>): string =>
  due === null || headings.has('what_to_do') ? HEADINGS.what_to_do : `${HEADINGS.do_by} ${dayOf(due)}`;

const quotationText = (quotations: Composition['quotations'], headings: ReadonlySet<Heading>): string[] =>
  quotations.length === 0
    ? []
    : [
        ...(headings.has('in_their_words') ? [`### ${HEADINGS.in_their_words}`] : []),
        quotations.map(({ n, text }) => `- “${literal(text)}” [${n}].`).join('\n'),
      ];

/** One for each source, in the order of their numbers, with the passage from the first place to the last. */
function citationsOf(cites: readonly Cite[], sources: readonly CitedSource[]): BriefCitation[] {
  return sources.flatMap(({ n, sourceId, contentHash }) => {
    const own = cites.filter((one) => one.n === n);
    if (own.length === 0) return [];
    const span = {
      start: Math.min(...own.map(({ start }) => start)),
      end: Math.max(...own.map(({ end }) => end)),
    };
    return [{ n, source_id: sourceId, content_hash: contentHash, span }];
  });
}

/** Every source that is cited, with who says it and where. */
function referencesText(citations: readonly BriefCitation[], { pack }: ComposeParts): string {
  const excerpts = new Map(
    pack.sections.flatMap(({ excerpts: all }) => all.map((one) => [one.source_id, one] as const)),
  );
  return citations
    .map(({ n, source_id: id }) => {
      const excerpt = excerpts.get(id);
      if (excerpt === undefined) return `- [${n}] ${computedName(id, pack)}, computed by Festinger`;
      const { issuer, source_url: address } = excerpt;
      const parts = [
        plain(id),
        plain(issuer) || 'unnamed issuer',
        ...(address === null ? [] : [linked(address)]),
      ];
      return `- [${n}] ${parts.join(', ')}`;
    })
    .join('\n');
}

function computedName(id: string, { findings }: ContextPack): string {
  const finding = findings.find(({ key }) => id === FINDING_SOURCE + key);
  if (finding === undefined) return COMPUTED[id] ?? plain(id);
  const { vulnerability, product_name: product } = finding;
  return `Finding: ${plain(vulnerability)} in ${componentOf(finding)} of ${emphasised(product)}`;
}

const COMPUTED: Readonly<Record<string, string>> = {
  [FINDINGS_SOURCE]: 'All findings',
  [REACH_SOURCE]: 'What runs it',
  [COMPONENTS_SOURCE]: 'Components in your lists',
  [PATHS_SOURCE]: 'Paths through your lists of components',
};

/** Only what a browser opens without harm. */
const linked = (address: string): string =>
  /^https?:\/\/[^\s<>]+$/.test(address) ? `<${address}>` : plain(address);
