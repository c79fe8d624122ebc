// The thread that reads whole PostgreSQL tables: what arrives from the server is taken apart here, so that neither the
// work nor its waste is the main thread's. It knows queries and nothing of concepts. Started by postgres-scan.ts; runs
// from source and bundled, and ends when the scan does.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { buffersOf } from '../bulk/packed-rows.ts';
import { copyPacked } from './postgres-copy.ts';
import { clientConfig } from './postgres-pool.ts';
import type { ScanReply, ScanRequest, ScanSettings } from './postgres-scan.ts';

function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('postgres-scan-worker.ts runs as a worker thread only');
  const { url, connections } = workerData as ScanSettings;
  const clients = Array.from({ length: connections }, () => openClient(url));
  // A connection that is refused is the answer to the first question asked of it.
  for (const client of clients) client.catch(() => undefined);
  // Each connection answers one query at a time.
  const turns: Promise<unknown>[] = [...clients];

  port.on('message', (request: ScanRequest) => {
    const { id, connection, query, columns } = request;
    const page = (turns[connection] ?? Promise.resolve())
      .catch(() => undefined)
      .then(async () => copyPacked(await (clients[connection] as Promise<pg.Client>), query, columns));
    turns[connection] = page;
    page.then(
      (answer) => port.postMessage({ id, page: answer } satisfies ScanReply, buffersOf(answer.columns)),
      (error: Error & { code?: string }) => {
        const { name, message, code = null } = error;
        port.postMessage({ id, error: { name, message, code } } satisfies ScanReply);
      },
    );
  });
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(url));
  // What breaks while nothing is asked shows with the next question.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

serve();
