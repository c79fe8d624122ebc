// Promise: a stream that is cut because the program stops gives its client every whole line that came, and then an error in the stream's own protocol; wherever
// the upstream was in its line, no client is left with half of one, and nothing looks complete that is not.
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { startRig } from '../testing/rig.ts';

const MESSAGES = [{ role: 'user', content: 'hello' }];
const SAID = 'the proxy is shutting down';

interface Protocol {
  readonly path: string;
  readonly type: string;
  /** A whole line, or event, that says a word. */
  chunk(word: string): string;
  /** What a client of it reads, one object a line or event. @throws SyntaxError for what no client could read */
  read(stream: string): unknown[];
  /** The last of them. */
  readonly error: object;
}

const readLines = (stream: string): unknown[] =>
  stream
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** As the SSE standard has it: the data lines of an event are joined, an event without data is none. */
const readEvents = (stream: string): unknown[] =>
  stream
    .split('\n\n')
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice(6))
        .join('\n'),
    )
    .filter((data) => data !== '')
    .map((data) => JSON.parse(data));

const PROTOCOLS: readonly Protocol[] = [
  {
    ...{ path: '/api/chat', type: 'application/x-ndjson', read: readLines },
    chunk: (content) =>
      `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false })}\n`,
    error: { model: 'm', message: { role: 'assistant', content: '' }, done: false, error: SAID },
  },
  {
    ...{ path: '/api/generate', type: 'application/x-ndjson', read: readLines },
    chunk: (response) => `${JSON.stringify({ model: 'm', response, done: false })}\n`,
    error: { model: 'm', response: '', done: false, error: SAID },
  },
  {
    ...{ path: '/v1/chat/completions', type: 'text/event-stream', read: readEvents },
    chunk: (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    error: { error: { message: SAID, type: 'upstream_error', param: null, code: null } },
  },
  {
    ...{ path: '/v1/messages', type: 'text/event-stream', read: readEvents },
    chunk: (words) =>
      `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } })}\n\n`,
    error: { type: 'error', error: { type: 'api_error', message: SAID } },
  },
];

interface Stream extends AsyncDisposable {
  /** The upstream's side. */
  readonly upstream: ServerResponse;
  readonly answer: IncomingMessage;
  close(): Promise<void>;
}

async function startStream({ path, type }: Protocol, first: string): Promise<Stream> {
  const begun = Promise.withResolvers<ServerResponse>();
  const rig = await startRig({
    upstream(_req, res) {
      res.writeHead(200, { 'content-type': type });
      res.write(first);
      begun.resolve(res);
    },
  });
  const body = JSON.stringify({ model: 'm', stream: true, prompt: 'hello', messages: MESSAGES });
  const sent = request(`${rig.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    ...{ upstream: await begun.promise, answer, close: () => rig.proxy.close(0) },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}

/** Everything until the connection breaks, which it must. */
async function readAll(answer: IncomingMessage): Promise<string> {
  let got = '';
  const broken = once(answer, 'error');
  answer
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      got += piece;
    })
    .resume();
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
  return got;
}

/** Resolves once the client has got so many bytes. */
const arrived = async (answer: IncomingMessage, bytes: number): Promise<void> => {
  while (answer.readableLength < bytes) await once(answer, 'readable');
};

for (const protocol of PROTOCOLS) {
  const { path, chunk, read, error } = protocol;
  const [one, two] = [chunk('one'), chunk('two')];
  const whole = read(one + two);

  it.each([
    ['between two lines', one.length, []],
    ['in the first byte of a line', one.length + 1, [two.slice(1)]],
    ['in the middle of a line', one.length + 30, [two.slice(30)]],
    [
      'in a line that comes in several pieces',
      one.length + 5,
      [two.slice(5, 20), two.slice(20, 40), two.slice(40)],
    ],
    ['before the last line break', one.length + two.length - 1, [two.slice(-1)]],
    [
      'before the last line break, with more behind it',
      one.length + two.length - 1,
      [two.slice(-1) + one.slice(0, 20)],
    ],
  ])(`${path} cut %s ends with whole lines and an error`, async (_where, bytes, rest) => {
    await using stream = await startStream(protocol, (one + two).slice(0, bytes));
    await arrived(stream.answer, bytes);
    const got = readAll(stream.answer);
    const closed = stream.close();
    for (const piece of rest) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      stream.upstream.write(piece);
    }
    await closed;
    const seen = read(await got);
    expect(seen.at(-1)).toMatchObject(error);
    // Whether the blank line behind an event came or not, the event did.
    expect(seen.slice(0, -1)).toEqual(bytes === one.length ? whole.slice(0, 1) : whole);
  });

  it(`${path} that stops in the middle of a line still ends with an error`, async () => {
    await using stream = await startStream(protocol, one + two.slice(0, 30));
    await arrived(stream.answer, one.length + 30);
    const got = readAll(stream.answer);
    await stream.close();
    const [first = '', last = ''] = [(await got).slice(0, one.length), (await got).slice(one.length + 30)];
    expect([read(first), read(last)]).toMatchObject([whole.slice(0, 1), [error]]);
  });

  it(`${path} gives a client that reads slowly every whole line`, async () => {
    const long = chunk('a'.repeat(50_000));
    await using stream = await startStream(protocol, one);
    await arrived(stream.answer, one.length);
    stream.answer.pause();
    for (let n = 0; n < 200; n++) stream.upstream.write(long);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = stream.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const seen = read(await readAll(stream.answer));
    await closed;
    expect(seen.at(-1)).toMatchObject(error);
    expect(new Set(seen.slice(1, -1).map((line) => JSON.stringify(line)))).toEqual(
      new Set(read(long).map((line) => JSON.stringify(line))),
    );
  });
}
