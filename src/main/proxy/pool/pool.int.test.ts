// Promises of the pool over real sockets: which host gets a request, what happens when one dies, and that whoever waits
// is served in turn or leaves without a trace. Time is moved by hand; nothing here waits for a clock.
import { describe, expect, it } from 'vitest';
import { startPoolRig } from './testing/pool-rig.ts';
import type { Arrival, ScriptedHost } from './testing/scripted-host.ts';

const errorOf = (text: string) => (JSON.parse(text) as { error: string }).error;

describe('the choice', () => {
  it('goes to the host that has the model loaded', async () => {
    await using road = await startPoolRig({
      upstreams: { a: {}, b: {} },
      prepare: (host) => {
        if (host.name === 'b') host.loaded = ['m:latest'];
      },
    });
    expect((await road.chat()).host).toBe('b');
    const row = await road.rig.finished();
    expect(row).toMatchObject({ upstream: 'b', phase: 'over', state: 'done' });
  });

  it('keeps a conversation where its prompt is cached, and sends another to the idle host', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'holds';
    const first = road.chat({ session: 'one' });
    const held = await road.host('a').arrival(0);
    expect((await road.chat({ session: 'two' })).host).toBe('b');
    held.answer();
    road.host('a').manner = 'answers';
    expect((await first).host).toBe('a');
    expect((await road.chat({ session: 'two' })).host, 'back to b, though a is idle and first').toBe('b');
    expect((await road.chat({ session: 'one' })).host).toBe('a');
    expect((await road.chat({ session: 'new' })).host).toBe('a');
  });

  it('finds the only host that has the model, for prompts and for requests about it, with the bytes as sent', async () => {
    await using road = await startPoolRig({
      upstreams: { a: {}, b: {} },
      prepare: (host) => {
        host.models = host.name === 'b' ? ['m:latest', 'rare:7b'] : ['m:latest'];
      },
    });
    expect((await road.chat({ model: 'Rare:7b' })).host).toBe('b');
    const bodies: [string, string, string][] = [
      ['POST', '/api/show', '{ "name":"rare:7b" }'],
      ['POST', '/api/embed', '{"input":"x","model":"rare:7b"}'],
      ['POST', '/api/copy', '{"source":"rare:7b","destination":"d"}'],
      ['DELETE', '/api/delete', '{"model":"rare:7b"}'],
    ];
    for (const [method, path, body] of bodies) {
      const response = await fetch(road.rig.url + path, { method, body, headers: { 'x-test': '1' } });
      expect(await response.json()).toMatchObject({ message: { content: 'b' } });
      expect(road.host('b').arrivals.at(-1)).toMatchObject({ method, path });
      expect(road.host('b').arrivals.at(-1)?.body.toString()).toBe(body);
    }
    await fetch(`${road.rig.url}/v1/models/rare%3A7b`);
    expect(road.host('b').arrivals.at(-1)?.path).toBe('/v1/models/rare%3A7b');
    expect(road.host('a').arrivals).toEqual([]);
  });

  it('obeys X-Festinger-Upstream, refuses an unknown name in the route’s shape, and keeps blobs and create together', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    const to = (name: string) => ({ headers: { 'x-festinger-upstream': name } });
    expect((await road.chat(to('b'))).host).toBe('b');
    expect(road.host('b').arrivals[0]?.headers).not.toHaveProperty('x-festinger-upstream');
    const unknown = await road.chat(to('c'));
    expect([unknown.status, errorOf(unknown.text)]).toEqual([
      400,
      'X-Festinger-Upstream: there is no upstream "c"; there are a, b',
    ]);
    const openai = await fetch(`${road.rig.url}/v1/chat/completions`, {
      method: 'POST',
      body: '{}',
      ...to('c'),
    });
    expect(await openai.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    road.host('a').manner = 'holds';
    const busy = road.chat();
    const held = await road.host('a').arrival(0);
    road.host('a').manner = 'answers';
    for (const path of ['/api/blobs/sha256:1', '/api/create', '/api/pull']) {
      await fetch(road.rig.url + path, { method: 'POST', body: '{"model":"new"}' });
    }
    expect(
      road
        .host('a')
        .arrivals.map(({ path }) => path)
        .slice(1),
    ).toEqual(['/api/blobs/sha256:1', '/api/create', '/api/pull']);
    await fetch(`${road.rig.url}/api/blobs/sha256:2`, { method: 'HEAD', ...to('b') });
    expect(road.host('b').arrivals.at(-1)).toMatchObject({ method: 'HEAD', path: '/api/blobs/sha256:2' });
    held.answer();
    await busy;
  });
});

