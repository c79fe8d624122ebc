// The digest an approval holds on to. Owns how the parts of a resource become its `version`; the providers say which parts.
// Must never take in what changes by itself, such as an uptime. Called by the remote providers. Source: agent, Approvals.
import { createHash } from 'node:crypto';

const DIGEST_CHARS = 32;

/** @param parts everything an approval relies on, in a fixed order */
export function versionOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, DIGEST_CHARS);
}
