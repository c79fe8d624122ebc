// Where nothing was found, why: nothing is affected, it could not be checked, it was withdrawn, or there is no list to look in; each said apart, since only the first is good
// news. Pure. Called by verdict-statements.ts. Source: advisory, How a brief reads, Deterministic tools.
import type { ContextPack, Excerpt, PackComponent } from '../retrieval/pack-shape.ts';
import { issuerName, type Standing } from './grouped-findings.ts';
import { dayOf, emphasised, firstOf, plain } from './plain-words.ts';
import { type Cite, COMPONENTS_SOURCE, componentLine, type Sources, uncheckedLine } from './sources.ts';
import { type Sentence, type Told, told } from './statement.ts';

export const VERDICTS: Readonly<Record<Standing, string>> = {
  affected: '**You are affected.**',
  review: '**Treat this as affected until you decide.**',
  open: '**It is not known yet whether you are affected.**',
  safe: '**You are not affected.**',
};
export const AS_FAR_AS = '**You are not affected, as far as your components could be checked.**';

const MOST_NAMED = 4;
/** Longest name of an advisory. */
const MOST_NAME = 100;

/** Nothing was found: since nothing is affected, since it could not be checked, since it was withdrawn, or since there is no list. */
export function unaffectedStatements(
  pack: ContextPack,
  withdrawn: readonly Sentence[],
  sources: Sources,
): Told[] {
  const { lists_total: lists, components, packages, advisory_key: key } = pack;
  const unchecked = uncheckedStatements(pack, sources);
  const of = (lead: string, sentence: Sentence) =>
    told('verdict', { ...sentence, text: `${lead} ${sentence.text}` });
  const cites = sources.cite(COMPONENTS_SOURCE);
  const [first] = withdrawn;
  if (first !== undefined && withdrawn.length === sources.heads().length)
    return of('**This advisory was withdrawn.**', {
      text: `${first.text}, and nothing else that is imported calls a component of yours affected`,
      cites: [...first.cites, ...cites],
    });
  if (lists === 0)
    return of(VERDICTS.open, { text: 'No list of components (SBOM) has been imported to look in', cites });
  const doubtful = components.filter((one) => one.unchecked !== null);
  const line = (one: PackComponent) => sources.cite(COMPONENTS_SOURCE, componentLine(one));
  if (doubtful.length > 0)
    return of(VERDICTS.open, {
      text: `${namedOf(doubtful)} could not be checked: ${UNCHECKED[doubtful[0]?.unchecked ?? ''] ?? 'nothing can be said of that version'}`,
      cites: doubtful.slice(0, 1).flatMap(line),
    });
  if (components.length > 0)
    return [
      ...of(unchecked.length > 0 ? AS_FAR_AS : VERDICTS.safe, {
        text: `${namedOf(components)} ${components.length === 1 ? 'is' : 'are'} not among the affected versions`,
        cites: [...components.slice(0, 1).flatMap(line), ...rangeCites(sources)],
      }),
      ...unchecked,
    ];
  // That a list has no component of that name is no proof: another tool may name it otherwise.
  const names = packages.flatMap((one) =>
    NO_PACKAGE.test(one) ? [] : plain(one.slice(one.lastIndexOf('/') + 1)),
  );
  const isFew = names.length > 0 && names.length <= MOST_NAMED;
  const what = isFew ? [...new Set(names)].join(' or ') : `a package that ${plain(key)} is about`;
  const where = lists === 1 ? 'your list of components' : `your ${lists} lists of components`;
  const isNameless = pack.unchecked.some(({ reason }) => NAMELESS.has(reason));
  return [
    ...of(isNameless ? VERDICTS.open : '**Nothing of yours matches.**', {
      text: `No component in ${where} ${isNameless ? 'that could be checked ' : ''}is ${what}, or is built from it`,
      cites,
    }),
    ...unchecked,
    ...statedStatements(sources),
  ];
}

