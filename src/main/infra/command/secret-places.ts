// Where secrets lie on a Linux host: the one list that the confined reader hides, and that readers outside of it are checked against. Data
// and matching; opens nothing. Used by executors/confined, by the table's half of reads, and by the tools that read and edit files.
// Source: structure, S1 (secrets are absent, not filtered).
import { matches, plainPath } from './shell-pattern.ts';

/** Directories, in a home where they begin with `~`. Everything below them is secret. */
export const SECRET_DIRECTORIES: readonly string[] = [
  ...'.ssh .gnupg .aws .azure .kube .password-store .config/gcloud .config/gh .config/rclone .config/sops .config/op .local/share/keyrings .mozilla .thunderbird .config/google-chrome .config/chromium .local/share/containers/storage/overlay .local/share/containers/storage/secrets'
    .split(' ')
    .map((name) => `~/${name}`),
  ...`/etc/ssl/private /etc/pki/tls/private /etc/pki/*/private /etc/wireguard /etc/openvpn /etc/ipsec.d/private /etc/swanctl/private
  /etc/NetworkManager/system-connections /etc/pve/priv /etc/credstore /etc/credstore.encrypted
  /var/lib/docker/overlay2 /var/lib/docker/swarm /var/lib/containers/storage/overlay /var/lib/containers/storage/secrets
  /var/lib/containerd /var/lib/kubelet /var/lib/rancher/k3s/server/cred /var/lib/rancher/k3s/server/tls /var/lib/lxd /var/lib/incus
  /var/lib/machines /var/lib/systemd/credential.secret /var/lib/vault /run/secrets /run/credentials /var/run/secrets /root/.local/share/containers
  /var/spool/cron/crontabs /var/lib/sss/db /var/lib/samba/private /var/lib/krb5kdc`.split(/\s+/),
];

/** Files by their place. */
export const SECRET_FILES: readonly string[] = [
  ...'.netrc .pgpass .my.cnf .mylogin.cnf .git-credentials .npmrc .pypirc .vault-token .s3cfg .boto .htpasswd .dockercfg .docker/config.json .config/containers/auth.json .cargo/credentials* .gem/credentials .msmtprc .smbcredentials .terraform.d/credentials.tfrc.json .*_history .history'
    .split(' ')
    .map((name) => `~/${name}`),
  ...`/etc/shadow* /etc/gshadow* /etc/.pwd.lock /var/backups/shadow* /var/backups/gshadow* /etc/ssh/ssh_host_*_key /etc/ipsec.secrets /etc/ppp/*-secrets
  /etc/wpa_supplicant/*.conf /etc/krb5.keytab /etc/sssd/sssd.conf /etc/kubernetes/*.conf /etc/rancher/k3s/k3s.yaml /etc/msmtprc /etc/exim4/passwd.client
  /etc/postfix/sasl_passwd* /etc/fetchmailrc /etc/cifs-credentials /etc/samba/*credentials* /etc/machine-key /etc/luks-keys/* /etc/crypttab.key
  /etc/letsencrypt/archive/*/privkey*.pem /etc/letsencrypt/live/*/privkey*.pem /etc/letsencrypt/accounts/*/*/*/private_key.json
  /var/lib/docker/containers/*/config.v2.json /var/lib/rancher/k3s/server/token /var/lib/rancher/k3s/server/node-token
  /var/lib/containers/storage/overlay-containers/*/userdata/config.json`.split(/\s+/),
];

/** Names of files that hold secrets wherever they lie; the reader looks for them below SEARCHED. */
export const SECRET_NAMES: readonly string[] =
  `.env .env.* id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk *.key *-key.pem *_key.pem key.pem privkey*.pem *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.keytab
  .netrc .pgpass .my.cnf .htpasswd .git-credentials .npmrc .pypirc .vault-token credentials credentials.json service-account*.json serviceaccount*.json
  secret.y*ml secrets.y*ml secret.json secrets.json secret.toml secrets.toml secret.env secrets.env secret.txt secrets.txt secret.ini secrets.ini
  *.tfvars terraform.tfstate* kubeconfig *.ovpn vault-pass* .vault_pass* passwords.txt password.txt wallet.dat acme.json`.split(
    /\s+/,
  );

/** Harmless although a name of the list fits. */
const HARMLESS = /^\.env\.(?:example|sample|template|dist)$/;

/** Directories below which names are looked for, and how deep. */
export const SEARCHED: readonly (readonly [directory: string, depth: number])[] = [
  ['/etc', 4],
  ['/srv', 4],
  ['/opt', 4],
  ['/root', 3],
  ['/home', 4],
  ['/var/www', 4],
  ['/var/lib', 2],
  ['/usr/local', 3],
  ['/data', 3],
  ['/mnt', 3],
  ['/app', 3],
];

/** Per process, and of the kernel: by path, whoever links there. */
const OF_PROCESSES = [
  '/proc/*/environ',
  '/proc/*/mem',
  '/proc/*/task/*/environ',
  '/proc/kcore',
  '/proc/kmsg',
];
const PROCESS_ROOT = /^\/proc\/[^/]+\/(?:root|cwd|fd|map_files|task\/[^/]+\/(?:root|cwd|fd))(?:\/|$)/;
const DEVICES = /^\/dev\/(?!shm\/|null$|zero$|urandom$|random$|full$|stdin$|stdout$|stderr$)/;
const HOME = /^(?:~[\w.-]{0,64}|\/root|\/home\/[^/]{1,64})\//;

/**
 * @param path of a file, as text; outside a sandbox a real path, since a link may lead anywhere
 * @example isSecretPath('/home/ada/.ssh/id_ed25519') // true
 */
export function isSecretPath(path: string, added: readonly string[] = []): boolean {
  const plain = plainPath(path);
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  if (SECRET_NAMES.some((shape) => matches(shape, name)) && !HARMLESS.test(name)) return true;
  if (DEVICES.test(plain) || PROCESS_ROOT.test(plain)) return true;
  if (OF_PROCESSES.some((shape) => matches(shape, plain))) return true;
  const inHome = HOME.test(plain) ? `~/${plain.replace(HOME, '')}` : plain;
  for (const one of [plain, inHome])
    if (
      SECRET_FILES.some((shape) => matches(shape, one)) ||
      SECRET_DIRECTORIES.some((shape) => isBelow(one, shape)) ||
      added.some((shape) => isBelow(one, shape))
    )
      return true;
  return false;
}

/** Whether a path is, or lies below, what a shape names. */
function isBelow(path: string, shape: string): boolean {
  const depth = shape.split('/').length;
  const parts = path.split('/');
  return parts.length >= depth && matches(shape, parts.slice(0, depth).join('/'));
}
