// A request with a prompt, from top to bottom: its body is read, its conversation recognised and reminded, loops are seen to; it is
// sent, and what it taught is counted. It fails open: whatever goes wrong on our side, the body goes out as it came.
// Source: proxy, Fidelity, Injection; loops, Counting. Called by proxy.ts.
import type { InjectionReason } from '../../../shared/model/traffic.ts';
import { decodeBody, readBody } from '../body/request-body.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import type { LocalAnswer } from '../loops/answer/breaker-answer.ts';
import { StreamWatch } from '../loops/stream/stream-watch.ts';
import type { OpenUpstream } from '../pool/port.ts';
import type { PromptRoute } from '../routes.ts';
import { contextEdits } from './context-length.ts';
import { noteCutPrompt } from './cut-prompt.ts';
import type { Exchange } from './exchange.ts';
import { addedInstructions } from './instructions-echo.ts';
import { noteEnd, noteLoop } from './loop-notes.ts';
import { passBody, sendAsIs } from './pass-body.ts';
import { withFallbacks } from './refused-prompt.ts';
import { type Outgoing, type Prepare, send } from './send.ts';
import { recordSent, type SentPrompt } from './sent-prompt.ts';
import { askingHeaders, type WrittenPrompt, writePrompt } from './write-prompt.ts';

/** Of a foreign page's prompt, where its model decides which upstream it goes to. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** A prompt we can read. */
interface Readable {
  readonly kind: 'readable';
  /** As they came. */
  readonly bytes: Buffer;
  /** What they say: the same bytes, unless they came compressed. */
  readonly text: Buffer;
}

/** One we cannot, or may not. */
interface LeftAlone {
  readonly kind: 'left_alone';
  readonly why: InjectionReason;
  readonly body: Outgoing['body'];
}

export async function carryPrompt(exchange: Exchange, route: PromptRoute): Promise<void> {
  const { parts, row, incoming } = exchange;
  if (incoming.isForeignOrigin) return passForeign(exchange);
  const prompt = await readPrompt(exchange);
  if (prompt === null) return;
  if (prompt.kind === 'left_alone') {
    decide(exchange, prompt.why);
    await sendAsIs(exchange, prompt.body);
    return;
  }
  const began = parts.clock.monotonic();
  const enrichment = enrich(exchange, route, prompt.text);
  decide(exchange, enrichment?.reason ?? 'internal_error', enrichment, parts.clock.monotonic() - began);
  if (enrichment === null) {
    await sendAsIs(exchange, prompt.bytes);
    return;
  }
  noteLoop(parts, row, enrichment);
  if (enrichment.loop?.answer) return answerHere(exchange, enrichment, enrichment.loop.answer, prompt.text);
  const outcome = await send(exchange, writer(exchange, route, enrichment, prompt));
  if (enrichment.conversation) noteEnd(parts, row, enrichment.conversation, outcome);
  exchange.end(outcome);
  if (outcome.kind !== 'answered' || outcome.status !== 200 || enrichment.turns.length === 0) return;
  const { turns, list } = enrichment;
  noteCutPrompt(exchange, route, { bytes: prompt.text, turns, list }).catch((error: unknown) =>
    noteFault(exchange, error),
  );
}

/** A foreign page's: any page can send 16 MB here without asking, so that nothing is read but a model's name that decides. */
async function passForeign(exchange: Exchange): Promise<void> {
  decide(exchange, 'foreign_origin');
  await passBody(exchange, exchange.hasChoice ? 'body' : null, MAX_UNREAD_BYTES);
}

/** Null when the client left meanwhile. */
async function readPrompt(exchange: Exchange): Promise<Readable | LeftAlone | null> {
  const { req } = exchange.incoming;
  const limit = exchange.parts.settings().enrichment_max_body_bytes;
  const read = await readBody(req, limit, exchange.held);
  if (read.kind === 'client_left') return null;
  if (read.kind === 'unread') return { kind: 'left_alone', why: read.why, body: read.stream };
  const { bytes } = read;
  exchange.update({ requestBytes: bytes.length });
  const coding = req.headers['content-encoding'];
  const text = coding === undefined ? bytes : await decodeBody(bytes, coding, limit, exchange.held);
  if (typeof text === 'string') return { kind: 'left_alone', why: text, body: bytes };
  return { kind: 'readable', bytes, text };
}

/** Null on a fault of ours. */
function enrich(exchange: Exchange, route: PromptRoute, body: Buffer): Enrichment | null {
  const { caller, isForeignOrigin, id } = exchange.incoming;
  const { enricher, metrics, log, mitigationsOff: off } = exchange.parts;
  const { client, scope: project, sessionId } = caller;
  try {
    const mitigationsOff = off(client);
    return enricher.enrich({ route, body, client, project, sessionId, isForeignOrigin, mitigationsOff });
  } catch (error) {
    metrics.failedOpen('enrich');
    log.error({ err: error, request: id }, 'enrichment failed; the request goes on untouched');
    return null;
  }
}

/** From now on it counts as a prompt of which this was decided. @param ms what that took */
function decide(
  exchange: Exchange,
  reason: InjectionReason,
  enrichment: Enrichment | null = null,
  ms = 0,
): void {
  exchange.isDecided = true;
  exchange.row.timings.addedMs = ms;
  if (enrichment) {
    const { model, streamed, conversation, sharedBytes: prefixBytes } = enrichment;
    const leftOut = [...enrichment.leftOut];
    exchange.update({
      reason,
      model,
      streamed,
      conversation: conversation?.id ?? null,
      prefixBytes,
      leftOut,
    });
  } else exchange.update({ reason });
}

