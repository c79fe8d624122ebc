// A request without a prompt: it goes on as it came; only lists of models are put together from several upstreams.
// Source: proxy, Routes. Called by proxy.ts.

import { mergedList } from '../pool/merged-lists.ts';
import { draining } from '../pool/refusals.ts';
import type { ModelList } from '../routes.ts';
import type { Exchange } from './exchange.ts';
import { passBody } from './pass-body.ts';

/** Nothing is read, buffered or limited, but for the model's name where that decides. */
export async function passOn(exchange: Exchange): Promise<void> {
  const { upstreams, models, settings } = exchange.parts;
  const { route } = exchange.incoming;
  if (exchange.hasChoice && route.list !== null) return answerList(exchange, route.list);
  // What may wait for a slot is read as well: a client that leaves while its body is stuck would not be noticed.
  const isRead = exchange.hasChoice || route.usesSlot;
  const limit = settings().enrichment_max_body_bytes;
  const outcome = await passBody(exchange, isRead ? route.namesModel : null, limit);
  // Also where the client did not wait for the end: the upstream may have come to it.
  const wasSent = outcome !== null && outcome.kind !== 'refused' && outcome.kind !== 'unreachable';
  if (!route.changesModels || !wasSent) return;
  models.clear();
  upstreams.modelsChanged(exchange.row.upstream);
}

/** A list of models over all upstreams. */
async function answerList(exchange: Exchange, list: ModelList): Promise<void> {
  const { req, path, query } = exchange.incoming;
  const { upstreams, clock } = exchange.parts;
  const asked = upstreams.forLists();
  if (asked.length === 0) return exchange.end(draining(upstreams.names));
  exchange.update({ phase: 'prefill', upstream: asked.map(({ name }) => name).join(', ') });
  const { rawHeaders } = req;
  const question = { list, path: path + query, rawHeaders, signal: exchange.leaving };
  const { body, from, missing } = await mergedList(asked, question, clock);
  if (exchange.hasLeft) return exchange.end({ kind: 'aborted' });
  if (body === null) return exchange.refuse(`no upstream gave its models: ${missing.join('; ')}`);
  exchange.update({ upstream: from.join(', ') });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
  };
  exchange.answer({ status: 200, headers, body });
}
