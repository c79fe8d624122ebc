// Whether what an advisory says holds for a component that is known by its CPE. Pure. Called by match.ts. Source: structure S5; NISTIR 7696.
import { coversCpe, parseCpe } from '../../identity/cpe.ts';
import type { Scheme } from '../../versions/scheme.ts';
import type { Part, SaidAffected } from '../inputs.ts';
import { type Answer, decisive, type Judgement, judgeRanges, splitRanges } from './judge.ts';

/**
 * @param entries of one advisory
 * @returns null where it is about other products
 */
export function judgeByCpe(entries: readonly SaidAffected[], { component }: Part): Judgement | null {
  const own = component.cpe === null ? null : parseCpe(component.cpe);
  if (own === null) return null;
  const version = component.version ?? own.version;
  return decisive(
    entries.flatMap((entry): Judgement[] => {
      const { cpe, conditional } = entry.affected;
      const named = cpe === undefined ? null : parseCpe(cpe);
      const covers = named === null ? false : coversCpe(named, own);
      if (covers === false) return [];
      const answer = judgeVersion(entry, version);
      const isOpen = answer.holds === true && (covers === null || conditional === true);
      const held: Answer = isOpen ? { holds: null, doubt: 'environment' } : answer;
      return [{ ...held, distribution: false, entry }];
    }),
  );
}

function judgeVersion({ affected }: SaidAffected, version: string | null): Answer {
  if (version === null) return { holds: null, doubt: 'no_version' };
  const ranges = splitRanges(affected, plainVersion);
  const tested = plainVersion(version);
  const scheme = schemeOfAll([tested, ...ranges.written.keys(), ...ranges.versions]);
  return scheme === null
    ? { holds: null, doubt: 'range' }
    : judgeRanges(ranges, scheme, { version: tested, type: 'generic' });
}

/** Without a V before it and zeros at its end: vendors write `V2.4` and `2.4.0` for one version. Takes one pass, whatever its length. */
function plainVersion(text: string): string {
  let end = text.length;
  while (text.endsWith('.0', end) && /\d/.test(text.charAt(end - 3))) end -= 2;
  return text.slice(0, end).replace(/^v(?=\d)/i, '');
}

const DOTTED = /^\d+(?:\.\d+)*$/;
/** Releases that letters count on from: OpenSSL's `1.0.2zh`. */
const LETTERED = /^\d+(?:\.\d+)*[a-z]{0,2}$/i;

/** CPE names no scheme; only versions of numbers, and of numbers with letters behind them, have an order that everybody shares. */
function schemeOfAll(versions: readonly string[]): Scheme | null {
  if (versions.every((one) => DOTTED.test(one))) return 'intdot';
  return versions.every((one) => LETTERED.test(one)) ? 'rpm' : null;
}
