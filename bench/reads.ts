// What a read costs by how it is proven: the table's program as it is, a pipeline in the sandbox, both joined; each in turn, so that what else the
// machine does meets all alike. `npm run bench:reads`, with `-- --rounds N`.
import { systemClock, timeSortedIds } from '../src/main/core/clock.ts';
import { judgeRead } from '../src/main/infra/command/read-plan.ts';
import { Confinements } from '../src/main/infra/executors/confined/confinement.ts';
import { runRead } from '../src/main/infra/executors/confined/run-read.ts';
import { LaunchedPrograms } from '../src/main/infra/executors/launch/launched-programs.ts';
import { LocalExecutor } from '../src/main/infra/executors/local-executor.ts';

const at = process.argv.indexOf('--rounds');
const rounds = at === -1 ? 40 : Number(process.argv[at + 1]);
const programs = new LaunchedPrograms();
// The process that starts programs holds nobody up who wants to end.
const awake = setInterval(() => undefined, 1000);
const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'this machine' }], {
  ...{ ids: timeSortedIds(systemClock), programs },
});
const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
const probing = performance.now();
const confinement = await confinements.of(here);
const probed = performance.now() - probing;
const limits = { timeoutMs: 10_000, maxOutputBytes: 100_000 };
const signal = () => AbortSignal.timeout(20_000);
const place = { executor: here, confinement, isHidden: () => false, failed: () => undefined };

const bare = () =>
  here.run(
    { argv: ['sh', '-c', "awk -F: '{ print $1 }' /etc/passwd | sort | tail -n 3"], ...limits, writes: true },
    signal(),
  );
const read = (command: string) => async () => {
  const { plan } = judgeRead(command, confinement.isConfined);
  if (plan === null) throw new Error(`asks: ${command}`);
  await runRead(plan, place, limits, signal());
};
const cases = {
  'bare sh': bare,
  table: read('ls -l /etc'),
  confined: read("awk -F: '{ print $1 }' /etc/passwd | sort | tail -n 3"),
  'table into confined': read("ls -l /etc | awk '{ print $9 }' | tail -n 3"),
};
const times = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, work] of Object.entries(cases)) {
    const began = performance.now();
    await work();
    times.get(name)?.push(performance.now() - began);
  }
const quantile = (of: readonly number[], q: number) =>
  [...of].sort((a, b) => a - b)[Math.floor((of.length - 1) * q)] ?? 0;
const base = quantile(times.get('bare sh') ?? [], 0.5);
console.log(
  `confined: ${confinement.isConfined} (${confinement.reason ?? 'sandbox'}); probed in ${probed.toFixed(0)} ms`,
);
console.log(''.padEnd(22) + ['median ms', 'p90 ms', 'beside bare'].map((text) => text.padStart(12)).join(''));
for (const [name, of] of times) {
  const cells = [
    quantile(of, 0.5).toFixed(1),
    quantile(of, 0.9).toFixed(1),
    `+${(quantile(of, 0.5) - base).toFixed(1)}`,
  ];
  console.log(name.padEnd(22) + cells.map((text) => text.padStart(12)).join(''));
}
programs.close();
clearInterval(awake);
