// Which files and which outputs hold secrets: names, places, and patterns that would bring one of them. Reading one is a class of its
// own, for an approval; naming one is not. It never opens anything. Called by judge-argv.ts, and by the tools that read and edit files.
// Source: decision 051.
import type { Word } from './parse-command.ts';
import { matches, plainPath } from './shell-pattern.ts';

/** Names of files, wherever they lie. */
const NAMES: readonly RegExp[] = [
  /^g?shadow([-.~]|$)/,
  /^\.env(?!\.(?:example|sample|template|dist)$)(\..{1,40})?$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^ssh_host_\w+_key$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|keytab|tfvars|gpg|asc|ovpn)$/i,
  /^environ$/,
  /^\.(pgpass|netrc|my\.cnf|git-credentials|npmrc|pypirc|vault-token|htpasswd|dockercfg|s3cfg|boto|mylogin\.cnf)$/,
  /^(credentials|kubeconfig|terraform\.tfstate)(\.\w{1,12})?$/,
  /^(\.\w{1,20}_history|\.history)$/,
  /^wallet(\.\w{1,12})?$/,
  /^secrets?\.(ya?ml|json|toml|env|txt|ini)$/i,
  /^(chap-secrets|pap-secrets|wpa_supplicant\.conf|sssd\.conf|tokens?|kcore)$/,
  /^service-?account[\w-]{0,40}\.json$/,
];

/** Places, after `.`, `..` and double slashes are gone. */
const PLACES: readonly RegExp[] = [
  /(^|\/)\.ssh(\/(?!known_hosts|config$|authorized_keys$|[^/]{1,80}\.pub$)|$)/,
  /(^|\/)\.(gnupg|azure|password-store|aws)(\/|$)/,
  /(^|\/)\.kube\/config/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.config\/(gh|gcloud|rclone|sops)(\/|$)/,
  /^(\/var)?\/run\/secrets(\/|$)/,
  /^\/etc\/(ssl\/private|pve\/priv|wireguard|openvpn|sudoers\.d|kubernetes\/pki|NetworkManager\/system-connections)(\/|$)/,
  /^\/etc\/kubernetes\/[\w-]{1,40}\.conf$/,
  /^\/dev\/(mem|kmem|port|sd|nvme|vd|dm-|mapper)/,
];

/** Directories that hold secrets of somebody somewhere below. */
const BELOW =
  /^(\/|\/etc|\/root|\/home(\/[\w.-]{1,64})?|~[\w.-]{0,64}|\/proc(\/\w{1,20})?|\/run|\/var\/run|\/var\/lib\/kubelet)$/;

/** What a pattern must not be able to bring. */
const SAMPLES = [
  '/etc/shadow',
  '/etc/gshadow',
  '/root/.ssh/id_rsa',
  '/home/u/.ssh/id_rsa',
  '~/.ssh/id_rsa',
  '/proc/1/environ',
  '/proc/self/environ',
  '/etc/ssl/private/x.key',
  '/run/secrets/x',
  '/var/run/secrets/x',
  '/etc/wireguard/wg0.conf',
  '/etc/pve/priv/x',
  '/etc/ssh/ssh_host_rsa_key',
  '/root/.pgpass',
  '/home/u/.pgpass',
  '~/.pgpass',
  '~/.netrc',
  '/home/u/.netrc',
  '/root/.bash_history',
  '/home/u/.aws/credentials',
  '/root/.kube/config',
  '/home/u/.docker/config.json',
  '.env',
  '.env.local',
  '.netrc',
  '.pgpass',
  'id_rsa',
  'id_ed25519',
  'x.pem',
  'x.key',
  'shadow',
  'environ',
  '.ssh/id_rsa',
  '/etc/x.key',
  '/etc/ssl/x.pem',
  '/srv/x/.env',
  '/opt/x/.env',
];

/** Programs whose whole output is an environment. */
export const ENVIRONMENT_PROGRAMS: ReadonlySet<string> = new Set([
  'env',
  'printenv',
  'set',
  'export',
  'declare',
  'typeset',
  'compgen',
]);

/** @returns which secret this word names, or may bring; null when none that is known */
export function secretIn(word: Word): string | null {
  for (const part of word.text.split(/[=:,]/)) {
    const path = plainPath(part.replace(/^@/, ''));
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (NAMES.some((shape) => shape.test(name)) || PLACES.some((shape) => shape.test(path))) return path;
  }
  if (!word.isPattern) return null;
  const pattern = plainPath(word.text);
  return SAMPLES.some((sample) => matches(pattern, sample)) ? pattern : null;
}

/** Whether a file of that name holds secrets, as far as names tell. */
export const isSecretPath = (path: string): boolean => secretIn({ text: path, isPattern: false }) !== null;

/** @returns the directory below which all is read, if somebody's secrets lie there */
export const secretsBelow = (word: Word): string | null => {
  const path = plainPath(word.text);
  return BELOW.test(path) ? path : null;
};
