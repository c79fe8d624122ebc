// Spans of briefs and of every call of a model, sent as OTLP over HTTP to the collector of the profile they belong to; none are made where it has none.
// A collector that is slow or gone slows nothing: spans wait in a bounded queue, and what finds no room or is not taken is dropped and counted.
// No attribute holds text of a prompt, an answer or evidence. Opened by core/advisory/traces.ts. Source: advisory, Profiles; decision 088.
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  type ReadableSpan,
  SamplingDecision,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { BriefProfile } from '../../shared/model/evidence/brief.ts';

/** Spans that wait at most, and that go out at once. */
const MOST_WAITING = 2048;
const BATCH = 256;
const SEND_EVERY_MS = 2_000;
/** Where spans go that belong to no brief. */
const ORDINARY = 'default';
const PROFILE = createContextKey('festinger.profile');

export interface TracesParts {
  readonly version: string;
  /** Null: none are made. Asked for every trace. */
  readonly endpoint: (profile: BriefProfile) => string | null;
  /** @returns whether it was taken. Never rejects */
  readonly send: (profile: BriefProfile, url: string, body: Uint8Array) => Promise<boolean>;
  readonly clock: { after(ms: number, run: () => void): () => void };
  readonly counters: { spans(outcome: 'sent' | 'dropped', count: number): void };
}

export class Traces {
  readonly #tracer: Tracer;
  readonly #outbox: Outbox;

  constructor(parts: TracesParts) {
    // One for the whole process: it only keeps which span is open.
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    this.#outbox = new Outbox(parts);
    const provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': 'festinger-console',
        'service.version': parts.version,
      }),
      sampler: {
        shouldSample: (within: Context) => ({
          decision:
            parts.endpoint(profileOf(within)) === null
              ? SamplingDecision.NOT_RECORD
              : SamplingDecision.RECORD_AND_SAMPLED,
          attributes: { 'festinger.profile': profileOf(within) },
        }),
        toString: () => 'profiles',
      },
      spanProcessors: [this.#outbox],
    });
    this.#tracer = provider.getTracer('festinger-console', parts.version);
  }

  /** A trace of its own, of a profile: what begins within goes where it goes. */
  trace<T>(
    profile: BriefProfile,
    name: string,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    return context.with(context.active().setValue(PROFILE, profile), () =>
      this.within(name, attributes, work),
    );
  }

  /** A span around work, open while it runs. */
  within<T>(name: string, attributes: Attributes, work: (span: Span) => T): T {
    const span = this.#tracer.startSpan(name, { attributes });
    return context.with(trace.setSpan(context.active(), span), () => ended(span, () => work(span)));
  }

  /** A call of somebody else; whoever begins it ends it. */
  begin(name: string, attributes: Attributes): Span {
    return this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  }

  /** Sends what waits, if somebody takes it at once. */
  close(): Promise<void> {
    return this.#outbox.shutdown();
  }
}

/** Ends it in error, with the kind of the error and without its words. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function ended<T>(span: Span, work: () => T): T {
  const fail = (error: unknown): never => {
    const { code, name } = error as { code?: unknown; name?: unknown };
    failSpan(span, typeof code === 'string' ? code : String(name ?? '_OTHER'));
    span.end();
    throw error;
  };
  try {
    const made = work();
    if (!(made instanceof Promise)) {
      span.end();
      return made;
    }
    return made.then((value) => {
      span.end();
      return value;
    }, fail) as T;
  } catch (error) {
    return fail(error);
  }
}

const profileOf = (within: Context): BriefProfile =>
  (within.getValue(PROFILE) as BriefProfile | undefined) ?? ORDINARY;

const profileOfSpan = ({ attributes }: ReadableSpan): BriefProfile =>
  attributes['festinger.profile'] as BriefProfile;

/** Ended spans on their way out: a batch at a time, of one profile each. */
class Outbox implements SpanProcessor {
  readonly #parts: TracesParts;
  #waiting: ReadableSpan[] = [];
  #cancel: (() => void) | null = null;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: TracesParts) {
    this.#parts = parts;
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) {
      this.#parts.counters.spans('dropped', 1);
      return;
    }
    this.#waiting.push(span);
    this.#cancel ??= this.#parts.clock.after(SEND_EVERY_MS, () => void this.forceFlush());
  }

  forceFlush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  shutdown(): Promise<void> {
    this.#isClosed = true;
    return this.forceFlush();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const profile = profileOfSpan(this.#waiting[0] as ReadableSpan);
      const batch = this.#waiting.filter((span) => profileOfSpan(span) === profile).slice(0, BATCH);
      const taken = new Set(batch);
      this.#waiting = this.#waiting.filter((span) => !taken.has(span));
      const { endpoint, send, counters } = this.#parts;
      const url = endpoint(profile);
      const body = JsonTraceSerializer.serializeRequest(batch);
      const isSent = url !== null && body !== undefined && (await send(profile, url, body));
      counters.spans(isSent ? 'sent' : 'dropped', batch.length);
    }
  }
}
