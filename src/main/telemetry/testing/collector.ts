// For tests: a collector of OTLP over HTTP in JSON, which keeps the spans it was sent, and the bytes as they came. Loopback only.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.number() }),
  z.strictObject({ doubleValue: z.number() }),
]);
const Attributes = z.array(z.strictObject({ key: z.string(), value: Value }));
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes: Attributes,
  events: z.array(z.unknown()),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});
const ExportTraceServiceRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

export interface CollectedSpan extends Omit<z.output<typeof Span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All that came, as it came. */
  readonly bytes: () => string;
  /** Settles once a span of that name is here. */
  has(name: string): Promise<CollectedSpan>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    bodies.push(body);
    const { resourceSpans } = ExportTraceServiceRequest.parse(JSON.parse(body));
    for (const { scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const attributes = span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
        spans.push({ ...span, attributes: Object.fromEntries(attributes) });
      }
    const isRight = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    server.emit('collected');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bytes: () => bodies.join('\n'),
    async has(name) {
      for (;;) {
        const span = spans.find((one) => one.name === name);
        if (span !== undefined) return span;
        await once(server, 'collected');
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
