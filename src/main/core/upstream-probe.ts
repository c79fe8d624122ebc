// Whether the upstream answers, and which models it has loaded: asked every few seconds, on the side.
// Never on an agent's path; the proxy does not wait for it.
import { request } from 'undici';
import type { Clock } from '../../shared/model/clock.ts';

export interface UpstreamHealth {
  readonly url: string;
  readonly ok: boolean;
  /** Why not, in words an operator can act on; null when well. */
  readonly reason: string | null;
  readonly version: string | null;
  readonly models: readonly string[];
  /** Epoch ms since when it is so. */
  readonly since: number;
}

export interface UpstreamProbe {
  readonly health: UpstreamHealth;
  /** Asks now. */
  check(): Promise<UpstreamHealth>;
  close(): void;
}

const EVERY_MS = 5000;
const TIMEOUT_MS = 3000;

export function probeUpstream(url: () => string, clock: Clock, onChange: () => void): UpstreamProbe {
  let health: UpstreamHealth = {
    url: url(),
    ok: false,
    reason: 'not asked yet',
    version: null,
    models: [],
    since: clock.now(),
  };
  let cancel = () => {};
  let closed = false;

  const check = async () => {
    const found = await ask(url());
    const changed =
      found.ok !== health.ok ||
      found.reason !== health.reason ||
      found.url !== health.url ||
      found.models.join() !== health.models.join();
    health = {
      ...found,
      since: found.ok === health.ok && found.url === health.url ? health.since : clock.now(),
    };
    if (changed) onChange();
    return health;
  };
  const loop = () => {
    if (closed) return;
    void check().finally(() => {
      if (!closed) cancel = clock.after(EVERY_MS, loop);
    });
  };
  loop();

  return {
    get health() {
      return health;
    },
    check,
    close() {
      closed = true;
      cancel();
    },
  };
}

async function ask(url: string): Promise<Omit<UpstreamHealth, 'since'>> {
  try {
    const version = (await getJson(url, '/api/version')) as { version?: unknown };
    const running = (await getJson(url, '/api/ps')) as { models?: Array<{ name?: unknown }> };
    const models = (running.models ?? [])
      .map((model) => String(model.name ?? ''))
      .filter((name) => name !== '');
    return { url, ok: true, reason: null, version: String(version.version ?? ''), models };
  } catch (error) {
    return { url, ok: false, reason: reasonOf(error), version: null, models: [] };
  }
}

async function getJson(url: string, path: string): Promise<unknown> {
  const { statusCode, body } = await request(url + path, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`it answers ${path} with HTTP ${statusCode}`);
  }
  return body.json();
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection is refused: nothing listens there';
    case 'ENOTFOUND':
      return 'its name is not known';
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `it did not answer within ${TIMEOUT_MS / 1000} s`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