/** The breaker's answer, in the client's own protocol; nothing goes upstream. */
function answerHere(exchange: Exchange, enrichment: Enrichment, own: LocalAnswer, body: Buffer): void {
  exchange.update({ local: true, reason: 'broken_loop' });
  record(exchange, { enrichment, enriched: null, body });
  exchange.answer(own);
}

/** Writes the prompt for each upstream that is tried; what is done behind a request begins with the first. */
function writer(
  exchange: Exchange,
  route: PromptRoute,
  enrichment: Enrichment,
  { bytes, text }: Readable,
): Prepare {
  const { req, caller, id } = exchange.incoming;
  const { clock } = exchange.parts;
  const setting = exchange.parts.settings().model_context_lengths;
  const edits = contextEdits(route, enrichment.model, { bytes: text, list: enrichment.list }, setting);
  let isFirst = true;
  const write = (upstream: OpenUpstream, given: Enrichment): Outgoing | Promise<Outgoing> => {
    const from = clock.monotonic();
    const ready = (written: WrittenPrompt): Outgoing => {
      if (exchange.hasLeft) return { body: bytes }; // nobody sends it any more
      const { enriched } = written;
      noteWritten(exchange, given, written, clock.monotonic() - from, isFirst);
      if (isFirst)
        setImmediate(() => void afterwards(exchange, { enrichment: given, enriched, body: text }, upstream));
      isFirst = false;
      return outgoing(exchange, route, given, written, { bytes, text });
    };
    const headers = () => askingHeaders(req.rawHeaders, caller, upstream);
    const written = writePrompt(
      exchange.parts,
      { id, enrichment: given, body: text, edits, headers },
      upstream,
    );
    return written instanceof Promise ? written.then(ready) : ready(written);
  };
  const plain = () => outgoing(exchange, route, enrichment, SENT_PLAIN, { bytes, text });
  return withFallbacks(exchange, enrichment, { write, bytes, plain });
}

const SENT_PLAIN: WrittenPrompt = { enriched: null, reason: 'prompt_refused' };

/** What is sent, and what is done with its answer. */
function outgoing(
  exchange: Exchange,
  route: PromptRoute,
  { planned, conversation, asksForUsage }: Enrichment,
  { enriched }: WrittenPrompt,
  { bytes, text }: Pick<Readable, 'bytes' | 'text'>,
): Outgoing {
  const added = enriched?.insertion ? addedInstructions(planned, enriched.modelSystem) : null;
  const watch = conversation && mayCut(exchange) ? new StreamWatch(route) : null;
  const care = { watch, includesUsage: asksForUsage, addedInstructions: added };
  if (!enriched || enriched.pieces[0] === text) return { body: bytes, care };
  // Headers that are wrong of a body that was changed, or would make its answer unreadable to us.
  const without = text === bytes ? [] : ['content-encoding'];
  if (added) without.push('accept-encoding');
  const { pieces } = enriched;
  return { body: pieces.length === 1 ? (pieces[0] as Buffer) : pieces, without, care };
}

/** Whether its answer may be cut where it chants: it streams, and the client's switches leave that on. */
function mayCut({ parts: { settings, mitigationsOff }, row }: Exchange): boolean {
  return row.streamed && settings().loop_detection_enabled && !mitigationsOff(row.client).has('cut');
}

/** @param isFirst false for a second upstream: what was written for one that took nothing was not sent before */
function noteWritten(
  exchange: Exchange,
  { lines, sharedBytes }: Enrichment,
  { enriched, reason }: WrittenPrompt,
  ms: number,
  isFirst: boolean,
): void {
  const insertion = enriched?.insertion ?? null;
  const prefixBytes = enriched?.prefixBytes ?? sharedBytes;
  const { row } = exchange;
  row.timings.addedMs += ms;
  exchange.update({
    reason,
    recalledConcepts: insertion ? lines.length : 0,
    injectedBytes: insertion?.bytes.length ?? 0,
    prefixBytes: isFirst ? prefixBytes : Math.min(prefixBytes, row.prefixBytes),
  });
}

/** What may be done once the request is on its way; nobody waits for it, and nobody would catch what it throws. */
async function afterwards(exchange: Exchange, prompt: SentPrompt, upstream: OpenUpstream): Promise<void> {
  const { req, caller } = exchange.incoming;
  const { conversation, model } = prompt.enrichment;
  record(exchange, prompt);
  if (!conversation || model === null) return;
  try {
    // The context length bounds the next conversation's block.
    const headers = () => askingHeaders(req.rawHeaders, caller, upstream);
    await exchange.parts.models.get(upstream, model, headers);
  } catch (error) {
    noteFault(exchange, error);
  }
}

function record(exchange: Exchange, prompt: SentPrompt): void {
  const { id, caller } = exchange.incoming;
  try {
    recordSent(exchange.parts, { id, caller, ...prompt }, (error) => noteFault(exchange, error));
  } catch (error) {
    noteFault(exchange, error);
  }
}

function noteFault({ parts: { metrics, log }, incoming: { id } }: Exchange, error: unknown): void {
  metrics.failedOpen('record');
  log.error({ err: error, request: id }, 'what a request did could not be recorded');
}
