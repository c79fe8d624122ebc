// Two upstreams that are told apart by nothing, one of them behind a whole Festinger: what a call makes of the one and of the other.
// They share a seed, a clock that stands still and a script. Used by tests only.
import type { Clock } from '../../../../shared/model/clock.ts';
import type { RecordedRequest, RequestEnd } from '../../../fixtures/recorded-request.ts';
import type { ScriptRule } from '../../../fixtures/script.ts';
import { type DemoUpstream, startDemoUpstream } from '../../../fixtures/upstream.ts';
import { wallClock } from '../../../fixtures/wall-clock.ts';
import { startTestCore } from '../start-test-core.ts';
import { type Library, outcome } from './library.ts';

export const STANDS_AT = Date.UTC(2026, 10, 21);
const standing: Clock = { now: () => STANDS_AT, monotonic: () => 0, after: wallClock.after };

const usage = { promptTokens: 7, completionTokens: 3, loadNs: 1, promptNs: 2, evalNs: 3 };
const text = 'It is, by the pier.';
const asksForJson = ({ body }: RecordedRequest) => /"(?:format|schema)"/.test(body.toString());
/** What a model says depends on its prompt; here it must not, so that answers compare whatever was recalled. */
const SCRIPT: readonly ScriptRule[] = [
  { model: 'qwen2.5:7b', behave: { text, usage } },
  { model: 'qwen2.5:7b', when: asksForJson, behave: { text: '{"name":"x","depth":2}', usage } },
  { model: 'gpt-oss:20b', behave: { thinking: 'Hm. I look.', text, usage } },
  { model: 'demo-thinking', behave: { thinking: 'Hm. I look.', text, usage } },
  { model: 'demo-tools', behave: { text, usage } },
  {
    model: 'demo-tools',
    when: ({ body }) => !body.includes('"tool"') && !body.includes('function_call_output'),
    behave: { toolCalls: [{ name: 'look_up', arguments: { name: 'x', depth: 2 } }], usage },
  },
  { model: 'demo-stalls', behave: { text, usage, hold: { afterTokens: 3 } } },
  {
    model: 'demo-errors-midstream',
    behave: { text, usage, cut: { afterTokens: 3, how: 'error', message: 'the runner is gone' } },
  },
];

/** What one side saw of a call. */
export interface Side {
  /** See `outcome`. */
  readonly outcome: unknown;
  /** Heads of the answers, in order, without what belongs to a connection; of `date` only that it is there. */
  readonly heads: readonly unknown[];
  /** Requests the upstream got, without the program's own. */
  readonly requests: readonly RecordedRequest[];
  readonly ends: readonly RequestEnd[];
}

export interface Twins extends AsyncDisposable {
  /** Makes a call on the one upstream, then on its twin behind the program. */
  both(library: Library, call: string): Promise<{ direct: Side; proxied: Side }>;
}

/** @param facts what the program is told first */
export async function startTwins(facts: readonly string[] = []): Promise<Twins> {
  const alone = await startDemoUpstream({ clock: standing });
  const behind = await startDemoUpstream({ clock: standing });
  for (const rule of SCRIPT) for (const upstream of [alone, behind]) upstream.script(rule);
  const road = await startTestCore({ config: `upstreams: [{ name: twin, url: "${behind.url}" }]` });
  if (facts.length > 0) await road.tell(...facts);
  return {
    both: async (library, call) => ({
      direct: await side(library, call, alone.url, alone),
      proxied: await side(library, call, road.core.baseUrl, behind),
    }),
    async [Symbol.asyncDispose]() {
      await road[Symbol.asyncDispose]();
      await Promise.all([alone.close(), behind.close()]);
    },
  };
}

/** The program's probes and questions name no agent; every library does, if only Node's. */
const isOfLibrary = (request: RecordedRequest) => request.header('user-agent') !== undefined;

async function side({ calls }: Library, name: string, base: string, upstream: DemoUpstream): Promise<Side> {
  const heads: unknown[] = [];
  const noting: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    heads.push([answer.status, answer.statusText, headersOf(answer.headers)]);
    return answer;
  };
  const before = upstream.requests.at(-1)?.id ?? 0;
  const call = calls[name];
  if (!call) throw new Error(`no call ${name}`);
  const result = await outcome(() => call({ base, fetch: noting }));
  const requests = upstream.requests.filter((request) => request.id > before && isOfLibrary(request));
  const ends = await Promise.all(requests.map(({ closed }) => closed));
  return { outcome: result, heads, requests, ends };
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** What is not of the APIs' types gets these from us: decision 026. No upstream here sends them. */
const SEAL = new Set(['content-security-policy', 'x-content-type-options']);

function headersOf(headers: Headers): readonly (readonly [string, string])[] {
  return [...headers]
    .filter(([name]) => !OF_THE_CONNECTION.has(name) && !SEAL.has(name))
    .map(([name, value]) => [name, name === 'date' ? 'a date' : value]);
}
