// How often findings agree with verdicts that somebody worked out: pairs of a component and an advisory, and cases of several documents. Prints figures and each
// disagreement, and judges nothing.
//   npm run eval:findings -- --material FILE.jsonl|DIR... [--only TEXT]
// A line of FILE is {id, ecosystem, component, advisory, verdict, fixedIn?}; a file of DIR is {id, kind, documents: [{name, content}], trusted, expect: [{component,
// vulnerability, verdict, fixedIn?, exploited?}]}. Verdicts: affected, not_affected, cannot_tell, not_about, held.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/main/core/clock.ts';
import { openStore } from '../src/main/store/store.ts';
import {
  type CaseDocument,
  type Expected,
  type Outcome,
  runCase,
  type Verdict,
} from './findings/run-case.ts';

const { values } = parseArgs({
  options: { material: { type: 'string', multiple: true, default: [] }, only: { type: 'string' } },
});

interface Case {
  readonly id: string;
  readonly group: string;
  readonly documents: readonly CaseDocument[];
  readonly trusted: readonly string[];
  readonly expect: readonly Expected[];
}

interface Pair {
  readonly id: string;
  readonly ecosystem: string;
  readonly component: { readonly purl?: string; readonly name: string };
  readonly advisory: { readonly id: string };
  readonly verdict: Verdict;
  readonly fixedIn?: string | null;
}

function casesOf(path: string): Case[] {
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        const { kind, ...one } = JSON.parse(readFileSync(join(path, name), 'utf8')) as Case & {
          kind: string;
        };
        return { ...one, group: kind };
      });
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => caseOf(JSON.parse(line) as Pair));
}

function caseOf({ id, ecosystem, component, advisory, verdict, fixedIn }: Pair): Case {
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: id, version: '1', 'bom-ref': 'root' } },
    components: [{ ...component, 'bom-ref': 'c0' }],
    dependencies: [{ ref: 'root', dependsOn: ['c0'] }],
  };
  return {
    id,
    group: ecosystem,
    documents: [
      { name: 'list.json', content: list },
      { name: 'advisory.json', content: advisory },
    ],
    trusted: [],
    expect: [
      {
        component: component.purl ?? component.name,
        vulnerability: advisory.id,
        verdict,
        fixedIn: verdict === 'affected' ? (fixedIn ?? null) : null,
      },
    ],
  };
}

const dir = mkdtempSync(join(tmpdir(), 'festinger-findings-'));
const log = { info: () => undefined, warn: console.warn };
const store = await openStore({ databasePath: join(dir, 'festinger.db'), clock: systemClock, log });
try {
  for (const path of values.material) {
    const cases = casesOf(path).filter(({ id, group }) => `${group} ${id}`.includes(values.only ?? ''));
    const groups = new Map<string, { agree: number; all: number }>();
    const total = { agree: 0, all: 0, wholeCases: 0, missed: 0 };
    for (const one of cases) {
      const outcomes = await outcomesOf(one, `${basename(path)}-${one.id}`);
      if (outcomes.every(({ agrees }) => agrees)) total.wholeCases++;
      for (const outcome of outcomes) count(one, outcome, groups, total);
    }
    for (const [group, { agree, all }] of [...groups].sort())
      console.log(`${group.padEnd(28)} ${agree}/${all}`);
    const share = (total.agree / Math.max(1, total.all)).toFixed(3);
    console.log(
      `${path}: ${total.agree}/${total.all} = ${share} verdicts, ${total.wholeCases}/${cases.length} cases; ${total.missed} affected with no finding`,
    );
  }
} finally {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
}

async function outcomesOf({ documents, expect, trusted }: Case, project: string): Promise<Outcome[]> {
  try {
    return await runCase(documents, expect, { store, clock: systemClock, project, trusted });
  } catch (error) {
    const rule = error instanceof Error ? error.message : String(error);
    return expect.map((expected) => ({
      expected,
      verdict: 'refused',
      fixedIn: null,
      exploited: false,
      rule,
      agrees: false,
    }));
  }
}

function count(
  { id, group }: Case,
  { expected, verdict, fixedIn, exploited, rule, agrees }: Outcome,
  groups: Map<string, { agree: number; all: number }>,
  total: { agree: number; all: number; missed: number },
): void {
  const sum = groups.get(group) ?? { agree: 0, all: 0 };
  groups.set(group, sum);
  sum.all++;
  total.all++;
  if (agrees) {
    sum.agree++;
    total.agree++;
    return;
  }
  if (['affected', 'held'].includes(expected.verdict) && verdict === 'none') total.missed++;
  const wanted = [expected.verdict, expected.fixedIn, expected.exploited].filter(
    (one) => one !== undefined && one !== null,
  );
  console.log(
    `${id}: ${expected.component} ${expected.vulnerability}: wanted ${wanted.join(', ')}; had ${verdict}, ${fixedIn}, ${exploited} ${rule}`,
  );
}