describe('models that change', () => {
  it('a model that was pulled is found where it went, before anybody looked again', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'holds';
    const busy = road.chat();
    const held = await road.host('a').arrival(0);
    road.host('a').manner = 'answers';
    await fetch(`${road.rig.url}/api/pull`, { method: 'POST', body: '{"model":"new"}' });
    expect((await road.chat({ model: 'new' })).host, 'not the idle one, which lacks it').toBe('a');
    held.answer();
    await busy;
  });

  it('so is one whose puller left before the end was told', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'holds';
    const busy = road.chat();
    const held = await road.host('a').arrival(0);
    const leaving = new AbortController();
    const pull = { method: 'POST', body: '{"model":"new"}', headers: { 'x-festinger-upstream': 'a' } };
    const pulled = fetch(`${road.rig.url}/api/pull`, { ...pull, signal: leaving.signal }).catch(() => 'left');
    const pulling = await road.host('a').arrival(1);
    leaving.abort();
    await pulling.left;
    expect(await pulled).toBe('left');
    road.host('a').manner = 'answers';
    expect((await road.chat({ model: 'new' })).host, 'not the idle one, which lacks it').toBe('a');
    held.answer();
    await busy;
  });
});

describe('a host that fails', () => {
  it('is gone round when it does not take connections, also by a body that streams', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    await road.host('a').close();
    expect((await road.chat()).host).toBe('b');
    const row = await road.rig.finished();
    expect(row).toMatchObject({ upstream: 'b', state: 'done', error: null });
    const large = await road.chat({ padding: 'x'.repeat(500_000) });
    expect(large.host).toBe('b');
    expect(road.host('b').arrivals.at(-1)?.body.length).toBeGreaterThan(500_000);
  });

  it('is reported within a second, by name, when there is no other', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} }, down: ['a', 'b'] });
    const began = performance.now();
    const answer = await road.chat();
    expect(performance.now() - began).toBeLessThan(1000);
    expect(answer.status).toBe(502);
    expect(errorOf(answer.text)).toMatch(/^upstream [ab]: .*ECONNREFUSED/);
    const row = await road.rig.finished();
    expect(row).toMatchObject({ state: 'failed', phase: 'prefill' });
  });

  it('gets nobody else asked once a byte was sent, and itself once more where an idle connection took it', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'dies';
    const answer = await road.chat();
    expect(answer.status).toBe(502);
    expect(errorOf(answer.text)).toMatch(/^upstream a: /);
    expect([road.host('a').arrivals.length, road.host('b').arrivals.length]).toEqual([2, 0]);
  });

  it('is asked last after three failures, shown as open, and gets work again once it is well', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    const circuit = () => road.pool.state().upstreams[0]?.circuit;
    road.host('a').manner = 'dies';
    for (let i = 0; i < 3; i++) expect((await road.chat()).status).toBe(502);
    expect(circuit()).toBe('open');
    expect((await road.chat()).host).toBe('b');
    road.clock.advance(1000);
    expect(circuit()).toBe('half_open');
    expect((await road.chat()).host, 'nobody is sent there while another is well').toBe('b');
    road.host('a').manner = 'answers';
    await road.pool.look();
    expect(circuit()).toBe('closed');
    expect((await road.chat()).host).toBe('a');
  });

  it('is never refused for its open circuit when it is the only one: it works as soon as it is back', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} } });
    await road.host('a').close();
    for (let i = 0; i < 5; i++) expect((await road.chat()).status).toBe(502);
    expect(road.pool.state().upstreams[0]?.circuit).toBe('open');
    await road.host('a').open();
    expect((await road.chat()).host).toBe('a');
  });

  it('gets nothing again that died on a connection of its own: there the host is at fault', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} }, unseen: true });
    road.host('a').manner = 'dies';
    expect((await fetch(`${road.rig.url}/api/status`)).status).toBe(502);
    expect(road.host('a').arrivals).toHaveLength(1);
  });

  it('gets a GET again when an idle connection was closed under it, and a prompt, once', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} } });
    await road.chat(); // leaves an idle connection
    road.host('a').manner = 'dies';
    const get = fetch(`${road.rig.url}/api/status`);
    await road.host('a').arrival(1);
    road.host('a').manner = 'answers';
    expect((await get).status).toBe(200);
    expect(
      road
        .host('a')
        .arrivals.map(({ path }) => path)
        .slice(1),
    ).toEqual(['/api/status', '/api/status']);
    road.host('a').manner = 'dies';
    expect((await road.chat()).status).toBe(502);
    expect(road.host('a').arrivals).toHaveLength(5);
  });
});

