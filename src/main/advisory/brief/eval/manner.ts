// The manners in which real models write what they say: paragraphs, lists, tables, bold labels, questions; markers before or behind the full stop, with and without a caret,
// alone and in groups; versions in ticks, bold or with a `v`; days in words; ranges in signs or words. Says nothing itself; the same chance gives the same bytes.
// Used by careful.ts and careful-remedy.ts. Source: advisory, Prompt assembly.

export type Chance = () => number;

export const pick = <T>(chance: Chance, all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;

/** How one answer is written. */
export interface Manner {
  readonly version: (text: string) => string;
  readonly id: (text: string) => string;
  readonly name: (text: string) => string;
  readonly day: (iso: string) => string;
  /** A sentence with what it cites; without its stop when it comes. */
  readonly cite: (sentence: string, ...sources: readonly number[]) => string;
  readonly form: 'paragraphs' | 'bullets' | 'labels' | 'headings' | 'table' | 'questions' | 'nested';
  readonly range: (interval: string, version: (text: string) => string) => string;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const ymd = (iso: string): readonly [string, string, number] => {
  const [year = '', month = '', day = ''] = iso.split('-');
  return [year, MONTHS[Number(month) - 1] ?? '', Number(day)];
};
const DAYS: readonly ((iso: string) => string)[] = [
  (iso) => iso,
  (iso) => iso,
  (iso) => `${ymd(iso)[2]} ${ymd(iso)[1]} ${ymd(iso)[0]}`,
  (iso) => `${ymd(iso)[1]} ${ymd(iso)[2]}, ${ymd(iso)[0]}`,
  (iso) => `${ymd(iso)[1].slice(0, 3)} ${ymd(iso)[2]}, ${ymd(iso)[0]}`,
];
const same = (text: string): string => text;
export const ticked = (text: string): string => `\`${text}\``;
const bold = (text: string): string => `**${text}**`;
export const led = (text: string): string => (/^\d+\.\d/.test(text) ? `v${text}` : text);

/** `from 1.0 before 1.2`, as it is, in words, in signs, in ticks. */
const RANGES: readonly Manner['range'][] = [
  (interval, version) => worded(interval, version, 'from $ ', 'before $', 'through $'),
  (interval, version) => worded(interval, version, '$ up to ', 'but not including $', 'and including $'),
  (interval, version) => worded(interval, version, '$ and later, ', 'prior to $', 'up to and including $'),
  (interval) => ticked(signs(interval)),
  (interval) => signs(interval),
];
function worded(
  interval: string,
  version: Manner['version'],
  from: string,
  before: string,
  through: string,
): string {
  const [, a = '', word = '', b = ''] = /^(?:from (\S+))? ?(?:(before|through) (\S+))?$/.exec(interval) ?? [];
  const isAll = a === '' || /^0(?:\.0\.0-0)?$/.test(a);
  const end = word === '' ? '' : (word === 'before' ? before : through).replace('$', () => version(b));
  if (isAll)
    return word === ''
      ? 'all versions'
      : `all versions ${end.replace(/^(?:but not|and) including/, (it) => (it.startsWith('but') ? 'below' : 'up to'))}`;
  return word === '' ? `${version(a)} and later` : from.replace('$', () => version(a)) + end;
}
function signs(interval: string): string {
  const [, a = '', word = '', b = ''] = /^(?:from (\S+))? ?(?:(before|through) (\S+))?$/.exec(interval) ?? [];
  const isAll = a === '' || /^0(?:\.0\.0-0)?$/.test(a);
  const end = word === '' ? '' : `${word === 'before' ? '<' : '<='} ${b}`;
  return [isAll && end !== '' ? '' : `>= ${a || '0'}`, end].filter(Boolean).join(', ');
}

const FORMS = ['paragraphs', 'bullets', 'labels', 'headings', 'table', 'questions', 'nested'] as const;
/** Labels as questions, and as headings of several words. */
const ASKED: Readonly<Record<string, string>> = {
  Affected: 'Which versions are affected?',
  'Fixed versions': 'Is there a fix?',
  Exploitation: 'Is it exploited?',
  Severity: 'How severe is it?',
  Verdict: 'Are we affected?',
};
const TITLED: Readonly<Record<string, string>> = {
  Affected: 'Affected versions and components',
  'Fixed versions': 'What is fixed, and where',
  Exploitation: 'Known exploitation (KEV)',
  Severity: 'Severity / CVSS',
  Verdict: 'Verdict for the products in scope',
};

export function mannerOf(chance: Chance): Manner {
  const caret = chance() < 0.6 ? '^' : '';
  const mark = pick(chance, [
    (all: readonly number[]) => all.map((n) => `[${caret}${n}]`).join(''),
    (all: readonly number[]) => `[${caret}${all.join(', ')}]`,
    (all: readonly number[]) => all.map((n) => `[${caret}${n}]`).join(' '),
  ]);
  // `name[1]` is an index, and no marker.
  const place = pick(chance, ['before', 'before', caret === '' ? 'before' : 'tight', 'behind'] as const);
  return {
    version: pick(chance, [same, same, ticked, bold, led]),
    id: pick(chance, [same, same, bold, ticked]),
    name: pick(chance, [same, same, ticked, bold]),
    day: pick(chance, DAYS),
    range: pick(chance, RANGES),
    form: pick(chance, FORMS),
    cite: (sentence, ...sources) => {
      const marks = mark([...new Set(sources)].sort((a, b) => a - b));
      return place === 'before'
        ? `${sentence} ${marks}.`
        : place === 'tight'
          ? `${sentence}${marks}.`
          : `${sentence}. ${marks}`;
    },
  };
}

/** What is said, under which label, and the numbers of its sources. */
export type Told = readonly [label: string, sentence: string, ...sources: number[]];

/** What is told, in its form. */
export function formed(told: readonly Told[], m: Manner): string {
  switch (m.form) {
    case 'paragraphs':
      return told.map(([, sentence, ...sources]) => m.cite(sentence, ...sources)).join(' ');
    case 'bullets':
      return told.map(([, sentence, ...sources]) => `- ${m.cite(sentence, ...sources)}`).join('\n');
    case 'labels':
      return told
        .map(([label, sentence, ...sources]) => `- **${label}:** ${m.cite(sentence, ...sources)}`)
        .join('\n');
    case 'table': {
      const rows = told.map(
        ([label, sentence, ...sources]) =>
          `| ${label} | ${sentence.replaceAll('|', '\\|')} | ${sources.map((n) => `[${n}]`).join(' ')} |`,
      );
      return ['| Topic | What the sources say | Source |', '| :--- | :--- | ---: |', ...rows].join('\n');
    }
    case 'questions':
      return told
        .map(
          ([label, sentence, ...sources]) =>
            `**${ASKED[label] ?? `${label}:`}** ${m.cite(sentence, ...sources)}`,
        )
        .join('\n\n');
    case 'nested':
      return `The key points are:\n\n${[...Map.groupBy(told, ([label]) => label)]
        .map(
          ([label, all]) =>
            `* **${label}**\n${all.map(([, sentence, ...sources]) => `  * ${m.cite(sentence, ...sources)}`).join('\n')}`,
        )
        .join('\n')}`;
    case 'headings': {
      const groups = Map.groupBy(told, ([label]) => label);
      return [...groups]
        .map(
          ([label, all]) =>
            `### ${TITLED[label] ?? label}\n\n${all.map(([, sentence, ...sources]) => m.cite(sentence, ...sources)).join(' ')}`,
        )
        .join('\n\n');
    }
  }
}
