// Where a console keeps what it has seen of the chains: in its data directory, by database. Used by memory-side.ts and `festinger verify`.
import { isAbsolute, join, relative } from 'node:path';
import { ChainWitness } from '../store/audit/chain-witness.ts';
import type { Site } from './site.ts';

/** A database in the data directory goes by its name there: a directory that was moved is the same. */
export function chainWitness({
  dataDir,
  database,
  databaseLabel,
}: Pick<Site, 'dataDir' | 'database' | 'databaseLabel'>): ChainWitness {
  const within = 'databasePath' in database ? relative(dataDir, database.databasePath) : '';
  const isWithin = within !== '' && !within.startsWith('..') && !isAbsolute(within);
  return new ChainWitness(join(dataDir, 'chain-witness.json'), isWithin ? within : databaseLabel);
}
