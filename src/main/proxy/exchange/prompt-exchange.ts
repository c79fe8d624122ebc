// A request with a prompt: its body is read, the recollection is added and loops are seen to; then it goes on, and what it taught is
// counted. It fails open: whatever goes wrong on our side, the body goes out as it came.
// Source: proxy, Fidelity, Injection; loops, Counting. Made by proxy.ts.
import type { InjectionReason } from '../../../shared/model/traffic.ts';
import { decodeZstd, readBody } from '../body/request-body.ts';
import type { Enrichment } from '../enrich/enrich.ts';
import type { LocalAnswer } from '../loops/answer/breaker-answer.ts';
import { StreamWatch } from '../loops/stream/stream-watch.ts';
import type { PromptRoute } from '../routes.ts';
import type { Upstream } from '../upstreams.ts';
import { Exchange, type ExchangeParts, type Incoming, type Outgoing } from './exchange.ts';
import { type AddedInstructions, addedInstructions } from './instructions-echo.ts';
import { noteEnd, noteLoop } from './loop-notes.ts';
import { bodyWithModel, streamedBody } from './pass-body.ts';
import type { SendOutcome } from './send.ts';
import { recordSent, type SentPrompt } from './sent-prompt.ts';
import { askingHeaders, type WrittenPrompt, writePrompt } from './write-prompt.ts';

/** Of a foreign page's prompt, where its model decides which upstream it goes to. */
const MAX_UNREAD_BYTES = 256 * 1024;

export class PromptExchange extends Exchange {
  readonly #route: PromptRoute;
  #enrichment: Enrichment | null = null;
  /** What is done with the prompt was decided: it counts as one, whatever comes of it. */
  #isDecided = false;
  #added: AddedInstructions | null = null;

  constructor(parts: ExchangeParts, incoming: Incoming, route: PromptRoute) {
    super(parts, incoming);
    this.#route = route;
  }

  protected async carry(): Promise<void> {
    const { req, isForeignOrigin } = this.incoming;
    if (isForeignOrigin) return this.#passUnread();
    const limit = this.parts.settings().enrichment_max_body_bytes;
    const read = await readBody(req, limit, this.lease);
    if (read.kind === 'client_left') return;
    if (read.kind === 'unread') {
      this.#decide(read.why, 0);
      await this.sendAsIs(read.stream);
      return;
    }
    const { bytes } = read;
    this.update({ requestBytes: bytes.length });
    const encoding = req.headers['content-encoding'];
    const text =
      encoding === undefined
        ? bytes
        : encoding === 'zstd'
          ? await decodeZstd(bytes, limit, this.lease)
          : 'unreadable_body';
    if (typeof text !== 'string') await this.#readable(bytes, text);
    else {
      this.#decide(text, 0);
      await this.sendAsIs(bytes);
    }
  }

