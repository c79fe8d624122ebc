// A brief without a model: what was computed, in sentences of ours, each with the source it stands in. The same pack and sources give the same bytes. It is judged like a
// model's, and has no fault. Pure. Called by write-brief.ts, where no model may be asked, none is there, or none answers. Source: advisory, Outputs, Profiles.
import { citationsIn } from '../cite/citations.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import {
  cited as citedLine,
  NOTHING,
  plain,
  productName,
  type Sections,
  sectionsText,
} from './brief-sections.ts';
import { CitedFindings } from './cited-findings.ts';
import { conflictsText } from './computed-conflicts.ts';
import { remediationText } from './computed-remediation.ts';

/** Findings told one by one; of more the number. */
const MOST_TOLD = 5;
/** Lines taken over from pieces of evidence. */
const MOST_QUOTED = 4;
const MOST_LINE = 300;

/** @param sources as the prompt has them: what had no room there is not cited here */
export function computedBrief(pack: ContextPack, sources: readonly CitedSource[]): Sections {
  const cited = new CitedFindings(pack, sources);
  const sections = {
    summary: summaryText(pack, cited),
    conflicts: conflictsText(pack, cited),
    remediation: remediationText(pack, cited),
    references: NOTHING,
  };
  return { ...sections, references: referencesText(sections, pack, sources) };
}

function summaryText(pack: ContextPack, cited: CitedFindings): string {
  const told = cited.findings.slice(0, MOST_TOLD);
  const verdicts = told.map(({ finding, n }) => {
    const { component, version, product, vulnerability, held, status, exploited } = finding;
    const subject = `${plain(component)}${version === null ? '' : ` ${plain(version)}`} of ${productName(product)}`;
    const outcome = held
      ? 'is treated as affected until a person decides'
      : `is ${OUTCOMES[status] ?? plain(status)}`;
    const known = exploited === null ? '' : ', and it is known to be exploited';
    return `- ${subject} ${outcome}, as to ${plain(vulnerability)}${known} [${n}].`;
  });
  const more = cited.others();
  const facts = told[0] === undefined ? [] : factsOf(told[0].finding, told[0].n);
  const nothing = cited.at('festinger:sbom') ?? cited.at('festinger:findings');
  return (
    [
      ...(verdicts.length > 0
        ? [verdicts.join('\n')]
        : nothing === null
          ? []
          : [citedLine(firstSentence(nothing.content), nothing.n)]),
      ...(more === null ? [] : [citedLine(firstSentence(more.content), more.n)]),
      ...(facts.length > 0 ? [facts.join(' ')] : []),
      ...reachOf(cited),
      ...quoted(pack, cited),
    ].join('\n\n') || NOTHING
  );
}

const OUTCOMES: Readonly<Record<string, string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  fixed: 'fixed',
  under_investigation: 'under investigation',
  unknown: 'of unknown state',
};

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

function factsOf(finding: ContextPack['findings'][number], n: number): string[] {
  const { severity, cvss, exploited, fixed_in: fixedIn, fixed_by: fixedBy } = finding;
  const graveness = [`severity ${plain(severity)}`, ...(cvss === null ? [] : [`CVSS score ${cvss}`])].join(
    ', ',
  );
  return [
    `Its graveness: ${graveness} [${n}].`,
    ...(exploited === null
      ? []
      : [
          `It was listed as exploited on ${day(exploited.added)}${exploited.due === null ? '' : ` and is due on ${day(exploited.due)}`}${exploited.ransomware ? '; ransomware uses it' : ''} [${n}].`,
        ]),
    fixedIn === null
      ? `No source names a version that fixes it [${n}].`
      : `It is fixed in ${plain(fixedIn)}, as ${fixedBy === 'distribution' ? 'its distribution' : 'upstream'} has it [${n}].`,
  ];
}

function reachOf(cited: CitedFindings): string[] {
  const reach = cited.at('festinger:reach');
  return reach === null ? [] : [citedLine(withoutLead(firstLine(reach.content)), reach.n)];
}

/** What advisories, policies and the graph say of it, a line of each. */
function quoted(pack: ContextPack, cited: CitedFindings): string[] {
  const wanted = pack.sections
    .flatMap(({ excerpts }) => excerpts)
    .filter(({ kind, found_by: by }) => QUOTED.has(kind) && (by === 'id' || kind === 'edge'));
  const lines = wanted.flatMap((excerpt) => {
    const source = cited.at(excerpt.source_id);
    const line = firstLine(excerpt.text).slice(0, MOST_LINE).toWellFormed();
    return source === null || line === '' || excerpt.trust === 'suspicious'
      ? []
      : [`- ${citedLine(line, source.n)}`];
  });
  return lines.length === 0 ? [] : [lines.slice(0, MOST_QUOTED).join('\n')];
}

const QUOTED: ReadonlySet<string> = new Set(['advisory', 'policy', 'edge']);

const firstLine = (text: string): string =>
  text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n')).trim();
const withoutLead = (text: string): string => text.replace(/^Computed: /, '');
const firstSentence = (text: string): string => {
  const said = withoutLead(firstLine(text));
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** Every source that is cited, with who says it and where. */
export function referencesText(
  sections: Omit<Sections, 'references'>,
  pack: ContextPack,
  sources: readonly CitedSource[],
): string {
  const { citations } = citationsIn(sectionsText({ ...sections, references: NOTHING }), {
    sources: sources.length,
  });
  const ids = [...new Set(citations.flatMap(({ ids: all }) => all))].sort((a, b) => a - b);
  const excerpts = new Map(
    pack.sections.flatMap(({ excerpts: all }) => all.map((one) => [one.source_id, one] as const)),
  );
  const lines = ids.flatMap((n) => {
    const source = sources[n - 1];
    if (source === undefined) return [];
    const excerpt = excerpts.get(source.sourceId);
    const by = excerpt === undefined ? 'computed here' : plain(excerpt.issuer || 'nobody named');
    const address = excerpt?.source_url ?? null;
    return [`- [${n}] ${plain(source.sourceId)}, ${by}${address === null ? '' : `, ${linked(address)}`}`];
  });
  return lines.join('\n') || NOTHING;
}

/** Only what a browser opens without harm. */
const linked = (address: string): string =>
  /^https?:\/\/[^\s<>]+$/.test(address) ? `<${address}>` : plain(address);
