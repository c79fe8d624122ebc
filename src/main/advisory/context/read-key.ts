// What a brief is asked about: an id in any spelling with all that mean the same by OSV's aliases, a text with ids in it, a package URL, or the name of a package. What
// nothing imported names is no key. Reads, and writes nothing. Called by read-context.ts. Source: advisory, Evidence, Retrieval.
import { readLinks } from '../../store/evidence/matching.ts';
import { isNamed, readKnownPackages, readPackagesNamed } from '../../store/evidence/under-ids.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { advisoryId, findIds } from '../identity/advisory-id.ts';
import { keysOf } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';
import { versionText } from '../identity/version-text.ts';
import { vulnerabilities } from '../identity/vulnerability.ts';

export interface KeyRead {
  /** As it was asked. */
  readonly text: string;
  /** As a pack calls it: an id in its one spelling, else the text. */
  readonly shown: string;
  /** All that mean the same, the asked ones among them; none where the key is a package. */
  readonly ids: readonly string[];
  /** Keys of packages that were asked about. */
  readonly packages: readonly string[];
  /** The version that a package URL names. */
  readonly version: string | null;
  /** Whether anything imported names one of the ids or packages. */
  readonly isNamed: boolean;
}

/** Longest key that is read. */
const MOST_TEXT = 4000;
/** Ids of one text that are looked up. */
const MOST_IDS = 20;
/** Longest name of a package that is looked for. */
const MOST_NAME = 300;

export async function readKey(reader: StoreReader, project: string, given: string): Promise<KeyRead> {
  const text = given.slice(0, MOST_TEXT).trim();
  const purl = parsePurl(text);
  if (purl.ok) {
    const packages = await readKnownPackages(reader, project, keysOf(purl.purl));
    return ofPackages(text, packages, versionText(purl.purl));
  }
  const own = advisoryId(text);
  const asked = own ? [own.id] : [...new Set(findIds(text).map(({ id }) => id))].slice(0, MOST_IDS);
  const ids = await idsClosed(reader, project, asked);
  const named = ids.length > 0 && (await isNamed(reader, project, ids));
  // A word alone has the shape of an id that nobody we know gives out; where none is called so, it may be a package.
  const isId = ids.length > 0 && (named || own?.kind !== 'other');
  if (isId) return { text, shown: own?.id ?? text, ids, packages: [], version: null, isNamed: named };
  const name = text.replaceAll(':', '/');
  const packages = name.length > MOST_NAME ? [] : await readPackagesNamed(reader, project, name);
  return ofPackages(text, packages, null);
}

const ofPackages = (text: string, packages: readonly string[], version: string | null): KeyRead => ({
  text,
  shown: text,
  ids: [],
  packages,
  version,
  isNamed: packages.length > 0,
});

/** The ids with all that name the same, what they have as upstream, and of an erratum what it fixes. */
export async function idsClosed(
  reader: StoreReader,
  project: string,
  asked: readonly string[],
): Promise<string[]> {
  const known = vulnerabilities(await readLinks(reader, project, asked));
  return [
    ...new Set(asked.flatMap((id) => [...known.origins(id), ...known.subjects(id).flatMap(known.members)])),
  ];
}
