// Writes a prompt for one upstream: asks for the model's own SYSTEM where the recollection would displace it, and carries the
// enrichment out. It fails open: whatever goes wrong, the body goes out as it came. Source: proxy, Injection. Called by carry-prompt.ts.
import type { InjectionReason } from '../../../shared/model/traffic.ts';
import type { Caller } from '../../clients/caller.ts';
import type { Edit } from '../body/splice.ts';
import { applyEnrichment, type EnrichedBody } from '../enrich/enriched-body.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import type { OpenUpstream } from '../pool/port.ts';
import type { Log, ProxyMetrics } from '../ports.ts';
import { headerValue, requestHeaders } from './headers.ts';
import type { ModelInfoCache } from './model-info.ts';

export interface WriteParts {
  readonly models: ModelInfoCache;
  readonly metrics: ProxyMetrics;
  readonly log: Log;
}

export interface PromptToWrite {
  readonly id: string;
  readonly enrichment: Enrichment;
  /** As the client said it. */
  readonly body: Buffer;
  /** What is changed in it beside: the same for every request of its model. */
  readonly edits: readonly Edit[];
  /** Headers that let us ask the upstream in the client's name, see `askingHeaders`. */
  readonly headers: () => readonly string[];
}

export interface WrittenPrompt {
  /** Null on a fault of ours: the body goes as it came. */
  readonly enriched: EnrichedBody | null;
  readonly reason: InjectionReason;
}

/** At once where nothing has to be asked. Never throws, never rejects. */
export function writePrompt(
  parts: WriteParts,
  prompt: PromptToWrite,
  upstream: OpenUpstream,
): WrittenPrompt | Promise<WrittenPrompt> {
  const { planned, model } = prompt.enrichment;
  if (!planned?.plan.takesModelSystem || model === null) return written(parts, prompt, '');
  return ownSystem(parts, prompt, model, upstream).then((system) => written(parts, prompt, system));
}

function written(parts: WriteParts, prompt: PromptToWrite, modelSystem: string | null): WrittenPrompt {
  const { enrichment, body, id, edits } = prompt;
  try {
    const enriched = applyEnrichment(enrichment, body, modelSystem, edits);
    return { enriched, reason: modelSystem === null ? 'too_slow' : enrichment.reason };
  } catch (error) {
    parts.metrics.failedOpen('enrich');
    parts.log.error(
      { err: error, request: id },
      'the recollection could not be written; the request goes on',
    );
    return { enriched: null, reason: 'internal_error' };
  }
}

/** The model's own SYSTEM; null when it could not be read. */
async function ownSystem(
  { models, metrics, log }: WriteParts,
  { headers }: PromptToWrite,
  model: string,
  upstream: OpenUpstream,
): Promise<string | null> {
  const info = await models.get(upstream, model, headers);
  if (info) return info.system;
  metrics.failedOpen('model_info');
  log.warn({ model, upstream: upstream.name }, 'the SYSTEM of a model could not be read; nothing injected');
  return null;
}

/** Where a client may put the key of its upstream. */
const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/** Headers to ask an upstream with in the client's name: its own keys, unless they are ours. */
export function askingHeaders(
  rawHeaders: readonly string[],
  caller: Caller,
  upstream: OpenUpstream,
): string[] {
  const theirs = KEY_HEADERS.filter((name) => !caller.keyHeaders.includes(name)).flatMap((name) => {
    const value = headerValue(rawHeaders, name);
    return value === null ? [] : [name, value];
  });
  return requestHeaders(theirs, { upstream: upstream.headers });
}
