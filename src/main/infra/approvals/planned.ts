// A write that is ready to be asked for: the card, and what carries it out. Made by a tool from its arguments, each time anew, without any effect.
// Its hash binds an approval to exactly this. Source: agent, Approvals.
import { hash } from 'node:crypto';
import type { Plan, PlanFile } from '../../../shared/model/approval.ts';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import type { ActionOutcome, ActionRun } from '../provider.ts';

export interface PlannedRun extends ActionRun {
  /** Whose word it is. */
  readonly by: string;
}

/** What was seen afterwards. `ok` null: there is nothing the world could be asked, so nothing is proven. */
export interface Seen {
  readonly ok: boolean | null;
  readonly evidence: string;
}

export interface PlannedOutcome extends ActionOutcome {
  /** What it printed. */
  readonly output: string | null;
  /** How it is taken back, now that more is known than the card could say. */
  readonly undo?: string;
}

export interface Planned {
  readonly plan: Plan;
  /** As they were given and parsed; may hold secrets. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Does it, once. @throws AppError */
  perform(run: PlannedRun): Promise<PlannedOutcome>;
  /** Asks the world whether it came to be. */
  verify(signal: AbortSignal): Promise<Seen>;
}

/** A file as an approval is bound to it: without what is shown of it. */
const boundFile = (file: PlanFile): Json =>
  file.covered ? [file.path, file.size, file.sha256] : [file.path, file.reason];

/** Which file an approval covers is another by now, and how; null: all are as they were. */
export function changedFile(before: Pick<Plan, 'files'>, now: Pick<Plan, 'files'>): string | null {
  for (const file of before.files) {
    if (!file.covered) continue;
    const current = now.files.find(({ path }) => path === file.path);
    if (current?.covered && current.sha256 === file.sha256) continue;
    if (current?.covered) return `${file.path} has changed`;
    return `${file.path} has changed (${current?.reason ?? 'another file is in its place'})`;
  }
  return null;
}

/** What a plan changes and which files it is bound to, for who sees no card; null: nothing is known of either. */
export function previewText({ preview, files }: Plan): string | null {
  const lines = files.map((file) =>
    file.covered
      ? `${file.path}: ${file.size} bytes, SHA-256 ${file.sha256}${file.after ? ` (${file.after} runs before it and can change it)` : ''}`
      : `The content of ${file.path} is not part of this approval (${file.reason}).`,
  );
  return [...(preview ? [preview.text] : []), ...lines].join('\n') || null;
}

const digest = (value: unknown): string => hash('sha256', canonicalJson(value as Json));

/** What is approved: which tool with which arguments does exactly what, where, by which way, relying on what. */
export function planHash({ plan, arguments: given }: Pick<Planned, 'plan' | 'arguments'>): string {
  const { tool, resource, path, runs, preconditions, risk } = plan;
  const files = plan.files.map(boundFile);
  return digest({ tool, arguments: given, resource: resource.id, path, runs, preconditions, risk, files });
}

/** The same for all that differ in nothing but what they are done to: those may be decided together. */
export function planShape({ plan, arguments: given }: Pick<Planned, 'plan' | 'arguments'>): string {
  const { resource: _target, ...others } = given;
  const { tool, action, verb, risk, resource, path } = plan;
  const hops = path.map((hop) => hop.via);
  const files = plan.files.map(boundFile);
  return digest({ tool, action, verb, risk, kind: resource.kind, hops, arguments: others, files });
}