describe('waiting', () => {
  it('takes turns between clients, and within one keeps the order', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
    const a = road.host('a');
    a.manner = 'holds';
    const answers = [road.chat({ client: 'crowd' })];
    await a.arrival(0);
    for (let i = 0; i < 3; i++) {
      answers.push(road.chat({ client: 'crowd', padding: ` ${i}` }));
      await road.queued(i + 1);
    }
    answers.push(road.chat({ client: 'single' }));
    await road.queued(4);
    expect(road.pool.state().queue).toMatchObject({
      waiting: 4,
      clients: [
        { client: 'crowd', running: 1, waiting: 3 },
        { client: 'single', running: 0, waiting: 1 },
      ],
    });
    const order: string[] = [];
    for (let i = 0; i < 5; i++) {
      const arrival = await a.arrival(i);
      expect(road.pool.state().upstreams[0]?.running).toBe(1);
      const { messages } = JSON.parse(arrival.body.toString()) as { messages: { content: string }[] };
      order.push(String(messages.at(-1)?.content));
      arrival.answer();
    }
    expect(order).toEqual(['hello', 'hello', 'hello 0', 'hello 1', 'hello 2']);
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true);
    expect(road.pool.state().queue).toEqual({ waiting: 0, oldestMs: null, clients: [] });
  });

  it('holds embeddings to the slots, and no other route', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
    road.host('a').manner = 'holds';
    const chat = road.chat();
    const held = await road.host('a').arrival(0);
    const embed = fetch(`${road.rig.url}/api/embed`, { method: 'POST', body: '{"model":"m"}' });
    await road.queued(1);
    expect((await fetch(`${road.rig.url}/api/tags`)).status).toBe(200);
    held.answer();
    (await road.host('a').arrival(1)).answer();
    expect([(await chat).status, (await embed).status]).toEqual([200, 200]);
  });

  it('ends at once when the client leaves: the upstream never sees it, and its place is not lost', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
    const a = road.host('a');
    a.manner = 'holds';
    const first = road.chat();
    const held = await a.arrival(0);
    const leaving = new AbortController();
    const left = road.chat({ client: 'leaver', signal: leaving.signal }).catch(() => 'left');
    await road.queued(1);
    const last = road.chat({ client: 'stayer' });
    await road.queued(2);
    leaving.abort();
    expect(await left).toBe('left');
    await road.queued(1);
    const row = await road.rig.finished(({ client }) => client === 'leaver');
    expect(row).toMatchObject({ state: 'aborted', phase: 'queued', upstream: '' });
    a.manner = 'answers';
    held.answer();
    expect([(await first).status, (await last).status]).toEqual([200, 200]);
    expect(a.arrivals).toHaveLength(2);
  });

  it('notices a client that leaves although its large body was not passed on yet', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
    road.host('a').manner = 'holds';
    const first = road.chat();
    const held = await road.host('a').arrival(0);
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'm', input: 'x'.repeat(90_000) });
    const left = fetch(`${road.rig.url}/api/embed`, { method: 'POST', body, signal: leaving.signal });
    left.catch(() => {});
    await road.queued(1);
    leaving.abort();
    await road.queued(0);
    held.answer();
    expect((await first).status).toBe(200);
    expect(road.host('a').arrivals).toHaveLength(1);
  });

  it('loses and mixes up nothing under load, never exceeds a slot, and gives two clients equal shares', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 3 }, b: { slots: 1 } } });
    road.pool.setMode('a', 'paused');
    road.pool.setMode('b', 'paused');
    const sent = Array.from({ length: 400 }, (_, i) => ({
      client: i < 300 ? 'greedy' : 'modest',
      mark: `#${i}#`,
    }));
    const answers = Promise.all(
      sent.map(({ client, mark }) => road.chat({ client, padding: mark, headers: { 'x-mark': mark } })),
    );
    await road.queued(400);
    let most = 0;
    const order: Arrival[] = [];
    for (const host of [road.host('a'), road.host('b')]) {
      host.onArrival = (arrival) => {
        order.push(arrival);
        const { upstreams } = road.pool.state();
        most = Math.max(most, ...upstreams.map(({ running, slots }) => running - (slots ?? 0)));
      };
    }
    road.pool.setMode('a', 'open');
    road.pool.setMode('b', 'open');
    expect((await answers).every(({ status }) => status === 200)).toBe(true);
    expect(most).toBe(0);
    const served = road.rig.traffic.list({ limit: 1000 }).rows;
    expect(served.every(({ state, phase }) => state === 'done' && phase === 'over')).toBe(true);
    const markOf = ({ headers }: Arrival) => String(headers['x-mark']);
    expect(new Set(order.map(markOf)).size).toBe(400);
    for (const arrival of order) expect(arrival.body.toString()).toContain(markOf(arrival));
    // While both had something waiting, which was so for the first 180, they got as much.
    const modest = order.slice(0, 180).filter((one) => Number(markOf(one).slice(1, -1)) >= 300);
    expect(Math.abs(modest.length - 90)).toBeLessThanOrEqual(9);
  });

  it('tells the upstream when the client leaves after its turn has come', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
    road.host('a').manner = 'holds';
    const leaving = new AbortController();
    const left = road.chat({ signal: leaving.signal }).catch(() => 'left');
    const held = await road.host('a').arrival(0);
    leaving.abort();
    await held.left;
    expect(await left).toBe('left');
    const next = road.chat();
    (await road.host('a').arrival(1)).answer();
    expect((await next).status).toBe(200);
  });

  it('is refused beyond queue_max_waiting with 503, the depth and where to change it', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } }, maxWaiting: () => 1 });
    road.host('a').manner = 'holds';
    const first = road.chat();
    const held = await road.host('a').arrival(0);
    const second = road.chat();
    await road.queued(1);
    const third = await road.chat();
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    expect(errorOf(third.text)).toMatch(/^1 requests wait .* queue_max_waiting in Settings/);
    road.host('a').manner = 'answers';
    held.answer();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('makes room for who has fewer waiting: one client cannot fill it for all', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 } }, maxWaiting: () => 3 });
    road.host('a').manner = 'holds';
    const first = road.chat({ client: 'greedy' });
    const held = await road.host('a').arrival(0);
    const greedy = Array.from({ length: 3 }, () => road.chat({ client: 'greedy' }));
    await road.queued(3);
    const modest = road.chat({ client: 'modest' });
    const refused = await Promise.race(greedy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await road.chat({ client: 'greedy' })).status, 'who has the most waiting stays outside').toBe(
      503,
    );
    road.host('a').manner = 'answers';
    held.answer();
    expect([(await first).status, (await modest).status]).toEqual([200, 200]);
    expect((await Promise.all(greedy)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
  });

  it('holds a client to its own limit while others pass', async () => {
    let limit: number | null = 1;
    const limitOf = (client: string) => (client === 'limited' ? limit : null);
    await using road = await startPoolRig({ upstreams: { a: {} }, limitOf });
    road.host('a').manner = 'holds';
    const answers = [road.chat({ client: 'limited' })];
    await road.host('a').arrival(0);
    answers.push(road.chat({ client: 'limited' }));
    await road.queued(1);
    answers.push(road.chat({ client: 'free' }));
    await road.host('a').arrival(1);
    limit = null;
    road.pool.limitsChanged();
    await road.host('a').arrival(2);
    limit = 1;
    road.pool.setMode('a', 'draining');
    expect((await road.chat({ client: 'limited' })).status, 'nobody waits for what does not come').toBe(503);
    for (const arrival of road.host('a').arrivals) arrival.answer();
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true);
  });
});

