// What stands beside a finding and is no statement about it: what policies decided on it, and what is known of the resources that run it, each with its very entry. Reads,
// and writes nothing. Called by detail.ts. Source: advisory, Findings.
import type { Finding, FindingPolicy, FindingRunning } from '../../../shared/model/evidence/finding.ts';
import { type NoteRow, readHintsOf, readTracesOn } from '../../store/evidence/notes.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { PolicyTrace, RuntimeHint } from '../formats/records.ts';
import { packageKey } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';
import type { FindingRecord } from './stored-finding.ts';

/** Each may have a thousand rules. */
const MOST_POLICIES = 20;

/** Those on the vulnerability under any of its ids; one that names packages, where this component is one of them, at this version if it says one. */
export async function policiesOn(
  reader: StoreReader,
  project: string,
  { vulnerability, aliases }: Finding,
  record: Pick<FindingRecord, 'packageKey' | 'version'>,
): Promise<FindingPolicy[]> {
  const rows = await readTracesOn(reader, project, [vulnerability, ...aliases]);
  return rows
    .map((row) => ({ row, trace: JSON.parse(row.record) as PolicyTrace }))
    .filter(({ trace }) => isAbout(trace, record))
    .slice(0, MOST_POLICIES)
    .map(({ row, trace: { policyVersion, finding, decision, rules } }) => ({
      ...placeOf(row),
      ...{ policyVersion, about: finding, decision },
      rules: rules.map(({ id, matched, text }) => ({ id, matched, text })),
    }));
}

function isAbout({ finding }: PolicyTrace, record: Pick<FindingRecord, 'packageKey' | 'version'>): boolean {
  const named = finding.split(' ').filter((word) => word.startsWith('pkg:'));
  return (
    named.length === 0 ||
    named.some((word) => {
      const read = parsePurl(word);
      if (!read.ok || packageKey(read.purl) !== record.packageKey) return false;
      const { version } = read.purl;
      return version === null || record.version === null || version === record.version;
    })
  );
}

export async function runningIt(
  reader: StoreReader,
  project: string,
  { resources }: Pick<Finding, 'resources'>,
): Promise<FindingRunning[]> {
  const rows = await readHintsOf(reader, project, resources);
  return rows.map((row) => {
    const { resource, ports, entrypoint, user } = JSON.parse(row.record) as RuntimeHint;
    return {
      ...placeOf(row),
      ...{ resource, entrypoint: [...entrypoint], user },
      ports: ports.map(({ port, exposure }) => ({ port, exposure })),
    };
  });
}

const placeOf = ({ format, key, part, n, document, statedAt, record }: NoteRow) => ({
  ...{ sourceId: `${format}:${key}#${part}-${n}`, document, statedAt, record },
});
