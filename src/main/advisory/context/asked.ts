// What a context pack is asked for, and what it is read with. Types only. Source: advisory, Retrieval.
import type { Clock } from '../../../shared/model/clock.ts';
import type { IndexReader } from '../../store/evidence/chunks.ts';
import type { PromptTask } from '../prompt/templates.ts';
import type { PackChunk } from '../retrieval/pack.ts';
import type { PackFact, PackProfile } from '../retrieval/pack-shape.ts';
import type { SbomContextClient } from '../retrieval/sbom-service.ts';
import type { SearchAsked } from '../retrieval/search.ts';

export interface ContextAsked {
  readonly project: string;
  readonly task: PromptTask;
  /** An id of an advisory in any spelling, a text with ids in it, a package URL, or the name of a package. */
  readonly advisoryKey: string;
  /** Key of a product, id of a resource or digest of an image; null for all that is affected. */
  readonly artifact: string | null;
  /** Traces of policies of another version are left out; null takes in all. */
  readonly policyVersion: string | null;
  readonly profile: PackProfile;
  /** Issuers whose word the operator trusts. */
  readonly trusted: ReadonlySet<string>;
}

export interface ContextParts {
  /** The database, or one moment of it. */
  readonly index: IndexReader;
  /** Lets others have their turn while long lists are read. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly vectorOf?: SearchAsked['vectorOf'];
  /** Lists of components from elsewhere. */
  readonly sbom?: SbomContextClient;
  readonly signal?: AbortSignal;
  /** Pieces that stand in no table of evidence, such as edges of the concept graph, with their ranks among what is found (from 1). */
  readonly extra?: readonly PackChunk[];
  /** What is asked about stands in no evidence: a concept of the graph. */
  readonly isOnlyExtra?: boolean;
  /** What the graph has of it. */
  readonly facts?: readonly PackFact[];
  /** In which environment a resource is; nobody knows where it is not said. */
  readonly environmentOf?: (resource: string) => string | null;
}
