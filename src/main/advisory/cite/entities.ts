// Whether what a sentence names stands in what it cites: ids of advisories, PURLs, versions, scores, days and addresses, each whole and in any of its
// spellings. Does not judge what is said of them. Called by the pipeline of briefs; ids are recognised by what it hands in. Source: advisory, Guardrails.
import { decodeClaim } from '../prompt/decode-claim.ts';
import type { Span } from './blocks.ts';
import type { Citation } from './citations.ts';
import { citedIn } from './coverage.ts';
import {
  type Entity,
  type EntityKind,
  entitiesIn,
  type FindIds,
  keysOfSource,
  plainSigns,
} from './entity-forms.ts';
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
    for (const entity of entitiesIn(said(prose.slice(start, end)), findIds))
      if (!known.supports(entity, ids)) {
        const { text, kind } = entity;
        faults.push({ code: 'entity_unsupported', entity: text, kind, start, end, cited: ids ?? [] });
      }
  };
  for (const { sentence, ids } of citedIn(sentencesOf(reading), citations))
    judge(sentence, sentence.isClaim || ids.length > 0 ? ids : null);
  for (const line of reading.code) judge(line, null);
  return faults.toSorted((a, b) => a.start - b.start);
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A sentence as it is read: decoded once, without the marks of markdown's escapes, in plain signs. */
const said = (text: string): string => plainSigns(decodeClaim(text.replace(ESCAPED, '$1')));

/** The keys of sources, each read when it is first asked about. */
class KnownKeys {
  readonly #sources: ReadonlyMap<number, string>;
  readonly #findIds: FindIds;
  readonly #keys = new Map<number, ReadonlySet<string>>();

  constructor(sources: readonly SourceText[], findIds: FindIds) {
    this.#sources = new Map(sources.map(({ id, content }) => [id, content]));
    this.#findIds = findIds;
  }

  /** @param ids null: any source will do */
  supports({ kind, keys }: Entity, ids: readonly number[] | null): boolean {
    if (keys.some((key) => this.#holds(key, ids))) return true;
    const [first = '', second = '', ...more] = kind === 'version' ? (keys[0] ?? '').split('-') : [];
    // `5.6.0-5.6.1` may be two versions and what lies between them.
    const isRange = more.length === 0 && first.includes('.') && second.includes('.');
    return isRange && this.#holds(first, ids) && this.#holds(second, ids);
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
