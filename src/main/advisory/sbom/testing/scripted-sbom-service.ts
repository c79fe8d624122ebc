// A service of lists that really listens: gives the answers of its script, one a call, and keeps what it was asked. Loopback only. Used by the tests of who asks it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Loopback, listen } from '../../../outgoing/testing/loopback.ts';

export interface AskedOf {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** An object is answered as JSON, a number as that status; else what the function does. */
export type ScriptedAnswer = object | number | ((response: ServerResponse, request: IncomingMessage) => void);

export interface ScriptedSbomService extends Loopback {
  readonly asked: readonly AskedOf[];
  /** Queues answers; the last one stands for every call after it. */
  say(...answers: readonly ScriptedAnswer[]): void;
}

export async function startScriptedSbomService(): Promise<ScriptedSbomService> {
  const asked: AskedOf[] = [];
  let script: ScriptedAnswer[] = [404];
  const server = await listen((request, response) => {
    const { method = '', url = '/', headers } = request;
    asked.push({ method, url: new URL(url, 'http://service.test'), headers });
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? 404;
    if (typeof answer === 'function') return answer(response, request);
    if (typeof answer === 'number') return void response.writeHead(answer).end(`status ${answer}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return {
    ...server,
    asked,
    say(...answers) {
      script = [...answers];
    },
  };
}

/** Two versions seen, and the two ways by which a package comes in, as a service of the kind writes them. */
export const SAID = {
  schema: 'sbom.context/1.0',
  artifactId: 'registry.example/web',
  purl: 'pkg:npm/left-pad',
  versions: [
    {
      ...{
        version: '1.1.0',
        firstObserved: '2026-01-01T00:00:00Z',
        lastObserved: '2026-02-01T00:00:00.1234567+00:00',
      },
      ...{ status: 'affected', source: 'scanner', isFixAvailable: true, metadata: { any: 'thing' } },
    },
    {
      version: '1.2.0',
      firstObserved: '2026-02-01T00:00:00Z',
      lastObserved: null,
      status: 'fixed',
      fix: '1.2.0',
    },
  ],
  dependencyPaths: [
    {
      ...{ isRuntime: true, source: 'scanner' },
      nodes: [
        { identifier: 'registry.example/web', version: '7' },
        { identifier: 'pkg:npm/padder', version: '2.0.0' },
        { identifier: 'pkg:npm/left-pad@1.1.0' },
      ],
    },
    { isRuntime: false, nodes: [{ identifier: ' pkg:npm/left-pad ', version: '1.1.0' }] },
  ],
  environmentFlags: { prod: 'true' },
  blastRadius: { impactedAssetCount: 3 },
  metadata: {},
};
