// Promise: who is not at the console learns that something waits, and nothing else; whatever the receiver does, the approval does not notice.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, SETTINGS } from '../../../shared/model/settings.ts';
import { ManualClock, MemoLog, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { Callouts } from './callouts.ts';
import { askFor, type Console, consoleOver, World } from './testing/world.ts';

const SECRET = 'a secret of the test';

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers as the test says; 204 when it says nothing. */
class Receiver implements AsyncDisposable {
  readonly got: Got[] = [];
  answer: (response: ServerResponse, n: number) => void = (response) => response.writeHead(204).end();
  readonly #server = createServer(async (request, response) => {
    const body = String(Buffer.concat(await request.toArray()));
    this.got.push({ path: request.url ?? '', headers: request.headers, body });
    this.answer(response, this.got.length);
  });

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once it was asked so often. */
  async asked(n: number): Promise<void> {
    await expect.poll(() => this.got.length, { timeout: 10_000, interval: 5 }).toBe(n);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const isSigned = ({ headers, body }: Got, secret: string): boolean => {
  const expected = createHmac('sha256', secret)
    .update(`${headers['x-festinger-timestamp']}.${body}`)
    .digest();
  const given = Buffer.from(String(headers['x-festinger-signature']).replace('sha256=', ''), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

describe('a waiting approval that calls out', () => {
  let temp: TempStore;
  let world: World;
  let here: Console;
  let receiver: Receiver;
  let log: MemoLog;
  let environment: Record<string, string>;
  let settings: typeof DEFAULT_SETTINGS;
  let callouts: Callouts;
  const clock = new ManualClock();
  let refused: string | null;

  beforeEach(async () => {
    temp = await tempStore('sqlite');
    world = new World();
    here = await consoleOver(temp, world);
    receiver = await new Receiver().listen();
    log = new MemoLog();
    refused = null;
    environment = { FESTINGER_CALLOUT_SECRET: SECRET };
    settings = { ...DEFAULT_SETTINGS, approval_webhook_url: `${receiver.url}/hook` };
    callouts = new Callouts({
      hasBrowsers: () => false,
      ...{ clock, log: log as never, environment, settings: () => settings },
      link: ({ id }) => `http://127.0.0.1:11436/console/#/approvals/${id}`,
      refusal: async () => refused,
      waits: async (id) => (await here.approvals.get(id)).status === 'pending',
    });
  });
  afterEach(async () => {
    await callouts.close();
    await receiver[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
    await temp[Symbol.asyncDispose]();
  });

  const ask = (resource = 'docker_container:here:secret-project') =>
    // No signature in hexadecimal digits can hold this name by chance.
    askFor(here, world, resource, { how: 'restart-with-token-xyzzy' }, 'asker-of-the-test');
  /** Moves on by a pause between two tries, once it has begun. */
  const afterPause = async (ms: number) => {
    await expect.poll(() => clock.nextTimer, { timeout: 5000, interval: 5 }).toBe(ms);
    clock.advance(ms);
  };

  it('tells the webhook its risk, its time and where the card is, signed so that a repeat or a forgery is found out', async () => {
    world.risk = 'high';
    const approval = await ask();
    callouts.tell(approval);
    await callouts.idle();
    const [got] = receiver.got as [Got];
    expect(got.path).toBe('/hook');
    expect(JSON.parse(got.body)).toEqual({
      ...{ event: 'approval.waiting', id: approval.id, risk: 'high' },
      asked_at: new Date(approval.askedAt).toISOString(),
      expires_at: new Date(approval.expiresAt).toISOString(),
      link: `http://127.0.0.1:11436/console/#/approvals/${approval.id}`,
    });
    expect(got.headers['x-festinger-timestamp']).toBe(String(Math.floor(clock.now() / 1000)));
    expect(isSigned(got, SECRET)).toBe(true);
    expect(isSigned(got, 'another secret')).toBe(false);
    expect(isSigned({ ...got, body: got.body.replace('high', 'low') }, SECRET)).toBe(false);
    const later = { ...got.headers, 'x-festinger-timestamp': String(Math.floor(clock.now() / 1000) + 600) };
    expect(isSigned({ ...got, headers: later }, SECRET)).toBe(false);
    expect(callouts.problems()).toEqual([]);
  });

  it('says nothing of what it is, to whom, by whom: neither to the webhook nor to ntfy', async () => {
    settings = { ...settings, approval_ntfy_url: `${receiver.url}/topic` };
    environment.FESTINGER_CALLOUT_NTFY_TOKEN = 'tk_of_the_test';
    const approval = await ask();
    callouts.tell(approval);
    await callouts.idle();
    expect(receiver.got.map(({ path }) => path).toSorted()).toEqual(['/hook', '/topic']);
    for (const { headers, body } of receiver.got) {
      const said = `${JSON.stringify(headers)} ${body}`.toLowerCase();
      const { plan, tool, askedBy, planHash } = approval;
      for (const secret of [
        plan.resource.name,
        plan.runs,
        plan.description,
        tool,
        askedBy,
        planHash,
        'xyzzy',
        SECRET,
      ])
        expect(said).not.toContain(secret.toLowerCase());
    }
    const ntfy = receiver.got.find(({ path }) => path === '/topic') as Got;
    expect(ntfy.headers).toMatchObject({ authorization: 'Bearer tk_of_the_test', priority: '4' });
    expect(ntfy.headers.click).toContain(approval.id);
    expect(receiver.got.find(({ path }) => path === '/hook')?.headers.authorization).toBeUndefined();
  });

  it('tries three times with growing pauses, says it once, and tells the operator until one arrives', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    callouts.tell(await ask());
    await afterPause(2000);
    await receiver.asked(2);
    await afterPause(10_000);
    await callouts.idle();
    expect(receiver.got).toHaveLength(3);
    expect(log.lines).toHaveLength(1);
    const [problem] = callouts.problems();
    expect(problem).toMatchObject({ kind: 'webhook', message: expect.stringContaining('it answered 500') });
    expect(JSON.stringify([problem, log.lines])).not.toContain(receiver.url);
    receiver.answer = (response) => response.writeHead(200).end();
    callouts.tell(await ask());
    await callouts.idle();
    expect(callouts.problems()).toEqual([]);
  });

  it('a failure that passes is nobody’s problem', async () => {
    receiver.answer = (response, n) => response.writeHead(n === 1 ? 500 : 200).end();
    callouts.tell(await ask());
    await afterPause(2000);
    await callouts.idle();
    expect(receiver.got).toHaveLength(2);
    expect([log.lines, callouts.problems()]).toEqual([[], []]);
  });

  it('follows no redirect', async () => {
    await using elsewhere = await new Receiver().listen();
    receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end();
    callouts.tell(await ask());
    await afterPause(2000);
    await afterPause(10_000);
    await callouts.idle();
    expect(elsewhere.got).toEqual([]);
    expect(callouts.problems()[0]?.message).toContain('307, which leads elsewhere');
  });

  it('a receiver that never answers, or answers without end, holds up neither the approval nor the end of the program', async () => {
    receiver.answer = () => undefined;
    const approval = await ask();
    callouts.tell(approval);
    await receiver.asked(1);
    expect(
      await here.approvals.approve(approval.id, { by: 'ada', planHash: approval.planHash }),
    ).toMatchObject({
      status: 'approved',
    });
    await afterPause(5000);
    await afterPause(2000);
    await callouts.idle();
    expect(callouts.problems()[0]?.message).toContain('gave no answer within 5 seconds');
    expect(receiver.got, 'what is decided calls nobody').toHaveLength(1);

    const mega = Buffer.alloc(1 << 20, 'x');
    let sent = 0;
    const pump = (response: ServerResponse) => {
      while (!response.destroyed && sent++ < 500)
        if (!response.write(mega)) return void response.once('drain', () => pump(response));
    };
    receiver.answer = (response) => pump(response.writeHead(200));
    callouts.tell(await ask('docker_container:here:other'));
    await callouts.idle();
    expect(callouts.problems()).toEqual([]);
    expect(sent, 'megabytes that were taken').toBeLessThan(50);

    receiver.answer = () => undefined;
    callouts.tell(await ask('docker_container:here:third'));
    await receiver.asked(3);
    await callouts.close();
  });

  it('a receiver that is not there changes nothing, and is said', async () => {
    const gone = await new Receiver().listen();
    settings = { ...settings, approval_webhook_url: gone.url };
    await gone[Symbol.asyncDispose]();
    const approval = await ask();
    callouts.tell(approval);
    await afterPause(2000);
    await afterPause(10_000);
    await callouts.idle();
    expect(callouts.problems()[0]?.message).toContain('could not be reached (ECONNREFUSED)');
    expect((await here.approvals.get(approval.id)).status).toBe('pending');
    settings = { ...settings, approval_webhook_url: '' };
    expect(callouts.problems(), 'what nobody wants is no problem').toEqual([]);
  });

  it.each([
    [
      'its own address',
      () => {
        refused = 'that is this Festinger itself.';
      },
    ],
    ['no secret to sign it with', () => void delete environment.FESTINGER_CALLOUT_SECRET],
  ])('sends nothing to the webhook for want of leave: %s', async (_what, prepare) => {
    prepare();
    callouts.tell(await ask());
    await afterPause(2000);
    await afterPause(10_000);
    await callouts.idle();
    expect(receiver.got).toEqual([]);
    expect(callouts.problems()[0]?.message).toContain('it is not sent');
  });

  it('rings ten times a minute at most, of those that are sent', async () => {
    const approval = await ask();
    const wanted = settings;
    settings = DEFAULT_SETTINGS;
    for (let n = 0; n < 25; n++) expect(callouts.tell(approval)).toBe(false);
    settings = wanted;
    const told = Array.from({ length: 25 }, () => callouts.tell(approval));
    await callouts.idle();
    expect(receiver.got).toHaveLength(10);
    expect(
      told.filter((isTold) => isTold),
      'a browser is told no oftener',
    ).toHaveLength(10);
    clock.advance(60_000);
    callouts.tell(approval);
    await callouts.idle();
    expect(receiver.got).toHaveLength(11);
  });
});

it.each([
  ['approval_webhook_url', 'ftp://example.com/x'],
  ['approval_webhook_url', 'https://ada:pw@example.com/x'],
  ['approval_ntfy_url', 'https://ntfy.example.com/t?auth=abc'],
  ['approval_webhook_url', 'no address'],
  ['approval_webhook_secret_env', 'DATABASE_PASSWORD'],
  ['approval_ntfy_token_env', 'FESTINGER_TOKEN'],
] as const)(
  'the setting %s is refused as %s: no credential stands in it, no other variable is sent',
  (key, value) => {
    expect(SETTINGS[key].schema.safeParse(value).success).toBe(false);
  },
);
