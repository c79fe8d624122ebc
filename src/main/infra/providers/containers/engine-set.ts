// All container engines in use: finds them, lists what they have, and finds one resource on the engine that listed it. An engine that
// fails or hangs doesn't hide the resources of the others. Used by containers.ts. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ExecutorPath, Resource } from '../../../../shared/model/resource.ts';
import type { Discovery } from '../../provider.ts';
import { unreachable } from '../../unreachable.ts';
import { engineIdentity, engineIdOf, everything, type Found, one, ownId } from './catalogue.ts';
import { type ComposeProject, composeResource } from './compose/compose-project.ts';
import { addressOf, type Place } from './container-resource.ts';
import { Engine } from './engine.ts';
import { type FindEnginesDeps, type FoundEngines, findEngines } from './find-engines.ts';

export interface EngineSetDeps extends FindEnginesDeps {
  /** How long an engine may take for a plain call, ms. */
  readonly timeoutMs: number;
  /** How long an engine may take to list all it has, ms. */
  readonly listMs: number;
}

/** A resource as it is now, and its engine. */
export interface LocatedResource {
  readonly found: Found;
  readonly place: Place;
  readonly engine: Engine;
}

export class EngineSet {
  readonly #deps: EngineSetDeps;
  readonly #engines = new Map<string, Engine>();
  /** As listed last, by the address of the engine. */
  readonly #listed = new Map<string, readonly Resource[]>();
  /** Compose projects seen since this program began, by the address of the engine and by name. */
  readonly #projects = new Map<string, Map<string, ComposeProject>>();
  #found: FoundEngines | null = null;

  constructor(deps: EngineSetDeps) {
    this.#deps = deps;
  }

  engineAt({ address }: Place): Engine {
    const engine = this.#engines.get(address) ?? new Engine({ address, timeoutMs: this.#deps.timeoutMs });
    this.#engines.set(address, engine);
    return engine;
  }

