// Which containers run an older image than their registry has under the same tag. What was found is kept for a while, so that neither a page nor an
// approval asks a registry again and again. Asks registries alone, pulls nothing. Used by containers.ts. Source: agent, What it acts on.
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ContainerUpdate } from '../../../provider.ts';
import { type ImageReference, parseImageReference } from './image-reference.ts';
import type { RegistryClient, RegistryImage } from './registry-client.ts';

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

type Answer = { readonly found: RegistryImage } | { readonly failure: string };

export class ImageUpdates {
  readonly #registry: RegistryClient;
  readonly #clock: Clock;
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
  readonly #results = new Map<string, ContainerUpdate>();

  constructor({ registry, clock }: { readonly registry: RegistryClient; readonly clock: Clock }) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** As it was found last; undefined before. */
  of(resource: string): ContainerUpdate | undefined {
    return this.#results.get(resource);
  }

  /** What the registry has under a tag this moment; null where it cannot be asked, or could not. */
  async digestOf(image: string, signal: AbortSignal): Promise<string | null> {
    const reference = parseImageReference(image);
    if (typeof reference === 'string') return null;
    const answer = await this.#answer(image, reference, signal, FRESH_MS);
    return 'found' in answer ? answer.found.digest : null;
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

  async #checkOne(container: CheckedContainer, signal: AbortSignal): Promise<ContainerUpdate> {
    const { resource, name, image, repoDigests } = container;
    const checkedAt = this.#clock.now();
    const result = (
      state: ContainerUpdate['state'],
      reason: string | null,
      digest: string | null = null,
    ) => ({
      ...{ resource, name, image, state, reason, digest, checkedAt },
    });
    const reference = parseImageReference(image);
    if (reference === 'pinned') return result('pinned', 'its image is pinned to a digest');
    if (reference === 'local' || repoDigests.length === 0)
      return result('local', 'its image was built or loaded on this machine');
    const answer = await this.#answer(image, reference, signal);
    if ('failure' in answer) return result('unknown', answer.failure);
    const { digest } = answer.found;
    const has = (one: string) => repoDigests.some((known) => known.endsWith(`@${one}`));
    if (has(digest)) return result('current', null, digest);
    // An engine may keep the digest of its own platform alone.
    const platforms = await answer.found.platformDigests(signal).catch(() => []);
    return platforms.some(has) ? result('current', null, digest) : result('available', null, digest);
  }

  async #answer(
    image: string,
    reference: ImageReference,
    signal: AbortSignal,
    keptMs = KEPT_MS,
  ): Promise<Answer> {
    const kept = this.#answers.get(image);
    if (kept && this.#clock.now() - kept.at < keptMs) return kept.answer;
    const answer = this.#registry.find(reference, signal).then(
      (found): Answer => ({ found }),
      (error: unknown): Answer => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    this.#answers.delete(image);
    this.#answers.set(image, { at: this.#clock.now(), answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_KEPT && oldest !== undefined) this.#answers.delete(oldest);
    const came = await answer;
    // Nobody was told anything: it is asked anew.
    if (signal.aborted) {
      this.#answers.delete(image);
      throw new AppError('CANCELLED', 'Stopped while a registry was asked');
    }
    return came;
  }
}
