// How a test (or a demo model's name) tells the upstream to misbehave: a behaviour is plain data, a rule says when.
// Precedence: a scripted rule, then the `x-demo-behaviour` header, then the model's name.
import { isRecord, type Json } from './json-fields.ts';
import type { ToolCall, Usage } from './prompt.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { UpstreamError } from './reply.ts';

export interface Behaviour {
  /** The answer's text, word by word. */
  readonly text?: string;
  /** The answer's text, in exactly these pieces. */
  readonly pieces?: readonly string[];
  /** An answer of exactly so many bytes of ASCII. */
  readonly bytes?: number;
  /** The answer repeats the rendered prompt. */
  readonly echo?: boolean;
  readonly thinking?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly doneReason?: 'stop' | 'length';
  /** `none`: the answer says nothing of tokens (chat routes only). */
  readonly usage?: Partial<Usage> | 'none';
  /** An error before the first byte. */
  readonly fail?: {
    readonly status: number;
    readonly message: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Instead of any API's answer: exactly this. */
  readonly raw?: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Bytes that stand in the stream after so many tokens and belong to no API. */
  readonly insert?: { readonly afterTokens: number; readonly bytes: string };
  /** Wait after so many tokens (0: before the headers) until the promise settles; without one, until the client leaves. */
  readonly hold?: { readonly afterTokens: number; readonly until?: Promise<unknown> };
  /**
   * Stop after so many tokens. `destroy` breaks the connection, `error` sends the API's error line and ends,
   * `end` ends cleanly without the final line.
   */
  readonly cut?: {
    readonly afterTokens: number;
    readonly how: 'destroy' | 'error' | 'end';
    readonly message?: string;
  };
  /** Milliseconds before the first token and between tokens, instead of the upstream's own pace. */
  readonly firstTokenMs?: number;
  readonly tokenMs?: number;
  /** Write the stream in pieces of so many bytes, so that characters and lines straddle chunks. */
  readonly splitBytes?: number;
}

export interface ScriptRule {
  /** All of those given must fit. */
  readonly model?: string;
  readonly path?: string;
  readonly when?: (request: RecordedRequest) => boolean;
  /** How many requests it serves; all of them when absent. */
  readonly times?: number;
  readonly behave: Behaviour;
}

/** Models that misbehave by name, for clients that can set nothing else. `/api/tags` does not list them. `demo` has a Modelfile SYSTEM. */
export const DIRECTIVE_MODELS: Readonly<Record<string, Behaviour>> = {
  demo: {},
  'demo-plain': {},
  'demo-loop': {},
  'demo-tools': {},
  'demo-echo': { echo: true },
  'demo-slow': { firstTokenMs: 2000, tokenMs: 150 },
  'demo-hang': { hold: { afterTokens: 0 } },
  'demo-stalls': { hold: { afterTokens: 3 } },
  'demo-thinking': { thinking: 'The question names one thing. I look at what I was given about it first.' },
  'demo-error': { fail: { status: 500, message: 'llama runner process has terminated: signal: killed' } },
  'demo-busy': {
    fail: { status: 503, message: 'server busy, please try again. maximum pending requests exceeded' },
  },
  'demo-limited': { fail: { status: 429, message: 'too many requests' } },
  'demo-errors-midstream': {
    cut: { afterTokens: 3, how: 'error', message: 'llama runner process no longer running' },
  },
  'demo-dies-midstream': { cut: { afterTokens: 3, how: 'destroy' } },
  'demo-ends-early': { cut: { afterTokens: 3, how: 'end' } },
  'demo-repeats': { pieces: new Array<string>(400).fill(' and again the same words') },
  'demo-unicode': { text: 'Grüße, 世界 — naïve café 🦉 ends here.', splitBytes: 1 },
};

export const BEHAVIOUR_HEADER = 'x-demo-behaviour';

/** A model's name without its tag: `demo-slow:latest` is `demo-slow`. */
export const bareName = (model: string): string => model.replace(/:[^/]*$/, '');

interface ActiveRule {
  readonly rule: ScriptRule;
  left: number;
}

export class Script {
  readonly #rules: ActiveRule[] = [];

  /** Adds a rule, which goes before those added earlier. The returned function takes it away. */
  add(rule: ScriptRule): () => void {
    const active = { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#rules.unshift(active);
    return () => {
      active.left = 0;
    };
  }

  /** What this request gets. Throws UpstreamError 400 when its `x-demo-behaviour` header is no JSON object. */
  behaviourFor(request: RecordedRequest, model: string): Behaviour {
    for (const active of this.#rules) {
      if (active.left <= 0 || !fits(active.rule, request, model)) continue;
      active.left -= 1;
      return active.rule.behave;
    }
    const header = request.header(BEHAVIOUR_HEADER);
    if (header !== undefined) return readBehaviour(header);
    return DIRECTIVE_MODELS[bareName(model)] ?? {};
  }
}

function fits(rule: ScriptRule, request: RecordedRequest, model: string): boolean {
  return (
    (rule.model === undefined || bareName(rule.model) === bareName(model)) &&
    (rule.path === undefined || rule.path === request.path) &&
    (rule.when === undefined || rule.when(request))
  );
}

function readBehaviour(header: string): Behaviour {
  let value: unknown;
  try {
    value = JSON.parse(header);
  } catch {
    value = null;
  }
  if (!isRecord(value)) throw new UpstreamError(400, `${BEHAVIOUR_HEADER} must be a JSON object`);
  const unknown = Object.keys(value).filter((key) => !(HEADER_KEYS as readonly string[]).includes(key));
  if (unknown.length > 0) throw new UpstreamError(400, `${BEHAVIOUR_HEADER} knows no ${unknown.join(', ')}`);
  return value satisfies Json as Behaviour;
}

const HEADER_KEYS = [
  'text',
  'pieces',
  'bytes',
  'echo',
  'thinking',
  'toolCalls',
  'doneReason',
  'usage',
  'fail',
  'raw',
  'insert',
  'hold',
  'cut',
  'firstTokenMs',
  'tokenMs',
  'splitBytes',
] as const satisfies readonly (keyof Behaviour)[];
