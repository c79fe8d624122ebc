// One connection being made: the host's key judged before anything is sent, the login tried, every way it fails said in words with
// what to do. Knows nothing of what goes over it. Called by ssh-link.ts. Source: agent, What it acts on (known_hosts enforced).
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import ssh2, { type Client } from 'ssh2';
import { AppError } from '../../../../shared/model/envelope.ts';
import { hostKeyAlgorithms, judgeHostKey, knownKeys } from './known-hosts.ts';
import { type SshHost, sshAddress } from './ssh-config.ts';
import { type Environment, inHome, loginMethods } from './ssh-login.ts';

const USER_FILE = '~/.ssh/known_hosts';
const SYSTEM_FILE = '/etc/ssh/ssh_known_hosts';

export interface DialParts {
  readonly environment: Environment;
  readonly connectMs: number;
  readonly keepaliveMs: number;
}

/**
 * @param through where it is reached over another host
 * @throws AppError NOT_ALLOWED for a host that is not who it should be, UNAVAILABLE
 */
export function dial(host: SshHost, through: Readable | null, parts: DialParts): Promise<Client> {
  const files = host.known_hosts === undefined ? [USER_FILE, SYSTEM_FILE] : [host.known_hosts];
  const known = knownKeys(files.map(readIfThere).join('\n'), host.address, host.port);
  const methods = loginMethods(host, parts.environment);
  const client = new ssh2.Client();
  const { promise, resolve, reject } = Promise.withResolvers<Client>();
  let refusal: AppError | null = null;
  let verified = false;
  client.on('error', (error) => reject(refusal ?? dialError(host, error, verified)));
  client.on('close', () => reject(dialError(host, new Error('it closed the connection'), verified)));
  client.on('ready', () => resolve(client));
  client.connect({
    host: host.address,
    port: host.port,
    username: host.user,
    ...(through === null ? {} : { sock: through }),
    algorithms: { serverHostKey: hostKeyAlgorithms(known) },
    hostVerifier: (key: Buffer) => {
      refusal = judgeHostKey(known, key, { ...host, file: files[0] ?? USER_FILE });
      verified = refusal === null;
      return verified;
    },
    authHandler: methods,
    agentForward: false,
    readyTimeout: parts.connectMs,
    keepaliveInterval: parts.keepaliveMs,
    keepaliveCountMax: 3,
  });
  return promise;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(inHome(file), 'utf8');
  } catch {
    return '';
  }
}

function dialError(
  host: SshHost,
  error: Error & { level?: string; code?: unknown },
  verified: boolean,
): AppError {
  const where = `${host.name} (${sshAddress(host)})`;
  const unavailable = (message: string) => new AppError('UNAVAILABLE', message, undefined, true);
  switch (error.level) {
    case 'client-authentication':
      return new AppError(
        'UNAVAILABLE',
        `${where} let nobody in with this key; add its public half to ${host.user}'s authorized_keys there`,
      );
    case 'agent':
      return new AppError('UNAVAILABLE', `the ssh-agent for ${where} does not answer: ${error.message}`);
    case 'client-timeout':
      return unavailable(
        `${where} did not answer in time; look whether it is up, and whether a firewall drops the port`,
      );
    case 'client-socket':
      return unavailable(`${where} cannot be reached: ${error.code ?? error.message}`);
    case 'handshake':
    case 'protocol':
      if (!verified)
        return unavailable(
          `${where} and this program found no common way to begin (${error.message}); a host that no longer has a key of the kind it is known by does this too`,
        );
  }
  return unavailable(`${where}: ${error.message}`);
}