describe('modes', () => {
  it('draining: what runs ends well, new requests go to the other, and to nobody with 503 and when to come back', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'holds';
    const running = road.chat();
    const held = await road.host('a').arrival(0);
    road.pool.setMode('a', 'draining');
    expect((await road.chat()).host).toBe('b');
    road.pool.setMode('b', 'draining');
    const refused = await road.chat();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(errorOf(refused.text)).toMatch(/^a, b are being drained/);
    expect((await fetch(`${road.rig.url}/api/tags`)).status).toBe(503);
    held.answer();
    expect((await running).host).toBe('a');
    road.pool.setMode('b', 'open');
    expect((await road.chat()).host).toBe('b');
  });

  it('paused: prompts wait, other routes pass, and opening it lets them go', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} } });
    road.pool.setMode('a', 'paused');
    const waiting = road.chat();
    await road.queued(1);
    expect(road.rig.traffic.list({ limit: 1 }).rows[0]).toMatchObject({ state: 'running', phase: 'queued' });
    expect((await fetch(`${road.rig.url}/api/version`)).status).toBe(200);
    road.clock.advance(1234);
    expect(road.pool.state().queue.oldestMs).toBe(1234);
    road.pool.setMode('a', 'open');
    expect((await waiting).host).toBe('a');
  });

  it('draining refuses those who waited for it, too', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} } });
    road.pool.setMode('a', 'paused');
    const waiting = road.chat();
    await road.queued(1);
    road.pool.setMode('a', 'draining');
    expect((await waiting).status).toBe(503);
    expect(() => road.pool.setMode('z', 'open')).toThrow('There is no upstream "z". There are: a.');
  });
});

