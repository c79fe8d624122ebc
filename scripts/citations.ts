// What comments and test titles say about other places: decisions of docs/design (`memory D7`, `loops, Rule 6`, several after
// one page: `memory D1, Writing`), records (`decision 034`, `decisions 010, 012`), and files. Finds those that lead nowhere.
// Reads texts it is given and touches no disk. Called by the test beside it.

/** What can be cited. */
export interface House {
  /** Headings of each page of docs/design by the page's name. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
  /** Numbers of the records: `034`. */
  readonly records: ReadonlySet<string>;
  /** Every file of the repository, from its root. */
  readonly files: readonly string[];
}

const LINE_COMMENTS = /^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=[;,{}()\]] )\/\/ .*$/gm;
const BLOCK_COMMENTS = /^[ \t]*(?:\{)?\/\*[\s\S]*?\*\//gm;
const TITLES = /\b(?:describe|it|test)(?:\.[\w.]+)?(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;

/** Comments, each in one line, and titles of tests. */
export function proseOf(source: string): string[] {
  const comments = [...(source.match(LINE_COMMENTS) ?? []), ...(source.match(BLOCK_COMMENTS) ?? [])];
  const titles = [...source.matchAll(TITLES)].map(([, , title]) => title as string);
  return [...comments.map((text) => text.replace(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' ')), ...titles];
}

/** Names a page of ours, or a text of others, in a form that nobody can follow. */
const DEVIATING =
  /(?<!docs\/(?:design\/)?)\b(?:memory|proxy|loops|console|architecture|look|agent|style|advisory)\.md\b|\bseed 00\d|\bdesign page|\bissue (?:"|\d)|\bdocs\/decisions\/\d/;

/** What is cited in a text and does not exist, each in a few words. */
export function faultsOf(text: string, house: House): string[] {
  const strange = DEVIATING.exec(text);
  const rest = text.replace(citationOf(house), '');
  return [
    ...(strange ? [`"${strange[0]}" is no citation`] : []),
    ...[...text.matchAll(citationOf(house))].flatMap(([, page, items]) =>
      (items as string).split(', ').flatMap((item) => missing(page as string, item, house)),
    ),
    ...[...rest.matchAll(/\bD\d{1,2}\b/g)].map(([number]) => `${number} names no page`),
    ...[...text.matchAll(/\bdecisions? (\d{3}(?:, \d{3})*)/g)]
      .flatMap(([, numbers]) => (numbers as string).split(', '))
      .filter((number) => !house.records.has(number))
      .map((number) => `decision ${number} is not written`),
    ...[...text.matchAll(/(?<![\w./*-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?\b/g)]
      .filter(([name]) => !house.files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map(([name]) => `there is no file ${name}`),
  ];
}

/** `<page> D7` or `<page>, <Heading>`, and whatever else of the page follows behind commas. */
function citationOf({ pages }: House): RegExp {
  const known = [...pages.values()].flat().sort((a, b) => b.length - a.length);
  const item = ['D\\d{1,2}', ...known.map((heading) => `${heading}\\b`)].join('|');
  return new RegExp(
    `\\b(${[...pages.keys()].join('|')})(?: (?=D\\d)|, )((?:${item}|[A-Z][a-z]+)(?:, (?:${item}|[A-Z][a-z]+))*)`,
    'g',
  );
}

function missing(page: string, item: string, { pages }: House): string[] {
  return pages.get(page)?.includes(item) ? [] : [`docs/design/${page}.md has no "${item}"`];
}
