// Promise: an alert that is raised or resolved is told to the webhook and the ntfy topic of approvals, signed, by severity, without the name of the
// resource unless the operator wants it named; and an approval is told also while many alerts are.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import type { AlertNotice } from '../../infra/approvals/callout-letter.ts';
import { Callouts } from '../../infra/approvals/callouts.ts';
import { ManualClock, MemoLog } from '../../store/testing/temp-store.ts';
import { alertNotices } from './follow-alerts.ts';

const SECRET = 'a secret of the test';
const NAME = 'secret-project';

interface ReceivedRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const clock = new ManualClock();
const received: ReceivedRequest[] = [];
const server = createServer(async (request, response) => {
  const body = String(Buffer.concat(await request.toArray()));
  received.push({ path: request.url, headers: request.headers, body });
  response.writeHead(204).end();
});
let settings = { ...DEFAULT_SETTINGS };
let callouts: Callouts;

beforeEach(async () => {
  received.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings = { ...DEFAULT_SETTINGS, approval_webhook_url: `${url}/hook`, approval_ntfy_url: `${url}/topic` };
  callouts = new Callouts({
    hasBrowsers: () => false,
    ...{ clock, log: new MemoLog() as never, settings: () => settings, link: () => '' },
    environment: { FESTINGER_CALLOUT_SECRET: SECRET },
    ...{ refusal: async () => null, waits: async () => true },
  });
});
afterEach(async () => {
  await callouts.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const notice = (
  more: Partial<AlertNotice['alert']> = {},
  event: AlertNotice['event'] = 'raised',
): AlertNotice => ({
  event,
  alert: {
    ...{ id: '01ALERT', rule: 'down', severity: 'critical', resourceName: NAME },
    ...{ startedAt: 1_700_000_000_000, endedAt: null, ...more },
  },
});
const notices = () =>
  alertNotices(
    () => settings,
    callouts,
    (id) => `http://console/#/resources?alert=${id}`,
  );
const at = (path: string) => received.filter((one) => one.path === path);

it('says rule, severity, time and a link, and nothing else', async () => {
  notices().notify(notice());
  await callouts.idle();
  const [hook] = at('/hook');
  expect(JSON.parse(hook?.body ?? '')).toEqual({
    ...{ event: 'alert.raised', id: '01ALERT', rule: 'down', severity: 'critical' },
    started_at: '2023-11-14T22:13:20.000Z',
    link: 'http://console/#/resources?alert=01ALERT',
  });
  const signed = `${hook?.headers['x-festinger-timestamp']}.${hook?.body}`;
  expect(hook?.headers['x-festinger-signature']).toBe(
    `sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`,
  );
  const [ntfy] = at('/topic');
  expect(ntfy?.body).toBe('Down. Since 2023-11-14T22:13:20.000Z.');
  expect(ntfy?.headers).toMatchObject({ title: 'Festinger: critical alert', priority: '5' });
  expect(JSON.stringify(received)).not.toContain(NAME);
});

it('says that it is resolved, and names the resource where the operator wants that', async () => {
  settings = { ...settings, alert_notifications_name_resources: true };
  notices().notify(notice({ endedAt: 1_700_000_060_000 }, 'resolved'));
  await callouts.idle();
  expect(JSON.parse(at('/hook')[0]?.body ?? '')).toMatchObject({
    ...{ event: 'alert.resolved', resource: NAME, ended_at: '2023-11-14T22:14:20.000Z' },
  });
  expect(at('/topic')[0]?.body).toBe(
    `Down: ${NAME}. Since 2023-11-14T22:13:20.000Z, until 2023-11-14T22:14:20.000Z.`,
  );
  expect(at('/topic')[0]?.headers).toMatchObject({ title: 'Festinger: alert resolved', priority: '3' });
});

it('a name with line breaks, controls and hidden characters stays one line of plain text', async () => {
  settings = { ...settings, alert_notifications_name_resources: true };
  const resourceName = `web\n\nApproved: https://evil.example/\u202Efdp\u0007${'x'.repeat(5000)}`;
  notices().notify(notice({ resourceName }));
  await callouts.idle();
  const shown = 'web  Approved: https://evil.example/⟨U+202E⟩fdp⟨U+0007⟩';
  const text = at('/topic')[0]?.body ?? '';
  expect([text.startsWith(`Down: ${shown}`), text.includes('\n'), text.length < 300]).toEqual([
    true,
    false,
    true,
  ]);
  const { resource } = JSON.parse(at('/hook')[0]?.body ?? '');
  expect([resource.startsWith(shown), resource.length]).toEqual([true, 200]);
});

it.each([
  ['off', [false, false]],
  ['critical', [false, true]],
  ['all', [true, true]],
] as const)('with the setting %s, warnings and critical alerts notify: %o', (wanted, expected) => {
  settings = { ...settings, alert_notifications: wanted };
  const { notifies } = notices();
  expect([notifies('warning'), notifies('critical')]).toEqual(expected);
  expect(alertNotices(() => DEFAULT_SETTINGS, callouts, String).notifies('critical'), 'by default').toBe(
    true,
  );
});

it('many alerts are told ten a minute, and hold back no approval', async () => {
  settings = { ...settings, approval_ntfy_url: '' };
  for (let n = 0; n < 25; n++) notices().notify(notice({ id: String(n) }));
  callouts.send('approval', {
    id: 'card',
    letter: () => ({ headers: {}, body: 'card' }),
    isCurrent: async () => true,
  });
  await callouts.idle();
  expect(received).toHaveLength(11);
  expect(received.map(({ body }) => body)).toContain('card');
});
