// A proxy over a real pool over scripted hosts, all on loopback, with the pool's time moved by hand. Used by tests only.
import { type Rig, startRig } from '../../testing/rig.ts';
import type { PoolOptions } from '../pool-options.ts';
import type { UpstreamConfig } from '../port.ts';
import { UpstreamPool } from '../upstream-pool.ts';
import { ManualClock } from './manual-clock.ts';
import { ScriptedHost } from './scripted-host.ts';

export interface PoolRig extends AsyncDisposable {
  readonly rig: Rig;
  readonly pool: UpstreamPool;
  readonly clock: ManualClock;
  readonly hosts: Readonly<Record<string, ScriptedHost>>;
  host(name: string): ScriptedHost;
  /** The configuration of a host that is open. */
  config(name: string, more?: Partial<UpstreamConfig>): UpstreamConfig;
  /** Sends a chat; `client` and `session` as headers. */
  chat(options?: ChatOptions): Promise<ChatAnswer>;
  /** Resolves once so many requests wait. */
  queued(count: number): Promise<void>;
}

export interface ChatOptions {
  readonly client?: string;
  /** A conversation of its own unless given. */
  readonly session?: string;
  readonly model?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Added to the prompt; a large one is not read by the proxy. */
  readonly padding?: string;
}

export interface ChatAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The name of the host that answered. */
  readonly host: string | null;
}

export interface PoolRigOptions extends Partial<Pick<PoolOptions, 'limitOf' | 'maxWaiting'>> {
  /** Name to what its configuration has beside name and URL. */
  readonly upstreams: Readonly<Record<string, Partial<UpstreamConfig>>>;
  /** Names of those that do not listen. */
  readonly down?: readonly string[];
  /** Nothing is known of the hosts, and no connection is open yet. */
  readonly unseen?: boolean;
  /** Called before the first probe. */
  readonly prepare?: (host: ScriptedHost) => void;
}

export async function startPoolRig(options: PoolRigOptions): Promise<PoolRig> {
  const { upstreams, down = [], prepare, unseen = false, ...poolOptions } = options;
  const clock = new ManualClock();
  const hosts: Record<string, ScriptedHost> = {};
  for (const name of Object.keys(upstreams)) {
    const host = await new ScriptedHost(name).open();
    prepare?.(host);
    hosts[name] = host;
    if (down.includes(name)) await host.close();
  }
  const host = (name: string) => hosts[name] as ScriptedHost;
  const config = (name: string, more: Partial<UpstreamConfig> = upstreams[name] ?? {}): UpstreamConfig => ({
    ...{ name, url: host(name).url },
    ...more,
  });
  const configs = Object.keys(upstreams).map((name) => config(name));
  const pool = new UpstreamPool({ upstreams: configs, clock, probes: false, ...poolOptions });
  if (!unseen) await pool.look();
  const rig = await startRig({ pool, settings: { enrichment_max_body_bytes: 100_000 } });
  return {
    ...{ rig, pool, clock, hosts, host, config },
    chat: (chat) => sendChat(rig.url, chat),
    queued: async (count) => {
      while (pool.waiting !== count) await changeOf(rig);
    },
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await Promise.all(Object.values(hosts).map((one) => one.close()));
    },
  };
}

/** The next change of any row. */
async function changeOf(rig: Rig): Promise<void> {
  for await (const { gap } of rig.traffic.follow()) if (!gap) return;
}

let sessions = 0;

async function sendChat(url: string, options: ChatOptions = {}): Promise<ChatAnswer> {
  const {
    client = 'someone',
    session = `session ${++sessions}`,
    model = 'm',
    headers = {},
    signal,
    padding = '',
  } = options;
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-festinger-client': client,
      'x-session-id': session,
      ...headers,
    },
    body: JSON.stringify({ model, stream: false, messages: [{ role: 'user', content: `hello${padding}` }] }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { message?: { content: string } };
  return { status: response.status, headers: response.headers, text, host: answer.message?.content ?? null };
}
