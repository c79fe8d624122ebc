// What to do, in order: the nearest and the gravest first, each step with the version it leads to and how it is checked; where nobody names a fix, that, and what policy
// decided. Also as data, for plans and follow-ups. It proposes; nothing is carried out. Pure. Called by computed-brief.ts and brief-body.ts.
// Source: advisory, Deterministic tools, Outputs.
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFinding } from '../retrieval/pack-shape.ts';
import { chainScore } from '../vex/chain-score.ts';
import { cited as citedLine, NOTHING, plain, productName } from './brief-sections.ts';
import type { CitedFindings } from './cited-findings.ts';

const MOST_STEPS = { summary: 3, conflict: 1, remediation: 10 } as const;
const MOST_POLICIES = 3;

/** A step as it is handed on: to the assistant, to the jobs that look whether it was taken. */
export interface RemediationStep {
  readonly finding: string;
  readonly product: string;
  readonly package_key: string;
  readonly component: string;
  readonly version: string | null;
  /** The version to go to; null where nobody names one. */
  readonly target: string | null;
  /** 0 to 1: how well it gets at the component. */
  readonly score: number;
  readonly fix: 'direct' | 'parent_upgrade';
}

export interface FollowUp {
  /** Epoch milliseconds of the day by which it is due; null: a day after the brief. */
  readonly at: number | null;
  readonly check: 'rescan' | 'version';
  readonly target: string;
}

const NEEDS_STEP: ReadonlySet<string> = new Set(['affected', 'under_investigation', 'unknown']);

/** Of the findings that ask for something; equal scores by gravity, then by key. */
export function stepsOf(findings: readonly PackFinding[]): RemediationStep[] {
  return findings
    .filter(({ status, held }) => held || NEEDS_STEP.has(status))
    .map((finding) => ({ finding, step: stepOf(finding) }))
    .sort(
      (a, b) =>
        Number(b.finding.exploited !== null) - Number(a.finding.exploited !== null) ||
        b.step.score - a.step.score ||
        byCodePoint(a.step.finding, b.step.finding),
    )
    .map(({ step }) => step);
}

function stepOf({
  key,
  product,
  package_key,
  component,
  version,
  fixed_in,
  scope,
  depth,
}: PackFinding): RemediationStep {
  const fix = depth <= 1 ? 'direct' : 'parent_upgrade';
  return {
    ...{ finding: key, product, package_key, component, version, target: fixed_in, fix },
    score: chainScore({ depth: Math.max(1, depth), scope: scope === 'build' ? 'build' : 'runtime', fix }),
  };
}

/** One of each kind for what has a version to go to, else a look whether somebody names one by now. */
export function followUpsOf(steps: readonly RemediationStep[], findings: readonly PackFinding[]): FollowUp[] {
  const due = new Map(findings.map(({ key, exploited }) => [key, exploited?.due ?? null]));
  return steps.slice(0, MOST_STEPS.remediation).map(({ finding, product, component, target }) => ({
    at: due.get(finding) ?? null,
    ...(target === null
      ? ({ check: 'rescan', target: product } as const)
      : ({ check: 'version', target: `${component} ${target}` } as const)),
  }));
}

export function remediationText(pack: ContextPack, cited: CitedFindings): string {
  const numbers = new Map(cited.findings.map(({ finding, n }) => [finding.key, n]));
  const steps = stepsOf(cited.findings.map(({ finding }) => finding)).slice(0, MOST_STEPS[pack.task]);
  const lines = steps.map(
    (step, at) =>
      `${at + 1}. ${sentencesOf(step, numbers.get(step.finding) ?? 0, pack.task === 'remediation')}`,
  );
  return (
    [...(lines.length > 0 ? [lines.join('\n')] : []), ...policiesOf(pack, cited)].join('\n\n') || NOTHING
  );
}

function sentencesOf(step: RemediationStep, n: number, isWhole: boolean): string {
  const { component, version, target, fix } = step;
  const product = productName(step.product);
  const from = version === null ? '' : ` from ${plain(version)}`;
  if (target === null)
    return `For ${plain(component)} of ${product} no source names a version that fixes it [${n}].`;
  const first =
    fix === 'direct'
      ? `Upgrade ${plain(component)} of ${product}${from} to ${plain(target)} or later [${n}].`
      : `Upgrade what brings ${plain(component)} into ${product}, so that it comes with ${plain(target)} or later [${n}].`;
  if (!isWhole) return first;
  return [
    first,
    `What runs ${product} is built or installed anew and started again, and is not there meanwhile [${n}].`,
    `The way back is to what runs now${version === null ? '' : ', which is not fixed'} [${n}].`,
    `It is done once a new list of components of ${product} has ${plain(component)} at ${plain(target)} or later [${n}].`,
  ].join(' ');
}

/** What a policy decided, and by which rules. */
function policiesOf(pack: ContextPack, cited: CitedFindings): string[] {
  const policies = pack.sections
    .flatMap(({ excerpts }) => excerpts)
    .filter(({ kind, trust }) => kind === 'policy' && trust !== 'suspicious')
    .slice(0, MOST_POLICIES);
  const lines = policies.flatMap(({ source_id: id, text }) => {
    const source = cited.at(id);
    if (source === null) return [];
    return text
      .split('\n')
      .filter((line) => !/ did not match: /.test(line))
      .map((line) => `- ${citedLine(line, source.n)}`);
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}
