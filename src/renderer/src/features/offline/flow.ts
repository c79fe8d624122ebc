// What the flows of this screen are made with: the calls, the wire, what is known of the host, and each its own part of the store.
import type { Task } from '../../../../shared/model/job.ts';
import type { Api } from '../../session/client.ts';
import type { BundleWire } from './import/wire.ts';

export interface OfflineParts {
  readonly calls: () => { readonly bundles: Api['bundles']; readonly briefs: Pick<Api['briefs'], 'keys'> };
  readonly wire: BundleWire;
  /** Of the host, as they were last heard of. */
  readonly tasks: () => readonly Task[];
  /** How often the connection came back so far. */
  readonly returns: () => number;
}

/** A part of the store, as its flow sees it. */
export interface Slice<S> {
  get(): S;
  put(change: Partial<S>): void;
}
