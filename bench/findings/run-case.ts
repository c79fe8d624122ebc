// One case of evidence through the real tables: documents imported in their order, matched, and the verdict on each expected component read back.
// Called by bench/findings.ts and by the test of inputs from public bug reports.

import { rowsOf } from '../../src/main/advisory/evidence/rows.ts';
import { Findings } from '../../src/main/advisory/findings/findings.ts';
import { readDocument } from '../../src/main/advisory/formats/read-document.ts';
import { splitDocuments } from '../../src/main/advisory/formats/split-document.ts';
import { keepDocuments } from '../../src/main/store/evidence/documents.ts';
import type { Store } from '../../src/main/store/store-access.ts';
import type { Clock } from '../../src/shared/model/clock.ts';
import type { Finding } from '../../src/shared/model/evidence/finding.ts';

export interface CaseDocument {
  readonly name: string;
  readonly content: unknown;
}

export type Verdict = 'affected' | 'not_affected' | 'cannot_tell' | 'not_about' | 'held';

export interface Expected {
  readonly product?: string;
  /** Package URL as in the list, or the name of a component that has none. */
  readonly component: string;
  readonly vulnerability: string;
  readonly verdict: Verdict;
  readonly fixedIn?: string | null;
  readonly exploited?: boolean;
}

export interface Outcome {
  readonly expected: Expected;
  readonly verdict: Verdict | 'none' | 'refused';
  readonly fixedIn: string | null;
  readonly exploited: boolean;
  readonly rule: string;
  readonly agrees: boolean;
}

interface CaseParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly project: string;
  readonly trusted: readonly string[];
}

/** @throws Error naming a document that was refused */
export async function runCase(
  documents: readonly CaseDocument[],
  expect: readonly Expected[],
  parts: CaseParts,
): Promise<Outcome[]> {
  const { store, clock, project, trusted } = parts;
  for (const { name, content } of documents) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    for (const bytes of splitDocuments(Buffer.from(text)) ?? [Buffer.from(text)]) {
      const read = await readDocument(bytes);
      if (!read.ok) throw new Error(`${name} is refused at ${read.path || 'the top'}: ${read.reason}`);
      const rows = rowsOf(project, `${project}/${name}`, read);
      await store.write((writer) => keepDocuments(writer, [rows], clock.now()));
    }
  }
  const onError = (error: unknown) => {
    throw error;
  };
  const findings = new Findings({ store, clock, trusted: () => new Set(trusted), onError });
  await findings.match(project);
  const { findings: all } = await findings.list({ project, view: 'all', offset: 0, limit: 10_000 });
  return expect.map((one) => outcomeOf(one, all));
}

function outcomeOf(expected: Expected, all: readonly Finding[]): Outcome {
  const { component, vulnerability, product } = expected;
  const own = all.filter(
    (one) =>
      (one.component.purl === component || one.component.name === component) &&
      // a list of '.' is called by its place, and a product by its group too
      (product === undefined || product === '.' || `/${one.product.name}`.endsWith(`/${product}`)) &&
      (one.vulnerability === vulnerability || one.aliases.includes(vulnerability)),
  );
  const worst = own.toSorted((a, b) => rank(a) - rank(b))[0];
  const verdict = worst === undefined ? 'none' : verdictOf(worst);
  const fixedIn = worst?.fixedIn ?? null;
  const exploited = own.some((one) => one.exploited !== null);
  const agrees =
    fits(expected.verdict, verdict) &&
    (expected.exploited === undefined || expected.exploited === exploited) &&
    (!expected.fixedIn || verdict === 'none' || expected.fixedIn === fixedIn);
  return { expected, verdict, fixedIn, exploited, rule: worst === undefined ? '' : worst.status, agrees };
}

const ORDER: readonly Verdict[] = ['held', 'affected', 'cannot_tell', 'not_affected'];
const rank = (one: Finding): number => ORDER.indexOf(verdictOf(one));

function verdictOf({ status, held }: Finding): Verdict {
  if (held) return 'held';
  if (status === 'affected') return 'affected';
  return status === 'fixed' || status === 'not_affected' ? 'not_affected' : 'cannot_tell';
}

/** Nothing found is right where nothing is to be found. */
function fits(wanted: Verdict, had: Verdict | 'none'): boolean {
  switch (wanted) {
    case 'not_affected':
    case 'not_about':
      return had === 'none' || had === 'not_affected';
    case 'affected':
      return had === 'affected' || had === 'held';
    default:
      return had === wanted;
  }
}
