// Whether a command that only reads speaks to somewhere outside: an address or a name that others can listen at. What is asked there carries words out,
// even where nothing is written. Which words name a host, the table says; what runs in the sandbox speaks to nobody. Pure; called by the
// assistant's gate for secrets. Source: structure, S1; agent, Command policy.
import { BlockList, isIP } from 'node:net';
import { expandWords } from './expand-words.ts';
import { parseCommand } from './parse-command.ts';
import { tableRead } from './table-read.ts';

/** Numbers that are addresses to a resolver, written in other ways than four parts. */
const NUMBERED = /^(?:\d{9,10}|0x[\da-f]+|0\d+\.[\d.]+|\d+\.\d{3,}|\d+\.\d+\.\d+)$/i;
/** In an address with its scheme: more than a name, a port and brackets around an address. */
const ODD = /[^\w.:[\]-]|(?!^)\[/;
const NAMED = /\.[a-z]/i;

const INSIDE = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  INSIDE.addSubnet(net, prefix, 'ipv4');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

/** Names that resolvers keep within a network. */
const NAMES_INSIDE = /(?:^|\.)(?:localhost|local|lan|internal|intranet|home|corp|test|arpa)\.?$/i;

/**
 * @param command a line that was judged to only read
 * @returns the program and where it would ask, for people: `curl example.org`; null where nothing leaves
 */
export function asksOutside(command: string, depth = 0): string | null {
  const parsed = parseCommand(command);
  if (!parsed.ok) {
    // Loops and words of other commands: as it will be once they are known.
    const expansion = depth > 8 ? null : expandWords(command);
    const text = expansion === null ? null : 'text' in expansion ? expansion.text : expansion.apply('x');
    return text === null ? null : asksOutside(text, depth + 1);
  }
  for (const one of parsed.simple) {
    const { name, hosts } = tableRead(one);
    const outside = hosts.flatMap(hostsIn).find((host) => !isInside(host));
    if (outside !== undefined) return `${name} ${outside}`;
  }
  return null;
}

/** Whatever in a word can be the name or the address of a host: of options their values too, since those name proxies and servers. */
function hostsIn(word: string): string[] {
  // `hostaddr=10.0.0.1 user=x`, as PostgreSQL's clients take it.
  if (/\bhost(?:addr)?=/.test(word))
    return word.split(/\s/).flatMap((part) => hostsIn(part.replace(/^\w+=/, '')));
  const value = word.startsWith('-') ? word.replace(/^--?[\w-]*=?/, '') : word;
  // `rest:https://host/`, as restic names its places.
  const bare = value.replace(/^@|^[a-z\d]+:(?=https?:\/\/)/, '');
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(bare)?.[1];
  const authority = (url ?? bare.split(/[/?#]/, 1)[0] ?? '').replace(/^.*@/, '');
  // A host that is spelled (`evil%2eexample`, ranges) is taken for what it may become.
  if (url !== undefined && ODD.test(authority)) return [authority];
  const bracketed = /^\[([^\]]*)\]/.exec(authority)?.[1];
  if (bracketed !== undefined) return [bracketed];
  if (isIP(authority) === 6) return [authority];
  // `--resolve host:port:address` and `host:port`: each part may be one.
  return authority
    .split(/[:,]/)
    .filter((part) => isIP(part) === 4 || NUMBERED.test(part) || NAMED.test(part));
}

function isInside(host: string): boolean {
  const family = isIP(host);
  if (family === 4) return INSIDE.check(host, 'ipv4');
  if (family === 6) return INSIDE.check(host, 'ipv6');
  return NAMES_INSIDE.test(host);
}
