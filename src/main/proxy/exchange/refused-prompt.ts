// A prompt that its upstream refuses as we wrote it is sent otherwise, so that enrichment never turns a request that worked into an
// error: first with the block in the last user's message, where we had added a system message that the model's template may refuse,
// then as the client wrote it. Decided by what we changed and by the status, never by an error's words: each server has its own.
// Source: proxy, Traps, Injection. Called by carry-prompt.ts.
import type { Enrichment } from '../enrich/enrichment.ts';
import type { OpenUpstream } from '../pool/port.ts';
import type { Exchange } from './exchange.ts';
import type { Outgoing, Prepare } from './send.ts';

/** What a client's mistake is answered with, and a prompt that does not fit. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);
/** A template that refuses a system message is one or the other (vLLM, LM Studio: 400; llama.cpp: 500 or 400). */
const TEMPLATE_REFUSALS: ReadonlySet<number> = new Set([400, 422, 500]);

type Written = Outgoing | Promise<Outgoing>;

export interface Writing {
  readonly write: (upstream: OpenUpstream, enrichment: Enrichment) => Written;
  /** The client's own. */
  readonly bytes: Buffer;
  /** Sends them. */
  readonly plain: () => Outgoing;
}

export function withFallbacks(exchange: Exchange, enrichment: Enrichment, writing: Writing): Prepare {
  const { models } = exchange.parts;
  const { model } = enrichment;
  const inUser = inUserMessage(enrichment);
  return (upstream) => {
    if (!inUser || model === null)
      return orPlain(exchange, writing, REFUSALS, writing.write(upstream, enrichment));
    const second = () => orPlain(exchange, writing, TEMPLATE_REFUSALS, writing.write(upstream, inUser));
    if (models.refusesSystem(upstream, model)) return second();
    const onTaken = () => models.noteRefusesSystem(upstream, model);
    return either(writing.write(upstream, enrichment), (first) => ({
      ...first,
      // Its plan takes no SYSTEM of the model's, so that nothing has to be asked for it.
      otherwise: { statuses: TEMPLATE_REFUSALS, write: () => ({ ...(second() as Outgoing), onTaken }) },
    }));
  };
}

/** The same with its block in the last user's message; null where no system message was added, or nobody speaks as user. */
function inUserMessage(enrichment: Enrichment): Enrichment | null {
  const { planned } = enrichment;
  const plan = planned?.withoutSystem;
  if (!planned || !plan || plan.takesModelSystem) return null;
  return { ...enrichment, planned: { ...planned, plan, position: 'before_last_user', withoutSystem: null } };
}

function orPlain(
  exchange: Exchange,
  { bytes, plain }: Writing,
  statuses: ReadonlySet<number>,
  written: Written,
): Written {
  return either(written, (first) => {
    if (first.body === bytes) return first;
    const write = () => {
      exchange.update({ reason: 'prompt_refused', recalledConcepts: 0, injectedBytes: 0 });
      return plain();
    };
    return { ...first, otherwise: { statuses, write } };
  });
}

const either = (written: Written, then: (outgoing: Outgoing) => Outgoing): Written =>
  written instanceof Promise ? written.then(then) : then(written);
