// What confines reads at a place: a sandbox, tried by running it, or nothing but the strict table. Asked once of each place, and again after the
// sandbox failed to start. Held by core; asked by the tools that read, and shown on Resources, by /readyz and with each read.
// Source: structure, S1 (where there is no sandbox).
import type { Clock } from '../../../../shared/model/clock.ts';
import type { ReadConfinement } from '../../../../shared/model/resource.ts';
import type { CommandResult, Executor } from '../../executor.ts';
import {
  CHECK_TEXT,
  confinedCall,
  confinedFunction,
  MOST_HIDDEN,
  type SandboxOptions,
  searchText,
} from './confined-shell.ts';

export interface Confinement extends ReadConfinement {
  /** The sandbox's shell function; null where there is none. */
  readonly shellFunction: string | null;
}

const PROBE_MS = 20_000;
const PROBE_OUTPUT = 400_000;
/** How old the list of files with secret names may be before it is made anew beside a read, and before a read waits for that. */
const FRESH_MS = 60_000;
const STALE_MS = 300_000;
/** A place without a sandbox may get one: it is tried again. */
const TABLE_MS = 600_000;

const FACTS =
  'uname -sm; id -u; command -v bwrap || echo none; command -v prlimit || echo none; command -v setpriv || echo none';

export interface ConfinementsOptions {
  readonly clock: Clock;
  /** What nothing may see at a place: this program's data, and what the operator named. Absolute paths, with `*` and `?`. */
  hidden(executor: Executor): readonly string[];
}

interface Known {
  value: Promise<Confinement>;
  told: ReadConfinement | null;
  at: number;
}

export class Confinements {
  readonly #options: ConfinementsOptions;
  /** By the way to a place and what is hidden there. */
  readonly #known = new Map<string, Known>();

  constructor(options: ConfinementsOptions) {
    this.#options = options;
  }

  /** @returns how reads are confined there; never throws: what cannot be asked has no sandbox */
  of(executor: Executor): Promise<Confinement> {
    const key = this.#keyOf(executor);
    const known = this.#known.get(key);
    const age = known ? this.#options.clock.now() - known.at : Number.POSITIVE_INFINITY;
    const isConfined = known?.told?.isConfined ?? true;
    if (known && age < (isConfined ? FRESH_MS : TABLE_MS)) return known.value;
    const asked = this.#ask(key, executor);
    return known && isConfined && age < STALE_MS ? known.value : asked;
  }

  /** The sandbox did not start: it is tried again the next time. */
  failed(executor: Executor): void {
    this.#known.delete(this.#keyOf(executor));
  }

  /** What was found so far. */
  known(): readonly ReadConfinement[] {
    return [...this.#known.values()].flatMap(({ told }) => told ?? []);
  }

  #keyOf(executor: Executor): string {
    return JSON.stringify([
      executor.path.map(({ via, target }) => [via, target]),
      this.#options.hidden(executor),
    ]);
  }

  #ask(key: string, executor: Executor): Promise<Confinement> {
    const before = this.#known.get(key);
    const value = this.#found(executor);
    const known: Known = { value, told: before?.told ?? null, at: this.#options.clock.now() };
    this.#known.set(key, known);
    // Until it is known again, what was known stands for those who do not wait.
    if (before?.told?.isConfined) known.value = before.value;
    return value.then((confinement) => {
      const { shellFunction: _, ...told } = confinement;
      Object.assign(known, { value: Promise.resolve(confinement), told });
      return confinement;
    });
  }

  async #found(executor: Executor): Promise<Confinement> {
    const last = executor.path.at(-1);
    const place = last?.target ?? '';
    const table = (reason: string, remedy: string | null): Confinement => ({
      ...{ place, isConfined: false, reason, remedy, namedPipes: false },
      shellFunction: null,
    });
    if (last?.via === 'container_exec' || last?.via === 'qm_exec' || last?.via === 'pct_exec')
      return table('Containers and guests have no sandbox of their own.', null);
    try {
      return await probed(executor, this.#options.hidden(executor), table);
    } catch (error) {
      return table(`It could not be asked: ${error instanceof Error ? error.message : String(error)}`, null);
    }
  }
}