  /** A foreign page's: any page can send 16 MB here without asking, so that nothing is read but a model's name that decides. */
  async #passUnread(): Promise<void> {
    const { req, route, path } = this.incoming;
    this.#decide('foreign_origin', 0);
    const isOneOfSeveral = this.parts.upstreams.names.length > 1 && this.pinnedTo() === null;
    const given = isOneOfSeveral
      ? await bodyWithModel(req, { ...route, namesModel: 'body' }, path, MAX_UNREAD_BYTES, this.lease)
      : streamedBody(req);
    if (given === null) return;
    if (given.model !== null) this.update({ model: given.model });
    await this.sendAsIs(given.body);
  }

  /** A prompt we can read: `text` is what `bytes` say when they came compressed, else the same. */
  async #readable(bytes: Buffer, text: Buffer): Promise<void> {
    const { clock } = this.parts;
    const began = clock.monotonic();
    const enrichment = this.#enrich(text);
    this.#decide(enrichment?.reason ?? 'internal_error', clock.monotonic() - began, enrichment);
    this.#enrichment = enrichment;
    if (enrichment) noteLoop(this.parts, this.row, enrichment);
    if (enrichment?.loop?.answer) return this.#answerHere(enrichment, enrichment.loop.answer, text);
    let isFirst = true;
    await this.send((upstream) => {
      if (!enrichment) return { body: bytes };
      const { req, caller, id } = this.incoming;
      const from = clock.monotonic();
      const headers = () => askingHeaders(req.rawHeaders, caller, upstream);
      const ready = (written: WrittenPrompt): Outgoing => {
        if (this.hasLeft) return { body: bytes }; // nobody sends it any more
        const { enriched } = written;
        this.#added = enriched?.insertion
          ? addedInstructions(enrichment.planned, enriched.modelSystem)
          : null;
        this.#noteWritten(enrichment, written, clock.monotonic() - from, isFirst);
        if (isFirst)
          setImmediate(() => void this.#afterwards({ enrichment, enriched, body: text }, upstream));
        isFirst = false;
        if (!enriched || enriched.pieces[0] === text) return { body: bytes };
        const { pieces } = enriched;
        const body = pieces.length === 1 ? (pieces[0] as Buffer) : pieces;
        return { body, without: this.#outdated(text === bytes) };
      };
      const written = writePrompt(this.parts, { id, enrichment, body: text, headers }, upstream);
      return written instanceof Promise ? written.then(ready) : ready(written);
    });
  }

  /** Headers that are wrong of a body that was changed, or would make its answer unreadable to us. */
  #outdated(isPlain: boolean): string[] {
    const names = isPlain ? [] : ['content-encoding'];
    if (this.#added) names.push('accept-encoding');
    return names;
  }

  /** @param isFirst false for a second upstream: what was written for one that took nothing was not sent before */
  #noteWritten(
    { lines, sharedBytes }: Enrichment,
    { enriched, reason }: WrittenPrompt,
    ms: number,
    isFirst: boolean,
  ): void {
    const insertion = enriched?.insertion ?? null;
    const prefixBytes = enriched?.prefixBytes ?? sharedBytes;
    this.row.timings.addedMs += ms;
    this.update({
      reason,
      recalledConcepts: insertion ? lines.length : 0,
      injectedBytes: insertion?.bytes.length ?? 0,
      prefixBytes: isFirst ? prefixBytes : Math.min(prefixBytes, this.row.prefixBytes),
    });
  }

  /** The circuit breaker's answer, in the client's own protocol; nothing goes upstream. */
  #answerHere(enrichment: Enrichment, own: LocalAnswer, said: Buffer): void {
    this.update({ local: true, reason: 'broken_loop' });
    this.#record({ enrichment, enriched: null, body: said });
    this.answer(own);
  }

  #enrich(body: Buffer): Enrichment | null {
    const { caller, isForeignOrigin, id } = this.incoming;
    const { client, scope: project, sessionId } = caller;
    try {
      const mitigationsOff = this.parts.mitigationsOff(client);
      const asked = { route: this.#route, body, client, project, sessionId, isForeignOrigin, mitigationsOff };
      return this.parts.enricher.enrich(asked);
    } catch (error) {
      this.parts.metrics.failedOpen('enrich');
      this.parts.log.error({ err: error, request: id }, 'enrichment failed; the request goes on untouched');
      return null;
    }
  }

  protected override get addedInstructions(): AddedInstructions | null {
    return this.#added;
  }

  protected override get asksForUsage(): boolean {
    return this.#enrichment?.asksForUsage ?? false;
  }

  /** A watch for chants where this answer streams and the client's switches leave it on. */
  protected override watch(): StreamWatch | null {
    const { settings, mitigationsOff } = this.parts;
    if (!this.#enrichment?.conversation || !this.row.streamed) return null;
    if (!settings().loop_detection_enabled || mitigationsOff(this.row.client).has('cut')) return null;
    return new StreamWatch(this.#route);
  }

  protected override onSent(outcome: SendOutcome): void {
    const conversation = this.#enrichment?.conversation;
    if (conversation) noteEnd(this.parts, this.row, conversation, outcome);
  }

  protected override onOver(): void {
    const { reason, timings } = this.row;
    if (this.#isDecided) this.parts.metrics.enriched(this.#route, reason, timings.addedMs);
  }

  /** What may be done once the request is on its way; nobody waits for it, and nobody would catch what it throws. */
  async #afterwards(prompt: SentPrompt, upstream: Upstream): Promise<void> {
    const { req, caller } = this.incoming;
    const { conversation, model } = prompt.enrichment;
    this.#record(prompt);
    if (!conversation || model === null) return;
    try {
      // The context length bounds the next conversation's block.
      await this.parts.models.get(upstream, model, () => askingHeaders(req.rawHeaders, caller, upstream));
    } catch (error) {
      this.#noteFault(error);
    }
  }

  #record(prompt: SentPrompt): void {
    const { id, caller } = this.incoming;
    try {
      recordSent(this.parts, { id, caller, ...prompt }, (error) => this.#noteFault(error));
    } catch (error) {
      this.#noteFault(error);
    }
  }

  #noteFault(error: unknown): void {
    const { metrics, log } = this.parts;
    metrics.failedOpen('record');
    log.error({ err: error, request: this.incoming.id }, 'what a request did could not be recorded');
  }

  #decide(reason: InjectionReason, ms: number, enrichment?: Enrichment | null): void {
    this.#isDecided = true;
    this.row.timings.addedMs = ms;
    if (enrichment) {
      const { model, streamed, conversation, sharedBytes: prefixBytes } = enrichment;
      const leftOut = [...enrichment.leftOut];
      this.update({ reason, model, streamed, conversation: conversation?.id ?? null, prefixBytes, leftOut });
    } else this.update({ reason });
  }
}
