// `hosts` of config.yaml: the machines reached over ssh, how each is logged in to, and through which other one. Read once at the
// start by core. Holds no secret: a passphrase is named by its environment variable. Source: agent, What it acts on.
import * as z from 'zod';

const MOST_HOSTS = 64;
const MOST_JUMPS = 3;

const FilePath = z
  .string()
  .max(1000)
  .regex(/^(?:\/|~\/)/, 'a whole path, beginning with / or ~/');

export const SshHost = z
  .strictObject({
    name: z
      .string()
      .regex(/^\w[\w.-]{0,63}$/, 'a name of 1 to 64 letters, digits, dots, dashes or underscores'),
    address: z.string().regex(/^[\w.:%-]{1,253}$/, 'a host name or an address, without a port or a user'),
    port: z.number().int().min(1).max(65_535).default(22),
    user: z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/, 'a user such as root'),
    /** A private key as ssh-keygen makes it. */
    key_file: FilePath.optional(),
    /** The environment variable that holds its passphrase. */
    passphrase_env: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'the name of a variable such as DELLY_KEY')
      .optional(),
    /** Asks the ssh-agent of whoever starts this program. */
    agent: z.boolean().default(false),
    /** Where its key stands; ~/.ssh/known_hosts and the system's otherwise. */
    known_hosts: FilePath.optional(),
    /** Another of these hosts, through which it is reached. */
    via: z.string().optional(),
  })
  .superRefine(({ key_file, agent, passphrase_env }, ctx) => {
    if (key_file === undefined && !agent)
      ctx.addIssue('say how it is logged in to: key_file, or agent: true; passwords are not used');
    if (passphrase_env !== undefined && key_file === undefined)
      ctx.addIssue('passphrase_env goes with key_file');
  });
export type SshHost = z.output<typeof SshHost>;

export const SshHosts = z
  .array(SshHost)
  .max(MOST_HOSTS, `at most ${MOST_HOSTS} hosts`)
  .superRefine((hosts, ctx) => {
    const byName = new Map(hosts.map((host) => [host.name, host]));
    for (const [index, host] of hosts.entries()) {
      const say = (message: string) => ctx.addIssue({ code: 'custom', path: [index], message });
      if (byName.get(host.name) !== host)
        say(`"${host.name}" is there twice; give each host a name of its own`);
      if (host.via !== undefined && !byName.has(host.via))
        say(`via names "${host.via}", which is none of these hosts`);
      else if (jumpsOf(host, byName) > MOST_JUMPS)
        say(`via goes in a circle, or over more than ${MOST_JUMPS} hosts`);
    }
  });

function jumpsOf(host: SshHost, byName: ReadonlyMap<string, SshHost>): number {
  let jumps = 0;
  for (let at: SshHost | undefined = host; at?.via !== undefined && jumps <= MOST_JUMPS; jumps++)
    at = byName.get(at.via);
  return jumps;
}

/** As people write it. */
export const sshAddress = ({ user, address, port }: SshHost): string =>
  `${user}@${address}${port === 22 ? '' : `:${port}`}`;
