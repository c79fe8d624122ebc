// Whether what a sentence names stands in what it cites: ids of advisories, PURLs, versions, scores, days and addresses, each whole and in any of its
// spellings. Does not judge what is said of them. Called by the pipeline of briefs; ids are recognised by what it hands in. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { citedIn, sectionsOf } from './coverage.ts';
import {
  type Entity,
  type EntityKind,
  entitiesIn,
  type FindIds,
  keyOf,
  keysOfSource,
} from './entity-forms.ts';
import { plainSigns, said } from './plain-signs.ts';
import { blanked, type Reading } from './reading.ts';
import { sentencesOf } from './sentences.ts';

export interface EntityFault extends Span {
  readonly code: 'entity_unsupported';
  /** As it stands in the sentence, entities of HTML decoded. */
  readonly entity: string;
  readonly kind: EntityKind;
  /** The ids the sentence cites; none where it was held against all sources. */
  readonly cited: readonly number[];
}

/** A source as the model saw it, before it was escaped. */
export interface SourceText {
  readonly id: number;
  readonly content: string;
}

/**
 * One fault for each thing that a sentence names and none of its sources holds. A claim that cites nothing has no sources. Headings, heads of tables,
 * questions, announcements and code claim nothing: what they name has to stand in some source of the pack, unless they cite.
 * @param citations of the same reading
 */
export function entityFaults(
  reading: Reading,
  citations: readonly Citation[],
  sources: readonly SourceText[],
  findIds: FindIds,
): EntityFault[] {
  const known = new KnownKeys(sources, findIds);
  const prose = blanked(reading.text, reading.markers);
  const faults: EntityFault[] = [];
  const judge = ({ start, end }: Span, ids: readonly number[] | null) => {
    // Everything that is looked for holds a digit or a hyphen, or leads somewhere.
    const text = said(prose.slice(start, end));
    if (!NAMES_SOMETHING.test(text)) return;
    for (const entity of entitiesIn(text, findIds))
      if (!known.supports(entity, ids) && !(isBranch(text, entity) && known.hasBranch(entity, ids))) {
        const { text, kind } = entity;
        faults.push({ code: 'entity_unsupported', entity: text, kind, start, end, cited: ids ?? [] });
      }
  };
  const lists = sectionsOf(reading).filter(({ name }) => name === LISTS);
  for (const { sentence, ids } of citedIn(sentencesOf(reading), citations)) {
    const isListed = lists.some(({ start, end }) => sentence.start >= start && sentence.start < end);
    judge(sentence, ids.length > 0 || (sentence.isClaim && !isListed) ? ids : null);
  }
  for (const line of reading.code) judge(line, null);
  for (const link of reading.links) if (link.kind === 'definition') judge(link, null);
  return faults.toSorted((a, b) => a.start - b.start);
}

/** The section that lists what is cited and claims nothing. */
const LISTS = 'references';
const BRANCH = /^\s(?:\w{1,12}\s)?(?:branch(?:es)?|lines?|series|stream|train)\b/i;

/** `4.2.x`, `the 4.2 branch`: all versions that begin so. */
const isBranch = (text: string, { kind, text: version, start, end }: Entity): boolean =>
  kind === 'version' &&
  (/\.[x*]$/i.test(version) || BRANCH.test(text.slice(end, end + 32)) || isHead(text, start, end));

/** What a row or an item is about: `2.1: before 2.1.7`, `| 2.1 | 2.1.7 |`. */
const isHead = (text: string, start: number, end: number): boolean =>
  start < 12 &&
  !/[\p{L}\p{N}]/u.test(text.slice(0, start)) &&
  /^[*\x60]{0,3}\s?(?::|\||→|->|=>)/.test(text.slice(end, end + 8));

const NAMES_SOMETHING = /[\p{N}\p{Pd}\u2212:/]|&[#\w]/u;

/** The keys of sources, each read when it is first asked about. */
class KnownKeys {
  readonly #sources: ReadonlyMap<number, string>;
  readonly #findIds: FindIds;
  readonly #keys = new Map<number, ReadonlySet<string>>();
  readonly #branches = new Map<number, ReadonlySet<string>>();

  constructor(sources: readonly SourceText[], findIds: FindIds) {
    this.#sources = new Map(sources.map(({ id, content }) => [id, content]));
    this.#findIds = findIds;
  }

  /** @param ids null: any source will do */
  supports({ kind, keys }: Entity, ids: readonly number[] | null): boolean {
    if (keys.some((key) => this.#holds(key, ids))) return true;
    if (kind === 'purl' && this.#holdsPurl(keys[0] ?? '', ids)) return true;
    const [first = '', second = '', ...more] = kind === 'version' ? (keys[0] ?? '').split('-') : [];
    // `5.6.0-5.6.1` may be two versions and what lies between them.
    const isRange = more.length === 0 && first.includes('.') && second.includes('.');
    return isRange && this.#holds(first, ids) && this.#holds(second, ids);
  }

  /** A version of that branch. */
  hasBranch({ keys }: Entity, ids: readonly number[] | null): boolean {
    const branch = (keys[0] ?? '').replace(/\.[x*]$/, '');
    for (const id of ids ?? this.#sources.keys()) if (this.#branchesOf(id).has(branch)) return true;
    return false;
  }

  #branchesOf(id: number): ReadonlySet<string> {
    const known = this.#branches.get(id) ?? branchesIn(this.#of(id) ?? []);
    this.#branches.set(id, known);
    return known;
  }

  /** The package and its version, of one source. */
  #holdsPurl(key: string, ids: readonly number[] | null): boolean {
    const at = key.lastIndexOf('@');
    if (at <= key.lastIndexOf('/')) return false;
    const [name, version] = [key.slice(0, at), keyOf('version', key.slice(at + 1))];
    for (const id of ids ?? this.#sources.keys())
      if (this.#holds(name, [id]) && this.#holds(version, [id])) return true;
    return false;
  }

  #holds(key: string, ids: readonly number[] | null): boolean {
    for (const id of ids ?? this.#sources.keys()) if (this.#of(id)?.has(key)) return true;
    return false;
  }

  #of(id: number): ReadonlySet<string> | undefined {
    const content = this.#sources.get(id);
    if (content === undefined) return undefined;
    const known = this.#keys.get(id) ?? keysOfSource(plainSigns(content), this.#findIds);
    this.#keys.set(id, known);
    return known;
  }
}

/** What stands in front of each point of the versions among them. */
function branchesIn(keys: Iterable<string>): ReadonlySet<string> {
  const branches = new Set<string>();
  for (const key of keys)
    if (/^\d[\w.+-]{0,60}$/.test(key))
      for (let at = key.indexOf('.'); at > 0; at = key.indexOf('.', at + 1)) branches.add(key.slice(0, at));
  return branches;
}
