// The part of the program that knows about risks: what is known, and what of it affects what is run. Opened by wire.ts alone, over the memory's side.
import { join } from 'node:path';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import { Ecosystems } from '../../advisory/evidence/ecosystems.ts';
import { Evidence } from '../../advisory/evidence/evidence.ts';
import { OSV_REFRESH } from '../../advisory/evidence/osv-refresh-job.ts';
import { OsvRefresh } from '../../advisory/evidence/osv-refresh-worker.ts';
import { OwnHints } from '../../advisory/evidence/own-hints.ts';
import { RemoteDocuments } from '../../advisory/evidence/remote-document.ts';
import { Uploads } from '../../advisory/evidence/uploads.ts';
import { WatchedFolders } from '../../advisory/evidence/watched-folders.ts';
import { Findings } from '../../advisory/findings/findings.ts';
import { issuersIn, partsOf } from '../../advisory/findings/trusted-issuers.ts';
import { WaitingFindings } from '../../advisory/findings/waiting-findings.ts';
import type { RuntimeHint } from '../../advisory/formats/records.ts';
import type { BriefDesk } from '../../advisory/outputs/brief-desk.ts';
import type { Briefs } from '../../advisory/outputs/briefs.ts';
import { EMBED, EMBED_PURPOSE } from '../../advisory/retrieval/embed-job.ts';
import { EmbedWorker } from '../../advisory/retrieval/embed-worker.ts';
import { ModelVectors } from '../../advisory/retrieval/model-vectors.ts';
import type { VectorModel } from '../../advisory/retrieval/vector-model.ts';
import { SbomService } from '../../advisory/sbom/service.ts';
import type { RunningImage } from '../../infra/provider.ts';
import { BundleShelf } from '../../offline/bundle-shelf.ts';
import { Bundles } from '../../offline/bundles.ts';
import type { Ground } from '../ground.ts';
import type { MemorySide } from '../memory-side.ts';
import { openBriefs } from './briefs-side.ts';
import { importOwnSbom } from './own-sbom.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Whoever waits for the program to serve is not held up by a look at the engine. */
const FIRST_LOOK_MS = 5000;
/** A start reads and opens other things first. */
const OWN_SBOM_AFTER_MS = 2000;

export interface AdvisorySideParts extends Ground {
  readonly memorySide: MemorySide;
}

export interface AdvisorySide {
  readonly evidence: Evidence;
  readonly ecosystems: Ecosystems;
  readonly briefs: Briefs;
  /** What the console sees of them. */
  readonly briefDesk: BriefDesk;
  /** All of it as a file, out and in. */
  readonly bundles: Bundles;
  readonly findings: Findings;
  /** What makes the vectors of questions, by the model that is chosen. */
  readonly vectors: Pick<ModelVectors, 'ask'>;
  /** How many need somebody, of those the console shows. */
  readonly waiting: WaitingFindings;
  /** For the pipeline of briefs, and for who tests it. */
  readonly sbomService: SbomService;
  /**
   * Everything listens: what was broken off is done, and what runs is looked at.
   * @param running what runs in containers now
   */
  start(running: () => Promise<readonly RunningImage[]>): void;
  /** Imports the program's own list of components, once what a start needs is done. */
  importOwnSbom(file: string): void;
}

