// Vitest's global setup: one PostgreSQL for the whole run. Where there is none for this platform, tests that need it
// skip with the reason.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly url: string } | { readonly missing: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const server = await startPostgres();
    project.provide('postgres', { url: server.url });
    return () => server.stop();
  } catch (error) {
    project.provide('postgres', { missing: error instanceof Error ? error.message : String(error) });
    return async () => undefined;
  }
}
