// Calls the Festinger that is running on this host.
import { AppError } from '../../shared/model/envelope.ts';

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
