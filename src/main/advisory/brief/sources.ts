// The sources of a prompt as statements cite them: by name, with the passage that says it, and only those the prompt has. Pure. Called by the statements of a brief.
// Source: advisory, Outputs.
import type {
  ContextPack,
  Excerpt,
  PackComponent,
  PackFinding,
  PackPath,
  PackRunner,
  PackUnchecked,
} from '../retrieval/pack-shape.ts';
import { literal } from './plain-words.ts';

/** A source as a brief may cite it. */
export interface CitedSource {
  readonly n: number;
  /** The piece's source id, or the name of what was computed. */
  readonly sourceId: string;
  /** SHA-256 of the document's bytes; of what was computed that of its text. */
  readonly contentHash: string;
  /** Where in `content` the excerpt's text begins; 0 of what was computed. */
  readonly from: number;
  readonly content: string;
  /** Words in it read like instructions: nothing of it is quoted. */
  readonly suspicious: boolean;
}

/** A passage of a source, in UTF-16 units. */
export interface Cite {
  readonly n: number;
  readonly start: number;
  readonly end: number;
}

export interface Quotation {
  /** In quotation marks, as markdown has it. */
  readonly text: string;
  readonly cites: readonly Cite[];
}

export const FINDING_SOURCE = 'festinger:finding/';
export const FINDINGS_SOURCE = 'festinger:findings';
export const REACH_SOURCE = 'festinger:reach';
export const COMPONENTS_SOURCE = 'festinger:components';
export const PATHS_SOURCE = 'festinger:sbom/paths';
/** A finding in the list of those that have no source of their own. */
export const findingLine = ({
  product_name: product,
  component,
  version,
  vulnerability,
  status,
}: PackFinding): string =>
  `${product}: ${component} ${version ?? 'without a version'}, ${vulnerability}, ${status.replaceAll('_', ' ')}`;

/** A component in the list of those the brief is about. */
export const componentLine = ({
  product_name: product,
  name,
  source,
  version,
  unchecked,
}: PackComponent): string =>
  `${product}: ${name} ${version ?? 'without a version'}${source === null ? '' : `, built from ${source}`}${unchecked === null ? '' : `, not checked: ${unchecked.replaceAll('_', ' ')}`}`;

/** What of a product could not be checked. */
export const uncheckedLine = ({ product_name: product, reason, count }: PackUnchecked): string =>
  `${product}: not checked: ${reason.replaceAll('_', ' ')}: ${count}`;

/** A resource that runs a product. */
export const runnerLine = ({ product, resource }: PackRunner): string =>
  `${resource} runs ${product.replace(/^name\//, '')}`;

/** A way to a component. */
export const pathLine = ({ path, scope, product }: PackPath): string =>
  `${product} (${scope}): ${path.join(' > ')}`;

const MOST_QUOTED = 300;
const MARKS = /[“”]/;

export class Sources {
  readonly #sources: ReadonlyMap<string, CitedSource>;
  readonly #excerpts: readonly Excerpt[];

  constructor({ sections }: Pick<ContextPack, 'sections'>, sources: readonly CitedSource[]) {
    this.#sources = new Map(sources.map((one) => [one.sourceId, one]));
    this.#excerpts = sections.flatMap(({ excerpts }) => excerpts);
  }

  /**
   * A source as it is cited; none where the prompt has no such source.
   * @param word the line that holds it is the passage; without it, and where no line does, all that the source says
   */
  cite(sourceId: string, word = ''): Cite[] {
    const source = this.#sources.get(sourceId);
    if (source === undefined) return [];
    const { n, content, from } = source;
    const at = word === '' ? -1 : content.indexOf(word, from);
    if (at < 0) return [{ n, start: from, end: content.length }];
    const start = content.lastIndexOf('\n', at) + 1;
    const end = content.indexOf('\n', at);
    return [{ n, start, end: end < 0 ? content.length : end }];
  }

  /** What was computed of a finding; of those there was no room for, their line in the list. None where it is in neither. */
  finding(finding: PackFinding, word = ''): Cite[] {
    const own = this.cite(FINDING_SOURCE + finding.key, word);
    if (own.length > 0) return own;
    const line = findingLine(finding);
    return this.#sources.get(FINDINGS_SOURCE)?.content.includes(line) ? this.cite(FINDINGS_SOURCE, line) : [];
  }

  /** Pieces of these kinds that the prompt has, the best first, those that read like instructions left out. */
  excerpts(...kinds: Excerpt['kind'][]): Excerpt[] {
    return this.#excerpts.filter(
      ({ kind, source_id: id, trust }) =>
        kinds.includes(kind) && trust !== 'suspicious' && this.#sources.get(id)?.suspicious === false,
    );
  }

  /** How advisories begin that stand under an id that was asked for. */
  heads(): Excerpt[] {
    return this.excerpts('advisory').filter(
      ({ found_by: by, source_id: id }) => by === 'id' && /#advisory-\d+$/.test(id),
    );
  }

  /** The first line of a text that says something by itself, as it stands in the source; null where it does not, is no line to quote, or reads like an instruction. */
  quoted(sourceId: string, text: string): Quotation | null {
    const source = this.#sources.get(sourceId);
    const lines = text.split(/[\r\n]/).map((one) => one.trim());
    const line = lines.find((one) => one !== '' && !one.endsWith(':')) ?? '';
    const whole = line.length <= MOST_QUOTED ? line : line.slice(0, line.lastIndexOf(' ', MOST_QUOTED));
    if (source === undefined || source.suspicious || whole === '' || MARKS.test(whole)) return null;
    const start = source.content.indexOf(whole, source.from);
    if (start < 0) return null;
    return { text: `“${literal(whole)}”`, cites: [{ n: source.n, start, end: start + whole.length }] };
  }
}
