// Calls the Festinger that is running on this host.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../shared/model/envelope.ts';
import { defaultDataDir } from '../core/data-dir.ts';

/** Where a command writes. */
export interface Sink {
  write(text: string): unknown;
}

/** @returns the parsed JSON answer. @throws AppError UNAVAILABLE when nothing answers or it is not Festinger. */
export async function callRunning(url: string, path: string, init: RequestInit): Promise<unknown> {
  if (!URL.canParse(url)) throw new AppError('INVALID_INPUT', `--url wants http://HOST:PORT, got "${url}".`);
  let response: Response;
  try {
    response = await fetch(new URL(path, url), init);
  } catch {
    throw new AppError(
      'UNAVAILABLE',
      `Nothing answers at ${url}. Start it with \`festinger serve\`, or say where it runs with --url or FESTINGER_URL.`,
    );
  }
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('UNAVAILABLE', `What answers at ${url} is not Festinger (HTTP ${response.status}).`);
  }
}

/** What shows the running Festinger that the operator asks. @throws AppError UNAVAILABLE when the token is not there */
export function operatorHeaders(dataDir: string | undefined): Record<string, string> {
  const dir = dataDir ?? defaultDataDir(process.env, process.platform);
  const file = join(dir, 'operator-token');
  try {
    const token = readFileSync(file, 'utf8').trim();
    return { authorization: `Bearer ${token}`, 'user-agent': `festinger/${packageJson.version}` };
  } catch {
    throw new AppError(
      'UNAVAILABLE',
      `There is no operator token at ${file}. Name the running console's directory with --data-dir.`,
    );
  }
}
