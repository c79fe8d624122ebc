// By what the statements and entries of one document are found, and whether any list has it. Called by advisory/findings. Source: structure S5.
import { sql } from 'kysely';
import type { StoreReader } from '../store-access.ts';

export interface SaidKeys {
  /** Entries and statements of the document. */
  readonly total: number;
  /** What they are found under, each once; some of them where they are many. */
  readonly keys: readonly string[];
  /** Whether a component of any current list is found under one of them. */
  readonly inLists: boolean;
}

const MOST_KEYS = 200;

/** @returns undefined where the project has no such document */
export async function readSaidKeys(
  reader: StoreReader,
  project: string,
  document: number,
): Promise<SaidKeys | undefined> {
  const one = await reader
    .selectFrom('evidence_document')
    .select('id')
    .where('project', '=', project)
    .where('id', '=', document)
    .executeTakeFirst();
  if (!one) return undefined;
  const of = (table: 'evidence_affected' | 'evidence_claim') =>
    reader
      .selectFrom(table)
      .select(['package_key as key', sql<number>`count(*)`.as('count')])
      .where('document', '=', document)
      .groupBy('package_key')
      .orderBy('package_key')
      .execute();
  const rows = [...(await of('evidence_affected')), ...(await of('evidence_claim'))];
  const found = await reader
    .selectFrom('evidence_component as c')
    .select('c.document')
    .where('c.project', '=', project)
    .where((eb) =>
      eb.or(
        (['evidence_affected', 'evidence_claim'] as const).map((table) =>
          eb(
            'c.package_key',
            'in',
            eb.selectFrom(table).select('package_key').where('document', '=', document),
          ),
        ),
      ),
    )
    .limit(1)
    .execute();
  return {
    total: rows.reduce((sum, { count }) => sum + Number(count), 0),
    keys: [...new Set(rows.flatMap(({ key }) => key ?? []))].slice(0, MOST_KEYS),
    inLists: found.length > 0,
  };
}

/** Findings that are there, and rest on the document among others. */
export async function countGroundedOn(
  reader: StoreReader,
  project: string,
  document: number,
): Promise<number> {
  const { count } = await reader
    .selectFrom('finding')
    .select(sql<number>`count(*)`.as('count'))
    .where('project', '=', project)
    .where('gone_at', 'is', null)
    .where('record', 'like', `%"document":${document},"about":%`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
