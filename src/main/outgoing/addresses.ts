// Which addresses nobody is asked at from here: link-local ones, the metadata services of cloud hosts, which give credentials to whoever asks from inside, and
// this program itself. Named by number, wrapped in IPv6 or by a name that leads there, it is the same. Called by whoever saves an address or sends to it.
// Source: advisory, Evidence; agent, Approvals.
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Link-local addresses and the metadata services that lie elsewhere (Amazon's and Google's IPv6, Alibaba's, Oracle's). */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16);
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addAddress('fd00:ec2::254', 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');
METADATA.addAddress('100.100.100.200');
METADATA.addAddress('192.0.0.192');

/** Names of metadata services, which are known inside a cloud only. */
const METADATA_NAME =
  /^(?:metadata|instance-data)(?:\.(?:google|ec2|azure|tencentyun)\.(?:internal|com)|\.goog|\.internal)?$/;

/** IPv6 addresses that stand for an IPv4 address, and in which two of their eight groups it lies. */
const EMBEDDINGS: readonly {
  readonly what: string;
  readonly has: (groups: readonly number[]) => boolean;
  readonly at: number;
  readonly isInverted?: true;
}[] = [
  { what: 'IPv4-mapped and IPv4-compatible', has: (groups) => groups.slice(0, 5).every(isZero), at: 6 },
  { what: 'IPv4-translated', has: ([a, b, c, d, e]) => [a, b, c, d].every(isZero) && e === 0xffff, at: 6 },
  { what: 'NAT64', has: ([a, b]) => a === 0x64 && b === 0xff9b, at: 6 },
  { what: '6to4', has: ([a]) => a === 0x2002, at: 1 },
  { what: 'the server of Teredo', has: ([a, b]) => a === 0x2001 && b === 0, at: 2 },
  { what: 'the client of Teredo', has: ([a, b]) => a === 0x2001 && b === 0, at: 6, isInverted: true },
  { what: 'ISATAP', has: (groups) => groups[5] === 0x5efe, at: 6 },
];

const isZero = (group: number | undefined): boolean => group === 0;

/** The host alone: small letters, an IPv6 address without brackets, a name without its last dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

/** Whether an address lies in a list; a name does not. */
export function within(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** The address, and the IPv4 addresses that lie in it. */
function reachedBy(address: string): string[] {
  if (isIP(address) !== 6) return [address];
  const [bare = ''] = address.split('%', 1);
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) =>
    text ? text.split(':').map((one) => Number.parseInt(one, 16)) : [];
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  const embedded = EMBEDDINGS.filter(({ has }) => has(all)).map(({ at, isInverted }) =>
    all
      .slice(at, at + 2)
      .map((group) => (isInverted ? group ^ 0xffff : group))
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.'),
  );
  return [bare, ...embedded];
}

/** Loopback, private networks, and the addresses of carriers and of overlay networks such as Tailscale. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(net, bits);
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

const NEAR_NAME = /\.(?:localhost|local|internal|lan|home\.arpa)$/;

/** Whether an address, of a number, lies in the operator's own network. */
export const isNearAddress = (address: string): boolean => within(PRIVATE, address);

/** Whether a URL lies in the operator's own network, as far as it says. */
export function isNear(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const host = hostOf(new URL(text));
  return isNearAddress(host) || (isIP(host) === 0 && (!host.includes('.') || NEAR_NAME.test(host)));
}

export const isMetadata = (address: string): boolean =>
  METADATA_NAME.test(address) || reachedBy(address).some((one) => within(METADATA, one));

/**
 * Why nothing is asked there, as a sentence without anything secret in it; null when it may be. Looks nothing up.
 * @param url wherever it came from: an operator, or a server that redirects
 */
export function addressProblem(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `${url.protocol} is not followed: an address begins with http:// or https://.`;
  if (url.username !== '' || url.password !== '')
    return 'The address carries a user name or password. Give it without.';
  if (isMetadata(hostOf(url)))
    return `${hostOf(url)} is a link-local or cloud metadata address; nothing is asked there.`;
  return null;
}

/**
 * Why nothing is sent to an address, as a sentence without anything secret in it; null when it may be. A name is looked up; one that is unknown passes.
 * The same when an address is saved as when something is sent to it.
 * @param isOwn whether this program listens there
 */
export async function targetProblem(
  text: string,
  isOwn: (address: string, port: number) => boolean,
): Promise<string | null> {
  if (!URL.canParse(text)) return 'Give an address such as https://example.org/hook: http or https.';
  const url = new URL(text);
  const problem = addressProblem(url);
  if (problem !== null) return problem;
  const found = await lookup(hostOf(url), { all: true }).catch(() => []);
  const reached = found.flatMap(({ address }) => reachedBy(address));
  if (reached.some(isMetadata)) return leadsToMetadata(hostOf(url));
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (reached.some((address) => isOwn(address, port)))
    return `${url.origin} is this Festinger itself: requests would go round in a circle.`;
  return null;
}

export const leadsToMetadata = (host: string): string =>
  `${host} leads to a link-local or cloud metadata address; nothing is asked there.`;

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * `dns.lookup` that refuses names which lead to a metadata service, for the connection itself: what it answers is what is connected to.
 * @param refused makes the error, of the name and the address it led to
 * @param isRefused whether nothing is connected to at an address
 */
export const lookupBesides =
  (refused: (host: string, address: string) => Error, isRefused = isMetadata) =>
  (host: string, options: LookupOptions, callback: LookupCallback): void => {
    dnsLookup(host, options, (error, address: string | LookupAddress[], family) => {
      const found = error ? [] : [address].flat().map((one) => (typeof one === 'string' ? one : one.address));
      const wrong = found.flatMap(reachedBy).find(isRefused);
      callback(wrong === undefined ? error : refused(host, wrong), address, family);
    });
  };
