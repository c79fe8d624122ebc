// Every statement of a brief, computed from its pack: each true by construction of the sources it cites, in the order of a brief without a model. Whoever is not affected is
// told so, and what would change it, and no more. The same pack and sources give the same statements. Pure. Called by prompt-of.ts. Source: structure S3.
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { changeStatements, conceptStatements, conflictStatements } from './conflict-statements.ts';
import { groupsOf, isOneVulnerability } from './grouped-findings.ts';
import { isOpen } from './remediation-steps.ts';
import { remedyStatements } from './remedy-statements.ts';
import { aboutStatements, reachStatements, severityStatements } from './severity-statements.ts';
import { type CitedSource, Sources } from './sources.ts';
import type { Statement, Told } from './statement.ts';
import { verdictStatements } from './verdict-statements.ts';

/** @param cited as the prompt has them: what had no room there is not spoken of */
export function statementsOf(pack: ContextPack, cited: readonly CitedSource[]): Statement[] {
  const sources = new Sources(pack, cited);
  const all = pack.facts.length > 0 ? conceptStatements(pack, sources) : ofAdvisory(pack, sources);
  return all.map((one, n) => ({ id: `s${n + 1}`, ...one }));
}

function ofAdvisory(pack: ContextPack, sources: Sources): Told[] {
  const groups = groupsOf(pack, sources);
  const open = groups.flatMap(({ standing, findings }) =>
    standing === 'safe' ? [] : findings.filter(isOpen),
  );
  return [
    ...verdictStatements(pack, groups, sources),
    ...reachStatements(pack, open, sources),
    ...severityStatements(pack, open, sources),
    ...(open.length === 0 || !isOneVulnerability(pack.findings) ? [] : aboutStatements(sources)),
    ...remedyStatements(pack, open, sources),
    ...conflictStatements(pack, groups, sources),
    ...changeStatements(pack, groups, sources),
  ];
}

/** By when exploited findings are due, the earliest; null where none is. Epoch milliseconds. */
export function dueOf({ findings }: Pick<ContextPack, 'findings'>): number | null {
  const due = findings.filter(isOpen).flatMap(({ exploited }) => exploited?.due ?? []);
  return due.length === 0 ? null : Math.min(...due);
}
