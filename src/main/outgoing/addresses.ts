// Which addresses nobody is asked at from here: link-local ones and the metadata services of cloud hosts, which give credentials to whoever asks from inside.
// Named by number or by a name that leads there, it is the same. Called by whoever asks at an address that an operator wrote. Source: advisory, Evidence.
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Link-local addresses and the metadata services that lie elsewhere (Amazon's IPv6, Alibaba's, Oracle's); also behind NAT64. */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16);
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addAddress('fd00:ec2::254', 'ipv6');
METADATA.addAddress('100.100.100.200');
METADATA.addAddress('192.0.0.192');
METADATA.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');

/** The host alone: small letters, an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Whether an address lies in a list; a name does not. */
export function within(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

export const isMetadata = (address: string): boolean => within(METADATA, address);

/**
 * Why nothing is asked there, as a sentence without anything secret in it; null when it may be.
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

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * `dns.lookup` that refuses names which lead to a metadata service, for the connection itself: what it answers is what is connected to.
 * @param refused makes the error, of the name
 */
export const lookupBesides =
  (refused: (host: string) => Error) =>
  (host: string, options: LookupOptions, callback: LookupCallback): void => {
    dnsLookup(host, options, (error, address: string | LookupAddress[], family) => {
      const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
      if (!error && found.some(isMetadata)) callback(refused(host), address, family);
      else callback(error, address, family);
    });
  };
