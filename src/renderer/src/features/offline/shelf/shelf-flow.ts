// The bundles that lie in the data directory, and what verifying each came to. Fed by `bundles.list|verify|remove`; part of offline-store.ts.

import type { SigningKeyView } from '../../../../../shared/model/evidence/brief.ts';
import type { BundleFile, BundleVerification } from '../../../../../shared/model/evidence/bundle.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import type { Failure } from '../../../ui/failure.ts';
import type { OfflineParts, Slice } from '../flow.ts';

/** What was found when a bundle was looked at: nothing yet, an answer, or why there is none. */
export type Checked = 'asking' | BundleVerification | Failure;

export interface Shelf {
  /** Newest first; null until it was read. */
  readonly files: readonly BundleFile[] | null;
  readonly failure: Failure | null;
  /** By name. */
  readonly checked: Readonly<Record<string, Checked>>;
  /** Public keys of what is signed here; null until they were read. */
  readonly keys: readonly SigningKeyView[] | null;
}

export interface ShelfActions {
  readShelf(): Promise<void>;
  checkFile(name: string): Promise<void>;
  /** Null when it is gone, else why not. */
  removeFile(name: string): Promise<Failure | null>;
  readKeys(): Promise<void>;
}

export const EMPTY_SHELF: Shelf = { files: null, failure: null, checked: {}, keys: null };

export function shelfFlow({ calls }: OfflineParts, { get, put }: Slice<Shelf>): ShelfActions {
  const read = newestOnly();
  const note = (name: string, checked: Checked) => put({ checked: { ...get().checked, [name]: checked } });
  return {
    readShelf: () =>
      read(
        () => calls().bundles.list(),
        (files) => put({ files, failure: null }),
        (failure) => put({ failure }),
      ),
    async checkFile(name) {
      note(name, 'asking');
      const failure = await attempt(async () => note(name, await calls().bundles.verify({ name, keys: [] })));
      if (failure) note(name, failure);
    },
    removeFile: (name) =>
      attempt(async () => {
        const files = await calls().bundles.remove({ name });
        const { [name]: _, ...checked } = get().checked;
        put({ files, failure: null, checked });
      }),
    async readKeys() {
      // What is not known of a key is not shown; the verification beside it says why it failed.
      await attempt(async () => put({ keys: await calls().briefs.keys() }));
    },
  };
}
