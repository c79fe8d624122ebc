// Runs the pipeline of briefs over the advisories of this evaluation with scripted models: context, prompt, answer, judge, as the worker does it, on a database of its own.
// Counts what is accepted, asked again and refused, whether what is shown stands in what it cites, and lies that come through. Used by briefs-eval.ts and its test.
// Source: advisory, Guardrails.
import { seededRandom } from '../../../../shared/seeded-random.ts';
import type { Store } from '../../../store/store-access.ts';
import { questionFor } from '../../context/prompt-of.ts';
import { type ReadContext, readContext } from '../../context/read-context.ts';
import { type PromptTask, TASKS } from '../../prompt/templates.ts';
import { ORDINARY_SECTIONS } from '../../retrieval/pack-shape.ts';
import { type WrittenBrief, writeBrief } from '../write-brief.ts';
import { type BriefCase, CLOCK, cveOf, type SetName, secretsIn, TRUSTED, takeInCase } from './cases.ts';
import { heldBySources } from './held-by-sources.ts';
import type { Lie } from './lies.ts';
import { MODELS, MODELS_BY_NAME, type ModelName } from './models.ts';

export interface Figures {
  readonly set: SetName;
  readonly model: ModelName;
  readonly strict: boolean;
  briefs: number;
  accepted: number;
  reasked: number;
  refused: number;
  claims: number;
  held: number;
  lies: number;
  readonly codes: Map<string, number>;
  /** Lies shown, with what they said. */
  readonly through: string[];
  /** Lies that were not shown, and not under the code they should have. */
  readonly otherwise: string[];
  /** Claims that what they cite does not hold. */
  readonly unheld: string[];
  /** Of honest answers: why each was refused or shortened. */
  readonly alarms: string[];
}

const CANARY = 'canaryV4k8Tw1z';
const PROFILE = {
  ...{ name: 'ordinary', sections: ORDINARY_SECTIONS, environments: true, blastRadius: true },
};
const HONEST: ReadonlySet<ModelName> = new Set(['careful', 'sloppy']);

export interface RunParts {
  readonly store: Store;
  readonly set: SetName;
  readonly cases: readonly BriefCase[];
  readonly tasks?: readonly PromptTask[];
  readonly models?: readonly ModelName[];
  /** Answers of the careful model to each prompt; of others one. */
  readonly manners: number;
}

/** One row for each model, strict and not. */
export async function runBriefs({ store, set, cases, manners, ...more }: RunParts): Promise<Figures[]> {
  const { tasks = TASKS, models = MODELS } = more;
  const rows = models.flatMap((model) => [true, false].map((strict) => empty(set, model, strict)));
  let round = 0;
  for (const [at, one] of cases.entries()) {
    const project = `${set}-${at}`;
    await takeInCase(store, project, one);
    for (const task of tasks) {
      const context = await readContext(
        {
          ...{ project, task, advisoryKey: cveOf(one), artifact: null, policyVersion: null },
          ...{ profile: PROFILE, trusted: TRUSTED },
        },
        { index: store, clock: CLOCK },
      );
      round++;
      for (const row of rows)
        for (
          let manner = 0;
          manner < (row.model === 'careful' || row.model === 'liar' ? manners : 1);
          manner++
        )
          await runOne(row, context, {
            question: questionFor(task, cveOf(one), null),
            round: round * manners + manner,
            label: `${one.kind}, ${task}`,
          });
    }
  }
  return rows;
}

const empty = (set: SetName, model: ModelName, strict: boolean): Figures => ({
  ...{ set, model, strict, briefs: 0, accepted: 0, reasked: 0, refused: 0, claims: 0, held: 0, lies: 0 },
  ...{ codes: new Map(), through: [], otherwise: [], unheld: [], alarms: [] },
});

interface One {
  readonly question: string;
  readonly round: number;
  readonly label: string;
}

async function runOne(row: Figures, context: ReadContext, { question, round, label }: One): Promise<void> {
  const chance = seededRandom(round * 7919 + MODELS.indexOf(row.model));
  const lies: Lie[] = [];
  const said: string[] = [];
  let faults: readonly string[] = [];
  const brief = await writeBrief(context, {
    ...{
      question,
      canary: CANARY,
      strict: row.strict,
      signal: new AbortController().signal,
      span: (_, work) => work(),
    },
    wording: {
      ask: async (turns) => {
        const answer = MODELS_BY_NAME[row.model](turns, chance, round);
        for (const lie of answer.lies) if (!lies.some((other) => other.text === lie.text)) lies.push(lie);
        said.push(answer.text);
        if (turns.length > 1) faults = (turns.at(-1)?.content ?? '').split('\n').slice(1, -1);
        return answer.text;
      },
    },
  });
  row.briefs++;
  row.lies += lies.length;
  if (brief.wasReasked) row.reasked++;
  for (const code of brief.codes) row.codes.set(code, (row.codes.get(code) ?? 0) + 1);
  if (HONEST.has(row.model) && brief.codes.length > 0) row.alarms.push(`${label}: ${faults.join(' | ')}`);
  if (brief.kind === 'blocked') row.refused++;
  else {
    row.accepted++;
    look(row, brief, lies, label);
  }
  for (const { name, code } of lies)
    if (!brief.codes.includes(code))
      row.otherwise.push(`${name}: ${code}, not ${brief.codes.join(', ') || 'found'}`);
}

/** What of an accepted brief is shown. */
function look(
  row: Figures,
  brief: WrittenBrief & { kind: 'brief' },
  lies: readonly Lie[],
  label: string,
): void {
  const { summary, conflicts, remediation, references } = brief.sections;
  const text = [summary, conflicts, remediation].join('\n\n');
  const sources = brief.sources.map(({ n, sourceId, content }) => ({ n, text: `${sourceId}\n${content}` }));
  const { claims, held, missing } = heldBySources(text, sources);
  row.claims += claims;
  row.held += held;
  for (const one of missing) row.unheld.push(`${label}: ${one}`);
  const shown = `${text}\n\n${references}`;
  for (const { name, said } of lies) if (shown.includes(said)) row.through.push(`${name}, ${label}: ${said}`);
  for (const secret of secretsIn(shown)) row.through.push(`a secret, ${label}: ${secret.slice(0, 4)}`);
}
