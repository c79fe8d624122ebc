// Where secrets lie on a Linux host (resources/commands/secrets.json): the one list that the confined reader hides, and that readers outside of it are checked against. Data
// and matching; opens nothing. Used by executors/confined, by the table's half of reads, and by the tools that read and edit files.
// Source: structure, S1 (secrets are absent, not filtered).
import table from '../../../../resources/commands/secrets.json' with { type: 'json' };
import { matches, plainPath } from './shell-pattern.ts';

/** Directories, in a home where they begin with `~`. Everything below them is secret. */
export const SECRET_DIRECTORIES: readonly string[] = table.directories;
/** Files by their place. */
export const SECRET_FILES: readonly string[] = table.files;
/** Names of files that hold secrets wherever they lie; the reader looks for them below SEARCHED. */
export const SECRET_NAMES: readonly string[] = table.names;

/** Harmless although a name of the list fits. */
const HARMLESS = /^\.env\.(?:example|sample|template|dist)$/;

/** Directories below which names are looked for, and how deep. */
export const SEARCHED: readonly (readonly [directory: string, depth: number])[] = Object.entries(
  table.searched,
);

/** Per process, and of the kernel: by path, whoever links there. */
const OF_PROCESS = /^\/proc\/(?:kcore|kmsg|vmcore|[^/]+\/(?:mem|environ|task\/[^/]+\/environ))$/;
const PROCESS_ROOT = /^\/proc\/[^/]+\/(?:root|cwd|fd|map_files|task\/[^/]+\/(?:root|cwd|fd))(?:\/|$)/;
const DEVICES = /^\/dev\/(?!shm\/|null$|zero$|urandom$|random$|full$|stdin$|stdout$|stderr$)/;
const HOME = /^(?:~[\w.-]{0,64}|\/root|\/home\/[^/]{1,64})\//;

/** A pattern of the lists as a regular expression. `*`, their only wildcard, matches no dot at the beginning of a name. */
const toExpression = (shape: string): string =>
  shape
    .replace(/[.+^$(){}|\\]/g, '\\$&')
    .replace(/(?<=^|\/)(\*)|\*/g, (_, first?: string) => (first ? '(?:[^/.][^/]*)?' : '[^/]*'));
const anyOf = (shapes: readonly string[], end: string): RegExp =>
  new RegExp(`^(?:${shapes.map(toExpression).join('|')})${end}`);

const NAME = anyOf(SECRET_NAMES, '$');
const FILE = anyOf(SECRET_FILES, '$');
const DIRECTORY = anyOf(SECRET_DIRECTORIES, '(?:/|$)');

/**
 * @param path of a file, as text; outside a sandbox a real path, since a link may lead anywhere
 * @example isSecretPath('/home/ada/.ssh/id_ed25519') // true
 */
export function isSecretPath(path: string, added: readonly string[] = []): boolean {
  const plain = plainPath(path);
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  if (NAME.test(name) && !HARMLESS.test(name)) return true;
  if (DEVICES.test(plain) || PROCESS_ROOT.test(plain) || OF_PROCESS.test(plain)) return true;
  const inHome = HOME.test(plain) ? `~/${plain.replace(HOME, '')}` : plain;
  return [plain, inHome].some(
    (one) => FILE.test(one) || DIRECTORY.test(one) || added.some((shape) => isBelow(one, shape)),
  );
}

/** Whether a path is, or lies below, what a shape names. */
function isBelow(path: string, shape: string): boolean {
  const depth = shape.split('/').length;
  const parts = path.split('/');
  return parts.length >= depth && matches(shape, parts.slice(0, depth).join('/'));
}
