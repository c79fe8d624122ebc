// `festinger url`: asks the running Festinger for a fresh one-time link, with the token from the data directory.
import type { Envelope } from '../../shared/model/envelope.ts';
import type { RunningSite } from './operator-call.ts';
import { callRunning, operatorHeaders, type Sink } from './running.ts';

export async function newSessionLink({ dataDir, url }: RunningSite, out: Sink, err: Sink): Promise<number> {
  const answer = (await callRunning(url, '/api/console/system/session-link', {
    method: 'POST',
    headers: operatorHeaders(dataDir),
  })) as Envelope<{ url: string }>;
  if (answer.ok) {
    out.write(`${answer.data.url}\n`);
    return 0;
  }
  err.write(`${answer.error.code}: ${answer.error.message}\n`);
  return 1;
}
