// The one registry of what the operator can do: it feeds the palette, the shortcuts and the `?` sheet.
// Screens register theirs while they are shown. Never runs a command by itself.
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useLive } from '../ui/liveness.ts';
import { i18n } from './i18n.ts';

export interface Command {
  readonly id: string;
  /** Already in the operator's language. */
  readonly title: string;
  readonly group: string;
  /** tinykeys notation: `$mod+k`, `g o`, `/`. */
  readonly keys?: string;
  /** What else finds it: other names, what it is about. Not shown. */
  readonly words?: string | undefined;
  /** What stands beside it: a value, an explanation. */
  readonly aside?: string | undefined;
  /** One of many: offered where it was asked for, not in a list of everything. */
  readonly onlyAsked?: boolean;
  /** Why it cannot be run now; shown instead of hiding it. */
  readonly disabled?: string | undefined;
  /** It changes something in the core: not while nobody is there to do it. */
  readonly writes?: boolean;
  readonly run: () => void;
}

interface Registry {
  readonly sets: ReadonlyMap<string, readonly Command[]>;
  put(owner: string, commands: readonly Command[]): void;
  drop(owner: string): void;
}

export const useRegistry = create<Registry>()((set) => ({
  sets: new Map(),
  put: (owner, commands) => set((s) => ({ sets: new Map(s.sets).set(owner, commands) })),
  drop: (owner) =>
    set((s) => {
      const sets = new Map(s.sets);
      sets.delete(owner);
      return { sets };
    }),
}));

/** All commands in order of registration; a later one with the same id replaces the earlier (a screen overrides the shell). */
export function allCommands(sets: Registry['sets']): Command[] {
  const byId = new Map<string, Command>();
  for (const commands of sets.values()) for (const command of commands) byId.set(command.id, command);
  return [...byId.values()];
}

/** Registers a component's commands while it is mounted; their `run` always sees the latest render. */
export function useCommands(owner: string, given: readonly Command[]): void {
  const live = useLive();
  const held = (command: Command): Command =>
    command.writes && !live ? { ...command, disabled: i18n.t('connection.held') } : command;
  const commands = given.map(held);
  const latest = useRef(commands);
  latest.current = commands;
  const signature = JSON.stringify(commands.map(({ run: _, ...rest }) => rest));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the commands; `run` is read late.
  useEffect(() => {
    const { put, drop } = useRegistry.getState();
    put(
      owner,
      latest.current.map((command) => ({
        ...command,
        run: () => latest.current.find((c) => c.id === command.id)?.run(),
      })),
    );
    return () => drop(owner);
  }, [owner, signature]);
}

/** Whether a binding is a bare character key, which WCAG 2.1.4 asks to be switchable. */
export const isSingleKey = (keys: string): boolean => !/(\$mod|Control|Alt|Meta)\+/i.test(keys);
