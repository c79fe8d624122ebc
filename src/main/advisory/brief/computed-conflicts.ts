// Where sources disagree, as tables: who says what of which version and when, what that weighs, which rule decided, and what single fact would turn it over. Pure. Called
// by computed-brief.ts. Source: advisory, Deterministic tools.
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFinding } from '../retrieval/pack-shape.ts';
import { cited as citedLine, NOTHING, plain } from './brief-sections.ts';
import type { CitedFinding, CitedFindings } from './cited-findings.ts';

/** Findings with a table of their own; in a summary the gravest alone. */
const MOST_TABLES = { summary: 1, conflict: 5, remediation: 1 } as const;

export function conflictsText(pack: ContextPack, cited: CitedFindings): string {
  const found = cited.findings.filter(({ finding }) => isContested(finding));
  // Who asks about a conflict where there is none is told who says what, and that they agree.
  const contested = found.length === 0 && pack.task === 'conflict' ? cited.findings : found;
  const edges = edgesText(pack, cited);
  const tables = once(contested).slice(0, MOST_TABLES[pack.task]).map(conflictOf);
  return [...edges, ...tables].join('\n\n') || NOTHING;
}

/** More than one answer stands, or a person has to decide between them. */
const isContested = ({ statements, held }: PackFinding): boolean =>
  held || new Set(statements.map(({ says }) => says)).size > 1;

/** What is said of one version of a package is the same for every product it is in. */
function once(findings: readonly CitedFinding[]): readonly CitedFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ finding: { package_key: key, version, vulnerability } }) => {
    const subject = JSON.stringify([key, version, vulnerability]);
    return !seen.has(subject) && seen.add(subject);
  });
}

function conflictOf({ finding, n }: CitedFinding): string {
  const { component, version, vulnerability, statements, terms, sentence, flip } = finding;
  const weights = new Map(terms.map((term) => [term.source_id, term]));
  const rows = statements
    .toSorted(
      (a, b) =>
        (weights.get(b.source_id)?.score ?? 0) - (weights.get(a.source_id)?.score ?? 0) ||
        byCodePoint(a.source_id, b.source_id),
    )
    .map((one) => {
      const term = weights.get(one.source_id);
      const fixes = one.fixes.length === 0 ? '' : `, fixed in ${one.fixes.map(plain).join(', ')}`;
      const weight =
        term === undefined ? 'not weighed' : `${term.score}${term.counts === 'vote' ? '' : ', not counted'}`;
      return `| ${plain(one.issuer || 'somebody unnamed')} | ${worded(one.says)}${fixes} | ${one.stated_at === null ? 'no date' : day(one.stated_at)} | ${weight} | [${n}] |`;
    });
  return [
    `${plain(component)}${version === null ? '' : ` ${plain(version)}`}, as to ${plain(vulnerability)}: ${plain(sentence.replace(/\.$/, ''))} [${n}].`,
    ...(rows.length === 0
      ? []
      : [['| Who | Says | On | Weight | Source |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')]),
    flip === null
      ? `No single fact would turn it over [${n}].`
      : `What would turn it over: ${plain(flip.replace(/\.$/, ''))} [${n}].`,
  ].join('\n\n');
}

/** Of the concept graph: each claim by itself, as the memory words it. */
function edgesText(pack: ContextPack, cited: CitedFindings): string[] {
  const edges = pack.sections
    .flatMap(({ excerpts }) => excerpts)
    .filter(({ kind, trust }) => kind === 'edge' && trust !== 'suspicious');
  const lines = edges.flatMap(({ source_id: id, text }) => {
    const source = cited.at(id);
    return source === null
      ? []
      : text
          .split('\n')
          .filter(Boolean)
          .map((line) => `- ${citedLine(line, source.n)}`);
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

const worded = (name: string): string => name.replaceAll('_', ' ');
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
