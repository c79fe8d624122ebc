// Promises: a kubeconfig runs no program and skips no check unless the operator says so; what it holds is in no message; and nothing of
// the client is loaded before a cluster is asked.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/model/envelope.ts';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import { selfSigned } from '../remote/testing/self-signed.ts';
import { KubernetesProvider } from './provider.ts';
import { KubernetesDouble, TOKEN } from './testing/kubernetes-double.ts';
import { Desk, kubeconfig } from './testing/open-provider.ts';

const signal = new AbortController().signal;
const clock = new HastyClock();

let double: KubernetesDouble;
let desk: Desk;

beforeEach(async () => {
  double = await new KubernetesDouble().start();
  desk = new Desk();
});
afterEach(async () => {
  desk.close();
  await double.close();
});

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  expect(error.code).toBe('UNAVAILABLE');
  expect(JSON.stringify([error.message, error.details, error.stack])).not.toContain(TOKEN);
  return error;
}

describe('without a cluster', () => {
  it('there is nothing, and it says so', async () => {
    const provider = new KubernetesProvider([], { clock, home: desk.folder });
    expect(await provider.discover(signal)).toEqual({
      resources: [],
      off: 'No Kubernetes is named in config.yaml.',
    });
  });

  it('nothing of the client is loaded: the provider stands without it', () => {
    const script = `
      const { registerHooks } = await import('node:module');
      registerHooks({ resolve: (name, context, next) => {
        if (name.startsWith('@kubernetes/')) throw new Error('loaded ' + name);
        return next(name, context);
      } });
      const { KubernetesProvider } = await import(${JSON.stringify(join(import.meta.dirname, 'provider.ts'))});
      const found = await new KubernetesProvider([], { clock: {}, home: '' }).discover(new AbortController().signal);
      console.log(found.off);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(said.trim()).toBe('No Kubernetes is named in config.yaml.');
  });
});

describe('a kubeconfig', () => {
  const discover = (file: Parameters<typeof kubeconfig>[0], more: object = {}) =>
    desk.open(kubeconfig(file), clock, more).discover(signal);
  const program = () => {
    const ran = join(desk.folder, 'ran');
    const answer = JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: TOKEN },
    });
    return {
      ran,
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: 'sh',
        args: ['-c', `touch '${ran}'; echo '${answer}'`],
        interactiveMode: 'Never',
      },
    };
  };

  it('runs no program, and says how it may', async () => {
    const { ran, exec } = program();
    const error = await refusal(discover({ server: double.url, user: { exec } }));
    expect(error.message).toContain('allow_exec: true');
    expect(existsSync(ran)).toBe(false);
    expect(double.asked).toEqual([]);
  });

  it('runs its program where that is allowed, and what it gives is in no message', async () => {
    const { ran, exec } = program();
    const { resources } = await discover({ server: double.url, user: { exec } }, { allow_exec: true });
    expect(resources).toHaveLength(5);
    expect(existsSync(ran)).toBe(true);
    double.faults.set('/version', { status: 500, body: JSON.stringify({ message: `no ${TOKEN}` }) });
    expect(
      (await refusal(discover({ server: double.url, user: { exec } }, { allow_exec: true }))).message,
    ).toContain('no [hidden]');
  });

  it.each([
    [{ name: 'gcp', config: { 'cmd-path': 'sh' } }],
    [{ name: 'oidc', config: { exec: { command: 'sh' } } }],
  ])('asks no auth-provider, whatever is allowed: %o', async (provider) => {
    const user = { 'auth-provider': provider };
    const error = await refusal(discover({ server: double.url, user }, { allow_exec: true }));
    expect(error.message).toContain('auth-provider, which is not supported');
  });

  it('whose program fails is told about without what it said', async () => {
    const exec = { command: 'sh', args: ['-c', `echo ${TOKEN} >&2; exit 1`] };
    const error = await refusal(discover({ server: double.url, user: { exec } }, { allow_exec: true }));
    expect(error.message).toContain('failed; run it by hand');
  });

  it('whose program does not end is given up after its time, and is not started again meanwhile', async () => {
    const [begun, over] = [join(desk.folder, 'begun'), join(desk.folder, 'over')];
    const args = [
      '-c',
      `echo once >> '${begun}'; while [ -e '${begun}' ] && [ ! -e '${over}' ]; do sleep 0.02; done; echo '{"status":{"token":"${TOKEN}"}}'`,
    ];
    const text = kubeconfig({ server: double.url, user: { exec: { command: 'sh', args } } });
    const soon = {
      now: () => 0,
      monotonic: () => 0,
      after: (_: number, callback: () => void) => {
        const at = setImmediate(callback);
        return () => clearImmediate(at);
      },
    };
    const provider = desk.open(text, soon, { allow_exec: true });
    for (let call = 0; call < 3; call += 1) {
      expect((await refusal(provider.discover(signal))).message).toContain('takes too long');
    }
    desk.write('over', '');
    await expect.poll(() => readFileSync(begun, 'utf8')).toBe('once\n');
  });

  it('gives its token from a file, or a name and a password, and neither is in a message', async () => {
    desk.write('token', `${TOKEN}\n`);
    expect((await discover({ server: double.url, user: { tokenFile: 'token' } })).resources).toHaveLength(5);
    expect((await refusal(discover({ server: double.url, user: { tokenFile: 'none' } }))).message).toContain(
      'cannot be read: none',
    );
    double.faults.set('/version', { status: 500, body: '{"message":"not hunter22 nor bWU6aHVudGVyMjI="}' });
    const error = await refusal(
      discover({ server: double.url, user: { username: 'me', password: 'hunter22' } }),
    );
    expect(error.message).toContain('not [hidden] nor [hidden]');
  });

  it.each([
    [{ 'insecure-skip-tls-verify': true }, 'https://127.0.0.1:1', 'skips the check'],
    [{ 'proxy-url': 'http://127.0.0.1:1' }, 'https://127.0.0.1:1', 'proxy'],
    [{}, 'http://cluster.lan:8080', 'no https address'],
    [{}, 'not an address', 'no address'],
  ])('with a cluster of %o at %s is refused', async (cluster, server, words) => {
    expect((await refusal(discover({ server, cluster, user: { token: TOKEN } }))).message).toContain(words);
  });

  it.each([
    ['not there', undefined, 'no kubeconfig to read'],
    ['no YAML', `a: [${TOKEN}`, 'is no YAML'],
    ['of another kind', `token: ${TOKEN}`, 'clusters does not fit'],
    ['without a context', '{"clusters":[],"users":[],"contexts":[]}', 'no current context'],
    ['too long', `#${'x'.repeat(1024 * 1024)}`, 'at most 1048576 bytes'],
  ])('that is %s is told about in words that repeat none of it', async (_, text, words) => {
    const kubeconfig = text === undefined ? join(desk.folder, 'none') : desk.write('bad', text);
    const provider = new KubernetesProvider([{ name: 'lab', kubeconfig }], { clock, home: desk.folder });
    expect((await refusal(provider.discover(signal))).message).toContain(words);
  });

  it('is the one under the home directory when none is named, and is read once it is there', async () => {
    const provider = new KubernetesProvider([{ name: 'lab', kubeconfig: '~/later' }], {
      clock,
      home: desk.folder,
    });
    await refusal(provider.discover(signal));
    desk.write('later', kubeconfig({ server: double.url, user: { token: TOKEN } }));
    expect((await provider.discover(signal)).resources).toHaveLength(5);
  });

  it('with a token the cluster does not know is told about as such', async () => {
    const error = await refusal(discover({ server: double.url, user: { token: 'other' } }));
    expect(error.message).toContain('check the token');
  });
});

const certificate = selfSigned();
const why = certificate === null ? ' (skipped: no openssl here to make a certificate)' : '';

describe.skipIf(certificate === null)(`over TLS${why}`, () => {
  let secure: KubernetesDouble;
  beforeEach(async () => {
    if (certificate !== null) secure = await new KubernetesDouble().start(certificate);
  });
  afterEach(() => secure.close());

  const discover = (cluster: object) =>
    desk.open(kubeconfig({ server: secure.url, user: { token: TOKEN }, cluster }), clock).discover(signal);

  it('the cluster is talked to whose authority the kubeconfig names', async () => {
    const authority = Buffer.from(certificate?.cert ?? '').toString('base64');
    expect((await discover({ 'certificate-authority-data': authority })).resources).toHaveLength(5);
  });

  it('nothing is asked of one whose certificate nobody vouches for', async () => {
    expect((await refusal(discover({}))).message).toContain('certificate is not trusted');
    expect(secure.asked).toEqual([]);
  });
});
