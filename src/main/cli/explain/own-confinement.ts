// How reads are confined on this machine, for `festinger explain command`: tried by running the sandbox. Source: structure, S1.
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import { Confinements } from '../../infra/executors/confined/confinement.ts';
import { LocalExecutor } from '../../infra/executors/local-executor.ts';
import { programsHere } from '../../infra/executors/local-program.ts';

export function ownConfinement() {
  const parts = { ids: timeSortedIds(systemClock), programs: programsHere(systemClock) };
  const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'this machine' }], parts);
  return new Confinements({ clock: systemClock, hidden: () => [] }).of(here);
}
