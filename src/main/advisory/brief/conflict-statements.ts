// Where sources disagree, what decided between them and what would change the outcome, as statements; and the same of a contested concept of the graph.
// Pure. Called by statements.ts. Source: advisory, How a brief reads, Deterministic tools.
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFact, PackFinding, PackTelling } from '../retrieval/pack-shape.ts';
import {
  citesOf,
  componentOf,
  currentOf,
  type FindingGroup,
  isContested,
  isOneVulnerability,
  issuerName,
  productsOf,
} from './grouped-findings.ts';
import { dayOf, emphasised, firstOf, plain, statusOf } from './plain-words.ts';
import { type Cite, COMPONENTS_SOURCE, type Sources } from './sources.ts';
import { type Sentence, type Told, told } from './statement.ts';

const MOST_TOLD = { summary: 1, conflict: 5, remediation: 1 } as const;
const MOST_FACTS = 8;

export function conflictStatements(
  { findings, task }: ContextPack,
  groups: readonly FindingGroup[],
  sources: Sources,
): Told[] {
  const isOne = isOneVulnerability(findings);
  const all = groups.flatMap(({ findings: own }) => own);
  const contested = onceEach(all.filter(isContested));
  // Who asks about a conflict where there is none is told who says what.
  const shown = contested.length === 0 && task === 'conflict' ? onceEach(all) : contested;
  return shown
    .slice(0, MOST_TOLD[task])
    .flatMap((same) => [
      ...(isContested(same[0]) ? disagreement(same, isOne, sources) : []),
      ...(task === 'conflict' ? positions(same[0], sources) : []),
    ]);
}

type Same = readonly [PackFinding, ...PackFinding[]];

/** What the same issuers say of one version of a package is said once for all products it is in. */
function onceEach(findings: readonly PackFinding[]): readonly Same[] {
  const subjects = Map.groupBy(findings, (one) =>
    JSON.stringify([one.package_key, one.version, one.vulnerability, one.status, one.rule, one.statements]),
  );
  return [...subjects.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const],
  );
}

/** @example On left-pad 1.0.0 in shop: GHSA and Scanner say affected; Pad Works says not affected (20 January 2026). */
function disagreement(findings: Same, isOne: boolean, sources: Sources): Told[] {
  const [finding] = findings;
  const { rule, status, vulnerability } = finding;
  const statements = currentOf(finding);
  const sides = Map.groupBy(
    statements.filter(({ says }) => says !== 'cannot_tell'),
    ({ says }) => says,
  );
  const parts = [...sides]
    .sort(([a, one], [b, other]) => other.length - one.length || byCodePoint(a, b))
    .map(([says, who]) => {
      const names = [...new Set(who.map(({ issuer }) => issuerName(issuer)))].sort(byCodePoint);
      const [latest] = who.flatMap(({ stated_at: at }) => at ?? []).toSorted((a, b) => b - a);
      const when = who.length === 1 && latest !== undefined ? ` (${dayOf(latest)})` : '';
      return `${firstOf(names, 3, 'issuers')} ${names.length === 1 ? 'says' : 'say'} ${statusOf(says)}${when}`;
    });
  const subject = `On ${isOne ? '' : `${plain(vulnerability)} in `}${componentOf(finding)} in ${productsOf(findings)}: `;
  const cites = statements.flatMap(({ source_id: id }) => sources.cite(id)).slice(0, 4);
  return [
    ...told('disagreement', {
      text: `${subject}${parts.join('; ')}`,
      cites: cites.length > 0 ? cites : sources.finding(finding),
    }),
    ...(DECISIONS[rule] === undefined
      ? []
      : told('decision', {
          text: rule === 'trusted' ? `${DECISIONS[rule]} as ${statusOf(status)}` : DECISIONS[rule],
          cites: sources.finding(finding, 'Outcome: '),
        })),
  ];
}

