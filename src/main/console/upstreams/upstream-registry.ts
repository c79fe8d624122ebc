// Which upstreams there are: those that config.yaml, the command line or the demo names, which operators do not edit here, and rows of the
// table, which they do and which add to them. Owns the headers of the rows: they go in, are sealed, and come out only as what the pool
// sends. Opened by memory-side.ts; changed through upstream-desk.ts. Source: proxy, Upstreams; decision 052
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { IdleUpstream, UpstreamSetBy } from '../../../shared/model/upstream.ts';
import {
  MOST_UPSTREAMS,
  type NewUpstream,
  type UpstreamChange,
  UpstreamHeaders,
} from '../../../shared/model/upstream-setting.ts';
import { hideSecret } from '../../../shared/redact.ts';
import type { UpstreamConfig } from '../../proxy/pool/port.ts';
import type { Store } from '../../store/store-access.ts';
import {
  deleteUpstream,
  insertUpstream,
  readUpstreams,
  type UpstreamFields,
  type UpstreamRow,
  updateUpstream,
} from '../../store/tables/upstreams.ts';
import { Listeners } from '../../streams/watched.ts';

/** Those that are named outside of the console. */
export interface NamedUpstreams {
  readonly setBy: Exclude<UpstreamSetBy, 'console'>;
  readonly upstreams: readonly [UpstreamConfig, ...UpstreamConfig[]];
}

/** What headers are bound to. */
interface HeadersPlace {
  readonly upstream: string;
  readonly origin: string;
}

export interface UpstreamRegistryParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly vault: {
    seal(secret: string, place: HeadersPlace): string;
    /** Null when it cannot be read. */
    open(sealed: string, place: HeadersPlace): string | null;
  };
  /** Asked each time. */
  readonly named: () => NamedUpstreams;
}

export type WantedUpstreams = readonly [UpstreamConfig, ...UpstreamConfig[]];

/** A row, and what it sends; null when its headers cannot be read. */
interface Stored {
  readonly row: UpstreamRow;
  readonly headers: UpstreamHeaders | null;
}

const WHO: Readonly<Record<NamedUpstreams['setBy'], string>> = {
  file: 'config.yaml',
  'command line': 'the command line',
  demo: 'the demo',
  default: 'nobody, and stands because no other upstream is named',
};

export class UpstreamRegistry {
  readonly #parts: UpstreamRegistryParts;
  readonly #changed = new Listeners();
  #stored: readonly Stored[] = [];
  #letGo: readonly (() => void)[] = [];
  #reading: Promise<void> = Promise.resolve();

  private constructor(parts: UpstreamRegistryParts) {
    this.#parts = parts;
  }

  /** @throws AppError when the table cannot be read */
  static async open(parts: UpstreamRegistryParts): Promise<UpstreamRegistry> {
    const registry = new UpstreamRegistry(parts);
    await registry.refresh();
    return registry;
  }

  /** Calls back when what is stored was read again. */
  onChange(listener: () => void): void {
    this.#changed.add(listener);
  }

  /** Takes in what is stored, one reading after the other. */
  refresh(): Promise<void> {
    const read = this.#reading.then(async () => {
      const rows = await readUpstreams(this.#parts.store.reader);
      const stored = rows.map((row) => ({ row, headers: this.#headersOf(row) }));
      const before = this.#letGo;
      // Values are hidden from logs and errors from the first moment they can be used.
      this.#letGo = stored.flatMap(({ headers }) => secretsOf(headers ?? {}).map(hideSecret));
      for (const letGo of before) letGo();
      this.#stored = stored;
      this.#changed.tell();
    });
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** Those to serve through, the console's last. What stands by default gives way to the first that is stored. */
  wanted(): WantedUpstreams {
    const named = this.#parts.named();
    const mine = this.#stored.flatMap(({ row, headers }): UpstreamConfig[] => {
      if (headers === null || this.#shadow(row.name, named) !== null) return [];
      const { name, url, weight, slots, version } = row;
      return [{ name, url, weight, slots, headers, setBy: 'console', revision: version }];
    });
    const [first, ...others] = mine;
    if (named.setBy === 'default' && first) return [first, ...others];
    const [one, ...more] = named.upstreams;
    const { setBy } = named;
    return [{ ...one, setBy }, ...more.map((upstream) => ({ ...upstream, setBy })), ...mine];
  }

  /** Stored ones that are not served through, and why. */
  idle(): IdleUpstream[] {
    const named = this.#parts.named();
    return this.#stored.flatMap(({ row, headers }) => {
      const shadow = this.#shadow(row.name, named);
      const because =
        shadow ??
        (headers === null
          ? `Its headers (${row.headerNames.join(', ')}) are not readable here: they were sealed with another vault key, or a backup left them out. Give them again.`
          : null);
      if (because === null) return [];
      const { name, url, weight, slots, headerNames, version } = row;
      return [{ name, url, weight, slots, headerNames: [...headerNames], revision: version, because }];
    });
  }

  /** Whether the only upstream is the one that nobody named. */
  get standsByDefault(): boolean {
    return this.wanted()[0].setBy === 'default';
  }

  /** What is sent along to one that is stored; undefined where there is none of the name at the address. */
  headersAt(name: string, url: string): UpstreamHeaders | undefined {
    const found = this.#stored.find(({ row }) => row.name === name && row.url === url);
    return found?.headers ?? undefined;
  }

