// Whether the data directory can be written now, and how much room is left there: tried, not concluded. For the first run.
import { randomUUID } from 'node:crypto';
import { statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns bytes that are free for this user @throws Error of the file system, in its words */
export async function probeFolder(dir: string): Promise<number> {
  // Several may try at once.
  const probe = join(dir, `.write-probe-${randomUUID()}`);
  await writeFile(probe, 'probe', { mode: 0o600 });
  await unlink(probe);
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
