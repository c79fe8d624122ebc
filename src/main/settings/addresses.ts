// Where the program listens, as people and programs may write it down: which addresses reach beyond this machine, and
// the URL of one. The operating system is asked only for what a wildcard stands for. Used by place.ts and wire.ts.
import { hostname, networkInterfaces } from 'node:os';

/** An IPv6 host stands without brackets. */
interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1)$/;
const WILDCARD = /^(0\.0\.0\.0|::)$/;

/** Whether nobody but this machine can connect to the host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** `HOST:PORT`, an IPv6 address in brackets. */
export function shownAddress({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The base URL other machines can use: of a wildcard, an address of this machine that is not its own loopback. */
export function urlForOthers({ host, port }: Address): string {
  return `http://${shownAddress({ host: WILDCARD.test(host) ? ownAddress() : host, port })}`;
}

/** The base URL this process can use. */
export function urlForUs({ host, port }: Address): string {
  return `http://${shownAddress({ host: WILDCARD.test(host) ? '127.0.0.1' : host, port })}`;
}

/** Every address of this machine. */
export function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((found) => found?.map((net) => net.address) ?? []),
  );
}

/** Addresses before the name: a name is not always known to other machines. */
function ownAddress(): string {
  const found = Object.values(networkInterfaces()).flatMap((nets) => nets ?? []);
  const outward = found.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outward.find(({ family }) => family === 'IPv4') ?? outward[0])?.address ?? hostname().toLowerCase();
}
