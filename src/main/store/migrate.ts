// Brings a database to this version's schema, in one transaction. Refuses one that a newer version has written.
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { AppError } from '../../shared/model/envelope.ts';
import type { DialectName } from './column-types.ts';
import { createTables } from './migrations/0001-tables.ts';
import { createGuards } from './migrations/0002-guards.ts';
import { createDecisions, createDimensionQuestions } from './migrations/0003-decisions.ts';
import { createFeed } from './migrations/0004-many-processes.ts';
import { createClients } from './migrations/0005-clients.ts';
import { createVocabulary } from './migrations/0006-vocabulary.ts';
import { addClientLearning } from './migrations/0007-client-learning.ts';
import { createClientQuestions } from './migrations/0008-client-questions.ts';
import { addCorrections } from './migrations/0009-corrections.ts';
import { takeJobsHome } from './migrations/0010-one-job-table.ts';
import { claimRuns } from './migrations/0011-claimed-runs.ts';
import { createHostChain } from './migrations/0012-host-chain.ts';
import { addCallRuns } from './migrations/0013-call-runs.ts';
import { createUpstreams } from './migrations/0014-upstreams.ts';
import { createHands } from './migrations/0015-hands.ts';
import { createAssistant } from './migrations/0016-assistant.ts';
import { planGuardByIndex } from './migrations/0017-guard-plan.ts';
import { createEvidence } from './migrations/0018-evidence.ts';
import { createFindings } from './migrations/0019-findings.ts';
import { createChunks } from './migrations/0020-chunks.ts';
import { changeRetrieval } from './migrations/0021-retrieval.ts';
import { claimImports } from './migrations/0022-import-claims.ts';
import { indexWaiting } from './migrations/0023-findings-waiting.ts';
import { addCameFrom, createBriefs } from './migrations/0024-briefs.ts';
import { createBundleSignatures, createSigningKeys } from './migrations/0025-signing-keys.ts';
import { createAlerts } from './migrations/0026-alerts.ts';
import { forgetTrainedContexts } from './migrations/0030-context-found.ts';
import { changeSilences } from './migrations/0031-silences.ts';
import { addBeliefAndEnd } from './migrations/0032-belief-and-end.ts';
import { createReader } from './migrations/0034-reader.ts';
import { addCoverage } from './migrations/0035-brief-coverage.ts';
import { createEvidenceKeys } from './migrations/0036-evidence-signatures.ts';
import { createEcosystemsAndProducts } from './migrations/0038-ecosystems-and-products.ts';
import { addIdentity } from './migrations/0039-identity.ts';
import { addDocumentSources } from './migrations/0040-document-sources.ts';
import { addComponentSources } from './migrations/0042-component-sources.ts';
import type { Database } from './schema.ts';

/** In order; names are written into the database and never change. */
function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    '0001-tables': { up: (db) => createTables(db, dialect) },
    '0002-guards': { up: (db) => createGuards(db, dialect) },
    '0003-decisions': { up: (db) => createDecisions(db, dialect) },
    '0004-many-processes': { up: (db) => createFeed(db, dialect) },
    '0005-clients': { up: (db) => createClients(db, dialect) },
    '0006-vocabulary': { up: (db) => createVocabulary(db, dialect) },
    '0007-client-learning': { up: addClientLearning },
    '0008-client-questions': { up: (db) => createClientQuestions(db, dialect) },
    '0009-corrections': { up: (db) => addCorrections(db, dialect) },
    '0010-one-job-table': { up: (db) => takeJobsHome(db, dialect) },
    '0011-claimed-runs': { up: (db) => claimRuns(db, dialect) },
    '0012-host-chain': { up: (db) => createHostChain(db, dialect) },
    '0013-call-runs': { up: addCallRuns },
    '0014-upstreams': { up: (db) => createUpstreams(db, dialect) },
    '0015-hands': { up: (db) => createHands(db, dialect) },
    '0016-assistant': { up: (db) => createAssistant(db, dialect) },
    '0017-guard-plan': { up: (db) => planGuardByIndex(db, dialect) },
    '0018-evidence': { up: (db) => createEvidence(db, dialect) },
    '0019-findings': { up: (db) => createFindings(db, dialect) },
    '0020-chunks': { up: (db) => createChunks(db, dialect) },
    '0021-retrieval': { up: (db) => changeRetrieval(db, dialect) },
    '0022-import-claims': { up: (db) => claimImports(db, dialect) },
    '0023-findings-waiting': { up: indexWaiting },
    '0024-briefs': { up: (db) => createBriefs(db, dialect) },
    '0025-signing-keys': { up: (db) => createSigningKeys(db, dialect) },
    '0026-bundle-signatures': { up: (db) => createBundleSignatures(db, dialect) },
    '0027-came-from': { up: addCameFrom },
    '0028-dimension-questions': { up: (db) => createDimensionQuestions(db, dialect) },
    '0029-alerts': { up: (db) => createAlerts(db, dialect) },
    '0030-context-found': { up: forgetTrainedContexts },
    '0031-silences': { up: (db) => changeSilences(db, dialect) },
    '0032-belief-and-end': { up: (db) => addBeliefAndEnd(db, dialect) },
    '0034-reader': { up: (db) => createReader(db, dialect) },
    '0035-brief-coverage': { up: (db) => addCoverage(db, dialect) },
    '0036-evidence-signatures': { up: (db) => createEvidenceKeys(db, dialect) },
    '0038-ecosystems-and-products': { up: (db) => createEcosystemsAndProducts(db, dialect) },
    '0039-identity': { up: addIdentity },
    '0040-document-sources': { up: (db) => addDocumentSources(db, dialect) },
    '0042-component-sources': { up: addComponentSources },
  };
}

/** Names of all migrations this version knows. */
export function knownMigrations(): ReadonlySet<string> {
  return new Set(Object.keys(migrations('sqlite')));
}

/**
 * @param subject names the database in errors.
 * @returns names of the migrations that ran now; empty when the schema was current.
 * @throws AppError UNAVAILABLE for a database from a newer version
 */
export async function migrate(
  db: Kysely<Database>,
  dialect: DialectName,
  subject: string,
): Promise<string[]> {
  const known = migrations(dialect);
  await refuseNewer(db, new Set(Object.keys(known)), subject);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function refuseNewer(db: Kysely<Database>, known: ReadonlySet<string>, subject: string): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const foreign = rows.filter((row) => !known.has(row.name)).map((row) => row.name);
  if (foreign.length === 0) return;
  throw new AppError(
    'UNAVAILABLE',
    `The database ${subject} was written by a newer version of Festinger (it has ${foreign.join(', ')}). Start that version, or name another database.`,
    { unknownMigrations: foreign },
  );
}