type Table = (reason: string, remedy: string | null) => Confinement;

async function probed(executor: Executor, hidden: readonly string[], table: Table): Promise<Confinement> {
  const facts = (await run(executor, FACTS)).stdout.trim().split('\n');
  const [kernel = '', user = '', bwrap, prlimit, setpriv] = facts;
  const [system, machine] = kernel.split(' ');
  if (system !== 'Linux')
    return table(`The sandbox needs Linux; this is ${system || 'something else'}.`, null);
  if (machine !== 'x86_64' && machine !== 'aarch64')
    return table(`The sandbox knows x86_64 and aarch64; this is ${machine}.`, null);
  if (bwrap === 'none') return table('bubblewrap is not installed.', 'Install the package bubblewrap.');
  if (prlimit === 'none' || (user === '0' && setpriv === 'none'))
    return table('prlimit or setpriv is not installed.', 'Install the package util-linux.');
  const files = (await run(executor, searchText())).stdout.split('\n').filter((line) => line.startsWith('/'));
  if (files.length > MOST_HIDDEN)
    return table(
      `There are ${files.length} files with secret names, more than the ${MOST_HIDDEN} the sandbox can hide.`,
      'Hide the directories they are in: Settings, Paths hidden from the assistant.',
    );
  const options = { architecture: machine, isRoot: user === '0', files, hidden } as const;
  // Named pipes are guarded where perl and Landlock are there.
  const guarded = await checked(executor, { ...options, landlock: true });
  const found = guarded.isWell ? guarded : await checked(executor, { ...options, landlock: false });
  if (!found.isWell) return table(...problemOf(found.said, options.isRoot));
  return {
    place: executor.path.at(-1)?.target ?? '',
    isConfined: true,
    reason: null,
    remedy: null,
    namedPipes: guarded.isWell,
    shellFunction: found.shellFunction,
  };
}

async function checked(executor: Executor, options: SandboxOptions) {
  const shellFunction = confinedFunction(options);
  const call = confinedCall({ asRoot: options.isRoot, hostTmp: false }, CHECK_TEXT);
  const { stdout, stderr } = await run(executor, `${shellFunction}\n${call}`);
  const said = stdout.includes('festinger:') ? stdout.trim() : stderr.trim();
  return { shellFunction, isWell: stdout.trim() === 'festinger:ok', said: said.slice(0, 300) };
}

/** What is known to keep bubblewrap from starting, and what helps; the words are for people, nothing is decided by them. */
function problemOf(said: string, isRoot: boolean): [reason: string, remedy: string] {
  const line = said.split('\n')[0] ?? '';
  const failed = /^festinger:(\w+)$/.exec(line)?.[1];
  if (failed) return [`The sandbox failed its check of ${failed} here.`, 'See docs/sandbox.md.'];
  const reason = `bubblewrap does not start here: ${line}`;
  if (/mount proc|make \/ slave|pivot_root/i.test(said))
    return [
      reason,
      'The container hides parts of /proc or refuses mounts: start it with --security-opt unmask=ALL (Podman) or systempaths=unconfined (Docker); see docs/sandbox.md.',
    ];
  if (isRoot && /namespace|RTM_NEWADDR|capabilit/i.test(said))
    return [
      reason,
      'Root in a container lacks capabilities that the sandbox needs: run as another user (docs/sandbox.md).',
    ];
  if (/uid map|RTM_NEWADDR|Creating new namespace|No permissions/i.test(said))
    return [
      reason,
      'Allow user namespaces for bwrap: on Ubuntu 24.04 with an AppArmor profile, in a container with a seccomp profile that allows unshare and mount (docs/sandbox.md).',
    ];
  return [reason, 'bubblewrap 0.7 or newer is needed (docs/sandbox.md).'];
}

function run(executor: Executor, text: string): Promise<CommandResult> {
  const limits = { timeoutMs: PROBE_MS, maxOutputBytes: PROBE_OUTPUT, writes: true };
  return executor.run({ argv: ['sh', '-c', text], ...limits }, AbortSignal.timeout(PROBE_MS));
}
