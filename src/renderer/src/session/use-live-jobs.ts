// Keeps the jobs store up to date while a screen that shows it is there.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { api, follow } from './client.ts';
import { jobsStore } from './jobs-store.ts';

/** Follows queues, long work and the resolution job until the component is gone. */
export function useLiveJobs(): void {
  const { take, takeResolution } = useStore(jobsStore);
  useEffect(() => {
    const stop = new AbortController();
    void follow((signal) => api.jobs.watch(undefined, { signal }), take, stop.signal);
    void follow((signal) => api.resolution.watch(undefined, { signal }), takeResolution, stop.signal);
    return () => stop.abort();
  }, [take, takeResolution]);
}