const HELD = 'so it counts as affected until you decide';
const DECISIONS: Readonly<Record<string, string>> = {
  kev: `The vulnerability is known exploited, ${HELD}`,
  trusted_disagree: `Issuers you trust disagree, ${HELD}`,
  issuers_disagree: `You trust neither side, ${HELD}`,
  undecided: `An issuer you trust is still investigating, ${HELD}`,
  trusted: 'The issuer you trust decides: it counts',
  not_trusted: 'No issuer you trust says that it is safe, so it counts as affected',
  distribution_fix: 'The distribution has its own fix, which counts more than the upstream range',
  any_advisory: 'One advisory that lists this version is enough',
};

const COUNTS = ['counted', 'replaced', 'set_aside', 'not_comparable'];

/** A line each; those that count first, and of these the latest. */
function positions(finding: PackFinding, sources: Sources): Told[] {
  return finding.statements
    .toSorted(
      (a, b) =>
        COUNTS.indexOf(a.counts) - COUNTS.indexOf(b.counts) ||
        (b.stated_at ?? 0) - (a.stated_at ?? 0) ||
        byCodePoint(a.source_id, b.source_id),
    )
    .flatMap(({ issuer, says, stated_at: at, fixes, counts, source_id: id }) => {
      const said = [
        `${issuerName(issuer)}: ${says === 'cannot_tell' ? 'not comparable' : statusOf(says)}`,
        ...(fixes.length === 0 ? [] : [`fixed in ${firstOf(fixes.map(plain), 3, 'versions')}`]),
        ...(at === null ? [] : [dayOf(at)]),
        ...(counts === 'set_aside' || counts === 'replaced' ? ['not counted'] : []),
      ];
      const own = sources.cite(id);
      return told('position', {
        text: said.join(', '),
        cites: own.length > 0 ? own : sources.finding(finding, id),
      });
    });
}

/** The one fact that would change the verdict, and what always can. */
export function changeStatements(
  { components, lists_total: lists, advisory_key: key }: ContextPack,
  groups: readonly FindingGroup[],
  sources: Sources,
): Told[] {
  const [group] = groups;
  if (group === undefined) {
    const what = lists === 0 ? 'a list of components' : 'a newer list of components';
    const more =
      components.length === 0
        ? `, or an advisory that names other packages for ${plain(key)}`
        : ', or an advisory that names other versions';
    return told('change', {
      text: `**What would change this**: ${what}${lists === 0 ? '' : more}`,
      cites: sources.cite(COMPONENTS_SOURCE),
    });
  }
  const [first] = group.findings;
  const isOneProduct = new Set(group.findings.map(({ product }) => product)).size === 1;
  const facts = [
    ...(first.flip === null ? [] : [flipText(first, first.flip)]),
    ...(first.held ? ['your decision under Findings'] : []),
    `a newer list of what ${productsOf(group.findings)} ${isOneProduct ? 'contains' : 'contain'}`,
  ];
  return told('change', {
    text: `**What would change this**: ${orList(facts)}`,
    cites: citesOf(group.findings, sources, 'What would change this').slice(0, 1),
  });
}

const orList = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')}, or ${items.at(-1)}`;

function flipText(finding: PackFinding, { fact, issuer, status }: NonNullable<PackFinding['flip']>): string {
  const about = componentOf(finding);
  const by = issuer === null ? '' : issuerName(issuer);
  switch (fact) {
    case 'trusted':
      return `your trust in ${by}`;
    case 'restated':
      return `a statement of “${statusOf(status ?? '')}” for ${about} by ${by}`;
    case 'withdrawn':
      return `${by} withdrawing its statement`;
    case 'vendor_states':
      return `a trusted statement of “${statusOf(status ?? '')}” for ${about}`;
    case 'distribution_fixes':
      return `the distribution stating that ${about} has the fix`;
    default:
      return 'the vulnerability becoming known exploited';
  }
}

