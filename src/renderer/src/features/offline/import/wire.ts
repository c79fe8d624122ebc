// A bundle to the core over plain HTTP, and what came of one kept for as long as this tab is there: a reload finds it again. Called by import-flow.ts.
import { sendFile } from '../../../session/files/send-file.ts';

/** A bundle that came, and waits to be taken in or dropped. */
export interface Arrived {
  readonly upload: string;
  readonly name: string;
  readonly bytes: number;
}

export interface BundleWire {
  /** @returns the id of the upload @throws Error with what the core says; AbortError */
  send(file: Blob, sent: (bytes: number) => void, signal: AbortSignal): Promise<string>;
  keep(arrived: Arrived | null): void;
  kept(): Arrived | null;
}

const KEPT = 'festinger.offline.arrived';

export const bundleWire: BundleWire = {
  async send(file, sent, signal) {
    const answer = await sendFile('/api/console/files/bundle/upload', file, sent, signal);
    return (answer as { readonly upload: string }).upload;
  },
  keep(arrived) {
    if (arrived === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(arrived));
  },
  kept() {
    const text = sessionStorage.getItem(KEPT);
    return text === null ? null : (JSON.parse(text) as Arrived);
  },
};