/** Keys of statements about what is no package. */
const NO_PACKAGE = /^(?:bom|name|digest|cpe)\//;

/** What was stated about it and holds for nothing here that is affected. */
const statedStatements = (sources: Sources): Told[] =>
  sources
    .excerpts('vex')
    .filter(({ found_by: by }) => by === 'id')
    .slice(0, 2)
    .flatMap(({ source_id: id, text }) => {
      const quoted = sources.quoted(id, text);
      return quoted === null ? [] : told('about', { text: `Stated: ${quoted.text}`, cites: quoted.cites });
    });

const namedOf = (components: readonly PackComponent[]): string =>
  firstOf(
    [
      ...new Set(
        components.map(
          ({ name, source, version, product_name: product }) =>
            `${[name, version ?? ''].map(plain).filter(Boolean).join(' ')}${source === null ? '' : ` (built from ${plain(source)})`} in ${emphasised(product)}`,
        ),
      ),
    ],
    MOST_NAMED,
    'components',
  );

const rangeCites = (sources: Sources): Cite[] =>
  sources
    .excerpts('range')
    .slice(0, 1)
    .flatMap(({ source_id: id }) => sources.cite(id));

/** What of lists could not be checked may be what was asked for, wherever nothing was found. */
export function uncheckedStatements(pack: ContextPack, sources: Sources): Told[] {
  const all = pack.unchecked.filter(({ reason }) => pack.ids.length > 0 || NAMELESS.has(reason));
  return [...Map.groupBy(all, ({ reason }) => reason)].slice(0, MOST_NAMED).flatMap(([reason, some]) => {
    const count = some.reduce((sum, one) => sum + one.count, 0);
    const where = firstOf([...new Set(some.map((one) => emphasised(one.product_name)))], 3, 'products');
    return told('unchecked', {
      text: `${count} ${count === 1 ? 'component' : 'components'} of ${where} could not be checked: ${UNCHECKED[reason] ?? plain(reason)}`,
      cites: some.slice(0, 1).flatMap((one) => sources.cite(COMPONENTS_SOURCE, uncheckedLine(one))),
    });
  });
}

/** Nobody can tell of what package they are. */
const NAMELESS: ReadonlySet<string> = new Set(['no_purl', 'bad_purl', 'unknown_name', 'unknown_source']);

const UNCHECKED: Readonly<Record<string, string>> = {
  no_purl: 'no package URL',
  bad_purl: 'no valid package URL',
  no_version: 'no version',
  unknown_scheme: 'versions of that kind cannot be compared',
  not_covered: 'nothing that is imported covers packages of that kind',
  unknown_name: 'advisories cannot be found by the names in the list',
  unknown_source: 'the list does not say which source packages',
  release_unsaid: 'the list does not say which release of the distribution',
  end_of_life: 'the distribution has reached its end of life',
};

/** The day, as chunk-texts.ts words it below the name of an advisory; undefined of one that stands. */
export const withdrawnOn = ({ text }: Pick<Excerpt, 'text'>): string | undefined =>
  /^Withdrawn on (\d{4}-\d\d-\d\d)\.$/.exec(text.split('\n', 2)[1] ?? '')?.[1];

/** @example *GHSA* withdrew GHSA-wf5p-g6vw-rhxx on 3 May 2024 */
export const withdrawnSentences = (sources: Sources): Sentence[] =>
  sources.heads().flatMap((head) => {
    const day = withdrawnOn(head);
    const ends = [' (', ': '].map((sign) => head.text.indexOf(sign)).filter((at) => at > 0);
    if (day === undefined) return [];
    const name = plain(head.text.slice(0, Math.min(...ends, MOST_NAME)));
    return [
      {
        text: `${issuerName(head.issuer)} withdrew ${name} on ${dayOf(Date.parse(day))}`,
        cites: sources.cite(head.source_id, 'Withdrawn on '),
      },
    ];
  });
