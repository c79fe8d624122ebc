// Follows the hosts that answer and the loops that are on, for as long as the Overview is shown.
import { useEffect } from 'react';
import { api, follow } from '../../session/client.ts';
import { overviewStore } from './overview-store.ts';

export function useLiveHosts(): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.upstreams.watch(undefined, { signal }),
      (hosts) => overviewStore.setState({ hosts }),
      stop.signal,
    );
    void follow(
      (signal) => api.loops.watch(undefined, { signal }),
      ({ loops }) => overviewStore.setState({ loops }),
      stop.signal,
    );
    return () => stop.abort();
  }, []);
}
