// How a host is logged in to: a key from a file, or the ssh-agent. Never a password, never a key handed on. Says in words why a key
// cannot be used; keeps neither key nor passphrase. Called by ssh-link.ts when a connection is made. Source: agent, What it acts on.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type AnyAuthMethod } from 'ssh2';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { SshHost } from './ssh-config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws AppError UNAVAILABLE, saying what to mend */
export function loginMethods(host: SshHost, environment: Environment): AnyAuthMethod[] {
  const methods: AnyAuthMethod[] = [];
  if (host.key_file !== undefined)
    methods.push({ type: 'publickey', username: host.user, key: readKey(host, host.key_file, environment) });
  if (host.agent) {
    const agent = environment.SSH_AUTH_SOCK;
    if (agent === undefined || agent === '')
      throw unusable(host, 'agent: true needs an ssh-agent, and SSH_AUTH_SOCK names none');
    methods.push({ type: 'agent', username: host.user, agent });
  }
  return methods;
}

function readKey(host: SshHost, named: string, environment: Environment) {
  const file = inHome(named);
  let text: Buffer;
  try {
    if ((statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32')
      throw unusable(host, `its key file ${named} can be read by others; chmod 600 it`);
    text = readFileSync(file);
  } catch (error) {
    throw error instanceof AppError ? error : unusable(host, `its key file ${named} cannot be read`);
  }
  const passphrase = host.passphrase_env === undefined ? undefined : environment[host.passphrase_env];
  if (host.passphrase_env !== undefined && passphrase === undefined)
    throw unusable(host, `the variable ${host.passphrase_env} with the passphrase of ${named} is not set`);
  const key = ssh2.utils.parseKey(text, passphrase);
  if (key instanceof Error) {
    const hint =
      passphrase === undefined ? '; where it has a passphrase, name its variable in passphrase_env' : '';
    throw unusable(host, `its key file ${named} is none that can be used (${key.message})${hint}`);
  }
  return key;
}

export const inHome = (path: string): string =>
  path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;

const unusable = (host: SshHost, why: string): AppError =>
  new AppError('UNAVAILABLE', `${host.name} cannot be logged in to: ${why}`);
