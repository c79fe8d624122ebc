// The state of the host as the shell and Overview show it: one stream of statuses, kept while the connection is away.
// Fed by `system.watch`; never asks anything by itself beyond that stream.

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SystemStatus } from '../../../shared/model/status.ts';
import { api, follow } from './client.ts';

interface SystemState {
  readonly status: SystemStatus | null;
}

export const systemStore = createStore<SystemState>(() => ({ status: null }));

/** The last known status; null until the first arrives. */
export const useStatus = (): SystemStatus | null => useStore(systemStore, (s) => s.status);

/** Follows the status until the signal ends. Called once by the shell. */
export function watchSystem(signal: AbortSignal): Promise<void> {
  return follow(
    (inner) => api.system.watch(undefined, { signal: inner }),
    (status) => systemStore.setState({ status }),
    signal,
  );
}
