// In which order the palette offers commands: verbs before settings before places before looks, but a group with a better match
// first; within a group the better match. Pure; of what everything matches it offers a few, and says how many there are.
import type { Command } from '../session/commands.ts';
import { rankOf } from '../session/match.ts';

export interface Group {
  readonly name: string;
  readonly commands: readonly Command[];
  /** How many there are, shown or not. */
  readonly total: number;
}

/** Of one group, where something was asked for. */
const MOST = 8;

/** @param order of group names; others count as verbs, which come first */
export function grouped(
  commands: readonly Command[],
  query: string,
  order: readonly string[],
): readonly Group[] {
  const asked = query.trim() !== '';
  const ranked = commands.flatMap((command) => {
    if (!asked) return command.onlyAsked ? [] : [{ command, rank: 0 }];
    const rank = rankOf(
      command.title,
      `${command.group} ${command.words ?? ''} ${command.aside ?? ''}`,
      query,
    );
    return rank === null ? [] : [{ command, rank }];
  });
  const place = (name: string): number => order.indexOf(name) + 1;
  const groups = [...new Set(ranked.map(({ command }) => command.group))].map((name) => {
    const own = ranked.filter(({ command }) => command.group === name).sort((a, b) => a.rank - b.rank);
    return { name, own, best: own[0]?.rank ?? 0 };
  });
  return groups
    .sort((a, b) => a.best - b.best || place(a.name) - place(b.name))
    .map(({ name, own }) => ({
      name,
      commands: own.slice(0, asked ? MOST : own.length).map(({ command }) => command),
      total: own.length,
    }));
}
