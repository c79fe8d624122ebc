// Briefs put together: their evidence, the models that may word them, the queue they are made in. Opened by advisory-side.ts alone.
import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { ANSWER_SCHEMA } from '../../advisory/brief/composition.ts';
import {
  CONCEPT_KEY,
  type ConceptKnown,
  conceptChunks,
  conceptFacts,
} from '../../advisory/context/concept-chunks.ts';
import { readContext } from '../../advisory/context/read-context.ts';
import { issuersIn } from '../../advisory/findings/trusted-issuers.ts';
import { BriefDesk } from '../../advisory/outputs/brief-desk.ts';
import { BRIEF_JOB } from '../../advisory/outputs/brief-job.ts';
import { BriefWorker } from '../../advisory/outputs/brief-worker.ts';
import { Briefs } from '../../advisory/outputs/briefs.ts';
import { FOLLOW_UP } from '../../advisory/outputs/follow-up-job.ts';
import { FollowUpWorker } from '../../advisory/outputs/follow-up-worker.ts';
import type { BriefModels, BriefsParts } from '../../advisory/outputs/ports.ts';
import { Signatures, type SignaturesParts } from '../../advisory/outputs/signatures.ts';
import type { ModelVectors } from '../../advisory/retrieval/model-vectors.ts';
import type { SbomContextClient } from '../../advisory/retrieval/sbom-service.ts';
import { SigningKeys } from '../../advisory/signing/signing-keys.ts';
import { LaunchedPrograms } from '../../infra/executors/launch/launched-programs.ts';
import { askInTurns } from '../../llm/ask-in-turns.ts';
import type { Llm } from '../../llm/open-llm.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Ground } from '../ground.ts';
import type { MemorySide } from '../memory-side.ts';

export interface BriefsSideParts
  extends Pick<Ground, 'clock' | 'ids' | 'log' | 'metrics' | 'site' | 'traces'> {
  readonly memorySide: MemorySide;
  readonly vectors: Pick<ModelVectors, 'ask'>;
  readonly sbom: SbomContextClient;
}

/** @param resources gets everything that must be closed again. */
export function openBriefs(
  { memorySide, vectors, sbom, site, clock, ids, log, metrics, traces }: BriefsSideParts,
  resources: AsyncDisposableStack,
): { readonly briefs: Briefs; readonly briefDesk: BriefDesk; readonly signing: SignaturesParts } {
  const { store, queue, settings, llm, vault, memory } = memorySide;
  const programs = new LaunchedPrograms();
  resources.defer(() => programs.close());
  const keys = new SigningKeys({ store, vault, clock });
  const signing = { keys, programs, setup: () => site.config.current.signer };
  const signer = new Signatures(signing);
  const parts: BriefsParts = {
    ...{ store, clock, ids, queue, signer, log, traces },
    settings: settings.current,
    profiles: () => site.config.current.profiles,
    trusted: () => issuersIn(settings.current().evidence_trusted_issuers),
    models: briefModels(llm, settings.current),
    async context(asked, signal) {
      const parts = {
        ...{ index: store, clock, sbom, signal },
        vectorOf: (text: string) => vectors.ask(text),
      };
      const name = CONCEPT_KEY.exec(asked.advisoryKey)?.[1];
      if (name === undefined) return readContext(asked, parts);
      const known = await conceptKnown(memory, asked.project, name);
      const graph = { extra: conceptChunks(known), facts: conceptFacts(known), isOnlyExtra: true };
      return readContext({ ...asked, artifact: null }, { ...parts, ...graph });
    },
    counters: metrics.briefs,
    // Letters and digits: 130 bits that stand nowhere else.
    canary: () => `brief${randomBytes(16).toString('hex')}`,
  };
  const briefs = new Briefs(parts);
  queue.register(BRIEF_JOB, new BriefWorker(parts, () => briefs.kept()));
  queue.register(FOLLOW_UP, new FollowUpWorker({ store, clock, jobs: queue }));
  const changed = () => briefs.changed();
  settings.onChange(changed);
  resources.defer(llm.onChange(changed));
  const briefDesk = new BriefDesk({ ...parts, briefs, signatures: signer, keys, jobs: queue });
  resources.defer(() => briefDesk.close());
  return { briefs, briefDesk, signing };
}

const NO_RECALLS = { count: () => 0, mostRecent: () => [], mostRecalled: () => [] };

/** What the memory has of a concept now. @throws AppError NOT_FOUND */
async function conceptKnown(
  { concepts, read }: Memory,
  project: string,
  name: string,
): Promise<ConceptKnown> {
  const { concept, edges, conflictIds } = await concepts.get(project, name, NO_RECALLS);
  const conflicts = await Promise.all(conflictIds.map((id) => read.conflict(id)));
  return { token: concept.token, edges, conflicts };
}

/** The one way to models, as briefs need it. */
function briefModels(llm: Llm, settings: () => Settings): BriefModels {
  return {
    async about(purpose) {
      const { label, provider, isLocal, problem } = await llm.ask.about(purpose, null);
      return { label, provider, isLocal, problem };
    },
    async digest(purpose, signal) {
      const { provider, label } = await llm.ask.about(purpose, null);
      // Who tells no digest of its weights is known by what it is called.
      const called = label ?? '';
      if (provider !== 'ollama') return called;
      const found = await llm.vectors.maker(purpose, signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'BAD_ANSWER') return { digest: called };
        throw error;
      });
      return found.digest;
    },
    ask: (purpose, messages, signal) =>
      askInTurns(llm.ask, { purpose, messages, schema: { name: 'brief', schema: ANSWER_SCHEMA }, signal }),
    async usedUpUntil(purpose) {
      const [tokens, { cost, costLimit, resetsAt }] = await Promise.all([
        llm.ask.usedToday(purpose),
        llm.ask.today(),
      ]);
      return tokens >= settings().brief_daily_tokens || (costLimit > 0 ? cost >= costLimit : cost > 0)
        ? resetsAt
        : null;
    },
  };
}
