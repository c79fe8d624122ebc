// Which addresses of an answer may be gone to: web pages and mail, written out whole. Everything else stays words. Pure. Source: console, Chat.

export interface SafeLink {
  readonly href: string;
  /** Where it leads, for people. */
  readonly host: string;
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
const LONGEST = 2000;

/** @returns null for what is no such address, or hides a name and password in one */
export function safeLink(address: string): SafeLink | null {
  if (address.length > LONGEST || !URL.canParse(address)) return null;
  const { protocol, host, href, username, password, pathname } = new URL(address);
  if (!SCHEMES.has(protocol) || username !== '' || password !== '') return null;
  return { href, host: protocol === 'mailto:' ? pathname : host };
}
