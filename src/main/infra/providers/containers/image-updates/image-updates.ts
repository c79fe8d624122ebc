// Which containers run an older image than their registry has under the same tag. What was found is kept for a while, so that neither a page nor an
// approval asks a registry again and again. Asks registries alone, pulls nothing. Used by containers.ts. Source: agent, What it acts on.
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ContainerUpdate } from '../../../provider.ts';
import { reasonText } from '../engine-error.ts';
import type { ImageDefaults } from '../replace/image-setup.ts';
import { type ImageReference, parseImageReference } from './image-reference.ts';
import type { Platform, RegistryClient, RegistryImage } from './registry-client.ts';

/** What a registry said counts so long, ms. */
const KEPT_MS = 10 * 60_000;
/** For what is about to be pulled: from the last look before it to the pull, ms. */
const FRESH_MS = 2000;
const MOST_KEPT = 2000;

/** A container, and the names that registries give its image. */
export interface CheckedContainer {
  readonly resource: string;
  readonly name: string;
  /** As it was named when the container was made. */
  readonly image: string;
  /** `docker.io/library/nginx@sha256:…`; none for what was built here. */
  readonly repoDigests: readonly string[];
}

export type ImageComparison = Pick<ContainerUpdate, 'state' | 'reason' | 'digest'>;
const LOCAL: ImageComparison = {
  state: 'local',
  reason: 'its image was built or loaded on this machine',
  digest: null,
};

type Answer = { readonly found: RegistryImage } | { readonly failure: string };

export class ImageUpdates {
  readonly #registry: RegistryClient;
  readonly #clock: Clock;
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
  readonly #defaults = new Map<string, ImageDefaults>();
  readonly #results = new Map<string, ContainerUpdate>();

  constructor({ registry, clock }: { readonly registry: RegistryClient; readonly clock: Clock }) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** As it was found last; undefined before. */
  of(resource: string): ContainerUpdate | undefined {
    return this.#results.get(resource);
  }

  /**
   * Compares an image of an engine with what its registry has under its tag.
   * @param repoDigests what the engine knows of it: `docker.io/library/nginx@sha256:…`
   * @param keptMs how old the registry's answer may be
   */
  async compare(
    image: string,
    repoDigests: readonly string[],
    signal: AbortSignal,
    keptMs = FRESH_MS,
  ): Promise<ImageComparison> {
    const reference = parseImageReference(image);
    if (reference === 'pinned')
      return { state: 'pinned', reason: 'its image is pinned to a digest', digest: null };
    if (reference === 'local') return LOCAL;
    const answer = await this.#answer(image, reference, signal, keptMs);
    if ('failure' in answer) return { state: 'unknown', reason: answer.failure, digest: null };
    const { digest } = answer.found;
    const has = (one: string) => repoDigests.some((known) => known.endsWith(`@${one}`));
    // An engine may keep the digest of its own platform alone.
    const isCurrent = has(digest) || (await answer.found.platformDigests(signal).catch(() => [])).some(has);
    return { state: isCurrent ? 'current' : 'available', reason: null, digest };
  }

  /** What the image of a digest in a registry sets for its containers; null where nobody can say. */
  async defaultsOf(
    image: string,
    digest: string,
    platform: Platform,
    signal: AbortSignal,
  ): Promise<ImageDefaults | null> {
    const reference = parseImageReference(image);
    if (typeof reference === 'string') return null;
    const key = `${digest} ${platform.os}/${platform.architecture}`;
    const known = this.#defaults.get(key);
    if (known) return known;
    const read = await this.#registry.readDefaults(reference, digest, platform, signal).catch(() => {
      signal.throwIfAborted();
      return null;
    });
    if (read) keep(this.#defaults, key, read);
    return read;
  }

  /** One registry after the other is asked as often as there are images, not containers. */
  async check(containers: readonly CheckedContainer[], signal: AbortSignal): Promise<ContainerUpdate[]> {
    const results: ContainerUpdate[] = [];
    for (const container of containers) {
      const result = await this.#checkOne(container, signal);
      results.push(result);
      this.#results.set(container.resource, result);
    }
    const known = new Set(containers.map(({ resource }) => resource));
    for (const resource of this.#results.keys()) if (!known.has(resource)) this.#results.delete(resource);
    return results;
  }

  async #checkOne(
    { resource, name, image, repoDigests }: CheckedContainer,
    signal: AbortSignal,
  ): Promise<ContainerUpdate> {
    const checkedAt = this.#clock.now();
    const isPulled = repoDigests.length > 0 || parseImageReference(image) === 'pinned';
    const compared = isPulled ? await this.compare(image, repoDigests, signal, KEPT_MS) : LOCAL;
    return { resource, name, image, ...compared, checkedAt };
  }

  async #answer(
    image: string,
    reference: ImageReference,
    signal: AbortSignal,
    keptMs: number,
  ): Promise<Answer> {
    const kept = this.#answers.get(image);
    if (kept && this.#clock.now() - kept.at < keptMs) return kept.answer;
    const answer = this.#registry.find(reference, signal).then(
      (found): Answer => ({ found }),
      (error: unknown): Answer => ({ failure: reasonText(error) }),
    );
    keep(this.#answers, image, { at: this.#clock.now(), answer });
    const came = await answer;
    // Nobody was told anything: it is asked anew.
    if (signal.aborted) {
      this.#answers.delete(image);
      throw new AppError('CANCELLED', 'Stopped while a registry was asked');
    }
    return came;
  }
}

/** Keeps a value; the oldest goes when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest);
}