  /** Looks for engines, then at all of them. @throws AppError UNAVAILABLE if none of them answers, CANCELLED */
  async list(signal: AbortSignal): Promise<Discovery> {
    this.#found = await findEngines(this.#deps);
    const { places, off } = this.#found;
    const lists = await Promise.allSettled(places.map((place) => this.#listOne(place, signal)));
    const failures = lists.filter((list) => list.status === 'rejected');
    if (failures[0] && (signal.aborted || failures.length === lists.length)) throw failures[0].reason;

    const resources = new Map<string, Resource>();
    const identities = new Set<string>();
    const used: Place[] = [];
    const problems = [...this.#found.problems];
    for (const [index, place] of places.entries()) {
      const list = lists[index];
      const failure = list?.status === 'rejected' ? messageOf(list.reason) : '';
      if (failure !== '') problems.push(`${place.engine}: ${failure}`);
      const { identity, listed } =
        list?.status === 'fulfilled' ? list.value : { identity: null, listed: this.#lastOf(place, failure) };
      // The same engine at another address: one name for each of its resources, or a lock on it could be passed by.
      const isKnown =
        (identity !== null && identities.has(identity)) ||
        listed.some(({ id, kind }) => kind === 'docker_container' && resources.has(id));
      if (isKnown) continue;
      if (identity !== null) identities.add(identity);
      used.push(place);
      this.#listed.set(place.address, listed);
      for (const resource of listed) if (!resources.has(resource.id)) resources.set(resource.id, resource);
    }
    this.#found = { ...this.#found, places: used };
    return { resources: [...resources.values()], off, problems };
  }

  /** The engines in use, in the order of preference; none if there are none. */
  async places(): Promise<readonly Place[]> {
    // An engine may have been started since.
    if (!this.#found || this.#found.off !== null) this.#found = await findEngines(this.#deps);
    return this.#found.places;
  }

  /**
   * The resource of an id on the engine that listed it; before it was listed, on whichever has it.
   * @returns null if it is gone
   * @throws AppError UNAVAILABLE, STALE_VERSION if the id could mean several
   */
  async findById(id: string, signal: AbortSignal): Promise<LocatedResource | null> {
    const all = (await this.#requirePlaces()).filter((place) => ownId(id, place) !== null);
    const listing = all.filter(({ address }) => this.#listed.get(address)?.some((each) => each.id === id));
    const asked = await Promise.allSettled(
      (listing.length > 0 ? listing : all).map(async (place) => await this.#locate(place, id, signal)),
    );
    const [found, other] = asked.flatMap((each) =>
      each.status === 'fulfilled' && each.value ? [each.value] : [],
    );
    if (found && other && idOf(found) !== idOf(other))
      throw new AppError('STALE_VERSION', `${id} could be on ${found.place.engine} or ${other.place.engine}`);
    const failure = asked.find((each) => each.status === 'rejected');
    if (!found && failure) throw failure.reason;
    return found ?? null;
  }

  /**
   * A resource that was listed, on its own engine.
   * @returns null if it is gone
   * @throws AppError UNAVAILABLE, NOT_FOUND if its engine is no longer used, STALE_VERSION if its id now belongs to another one
   */
  async findAgain(resource: Resource, signal: AbortSignal): Promise<LocatedResource | null> {
    const place = await this.placeOf(resource.reachableVia[0]);
    const own = place && ownId(resource.id, place);
    if (!own)
      throw new AppError('NOT_FOUND', `${resource.name} is on a container engine that is no longer used`, {
        resource: resource.id,
      });
    const engineId = engineIdOf(resource, own.uid);
    const isContainer = own.kind === 'docker_container';
    const engine = this.engineAt(place);
    const found = await one(
      engine,
      place,
      isContainer && engineId !== undefined ? { ...own, uid: engineId } : own,
      signal,
    );
    if (found && 'Id' in found.info && found.info.Id !== engineId)
      throw new AppError('STALE_VERSION', `${resource.name} is another one now: look for it again`, {
        resource: resource.id,
      });
    if (!found && own.kind === 'compose_project') return this.#takenDown(own.uid, place);
    return found && { found, place, engine };
  }

  /** The engine that a path goes through; undefined if it is not in use. @throws AppError UNAVAILABLE if none is in use */
  async placeOf(path: ExecutorPath | undefined): Promise<Place | undefined> {
    return (await this.#requirePlaces()).find(({ address }) => address === addressOf(path));
  }

  async #requirePlaces(): Promise<readonly Place[]> {
    const places = await this.places();
    if (this.#found && this.#found.off !== null) throw new AppError('UNAVAILABLE', this.#found.off);
    return places;
  }

  async #locate(place: Place, id: string, signal: AbortSignal): Promise<LocatedResource | null> {
    const own = ownId(id, place);
    const engine = this.engineAt(place);
    const found = own && (await one(engine, place, own, signal));
    if (!found && own?.kind === 'compose_project') return this.#takenDown(own.uid, place);
    return found && { found, place, engine };
  }

  /** A Compose project that was here and has no container any more: its files are known, so it can be brought up again. */
  #takenDown(name: string, place: Place): LocatedResource | null {
    const known = this.#projects.get(place.address)?.get(name);
    if (!known) return null;
    const info = { ...known, containers: [] };
    const found: Found = { kind: 'compose_project', info, resource: composeResource(info, place) };
    return { found, place, engine: this.engineAt(place) };
  }

  /** What was listed, and the Compose projects that were taken down since this program began. */
  async #withProjects(place: Place, engine: Engine, signal: AbortSignal): Promise<Resource[]> {
    const { resources, projects } = await everything(engine, place, signal);
    const known = this.#projects.get(place.address) ?? new Map<string, ComposeProject>();
    const names = new Set(projects.map(({ name }) => name));
    const down = [...known.values()].filter(({ name }) => !names.has(name));
    for (const project of projects) known.set(project.name, project);
    this.#projects.set(place.address, known);
    return [...resources, ...down.map((project) => composeResource({ ...project, containers: [] }, place))];
  }

  async #listOne(place: Place, outer: AbortSignal) {
    const { listMs } = this.#deps;
    const limit = AbortSignal.timeout(listMs);
    const signal = AbortSignal.any([outer, limit]);
    const engine = this.engineAt(place);
    try {
      const identity = place.hasOthers ? await engineIdentity(engine, signal) : null;
      return {
        identity: identity === null ? null : `${place.host} ${identity}`,
        listed: await this.#withProjects(place, engine, signal),
      };
    } catch (error) {
      if (!limit.aborted || outer.aborted) throw error;
      const message = `The container engine at ${place.address} did not list what it has within ${listMs / 1000} s: see its own log`;
      throw new AppError('UNAVAILABLE', message, { address: place.address }, true);
    }
  }

  #lastOf({ address }: Place, failure: string): Resource[] {
    return (this.#listed.get(address) ?? []).map((resource) => unreachable(resource, failure));
  }
}

const idOf = ({ found }: LocatedResource): string =>
  'Id' in found.info ? found.info.Id : found.resource.name;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
