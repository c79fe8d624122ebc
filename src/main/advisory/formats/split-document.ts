// Files that hold several documents: a list of them, the answer of OSV's API (`vulns`) or of NVD's (`vulnerabilities`), a document a line (`.jsonl`). Each becomes a document of its own.
// Called by advisory/evidence/sources.ts. Source: advisory, Evidence.
import { decode, membersOf, parseDocument, withoutMark } from './json-document.ts';
import { Refusal } from './refusal.ts';

/**
 * @param bytes of a file
 * @returns the documents in it, in order; null where it is one document, or none that can be parsed
 */
export function splitDocuments(bytes: Uint8Array): Uint8Array[] | null {
  if (!mayHoldSeveral(bytes)) return null;
  try {
    const items = documentsIn(parseDocument(decode(bytes)));
    // A list of anything else is refused as a whole, with what it is.
    return items && items.length > 0 ? items.map((item) => Buffer.from(JSON.stringify(item))) : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

/** Whether it begins as such a file does: not every document is parsed twice. */
function mayHoldSeveral(bytes: Uint8Array): boolean {
  const start = withoutMark(Buffer.from(bytes.subarray(0, 500)).toString('utf8')).trimStart();
  return start.startsWith('[') || /^\{\s{0,100}"vulns"\s{0,100}:|"NVD_CVE"|"vulnerabilities"/.test(start);
}

/** @returns null where its items are none: rows of scores and the like */
function documentsIn(value: unknown): unknown[] | null {
  const members = membersOf(value);
  const items = Array.isArray(value) ? value : members?.vulns;
  if (Array.isArray(items)) return items.every(isWholeDocument) ? items : null;
  const records = members?.vulnerabilities;
  const isOfNvd = Array.isArray(records) && records.every((item) => membersOf(membersOf(item)?.cve) !== null);
  return isOfNvd ? records : null;
}

function isWholeDocument(item: unknown): boolean {
  const members = membersOf(item);
  return members !== null && MEMBERS.some((name) => name in members);
}

/** One of which every document has. */
const MEMBERS = [
  'id',
  'bomFormat',
  'spdxVersion',
  '@context',
  'document',
  '_type',
  'payload',
  'dsseEnvelope',
];

/** @returns the lines of a file that holds a document on each; null where it holds one over several lines, as some `.jsonl` do, or one on one line */
export function splitLines(bytes: Uint8Array): Uint8Array[] | null {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (line.some((byte) => byte > 0x20)) lines.push(line);
    from = end < 0 ? bytes.length : end + 1;
  }
  const [first] = lines;
  return lines.length > 1 && first !== undefined && isJson(first) ? lines : null;
}

function isJson(line: Uint8Array): boolean {
  try {
    parseDocument(decode(line));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
