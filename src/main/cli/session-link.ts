// `festinger url`: asks the running Festinger for a fresh one-time link, with the token from the data directory.
import { askRunning, operatorHeaders, type Sink } from './running.ts';

export async function newSessionLink(
  { dataDir, url }: { dataDir: string | undefined; url: string },
  out: Sink,
  err: Sink,
): Promise<number> {
  const call = { method: 'POST' as const, headers: operatorHeaders(dataDir) };
  const link = await askRunning<{ url: string }>(url, '/api/console/system/session-link', call, err);
  if (link === null) return 1;
  out.write(`${link.url}\n`);
  return 0;
}
