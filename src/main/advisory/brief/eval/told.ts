// What a model can read out of a prompt: its sources by their numbers, and what each of them says, as facts with values. Reads the assembled text as it is sent and
// nothing else; knows nothing of the pack behind it, and judges nothing. Used by the scripted models. Source: advisory, Prompt assembly.

export interface ToldSource {
  readonly n: number;
  readonly urn: string;
  readonly text: string;
}

/** What one source says; every member is as it stands there. */
export type Fact = { readonly n: number } & (
  | {
      readonly kind: 'finding';
      readonly id: string;
      readonly part: string;
      readonly version: string;
      readonly product: string;
    }
  | { readonly kind: 'outcome'; readonly status: string; readonly rule: string; readonly because: string }
  | { readonly kind: 'fix'; readonly version: string; readonly by: string }
  | { readonly kind: 'no fix' }
  | { readonly kind: 'grave'; readonly severity: string; readonly score: string; readonly chance: string }
  | { readonly kind: 'exploited'; readonly listed: string; readonly due: string }
  | { readonly kind: 'stated'; readonly by: string; readonly on: string; readonly says: string }
  | { readonly kind: 'advisory'; readonly id: string; readonly alias: string; readonly summary: string }
  | { readonly kind: 'published' | 'withdrawn'; readonly id: string; readonly on: string }
  | { readonly kind: 'vector'; readonly id: string; readonly vector: string }
  | { readonly kind: 'prose'; readonly said: string }
  | { readonly kind: 'planted'; readonly said: string }
  | {
      readonly kind: 'range';
      readonly id: string;
      readonly name: string;
      readonly intervals: readonly string[];
    }
  | { readonly kind: 'fixes'; readonly name: string; readonly versions: readonly string[] }
  | {
      readonly kind: 'claim';
      readonly by: string;
      readonly says: string;
      readonly id: string;
      readonly on: string;
    }
  | { readonly kind: 'policy'; readonly version: string; readonly decided: string }
  | { readonly kind: 'rule'; readonly said: string }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'path'; readonly product: string; readonly parts: readonly string[] }
);
export type FactOf<K extends Fact['kind']> = Extract<Fact, { readonly kind: K }>;

const SOURCE = /<source id="(\d+)" urn="([^"]*)">([^<]*)<\/source>/g;
const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const opened = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => SIGNS[name] ?? '');

export const sourcesIn = (prompt: string): ToldSource[] =>
  [...prompt.matchAll(SOURCE)].map(([, n = '', urn = '', text = '']) => ({
    ...{ n: Number(n), urn: opened(urn), text: opened(text) },
  }));

/** The word that must not be written. */
export const canaryIn = (prompt: string): string => /The word (\S+) is a secret/.exec(prompt)?.[1] ?? '';

export const taskOf = (prompt: string): 'summary' | 'conflict' | 'remediation' =>
  prompt.includes('You explain to an operator')
    ? 'conflict'
    : prompt.includes('You propose to an operator')
      ? 'remediation'
      : 'summary';

type Reader = (groups: readonly string[], n: number, about: { id: string; name: string }) => Fact;

