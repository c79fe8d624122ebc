// Honest answers: every sentence restates what a source says and cites it, in one manner of many. Says nothing that no source says. Judges nothing; the same chance gives
// the same bytes. Used by the scripted models. Source: advisory, Prompt assembly.
import { either, referencesOf, remediationOf } from './careful-remedy.ts';
import { type Chance, formed, led, type Manner, mannerOf, pick, type Told, ticked } from './manner.ts';
import { type Fact, type FactOf, factsOf, of, sourcesIn, taskOf, under } from './told.ts';

/** A whole brief. @param prompt as it is sent */
export function careful(prompt: string, chance: Chance): string {
  const facts = factsOf(sourcesIn(prompt));
  const manner = mannerOf(chance);
  const sections = [
    ['Summary', summaryOf(facts, manner, chance)],
    ['Conflicts', conflictsOf(facts, manner, chance)],
    ['Remediation', remediationOf(facts, manner, chance, taskOf(prompt) === 'remediation')],
    ['References', referencesOf(facts)],
  ] as const;
  const opening = chance() < 0.1 ? 'Here is the brief:\n\n' : '';
  const text = sections.map(([title, body]) => `## ${title}\n\n${body || 'No evidence.'}\n`).join('\n');
  return chance() < 0.05 ? `\`\`\`markdown\n${text}\`\`\`` : opening + text;
}

function summaryOf(facts: readonly Fact[], m: Manner, chance: Chance): string {
  const findings = of(facts, 'finding');
  const told: Told[] = [
    ...findings.map((one) => verdictOf(facts, one, m, chance)),
    ...of(facts, 'advisory')
      .slice(0, 2)
      .map((one) => advisoryOf(one, m, chance)),
    ...of(facts, 'withdrawn').map(
      ({ n, id, on }): Told => ['Status', `The advisory ${m.id(id)} was withdrawn on ${m.day(on)}`, n],
    ),
    ...of(facts, 'published')
      .slice(0, 1)
      .map(
        ({ n, on }): Told => [
          'Published',
          pick(chance, [`It was published on ${m.day(on)}`, `The advisory dates from ${m.day(on)}`]),
          n,
        ],
      ),
    ...of(facts, 'range').map((one) => rangeOf(one, m, chance)),
    ...of(facts, 'fixes').map(
      ({ n, name, versions }): Told => [
        'Fixed versions',
        `${m.name(name)} is fixed in ${either(versions.map(m.version))}`,
        n,
      ],
    ),
    ...graveness(facts, m, chance),
    ...exploitation(facts, m, chance),
    ...besides(facts, m, chance),
  ];
  return formed(told, m);
}