/** @param resources gets everything that must be closed again. */
export async function openAdvisorySide(
  { memorySide, site, clock, ids, log, metrics, traces }: AdvisorySideParts,
  resources: AsyncDisposableStack,
): Promise<AdvisorySide> {
  const { store, tasks, settings } = memorySide;
  const uploads = new Uploads(join(site.dataDir, 'uploads'), clock);
  await uploads.clearLeftovers();
  const onError = (error: unknown) => log.error({ err: error }, 'matching evidence failed');
  const trusted = () => issuersIn(settings.current().evidence_trusted_issuers);
  const oldAfterMs = () => settings.current().evidence_old_days * DAY_MS;
  const findings = new Findings({ store, clock, trusted, oldAfterMs, onError });
  resources.defer(() => findings.close());
  const waiting = new WaitingFindings({ findings, project: DEFAULT_PROJECT, clock });
  resources.defer(() => waiting.close());
  let names = settings.current().evidence_trusted_issuers;
  settings.onChange(() => {
    const now = settings.current().evidence_trusted_issuers;
    if (now === names) return;
    names = now;
    void findings.matchAll().catch(onError);
  });
  const onChange = (project: string) => void findings.match(project);
  const vectors = openVectors({ memorySide, clock, ids, log }, resources);
  const onTaken = (project: string) => void vectors.want(project);
  const remote = new RemoteDocuments({ clock });
  resources.defer(() => remote.close());
  const onKeys = () => void findings.matchAll().catch(onError);
  const taking = { store, clock, ids, tasks, uploads, remote, onChange, onTaken };
  const evidence = new Evidence({ ...taking, trusted, onKeys });
  const mirror = () => settings.current().osv_mirror_url;
  const ecosystems = new Ecosystems({ ...taking, mirror, oldAfterMs });
  const refresh = new OsvRefresh({
    ...{ store, clock, tasks, jobs: memorySide.queue, ecosystems, mirror },
    onError: (error) => log.error({ err: error }, 'refreshes of advisories could not be queued'),
  });
  memorySide.queue.register(OSV_REFRESH, refresh);
  resources.defer(() => refresh.close());
  await evidence.begin();
  const sbomService = new SbomService({ clock, setup: () => site.config.current.sbom, env: process.env });
  resources.defer(() => sbomService.close());
  const { briefs, briefDesk, signing } = openBriefs(
    { memorySide, vectors, sbom: sbomService, site, clock, ids, log, metrics, traces },
    resources,
  );
  const shelf = new BundleShelf(join(site.dataDir, 'bundles'), clock);
  await shelf.clearLeftovers();
  const bundles = new Bundles({
    ...{ place: site.database, shelf, tasks, briefs, clock, memory: memorySide.memory },
    briefHours: () => settings.current().brief_cache_hours,
    refusal: () => store.refusal(),
    signing: { ...signing, store, clock },
    takingIn: {
      ...{ store, clock, ids, memory: memorySide.memory, transfers: memorySide.transfer },
      onBriefs: () => briefs.kept(),
      onEvidence: (project) => {
        onChange(project);
        onTaken(project);
      },
    },
  });
  const watched = new WatchedFolders({
    clock,
    folders: () => partsOf(settings.current().evidence_folders),
    everyMs: () => settings.current().evidence_look_minutes * MINUTE_MS,
    take: async (folder) => {
      await evidence.add({ project: DEFAULT_PROJECT, paths: [folder], by: 'watched folder' }).result;
    },
    warn: (error, folder) => log.warn({ err: error, folder }, 'a folder of evidence could not be taken in'),
  });
  resources.defer(() => watched.close());
  const start: AdvisorySide['start'] = (running) => {
    waiting.start();
    void findings.matchChanged().catch(onError);
    vectors.start();
    watched.start();
    refresh.start();
    const own = new OwnHints({
      ...{ clock, evidence, project: DEFAULT_PROJECT, newId: ids },
      everyMs: () => settings.current().evidence_look_minutes * MINUTE_MS,
      running: async () => (await running()).map(hintOf),
      warn: (error) => log.warn({ err: error }, 'what runs here could not be looked at for evidence'),
    });
    resources.defer(() => own.close());
    resources.defer(clock.after(FIRST_LOOK_MS, () => own.start()));
  };
  const importOwn: AdvisorySide['importOwnSbom'] = (file) => {
    let importing: Promise<void> | undefined;
    const cancel = clock.after(OWN_SBOM_AFTER_MS, () => {
      importing = importOwnSbom({ file, store, evidence, clock }).catch((error: unknown) => {
        log.warn({ err: error }, 'the list of the own components could not be imported');
      });
    });
    resources.defer(() => {
      cancel();
      return importing;
    });
  };
  return {
    evidence,
    ecosystems,
    briefs,
    briefDesk,
    bundles,
    findings,
    sbomService,
    vectors,
    waiting,
    start,
    importOwnSbom: importOwn,
  };
}

interface VectorsParts extends Pick<Ground, 'clock' | 'log'> {
  readonly memorySide: MemorySide;
  readonly ids: () => string;
}

/** Vectors by the model that a setting names: through the one way to models, in jobs of the one queue. */
function openVectors(
  { memorySide, clock, ids, log }: VectorsParts,
  resources: AsyncDisposableStack,
): ModelVectors {
  const { store, queue, llm, settings } = memorySide;
  const { name: purpose } = EMBED_PURPOSE;
  const chosen = () => settings.current().evidence_embed_model_id;
  const model: VectorModel = {
    isChosen: () => chosen() !== null,
    problem: () => llm.ask.problem(purpose),
    maker: (signal) => llm.vectors.maker(purpose, signal),
    embed: (texts, signal) => {
      const timeoutMs = settings.current().model_timeout_seconds * 1000;
      return llm.vectors.embed({ purpose, texts, signal, timeoutMs });
    },
  };
  queue.register(EMBED, new EmbedWorker({ store, clock, ids, model, jobs: queue }));
  const onError = (error: unknown) => log.error({ err: error }, 'vectors of evidence could not be asked for');
  const vectors = new ModelVectors({ store, clock, ids, model, jobs: queue, onError });
  resources.defer(() => vectors.close());
  let before = chosen();
  settings.onChange(() => {
    if (chosen() === before) return;
    before = chosen();
    void vectors.wantAll();
  });
  resources.defer(llm.onChange(() => void vectors.wantAll()));
  return vectors;
}

/** What shares its host's network may be reached by whatever port it opens: which, nobody here knows. */
function hintOf({ resource, digests, ports, program, user }: RunningImage): RuntimeHint {
  const [imageDigest = null, ...otherDigests] = digests;
  return { resource, imageDigest, otherDigests, ports, entrypoint: program === null ? [] : [program], user };
}