describe('another configuration', () => {
  it('lets what runs on a removed host end, keeps what is the same, and sends new requests by what is in force', async () => {
    await using road = await startPoolRig({ upstreams: { a: {}, b: {} } });
    road.host('a').manner = 'holds';
    const running = road.chat();
    const held = await road.host('a').arrival(0);
    expect((await road.chat()).host).toBe('b');
    road.pool.configure([road.config('b', { slots: 3, weight: 2 })]);
    expect(road.pool.state().upstreams).toMatchObject([{ name: 'b', slots: 3, weight: 2, ok: true }]);
    expect(road.pool.figures(), 'its counters stay').toMatchObject([{ name: 'b', ended: { answered: 1 } }]);
    expect((await road.chat()).host).toBe('b');
    held.answer();
    expect((await running).host).toBe('a');
  });

  it('gives those who wait the new place', async () => {
    await using road = await startPoolRig({ upstreams: { a: { slots: 1 }, b: {} } });
    road.pool.configure([road.config('a', { slots: 1 })]);
    road.host('a').manner = 'holds';
    const running = road.chat();
    const held = await road.host('a').arrival(0);
    const waiting = road.chat();
    await road.queued(1);
    road.pool.configure([road.config('a', { slots: 1 }), road.config('b')]);
    await road.pool.look(); // it waits for the one that has the model until the other is known to have it, too
    expect((await waiting).host).toBe('b');
    held.answer();
    expect((await running).host).toBe('a');
  });

  it('is not taken over when it names nothing or one name twice', async () => {
    await using road = await startPoolRig({ upstreams: { a: {} } });
    expect(() => road.pool.configure([])).toThrow('no upstream is configured');
    expect(() => road.pool.configure([road.config('a'), road.config('a')])).toThrow('"a" is there twice');
    expect((await road.chat()).host).toBe('a');
  });
});

describe('lists', () => {
  const listOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown[]>;

  it('are merged over the hosts that are well, the first one’s entries first', async () => {
    await using road = await startPoolRig({
      upstreams: { a: {}, b: {}, c: {} },
      prepare: (host) => {
        host.models = ['m:latest', `only-${host.name}`];
        host.loaded = [`only-${host.name}`];
      },
    });
    await road.host('c').close();
    const names = (entries: unknown[] | undefined) =>
      entries?.map((entry) => {
        const { name, from } = entry as { name: string; from: string };
        return `${name}@${from}`;
      });
    const { models } = await listOf(`${road.rig.url}/api/tags`);
    expect(names(models)).toEqual(['m:latest@a', 'only-a@a', 'only-b@b']);
    expect(names((await listOf(`${road.rig.url}/api/ps`)).models)).toEqual(['only-a@a', 'only-b@b']);
    expect(await listOf(`${road.rig.url}/v1/models`)).toMatchObject({
      object: 'list',
      data: [{ id: 'm:latest', owned_by: 'a' }, { id: 'only-a' }, { id: 'only-b' }],
    });
    expect(await road.rig.finished()).toMatchObject({ upstream: 'a, b', status: 200, state: 'done' });
    await road.host('a').close();
    await road.host('b').close();
    const none = await fetch(`${road.rig.url}/api/tags`);
    expect([none.status, errorOf(await none.text())]).toEqual([
      502,
      expect.stringMatching(/^no upstream gave its models: a: .*; b: .*; c: /),
    ]);
  });

  it('pass as they are where there is one host, or one is named', async () => {
    const raw = (host: ScriptedHost) => fetch(`${host.url}/api/tags`).then((answer) => answer.text());
    await using one = await startPoolRig({ upstreams: { a: {} } });
    expect(await (await fetch(`${one.rig.url}/api/tags`)).text()).toBe(await raw(one.host('a')));
    await using two = await startPoolRig({ upstreams: { a: {}, b: {} } });
    const named = await fetch(`${two.rig.url}/api/tags`, { headers: { 'x-festinger-upstream': 'b' } });
    expect(await named.text()).toBe(await raw(two.host('b')));
  });
});
