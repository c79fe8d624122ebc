// What goes between the program and its launcher, over the channel that node keeps between a process and one it forked. Types only.
import type { ErrorBody } from '../../../../shared/model/envelope.ts';
import type { Command, CommandResult } from '../../executor.ts';

export type ToLauncher =
  | { readonly run: number; readonly command: Command }
  /** Whoever asked gave up. */
  | { readonly stop: number };

export type FromLauncher =
  | { readonly ended: number; readonly result: CommandResult }
  | { readonly ended: number; readonly error: ErrorBody };
