// Advisories in the OSV format, GitHub's among them. One document is one advisory. Called by read-document.ts, after the schema.
// Source: advisory, Evidence.
import schema from '../../../../resources/schemas/osv.schema.json' with { type: 'json' };
import type { AffectedPackage, AffectedRange, EvidenceDocument, RangeEvent } from './records.ts';
import { blank, cut, timeOf, unique } from './words.ts';

/** As the schema has it, of what is read here. */
interface Osv {
  readonly id: string;
  readonly modified: string;
  readonly published?: string;
  readonly withdrawn?: string;
  readonly aliases?: readonly string[] | null;
  readonly related?: readonly string[] | null;
  readonly upstream?: readonly string[] | null;
  readonly summary?: string;
  readonly details?: string;
  readonly severity?: readonly { readonly type: string; readonly score: string }[] | null;
  readonly references?: readonly { readonly type: string; readonly url: string }[] | null;
  readonly affected?: readonly OsvAffected[] | null;
  readonly database_specific?: { readonly [key: string]: unknown };
}

interface OsvAffected {
  readonly package?: { readonly ecosystem: string; readonly name: string; readonly purl?: string };
  readonly ranges?: readonly {
    readonly type: string;
    readonly repo?: string;
    readonly events: readonly RangeEvent[];
  }[];
  readonly versions?: readonly string[];
  readonly severity?: readonly { readonly type: string; readonly score: string }[];
  readonly ecosystem_specific?: { readonly [key: string]: unknown };
}

const RANGE_TYPES = ['SEMVER', 'ECOSYSTEM', 'GIT'] as const;

export function readOsv(value: unknown): EvidenceDocument {
  const osv = value as Osv;
  const affected = (osv.affected ?? []).flatMap((one) => affectedOf(one, osv.summary ?? ''));
  return {
    ...blank('osv', osv.id, {
      version: osv.modified,
      title: cut(osv.summary, 500) || osv.id,
      issuer: issuerOf(osv.id),
      statedAt: timeOf(osv.modified),
      licence: textMember(osv.database_specific, 'license'),
    }),
    advisories: [
      {
        ...{ id: osv.id, aliases: unique(osv.aliases ?? []), related: unique(osv.related ?? []) },
        ...{
          upstream: unique(osv.upstream ?? []),
          summary: cut(osv.summary, 2000),
          details: cut(osv.details),
        },
        ...{ published: timeOf(osv.published), modified: timeOf(osv.modified) },
        withdrawn: timeOf(osv.withdrawn),
        severity: severityOf(osv),
        weaknesses: weaknessesOf(osv.database_specific),
        references: (osv.references ?? []).map(({ type, url }) => ({ type, url })),
        affected,
      },
    ],
    notes: notesOf(osv),
  };
}

const KNOWN_DATABASE = new RegExp(schema.$defs.prefix.pattern, 'u');
const KNOWN_ECOSYSTEM = new RegExp(schema.$defs.ecosystemWithSuffix.pattern, 'u');

function notesOf({ id, affected }: Osv): string[] {
  const entries = affected ?? [];
  const notes: string[] = [];
  const unnamed = entries.filter((one) => !one.package && !repoOf(one)).length;
  if (unnamed > 0)
    notes.push(`${unnamed} of its affected entries name no package and can be matched with nothing.`);
  if (!KNOWN_DATABASE.test(id))
    notes.push(
      `The database "${cut(issuerOf(id), 100)}" is not known here; the advisory is read as OSV defines it.`,
    );
  const ecosystems = unique(entries.flatMap((one) => one.package?.ecosystem ?? []));
  for (const ecosystem of ecosystems.filter((name) => !KNOWN_ECOSYSTEM.test(name)).slice(0, 10))
    notes.push(
      `The ecosystem "${cut(ecosystem, 100)}" is not known here: its packages are kept, and how its versions are ordered is not known.`,
    );
  return notes;
}

/** A database that collects from many names itself by the first part of its ids. */
function issuerOf(id: string): string {
  const dash = id.search(/[-:]/);
  return dash > 0 ? id.slice(0, dash) : id;
}

const repoOf = ({ ranges = [] }: OsvAffected): string | undefined => ranges.find(({ repo }) => repo)?.repo;

function affectedOf(one: OsvAffected, summary: string): AffectedPackage[] {
  const { package: named, ranges = [], versions = [] } = one;
  const name = named?.name ?? repoOf(one);
  if (name === undefined) return [];
  const urgency = textMember(one.ecosystem_specific, 'urgency');
  const module = moduleIn(one, summary);
  return [
    {
      ...{ purl: named?.purl ?? null, ecosystem: named?.ecosystem ?? null, name },
      ranges: ranges.flatMap(({ type, events }): AffectedRange[] => {
        const known = RANGE_TYPES.find((one) => one === type);
        return known ? [{ type: known, events }] : [];
      }),
      versions: unique(versions),
      ...(urgency === null ? {} : { urgency }),
      ...(module === null ? {} : { module }),
    },
  ];
}

/**
 * The module stream that packages of an erratum were built in. Only their versions say that they are modular, and only the title of the erratum says of which
 * stream: `Important: nodejs:16 security update`.
 * @returns null where they are not modular, an empty text where the stream is not said
 */
function moduleIn({ ranges = [] }: OsvAffected, summary: string): string | null {
  const isModular = ranges.some(({ events }) =>
    events.some((event) => Object.values(event).some((version) => /\.module[+_]/.test(version ?? ''))),
  );
  if (!isModular) return null;
  const streams = [...summary.matchAll(/(?<![\w:])([a-z][\w.+-]{0,60}):([\w.-]{1,40})(?= |$)/gi)];
  return streams.length === 1 ? `${streams[0]?.[1]}:${streams[0]?.[2]}`.toLowerCase() : '';
}

function severityOf(osv: Osv) {
  const stated = [...(osv.severity ?? []), ...(osv.affected ?? []).flatMap(({ severity }) => severity ?? [])];
  const word = textMember(osv.database_specific, 'severity');
  const all = stated.map(({ type, score }) => ({ type, score }));
  if (word) all.push({ type: 'word', score: word });
  return unique(all.map(({ type, score }) => `${type}\0${score}`)).map((one) => {
    const [type = '', score = ''] = one.split('\0');
    return { type, score };
  });
}

function weaknessesOf(specific: Osv['database_specific']): string[] {
  const ids = specific?.cwe_ids ?? specific?.cwes;
  return Array.isArray(ids) ? unique(ids.filter((id) => typeof id === 'string')).slice(0, 50) : [];
}

function textMember(object: { readonly [key: string]: unknown } | undefined, name: string): string | null {
  const value = object?.[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 200).toWellFormed() : null;
}
