// Whether a path or a command names this program's own files: by its whole name, from the home directory or another one it goes to, or by a pattern
// that could bring it. Better one too many. What a link leads to is not asked here: executors follow none, and the keys among these files
// are taken out of whatever is shown. Pure; made in hands-side.ts, asked by commands.ts and files.ts. Source: agent, Command policy.
import { posix } from 'node:path';
import { gather } from '../../infra/command/gather.ts';
import { parseCommand } from '../../infra/command/parse-command.ts';
import { matches } from '../../infra/command/shell-pattern.ts';
import type { OwnFiles } from '../hands/parts.ts';

const MOST_BASES = 16;
/** The system opens no longer path; a pattern that is longer may still stand for a short one. */
const LONGEST = 4096;
const PATTERN = /[*?[]/;
/** So often a text may be read over in its words, where substitutions lie in each other: every word holds those within it. */
const MOST_TIMES = 16;
/** From here on, relative names mean others. */
const GOES: ReadonlySet<string> = new Set(['cd', 'pushd', '-C', '--directory', '--chdir', '-D']);

/**
 * @param places the directories of this program, by every name they have
 * @param home where a command begins
 */
export function ownFiles(places: readonly string[], home: string): OwnFiles {
  const own = places.map(partsOf);
  const isOwn = (path: string) => own.some((place) => reach(partsOf(path), place) === 'inside');
  const isAbove = (path: string) => own.some((place) => reach(partsOf(path), place) === 'above');
  return {
    holds: isOwn,
    namedIn(command) {
      const all = wordsOf(command);
      if (all === null) return true;
      if (all.some((word) => word.length > LONGEST && PATTERN.test(word))) return true;
      const words = all
        .filter((word) => word.length <= LONGEST)
        .map((word) => (/^~(?=\/|$)/.test(word) ? home + word.slice(1) : word));
      // A bare word is a name of anything else, too, as long as nothing goes anywhere.
      const goes = words.some((word) => GOES.has(word));
      const paths = words.filter((word) => goes || word.includes('/'));
      const bases = new Set([home]);
      // `cd /srv && cat festinger/x`: every directory above it that is named may be where it goes on from.
      for (const path of paths)
        for (const base of [...bases]) {
          const whole = posix.resolve(base, path);
          if (isAbove(whole) && bases.size < MOST_BASES) bases.add(whole);
        }
      return paths.some((path) => [...bases].some((base) => isOwn(posix.resolve(base, path))));
    },
  };
}

/** Every part of every word that could be a path, nested commands' too; null where that is too much to look through. */
function wordsOf(command: string): string[] | null {
  const parsed = parseCommand(command);
  const gathered = gather(command);
  if (gathered === null && !parsed.ok) return null;
  const words = [
    ...(parsed.ok
      ? parsed.simple.flatMap((one) => [
          ...one.words.map(({ text }) => text),
          ...one.redirections.map(({ input }) => input ?? ''),
        ])
      : []),
    ...(gathered ? [...gathered.argvs.flat(), ...gathered.written] : []),
  ];
  const each = [...new Set(words)];
  if (each.reduce((sum, { length }) => sum + length, 0) > MOST_TIMES * command.length) return null;
  const parts = each.flatMap((word) => {
    const attached = word.startsWith('-') && word.includes('/') ? [word.slice(word.indexOf('/'))] : [];
    return [...word.split(/[=:,@]/), ...attached].filter((part) => part !== '');
  });
  return [...new Set(parts)];
}

const partsOf = (path: string): string[] => posix.resolve('/', path).split('/').filter(Boolean);

/** Where a path, or what a pattern could stand for, lies: a place or below it, or a directory that the place is in. */
function reach(path: readonly string[], place: readonly string[]): 'inside' | 'above' | null {
  const shared = Math.min(path.length, place.length);
  for (let n = 0; n < shared; n++) if (!matches(path[n] ?? '', place[n] ?? '')) return null;
  return path.length >= place.length ? 'inside' : 'above';
}
