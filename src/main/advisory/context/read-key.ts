// What a brief is asked about: an id in any spelling with all that mean the same by OSV's aliases, a package URL, or a text with or without ids in it. Reads, and
// writes nothing. Called by read-context.ts. Source: advisory, Evidence, Retrieval.
import { readLinks } from '../../store/evidence/matching.ts';
import { isNamed } from '../../store/evidence/under-ids.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { advisoryId, findIds } from '../identity/advisory-id.ts';
import { keyOfPurl } from '../identity/keys.ts';
import { vulnerabilities } from '../identity/vulnerability.ts';

export interface KeyRead {
  /** As it was asked. */
  readonly text: string;
  /** As a pack calls it: an id in its one spelling, else the text. */
  readonly shown: string;
  /** All that mean the same, the asked ones among them; none where the text names none. */
  readonly ids: readonly string[];
  /** Keys of packages that were asked about. */
  readonly packages: readonly string[];
  /** Whether anything that was taken in names one of the ids. */
  readonly isNamed: boolean;
}

/** Longest key that is read. */
const MOST_TEXT = 4000;
/** Ids of one text that are looked up. */
const MOST_IDS = 20;

export async function readKey(reader: StoreReader, project: string, given: string): Promise<KeyRead> {
  const text = given.slice(0, MOST_TEXT).trim();
  const own = advisoryId(text);
  const asked = own ? [own.id] : [...new Set(findIds(text).map(({ id }) => id))].slice(0, MOST_IDS);
  const ids = await closed(reader, project, asked);
  const named = ids.length > 0 && (await isNamed(reader, project, ids));
  const purl = keyOfPurl(text);
  const packages = purl === null ? [] : [purl];
  // A word alone has the shape of an id that nobody we know gives out; where none is called so, it is a word.
  if (own?.kind === 'other' && !named) return { text, shown: text, ids: [], packages, isNamed: false };
  return { text, shown: own?.id ?? text, ids, packages, isNamed: named };
}

/** All that name the same, what they have as upstream, and of an erratum what it fixes. */
async function closed(reader: StoreReader, project: string, asked: readonly string[]): Promise<string[]> {
  const known = vulnerabilities(await readLinks(reader, project, asked));
  return [
    ...new Set(asked.flatMap((id) => [...known.origins(id), ...known.subjects(id).flatMap(known.members)])),
  ];
}