/** Of a concept of the graph: which claims, who told them when, and what would settle it. */
export function conceptStatements({ facts }: ContextPack, sources: Sources): Told[] {
  const [first] = facts;
  if (first === undefined) return [];
  const conflicts = facts.filter(({ claimed }) => claimed !== null);
  const open = conflicts.filter(({ status }) => status === 'pending' || status === 'needs_human');
  const plainFacts = facts.filter(({ claimed }) => claimed === null);
  const name = emphasised(first.concept);
  const cites = (all: readonly PackFact[]) =>
    all.slice(0, 4).flatMap(({ source_id: id }) => sources.cite(id));
  const verdict =
    open.length > 0
      ? `**${open.length === 1 ? 'Two claims' : `${open.length} pairs of claims`} about ${name} contradict each other.** ${open.slice(0, 3).map(questionOf).join('. ')}`
      : `**Nothing about ${name} is contested.** Memory has ${conflicts.length > 0 ? `${conflicts.length} decided ${conflicts.length === 1 ? 'conflict' : 'conflicts'}` : `${plainFacts.length} ${plainFacts.length === 1 ? 'fact' : 'facts'}`} of it`;
  return [
    ...told('verdict', { text: verdict, cites: cites(open.length > 0 ? open : facts) }),
    ...conflicts.flatMap((conflict) => claimStatements(conflict, sources)),
    ...plainFacts
      .slice(0, MOST_FACTS)
      .flatMap((fact) => told('fact', tellingSentence(fact, fact.known, 'Memory has', sources))),
    ...(open.length === 0
      ? []
      : told('change', {
          text: '**What would settle it**: your decision under Conflicts, or a correction by whoever told the wrong one',
          cites: cites(open).slice(0, 1),
        })),
  ];
}

const questionOf = ({ dimension, known, claimed }: PackFact): string =>
  claimed === null || claimed.parent === null
    ? `Memory says it is ${partOf(known)}, a newer claim says it no longer is (${plain(dimension)}); nobody has decided yet`
    : `Memory says it is ${partOf(known)}, a newer claim says ${partOf(claimed)} (${plain(dimension)}); nobody has decided yet`;

const partOf = ({ parent, is_isa: isIsa }: PackTelling): string =>
  `${isIsa ? 'a' : 'part of'} ${emphasised(parent ?? '')}`;
const relationOf = (concept: string, telling: PackTelling): string =>
  telling.parent === null
    ? `${emphasised(concept)} is that no more`
    : `${emphasised(concept)} is ${partOf(telling)}`;

function claimStatements(conflict: PackFact, sources: Sources): Told[] {
  const { known, claimed, decision, source_id: id } = conflict;
  if (claimed === null) return [];
  return [
    ...told('claim', tellingSentence(conflict, known, 'Current', sources)),
    ...told('claim', tellingSentence(conflict, claimed, 'New claim', sources, claimed.times)),
    ...(decision === null
      ? []
      : told('claim', {
          text: `Decided: ${plain(decision.outcome.replaceAll('_', ' '))}, because ${plain(decision.reason)}`,
          cites: sources.cite(id, 'Decided: '),
        })),
  ];
}

function tellingSentence(
  { concept, source_id: id }: PackFact,
  telling: PackTelling,
  lead: string,
  sources: Sources,
  times = 1,
): Sentence {
  const { told_by: by, at, confidence, sentence } = telling;
  const quoted = sentence === null ? null : sources.quoted(id, sentence);
  const cites: readonly Cite[] = quoted?.cites ?? sources.cite(id);
  const said = [
    `${lead}: ${relationOf(concept, telling)}`,
    ...(by === null ? [] : [`told by ${plain(by)}${at === null ? '' : ` on ${dayOf(at)}`}`]),
    ...(times > 1 ? [`${times} times`] : []),
    ...(confidence === null ? [] : [`confidence ${Math.round(confidence * 100) / 100}`]),
  ];
  return { text: `${said.join(', ')}${quoted === null ? '' : `: ${quoted.text}`}`, cites };
}
