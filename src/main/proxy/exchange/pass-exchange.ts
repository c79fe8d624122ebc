// A request without a prompt: it goes on as it came; only lists of models are put together from several upstreams.
// Source: proxy, Routes. Made by proxy.ts.

import { mergedList } from '../pool/merged-lists.ts';
import { draining } from '../pool/refusals.ts';
import type { MatchedRoute } from '../routes.ts';
import { lastState } from '../traffic/traffic-row.ts';
import { Exchange } from './exchange.ts';
import { bodyWithModel, streamedBody } from './pass-body.ts';

export class PassExchange extends Exchange {
  /** Nothing is read, buffered or limited, but for the model's name where that decides. */
  protected async carry(): Promise<void> {
    const { req, route } = this.incoming;
    const isOneOfSeveral = this.parts.upstreams.names.length > 1 && this.pinnedTo() === null;
    if (isOneOfSeveral && route.list !== null) return this.#merged(route.list);
    // What may wait for a slot is read as well: a client that leaves while its body is stuck would not be noticed.
    const limit = this.parts.settings().enrichment_max_body_bytes;
    const isRead = isOneOfSeveral || route.usesSlot;
    const given = isRead
      ? await bodyWithModel(req, route, this.incoming.path, limit, this.lease)
      : streamedBody(req);
    if (given === null) return;
    if (given.model !== null) this.update({ model: given.model });
    const outcome = await this.sendAsIs(given.body);
    // Also where the client did not wait for the end: the upstream may have come to it.
    if (!route.changesModels || outcome.kind === 'refused' || outcome.kind === 'unreachable') return;
    this.parts.models.clear();
    this.parts.upstreams.modelsChanged(this.row.upstream);
  }

  /** A list of models over all upstreams. */
  async #merged(list: NonNullable<MatchedRoute['list']>): Promise<void> {
    const { req, path, query } = this.incoming;
    const { upstreams, clock } = this.parts;
    const asked = upstreams.forLists();
    if (asked.length === 0) return this.end(draining(upstreams.names));
    this.update({ phase: 'prefill', upstream: asked.map(({ name }) => name).join(', ') });
    const { rawHeaders } = req;
    const question = { list, path: path + query, rawHeaders, signal: this.leaving };
    const { body, from, missing } = await mergedList(asked, question, clock);
    if (this.hasLeft) return this.finish(lastState({ kind: 'aborted' }));
    if (body === null) return this.refuse(`no upstream gave its models: ${missing.join('; ')}`);
    this.update({ upstream: from.join(', ') });
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    };
    this.answer({ status: 200, headers, body });
  }
}
