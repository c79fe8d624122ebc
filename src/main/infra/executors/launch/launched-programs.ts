// Programs of this machine, started by processes beside this one: those that only look by one that gives way to all else there is, agents before all; those
// that change something by one that does not, since what they leave behind would have to give way for ever. Handed to the executors by core.
// Source: agent, What it acts on (Executors), Models (agents first); decision 054
import type { Programs } from '../local-program.ts';
import { Launcher } from './launcher.ts';

/** As `nice -n 10`. */
const LOOKING_NICE = 10;

export class LaunchedPrograms implements Programs {
  readonly #looking = new Launcher(LOOKING_NICE);
  readonly #changing = new Launcher(0);

  run(...[command, signal]: Parameters<Programs['run']>): ReturnType<Programs['run']> {
    return (command.writes ? this.#changing : this.#looking).run(command, signal);
  }

  /** No program is started any more; those that run go on. */
  close(): void {
    this.#looking.close();
    this.#changing.close();
  }
}
