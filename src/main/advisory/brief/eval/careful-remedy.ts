// What an honest answer recommends, and what it lists as its references: the version that mends, how to go back and how to check, in the words of several models. Says
// nothing that no source says. Used by careful.ts. Source: advisory, Prompt assembly.
import { type Chance, formed, type Manner, pick, type Told } from './manner.ts';
import { type Fact, type FactOf, of, under } from './told.ts';

export function remediationOf(facts: readonly Fact[], m: Manner, chance: Chance, isWhole: boolean): string {
  const findings = of(facts, 'finding');
  // What was withdrawn is no ground for anything.
  if (of(facts, 'withdrawn').length > 0) return 'No evidence.';
  if (findings.length === 0) {
    const ranges = of(facts, 'fixes');
    return formed(
      ranges.map(
        ({ n, name, versions }): Told => [
          'Upgrade',
          `Where ${m.name(name)} is used, upgrade it to ${either(versions.map(m.version))}`,
          n,
        ],
      ),
      m,
    );
  }
  const steps = findings.flatMap((one) => stepOf(facts, one, m, chance, isWhole));
  const rules = of(facts, 'rule').map(({ n, said }): string =>
    m.cite(`Policy: ${said.replace(/\.$/, '')}`, n),
  );
  return `${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}${rules.length === 0 ? '' : `\n\n${rules.map((one) => `- ${one}`).join('\n')}`}`;
}

function stepOf(
  facts: readonly Fact[],
  { n, id, part, version, product }: FactOf<'finding'>,
  m: Manner,
  chance: Chance,
  isWhole: boolean,
): string[] {
  const fix = under(facts, 'fix', n);
  const name = m.name(part);
  const host = m.name(product);
  if (fix === undefined)
    return [
      m.cite(
        pick(chance, [
          `No source names a fixed version of ${name} for ${host}`,
          `There is no known fix for ${name} in ${host}; watch for one`,
        ]),
        n,
      ),
    ];
  const step: Step = {
    ...{ name, host, id: m.id(id), part, fix: fix.version },
    from: m.version(version),
    to: m.version(fix.version),
  };
  const first = m.cite(pick(chance, UPGRADES)(step), n);
  if (!isWhole) return [first];
  const more = [AFTERWARDS, WAYS_BACK, CHECKS].map((all) => m.cite(pick(chance, all)(step), n));
  return chance() < 0.5
    ? [[first, ...more].join(' ')]
    : [[first, ...more.map((one) => `   - ${one}`)].join('\n')];
}

/** What a step is about, as it is written; `part` and `fix` as they are. */
interface Step {
  readonly name: string;
  readonly host: string;
  readonly id: string;
  readonly part: string;
  readonly fix: string;
  readonly from: string;
  readonly to: string;
}
type Wordings = readonly ((step: Step) => string)[];

const UPGRADES: Wordings = [
  ({ name, host, from, to }) => `Upgrade ${name} in ${host} from ${from} to ${to} or later`,
  ({ name, host, to }) => `Update ${name} of ${host} to at least ${to}`,
  ({ name, host, to }) => `**Upgrade** ${name} to version ${to} in ${host}`,
  ({ name, host, from, to }) => `Bump ${name} from ${from} to ${to}, then rebuild ${host}`,
  ({ name, host, to }) => `Move ${host} to ${name} ${to} or newer`,
  ({ name, host, to }) => `${host}: install ${name} ${to}, the fixed release`,
  ({ name, host, from, to }) => `Apply the fix for ${host} by moving ${name} off ${from} and onto ${to}`,
  ({ name, host, from, to }) => `Target version for ${name} in ${host}: ${to} (currently ${from})`,
  ({ name, host, fix }) => `Pin ${name} to \`>= ${fix}\` in the manifest of ${host}`,
  ({ part, host, fix }) => `Run \`npm install ${part}@${fix}\` in ${host}, or the like of it`,
  ({ name, host, from, to }) => `Replace ${name} ${from} with ${to} in ${host}, then redeploy it`,
  ({ name, host, from, to }) => `${host} still runs ${name} ${from}; the fix is in ${to}, so upgrade`,
];
const AFTERWARDS: Wordings = [
  ({ host }) => `Rebuild and restart ${host} afterwards`,
  ({ host }) => `${host} restarts once the new build is deployed`,
  ({ host }) => `**Restart required:** yes, of ${host}`,
];
const WAYS_BACK: Wordings = [
  () => 'To go back, deploy the build that runs now, which is still affected',
  () => 'If the upgrade fails, return to the present build and keep the finding open',
  () => '**Rollback:** redeploy the previous image',
  ({ host }) => `Keep the previous build of ${host} at hand until the check has passed`,
];
const CHECKS: Wordings = [
  ({ name, host, to }) => `Check that a new list of components of ${host} has ${name} at ${to} or later`,
  ({ name, to }) => `Verify the result: the next scan must show ${to} or later for ${name}`,
  ({ name, from }) => `Confirm that no product lists ${name} ${from} any more`,
  ({ id, host }) => `*Verification:* ${id} is gone from the findings of ${host}`,
];

export const either = (all: readonly string[]): string =>
  all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;

export const referencesOf = (facts: readonly Fact[]): string =>
  of(facts, 'advisory')
    .map(
      ({ n, id }) =>
        `- [${n}] ${id}${of(facts, 'address')
          .filter((one) => one.n === n)
          .map(({ url }) => `, <${url}>`)
          .join('')}`,
    )
    .join('\n');
