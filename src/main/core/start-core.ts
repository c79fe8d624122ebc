// The one way to start the program: wires the parts together, or closes again what was opened and says why.
// Knows every feature; no feature knows it. Doors (serve.ts, desktop/) get a Core and carry calls to it.
import type { Core, CoreOptions } from './core.ts';
import { wire } from './wire.ts';

/** @throws AppError with what to do when the data directory, configuration, database or port cannot be used. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const resources = new AsyncDisposableStack();
  try {
    return await wire(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
