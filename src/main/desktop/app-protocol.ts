// `app://console/`: the built renderer, and nothing outside its folder. Sets the same headers as the browser door.
// Electron's checklist, points 1, 7 and 18.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { CustomScheme, Session } from 'electron';
import { CONSOLE_HEADERS } from '../../shared/model/csp.ts';

export const APP_ORIGIN = 'app://console';

/** Registered before the app is ready. No `bypassCSP`. */
export const APP_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * @param url what the page asked for.
 * @returns the file inside `rendererDir`, or undefined for anything that is not plainly one.
 */
export function resolveAppUrl(url: string, rendererDir: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== 'app:' || host !== 'console') return undefined;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0') || path.includes('\\')) return undefined;
  const file = normalize(join(rendererDir, path === '/' ? 'index.html' : path));
  return file.startsWith(rendererDir + sep) && CONTENT_TYPES[extname(file)] ? file : undefined;
}

/** Answers `app://console/...` from the renderer's folder. */
export function serveApp(session: Session, rendererDir: string): void {
  session.protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? resolveAppUrl(request.url, rendererDir) : undefined;
    if (!file) return new Response('Not found', { status: 404, headers: CONSOLE_HEADERS });
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), {
        headers: {
          ...CONSOLE_HEADERS,
          'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
        },
      });
    } catch {
      return new Response('Not found', { status: 404, headers: CONSOLE_HEADERS });
    }
  });
}
