// What to do, as data, for plans and follow-ups: the nearest and the gravest first, each with the version it leads to. It proposes; nothing is carried out. Pure.
// Called by remedy-statements.ts and by the worker of briefs. Source: advisory, Deterministic tools, Outputs.
import { byCodePoint } from '../identity/code-points.ts';
import type { PackFinding } from '../retrieval/pack-shape.ts';
import { chainScore } from '../vex/chain-score.ts';

const MOST_STEPS = 10;

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

/** Whether a finding asks for something. */
export const isOpen = ({ status, held }: Pick<PackFinding, 'status' | 'held'>): boolean =>
  held || NEEDS_STEP.has(status);

/** What a package manager of the distribution installs. */
const OF_DISTRIBUTIONS = /^(?:deb|rpm|apk|alpm)\//;

/** What the product needs directly is upgraded by itself, and so is a package of a distribution, else what brings it in. */
export const fixOf = ({ depth, package_key: key }: Pick<PackFinding, 'depth' | 'package_key'>) =>
  depth <= 1 || OF_DISTRIBUTIONS.test(key) ? 'direct' : 'parent_upgrade';

/** Of the findings that ask for something; equal scores by gravity, then by key. */
export function stepsOf(findings: readonly PackFinding[]): RemediationStep[] {
  return findings
    .filter(isOpen)
    .map((finding) => ({ finding, step: stepOf(finding) }))
    .sort(
      (a, b) =>
        Number(b.finding.exploited !== null) - Number(a.finding.exploited !== null) ||
        b.step.score - a.step.score ||
        byCodePoint(a.step.finding, b.step.finding),
    )
    .map(({ step }) => step);
}

function stepOf(finding: PackFinding): RemediationStep {
  const { key, product, package_key, component, version, fixed_in: target, scope, depth } = finding;
  const fix = fixOf(finding);
  const score = chainScore({
    depth: Math.max(1, depth),
    scope: scope === 'build' ? 'build' : 'runtime',
    fix,
  });
  return { finding: key, product, package_key, component, version, target, score, fix };
}

/** One of each kind for what has a version to go to, else a look whether somebody names one by now. */
export function followUpsOf(steps: readonly RemediationStep[], findings: readonly PackFinding[]): FollowUp[] {
  const due = new Map(findings.map(({ key, exploited }) => [key, exploited?.due ?? null]));
  return steps.slice(0, MOST_STEPS).map(({ finding, product, component, target }) => {
    const at = due.get(finding) ?? null;
    return target === null
      ? { at, check: 'rescan', target: product }
      : { at, check: 'version', target: `${component} ${target}` };
  });
}