  /**
   * @param beside one that stood by default and is to be kept
   * @throws AppError NOT_ALLOWED for a name or an address that is taken, or one too many
   */
  async add(upstream: NewUpstream, beside: UpstreamConfig | null): Promise<void> {
    this.#refuseNamed(upstream.name);
    this.#refuseAddress(upstream.name, upstream.url);
    if (this.#stored.length + this.#parts.named().upstreams.length >= MOST_UPSTREAMS)
      throw new AppError('NOT_ALLOWED', `There are ${MOST_UPSTREAMS} upstreams already, as many as may be.`);
    const at = this.#parts.clock.now();
    const isHeld = this.#stored.some(({ row }) => row.name === beside?.name);
    await this.#write(upstream.headers, async (writer) => {
      if (beside && !isHeld) {
        const { name, url, weight = 1, slots = null } = beside;
        await insertUpstream(writer, name, this.#fieldsOf(name, { url, weight, slots, headers: {} }), at);
      }
      await insertUpstream(writer, upstream.name, this.#fieldsOf(upstream.name, upstream), at);
    });
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED, INVALID_INPUT for headers that would go elsewhere */
  async update(name: string, expectedVersion: number, change: UpstreamChange): Promise<void> {
    const { row, headers: held } = this.#one(name);
    const { url = row.url } = change;
    if (url !== row.url) this.#refuseAddress(name, url);
    const headers = change.headers ?? held;
    const moves = url !== row.url && row.headerNames.length > 0;
    if ((moves || headers === null) && change.headers === undefined) {
      throw new AppError(
        'INVALID_INPUT',
        moves
          ? `The headers of ${name} were given for ${row.url} and are not sent to another address. Give them again with the new address, or take them out.`
          : `The headers of ${name} cannot be read here. Give them again, or take them out.`,
        { field: 'headers' },
      );
    }
    const weight = change.weight ?? row.weight;
    const slots = change.slots === undefined ? row.slots : change.slots;
    const fields = { url, weight, slots, headers: headers ?? {} };
    const at = this.#parts.clock.now();
    await this.#write(fields.headers, (writer) =>
      updateUpstream(writer, name, expectedVersion, this.#fieldsOf(name, fields), at),
    );
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED */
  async remove(name: string, expectedVersion: number): Promise<void> {
    this.#one(name);
    await this.#write({}, (writer) => deleteUpstream(writer, name, expectedVersion));
  }

  /** Stores; what the headers hold is in no error and no log of that. */
  async #write(headers: UpstreamHeaders, work: Parameters<Store['write']>[0]): Promise<void> {
    const letGo = secretsOf(headers).map(hideSecret);
    try {
      await this.#parts.store.write(work);
      await this.refresh();
    } finally {
      for (const go of letGo) go();
    }
  }

  #fieldsOf(name: string, { url, weight, slots, headers }: Omit<NewUpstream, 'name'>): UpstreamFields {
    const headerNames = Object.keys(headers);
    const seal = () => this.#parts.vault.seal(JSON.stringify(headers), { upstream: name, origin: url });
    return { url, weight, slots, headerNames, sealedHeaders: headerNames.length === 0 ? null : seal() };
  }

  #headersOf(row: UpstreamRow): UpstreamHeaders | null {
    if (row.headerNames.length === 0) return {};
    if (row.sealedHeaders === null) return null;
    const opened = this.#parts.vault.open(row.sealedHeaders, { upstream: row.name, origin: row.url });
    return opened === null ? null : (UpstreamHeaders.safeParse(JSON.parse(opened)).data ?? null);
  }

  /** Why another upstream of the name goes first; null when none does. */
  #shadow(name: string, { setBy, upstreams }: NamedUpstreams): string | null {
    if (setBy === 'default' || !upstreams.some((one) => one.name === name)) return null;
    return `An upstream "${name}" is set by ${WHO[setBy]}, which goes first. Rename it there, or remove this one.`;
  }

  #refuseNamed(name: string): void {
    const named = this.#parts.named();
    if (this.#shadow(name, named) === null) return;
    throw new AppError(
      'NOT_ALLOWED',
      `The upstream "${name}" is set by ${WHO[named.setBy]}; give another name, or change it there.`,
      { name },
    );
  }

  #refuseAddress(name: string, url: string): void {
    const wanted = this.wanted().filter(({ setBy }) => setBy !== 'default');
    const taken = [...wanted, ...this.idle()].find((one) => one.name !== name && one.url === url);
    if (!taken) return;
    throw new AppError('NOT_ALLOWED', `${url} is the upstream "${taken.name}" already.`, {
      name: taken.name,
    });
  }

  /** @throws AppError NOT_FOUND; NOT_ALLOWED for one that is set elsewhere */
  #one(name: string): Stored {
    const found = this.#stored.find(({ row }) => row.name === name);
    if (found) return found;
    const named = this.#parts.named();
    const isNamed = named.upstreams.some((one) => one.name === name);
    if (isNamed && this.wanted().some((one) => one.name === name))
      throw new AppError(
        'NOT_ALLOWED',
        `The upstream "${name}" is set by ${WHO[named.setBy]}; it is not changed here.`,
        { name },
      );
    throw new AppError('NOT_FOUND', `There is no upstream "${name}".`, { name });
  }
}

const SECRET_NAME = /auth|cookie|key|pass|secret|token/i;
/** What is shorter, under a name that says nothing, may be an ordinary word; taking it out would tear texts apart. */
const SURELY_SECRET = 16;

/** Values as they are sent, and without the scheme in front: `Bearer …`. */
function secretsOf(headers: UpstreamHeaders): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => SECRET_NAME.test(name) || value.length >= SURELY_SECRET)
    .flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
}
