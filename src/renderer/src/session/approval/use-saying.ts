// A word of the operator on its way: whether it is, and what came of it. Used by what waits and by what was done.
import { useState } from 'react';
import type { Failure } from '../../ui/failure.ts';
import type { Said } from './approvals-store.ts';

/** Says a word and takes what comes back. */
export function useSaying(onOther: (id: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [note, setNote] = useState<string | null>(null);
  async function run(word: () => Promise<Said>): Promise<void> {
    setBusy(true);
    setFailure(null);
    setNote(null);
    const said = await word();
    setBusy(false);
    if (said.kind === 'failed') setFailure(said.failure);
    else if (said.kind === 'over') setNote(said.why);
    else if (said.kind === 'instead') onOther(said.id);
  }
  return { isBusy, failure, note, run };
}
