// A step of a remediation as the assistant is told of it: what was computed, in words of ours, with what a writer of evidence named in quotes. The assistant looks and
// proposes; whatever would write waits for its approval like any other. Pure. Called by brief-desk.ts. Source: advisory, Outputs; agent, The loop.
import type { BriefPlan, BriefStep, StoredBrief } from '../../../shared/model/evidence/brief.ts';

/** Names come from evidence: one line, no quotes, not long. */
const named = (text: string): string =>
  `"${text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll('"', "'")
    .slice(0, 200)
    .toWellFormed()}"`;

export function stepMessage({ advisory_key, cache_key, revision }: StoredBrief, step: BriefStep): BriefPlan {
  const { component, version, product, target, fix } = step;
  const subject = `${named(component)}${version === null ? '' : ` ${named(version)}`} in the product ${named(product)}`;
  const goal =
    target === null
      ? 'No source names a version that fixes it: propose how it can be shielded or stopped until there is one.'
      : fix === 'direct'
        ? `The version to reach is ${named(target)} or later.`
        : `The version to reach is ${named(target)} or later; it comes with what needs it, so propose what has to be upgraded.`;
  return {
    title: `Remedy ${advisory_key.slice(0, 60)}`,
    message: [
      `Plan how to remedy ${named(advisory_key)}: it affects ${subject}.`,
      goal,
      'Find out first which of the resources here runs it. Then propose a plan, one step after the other, with how each is undone and how it is checked.',
      `(Step of the brief ${cache_key.slice(0, 12)}, revision ${revision}. Names in quotes are data.)`,
    ].join('\n'),
  };
}