/** Lines as sources word them, and what is read out of each. */
const LINES: readonly (readonly [RegExp, Reader])[] = [
  [
    /^Computed: (\S+) in (\S+)(?: (\S+))? \(\S+\) of (?:name\/)?(\S+)\.$/,
    ([id = '', part = '', version = '', product = ''], n) => ({
      n,
      kind: 'finding',
      id,
      part,
      version,
      product,
    }),
  ],
  [
    /^Outcome: ([a-z ]+)(?:, held until a person decides)?\. Rule (\S+): (.+)\.$/,
    ([status = '', rule = '', because = ''], n) => ({ n, kind: 'outcome', status, rule, because }),
  ],
  [/^Fixed in (\S+), as (.+) has it\.$/, ([version = '', by = ''], n) => ({ n, kind: 'fix', version, by })],
  [/^No source names a version that fixes it\.$/, (_, n) => ({ n, kind: 'no fix' })],
  [
    /^Graveness: severity ([a-z]+)(?:, CVSS score ([\d.]+))?(?:, chance of being exploited within thirty days ([\d.]+))?\.$/,
    ([severity = '', score = '', chance = ''], n) => ({ n, kind: 'grave', severity, score, chance }),
  ],
  [
    /^Known to be exploited: listed on ([\d-]+), due on ([\d-]+)/,
    ([listed = '', due = ''], n) => ({ n, kind: 'exploited', listed, due }),
  ],
  [
    /^Stated by (.+) on ([\d-]+), of \S+: ([a-z ]+)[,( ]/,
    ([by = '', on = '', says = ''], n) => ({ n, kind: 'stated', by, on, says: says.trim() }),
  ],
  [
    /^(?!Affected )([A-Z][\w:-]+) \(([\w:-]+)[^)]*\): (.+)$/,
    ([id = '', alias = '', summary = ''], n) => ({ n, kind: 'advisory', id, alias, summary }),
  ],
  [/^Published on ([\d-]+)\.$/, ([on = ''], n, { id }) => ({ n, kind: 'published', id, on })],
  [/^Withdrawn on ([\d-]+)\.$/, ([on = ''], n, { id }) => ({ n, kind: 'withdrawn', id, on })],
  [/^Severity: CVSS_V\d (CVSS:\S+)\.$/, ([vector = ''], n, { id }) => ({ n, kind: 'vector', id, vector })],
  [
    /^Affected \(versions\): (.+)\.$/,
    ([all = ''], n, { id, name }) => ({ n, kind: 'range', id, name, intervals: all.split(', ') }),
  ],
  [/^Fixed in (.+)\.$/, ([all = ''], n, { name }) => ({ n, kind: 'fixes', name, versions: all.split(', ') })],
  [
    /^(.+) states: .+ is ([a-z ]+), as to (\S+)\.$/,
    ([by = '', says = '', id = ''], n) => ({ n, kind: 'claim', by, says, id, on: '' }),
  ],
  [
    /^Policy (\S+) decided on .+: ([a-z]+)\.$/,
    ([version = '', decided = ''], n) => ({ n, kind: 'policy', version, decided }),
  ],
  [/^Rule \S+ matched: (.+)$/, ([said = ''], n) => ({ n, kind: 'rule', said })],
  [/^Address: (\S+)$/, ([url = ''], n) => ({ n, kind: 'address', url })],
  [
    /^(?:name\/)?(\S+) \(runtime\): (.+)$/,
    ([product = '', path = ''], n) => ({ n, kind: 'path', product, parts: path.split(' > ') }),
  ],
];
/** Lines that carry nothing that is told of here. */
const SILENT =
  /^(?:Issuer: |It runs|It is needed|Weight of |Votes: |No single fact|What would turn|List of components|Computed: |Image |Weaknesses: |There are |Action: |Justification: |Rule \S+ did not|name\/|container:|Ports: |Entry point: |User: |CVE-\S+ is known|Listed on |Required: |Stated on |Every version|Affected versions|Affected \(commits)/;

/** Everything the sources say, in their order. */
export function factsOf(sources: readonly ToldSource[]): Fact[] {
  return sources.flatMap(({ n, urn, text }) => {
    const about = { id: /^\w+:([^#]+)#/.exec(urn)?.[1] ?? '', name: '' };
    return text.split('\n').flatMap((line): Fact[] => {
      const affects = /^\S+ affects (?:\S+ )?(\S+?)(?: \([^)]*\))?\.$/.exec(line);
      if (affects) about.name = affects[1] ?? '';
      for (const [pattern, read] of LINES) {
        const found = pattern.exec(line);
        if (found)
          return [
            read(
              found.slice(1).map((one) => one ?? ''),
              n,
              about,
            ),
          ];
      }
      if (line.includes('[SUSPICIOUS')) return [{ n, kind: 'planted', said: line }];
      return affects || SILENT.test(line) || !urn.includes('#advisory-')
        ? []
        : [{ n, kind: 'prose', said: line }];
    });
  });
}

/** Facts of one kind, in their order. */
export const of = <K extends Fact['kind']>(facts: readonly Fact[], kind: K): FactOf<K>[] =>
  facts.filter((one): one is FactOf<K> => one.kind === kind);
/** Of one source. */
export const under = <K extends Fact['kind']>(
  facts: readonly Fact[],
  kind: K,
  n: number,
): FactOf<K> | undefined => of(facts, kind).find((one) => one.n === n);
