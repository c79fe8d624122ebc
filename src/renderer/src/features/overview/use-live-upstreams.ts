// Follows the pool and the loops that are on, for as long as the Overview is shown.
import { useEffect } from 'react';
import { api, follow } from '../../session/client.ts';
import { overviewStore } from './overview-store.ts';

export function useLiveUpstreams(): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.upstreams.watch(undefined, { signal }),
      (pool) => overviewStore.setState({ pool }),
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
