// Which documents are versions of one another, and which of them count. Every place a document came from has its newest version of it, and so has every key that
// signed versions of it: a document is replaced by what came from the same place, or what the same key signed, and stands beside all others of its id.
// Called by documents.ts and whoever asks for versions. Source: structure S5, Trust.
import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';

const tokenOf = (kind: string, name = ''): string =>
  createHash('sha256').update(`${kind}\0${name}`).digest('hex').slice(0, 16);

/** Of a file, an entry of an archive, an address; where it stands in a file of several documents is of no account. */
export const placeOf = (origin: string): string => tokenOf('file', origin.replace(/#\d{1,9}$/, ''));
/** Of every record that came with the import of a whole database: ids are those of all of OSV. */
export const OSV_DATABASE = tokenOf('database');
/** Of what comes from the operator's own tools, wherever that lies. */
export const ANY_PLACE = tokenOf('any');
/** Of what was such a record where a bundle was made. */
export const BUNDLED_DATABASE = tokenOf('bundle');

export interface Version {
  readonly product: string | null;
  /** The places it came from, between blanks. */
  readonly source: string;
  /** Of a list, how many it has. */
  readonly components: number;
  readonly sha256: string;
  readonly stated_at: number | null;
  readonly first_seen: number;
  readonly signature_state: 'verified' | 'unknown_key' | null;
  readonly signed_by: string | null;
}

/** By so much clocks may differ. */
export const DAY_MS = 86_400_000;

/** When it was made: as it says, or when it came where it does not say. One that was made a day after it came was made before every other. */
export function madeAt({ stated_at: stated, first_seen: came }: Pick<Version, 'stated_at' | 'first_seen'>) {
  if (stated === null) return came;
  return stated > came + DAY_MS ? 0 : Math.min(stated, came);
}

/** The later made; of two at one time the one with the greater digest, so that the order in which they come is of no account. */
function isNewer(one: Version, other: Version): boolean {
  if (one.product !== other.product) return false;
  // A list that lists nothing takes the place of none that lists something.
  if (one.components > 0 !== other.components > 0) return one.components > 0;
  return madeAt(one) > madeAt(other) || (madeAt(one) === madeAt(other) && one.sha256 > other.sha256);
}

type Placed = Pick<Version, 'source' | 'signature_state' | 'signed_by'>;

const keysOf = ({ signature_state: state, signed_by: key }: Placed): string[] =>
  state === 'verified' ? [`key ${key}`] : [];
const placesOf = (one: Placed): string[] => [...one.source.split(' '), ...keysOf(one)];

/** Whether it is the newest of any place it came from; what an accepted key signed, of that key. @param others of its format and key */
export function isCurrent(one: Version, others: readonly Version[]): boolean {
  const newer = others.filter((other) => isNewer(other, one)).flatMap(placesOf);
  const own = keysOf(one);
  return (own.length > 0 ? own : placesOf(one)).some((place) => !newer.includes(place));
}

/** Whether both are versions of one document. */
export const areVersions = (
  one: Placed & Pick<Version, 'product'>,
  other: Placed & Pick<Version, 'product'>,
): boolean => {
  const places = placesOf(other);
  return one.product === other.product && placesOf(one).some((place) => places.includes(place));
};

/** Columns by which versions are told. */
export const VERSION_COLUMNS = [
  ...(['d.id', 'd.project', 'd.format', 'd.key', 'd.sha256', 'd.stated_at', 'd.first_seen'] as const),
  ...(['d.current', 'd.product', 'd.source', 'd.origin', 'd.signature_state', 'd.signed_by'] as const),
] as const;

/** How many components the list `d` has: they are numbered. */
export const componentsIn = sql<number>`coalesce((
    select max(c.n) from evidence_component c where c.document = d.id
  ), 0)`;

/** Whether it is a record of a database that was imported whole. */
export const isOfDatabase = (alias: 'd' | 'v') =>
  sql<SqlBool>`${sql.ref(`${alias}.source`)} like ${`%${OSV_DATABASE}%`}`;

/** The key of `d` as source ids have it: with a part of its digest where another document has the same key. */
export const keyInIds = sql<string>`(case when exists (
    select 1 from evidence_document o
    where o.project = d.project and o.format = d.format and o.key = d.key and o.current = 1 and o.id <> d.id
  ) then d.key || '@' || substr(d.sha256, 1, 8) else d.key end)`;
