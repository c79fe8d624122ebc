// `festinger url`: asks the running Festinger for a fresh one-time link, with the token from the data directory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type Envelope } from '../../shared/model/envelope.ts';
import { defaultDataDir } from '../core/data-dir.ts';
import { callRunning, type Sink } from './running.ts';

export async function newSessionLink(
  { dataDir, url }: { dataDir: string | undefined; url: string },
  out: Sink,
  err: Sink,
): Promise<number> {
  const dir = dataDir ?? defaultDataDir(process.env, process.platform);
  const answer = (await callRunning(url, '/api/console/system/session-link', {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken(dir)}` },
  })) as Envelope<{ url: string }>;
  if (answer.ok) {
    out.write(`${answer.data.url}\n`);
    return 0;
  }
  err.write(`${answer.error.code}: ${answer.error.message}\n`);
  return 1;
}

function readToken(dir: string): string {
  const file = join(dir, 'operator-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new AppError(
      'UNAVAILABLE',
      `There is no operator token at ${file}. Name the running console's directory with --data-dir.`,
    );
  }
}