/** What else the sources hold, a little of each. */
function besides(facts: readonly Fact[], m: Manner, chance: Chance): Told[] {
  return [
    ...of(facts, 'vector')
      .slice(0, 1)
      .map(({ n, vector }): Told => ['Vector', `Its vector is ${ticked(vector)}`, n]),
    ...of(facts, 'prose')
      .filter(({ said }) => /^[\p{L}\d ,;'.-]{20,400}$/u.test(said))
      .slice(0, 2)
      .map(({ n, said }): Told => ['Details', proseOf(said, chance), n]),
    ...of(facts, 'planted')
      .slice(0, 1)
      .map(
        ({ n }): Told => [
          'Caution',
          pick(chance, [
            'This source holds words that read like instructions, and they were not followed',
            'Part of the advisory is phrased as an order to a model and was treated as data',
          ]),
          n,
        ],
      ),
    ...of(facts, 'path')
      .filter(({ parts }) => parts.length > 2)
      .slice(0, 1)
      .map(
        ({ n, product, parts }): Told => [
          'Path',
          `In ${m.name(product)} it comes by way of ${ticked(parts[1] ?? '')}`,
          n,
        ],
      ),
  ];
}

function verdictOf(
  facts: readonly Fact[],
  { n, id, part, version, product }: FactOf<'finding'>,
  m: Manner,
  chance: Chance,
): Told {
  const status = under(facts, 'outcome', n)?.status ?? 'affected';
  const of1 = version === '' ? m.name(part) : `${m.name(part)} ${m.version(version)}`;
  return [
    'Verdict',
    pick(chance, [
      `${of1} in ${m.name(product)} is ${status} by ${m.id(id)}`,
      `As to ${m.id(id)}, ${of1} of ${m.name(product)} is ${status}`,
      `${m.name(product)} runs ${of1}, which is ${status} as to ${m.id(id)}`,
      `The product ${m.name(product)} contains ${of1}; its status for ${m.id(id)} is "${status}"`,
    ]),
    n,
  ];
}

const advisoryOf = ({ n, id, alias, summary }: FactOf<'advisory'>, m: Manner, chance: Chance): Told => [
  'Advisory',
  pick(chance, [
    `${m.id(id)} (${m.id(alias)}) is titled "${summary}"`,
    `The advisory ${m.id(id)}, also known as ${m.id(alias)}, describes ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    `${m.id(alias)} is tracked as ${m.id(id)}: ${summary}`,
  ]),
  n,
];

const rangeOf = ({ n, name, intervals }: FactOf<'range'>, m: Manner, chance: Chance): Told => {
  const said = intervals
    .map((one) => m.range(one, m.version))
    .join(pick(chance, [' and ', '; ', ' as well as ']));
  return [
    'Affected',
    pick(chance, [
      `Affected versions of ${m.name(name)}: ${said}`,
      `${m.name(name)} is affected in ${said}`,
      `The range is ${said} of ${m.name(name)}`,
    ]),
    n,
  ];
};

function graveness(facts: readonly Fact[], m: Manner, chance: Chance): Told[] {
  return [
    ...of(facts, 'grave')
      .slice(0, 1)
      .map(
        ({ n, severity, score }): Told => [
          'Severity',
          score === ''
            ? `Its severity is ${severity}`
            : pick(chance, [
                `It has ${severity} severity with a CVSS score of ${m.version === led ? score : m.version(score)}`,
                `CVSS ${score} (${severity})`,
                `It is rated ${severity}, CVSS ${score}/10`,
                `The CVSS base score is **${score}**, which is ${severity}`,
              ]),
          n,
        ],
      ),
    ...of(facts, 'grave')
      .filter(({ chance: epss }) => epss !== '')
      .slice(0, 1)
      .map(
        ({ n, chance: epss }): Told => [
          'EPSS',
          pick(chance, [
            `The chance of exploitation within thirty days is ${epss}`,
            `EPSS puts the probability of exploitation at ${Math.round(Number(epss) * 1000) / 10}%`,
          ]),
          n,
        ],
      ),
  ];
}

const exploitation = (facts: readonly Fact[], m: Manner, chance: Chance): Told[] =>
  of(facts, 'exploited')
    .slice(0, 1)
    .map(
      ({ n, listed, due }): Told => [
        'Exploitation',
        pick(chance, [
          `It is known to be exploited: it was listed on ${m.day(listed)} and is due on ${m.day(due)}`,
          `Exploitation is known since ${m.day(listed)}, with a due date of ${m.day(due)}`,
        ]),
        n,
      ],
    );

const proseOf = (said: string, chance: Chance): string => {
  const first = /^[^.。]+/.exec(said)?.[0] ?? said;
  return pick(chance, [
    `The advisory says: "${first}"`,
    `According to the advisory, ${first.charAt(0).toLowerCase()}${first.slice(1)}`,
    first,
  ]);
};

function conflictsOf(facts: readonly Fact[], m: Manner, chance: Chance): string {
  const stated = of(facts, 'stated').filter(
    (one, at, all) => all.findIndex(({ by, says }) => by === one.by && says === one.says) === at,
  );
  const outcome = of(facts, 'outcome')[0];
  if (new Set(stated.map(({ says }) => says)).size < 2 || outcome === undefined)
    return chance() < 0.7 ? 'No evidence.' : '**No evidence.**';
  const rule: Told = [
    'Outcome',
    pick(chance, [
      `The rule \`${outcome.rule}\` decided: ${outcome.because}`,
      `Outcome: ${outcome.status}, because ${outcome.because.charAt(0).toLowerCase()}${outcome.because.slice(1)}`,
    ]),
    outcome.n,
  ];
  if (chance() < 0.4) {
    const rows = stated.map(({ n, by, on, says }) => `| ${by} | ${says} | ${m.day(on)} | [${n}] |`);
    return `${['| Source | Statement | Date | Cited |', '|---|---|---|---|', ...rows].join('\n')}\n\n${m.cite(rule[1], rule[2] ?? 1)}`;
  }
  const lead = chance() < 0.5 ? 'The sources disagree:\n\n' : '';
  return (
    lead +
    formed(
      [
        ...stated.map(
          ({ n, by, on, says }): Told => [
            'Statement',
            pick(chance, [
              `${by} states "${says}" on ${m.day(on)}`,
              `On ${m.day(on)}, ${by} said it is ${says}`,
            ]),
            n,
          ],
        ),
        rule,
      ],
      m,
    )
  );
}
