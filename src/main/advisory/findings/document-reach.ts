// What a document of evidence applies to, and where it applies to nothing, why. Reads, and writes nothing. Called by findings.ts.
// Source: structure S5, Statement: a document that matched nothing says so, with why.
import { AppError } from '../../../shared/model/envelope.ts';
import type { DocumentReach } from '../../../shared/model/evidence/finding.ts';
import { readLists } from '../../store/evidence/lists.ts';
import { countGroundedOn, readSaidKeys } from '../../store/evidence/reach.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { SbomSubject } from '../formats/records.ts';
import { wholeKeys } from './list-identity.ts';

/** Names told of what it is about. */
const MOST_NAMES = 3;

/** @throws AppError NOT_FOUND, also for one of another project */
export async function readDocumentReach(
  reader: StoreReader,
  project: string,
  document: number,
): Promise<DocumentReach> {
  const said = await readSaidKeys(reader, project, document);
  if (said === undefined)
    throw new AppError('NOT_FOUND', `There is no document ${document} in this project.`);
  const findings = await countGroundedOn(reader, project, document);
  if (findings > 0 || said.total === 0) return { findings, reason: null, names: [] };
  const lists = await readLists(reader, project);
  if (lists.length === 0) return { findings, reason: 'no_list', names: [] };
  const wholes = new Set(lists.flatMap(({ subject }) => wholeKeys(JSON.parse(subject) as SbomSubject)));
  const isHere = said.inLists || said.keys.some((key) => wholes.has(key));
  if (isHere) return { findings, reason: 'not_affected', names: [] };
  // A name alone recognises only a product of that very name.
  const packages = said.keys.filter((key) => !key.startsWith('name/'));
  if (packages.length === 0)
    return { findings, reason: 'names_only', names: said.keys.slice(0, MOST_NAMES).map(shownName) };
  const isLink = packages.every((key) => key.startsWith('bom/'));
  return {
    findings,
    reason: isLink ? 'other_list' : 'no_component',
    names: packages.slice(0, MOST_NAMES).map(shownName),
  };
}

const shownName = (key: string): string =>
  key
    .replace(/^(?:name|digest|bom|cpe)\//, '')
    .slice(0, 200)
    .toWellFormed();
