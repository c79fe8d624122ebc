// The tables as TypeScript sees them; migrations/ makes them. Times are epoch milliseconds, JSON is text.
// Booleans come back as 0 and 1 from SQLite and as booleans from Postgres: read them with `Boolean(...)`.
// Source: memory, Store, D11, D12, D13, D14, D15, D16.
import type { ColumnType, Generated } from 'kysely';
import type { CollisionType, ConflictStatus, Source } from '../../shared/model/graph.ts';

type Bool = ColumnType<boolean | number, boolean, boolean>;
type BoolWithDefault = ColumnType<boolean | number, boolean | undefined, boolean>;

/** Concepts. Saliency is computed by the database from the count, so the two cannot disagree. */
export interface ConceptTable {
  id: Generated<number>;
  token: string;
  encounter_count: Generated<number>;
  last_seen: Generated<number>;
  saliency: ColumnType<number, never, never>;
  novelty: Generated<number>;
  common: BoolWithDefault;
  /** Met on a second day. */
  returned: BoolWithDefault;
}

/** The present: one parent per concept, dimension and project. A root has id = parent_id = dim_id. */
export interface EdgeTable {
  edge_id: Generated<number>;
  project: string;
  id: number;
  parent_id: number;
  dim_id: number;
  is_isa: Bool;
  confidence: number;
  last_confirmed: number;
  source: Source;
  valid_from: number;
  do_not_use: BoolWithDefault;
  /** Only an assistant said it. */
  is_guess: BoolWithDefault;
  /** From when on it holds no more; null for a fact without an end. */
  until: ColumnType<number | null, number | null | undefined, number | null>;
}

/** The past: edges that were replaced, moved or removed, with the time until which they held. */
export interface EdgeHistoryTable {
  history_id: Generated<number>;
  edge_id: number;
  project: string;
  id: number;
  parent_id: number;
  dim_id: number;
  is_isa: Bool;
  confidence: number;
  last_confirmed: number;
  source: Source;
  valid_from: number;
  valid_to: number;
  event_id: number;
  /** The end it had when it stopped holding. */
  until: ColumnType<number | null, number | null | undefined, number | null>;
}

/** What a dimension asks in a project, where an operator said so. */
export interface DimensionQuestionTable {
  project: string;
  dim_id: number;
  question: string;
}

/** Where an edge came from: the first entry and the latest ones. */
export interface EdgeProvenanceTable {
  provenance_id: Generated<number>;
  edge_id: number;
  entry: string;
}

export interface ResolutionQueueTable {
  id: Generated<number>;
  project: string;
  concept_id: number;
  dim_id: number;
  existing_edge_id: number | null;
  existing_parent_id: number | null;
  existing_is_isa: ColumnType<boolean | number | null, boolean | null, boolean | null>;
  existing_confidence: number | null;
  existing_source: Source | null;
  incoming_parent_id: number;
  incoming_is_isa: Bool;
  incoming_confidence: number;
  incoming_source: Source;
  collision_type: CollisionType;
  status: Generated<ConflictStatus>;
  priority: Generated<number>;
  provenance: string;
  seen_count: Generated<number>;
  last_seen: number;
  attempts: Generated<number>;
  resolution: string | null;
  decided_by: string | null;
  version: Generated<number>;
  created_at: number;
  resolved_at: number | null;
  /** Not listed as open, and left alone by the resolution job, before this time. */
  snoozed_until: number | null;
  /** An operator's. */
  note: string | null;
  /** Why the newest answer of a model could not be used. */
  last_problem: string | null;
  /** It corrects what is known. */
  correction: BoolWithDefault;
  /** Its claim is that the incoming fact is so no more; a correction then. */
  ends: BoolWithDefault;
}

export interface ModelsTable {
  id: Generated<number>;
  provider: 'ollama' | 'openai' | 'claude';
  base_url: string | null;
  model_name: string;
  api_key_encrypted: string | null;
  created_at: number;
  label: Generated<string>;
  context_tokens: number | null;
  /** US dollars for a million tokens. */
  input_price: number | null;
  output_price: number | null;
  /** JSON. */
  abilities: string | null;
  version: Generated<number>;
  updated_at: Generated<number>;
}

/** Upstreams that the console holds, beside those of config.yaml. */
export interface UpstreamTable {
  id: Generated<number>;
  name: string;
  url: string;
  weight: number;
  slots: number | null;
  /** JSON: names of the headers it is sent. */
  header_names: string;
  /** JSON of their values, sealed by the vault; null where there are none, or where a backup left them out. */
  headers_encrypted: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** Keys that sign briefs and bundles; never removed. */
export interface SigningKeyTable {
  key_id: string;
  algorithm: 'ed25519' | 'ecdsa-p256';
  public_pem: string;
  /** Sealed by the vault; null where a backup left it out. */
  sealed_private: string | null;
  created_at: number;
  /** Null for the one of its algorithm that signs. */
  retired_at: number | null;
}

/** How a bundle was signed, for when the same is written again. */
export interface BundleSignatureTable {
  /** SHA-256 of its `SHA256SUMS`, hexadecimal. */
  sums_sha256: string;
  key_id: string;
  /** The DSSE envelope, as JSON. */
  envelope: string;
  made_at: number;
}

export interface ConfigTable {
  key: string;
  value: string;
  updated_at: number;
}

/** Append-only; each row carries the hash of the one before it. Every chain has a table of these columns. */
export interface EventTable {
  id: number;
  at: number;
  project: string;
  kind: string;
  actor: string;
  edge_id: number | null;
  conflict_id: number | null;
  payload: string;
  prev_hash: string;
  hash: string;
}

export interface InjectionTable {
  id: Generated<number>;
  request_id: string;
  at: number;
  project: string;
  conversation: string | null;
  client: string | null;
  concepts: string;
  edge_ids: string;
  position: string;
  bytes: number;
  prefix_bytes: number;
}

export type JobStatus = 'waiting' | 'done' | 'dead';

export interface JobTable {
  id: Generated<number>;
  kind: string;
  job_key: string;
  payload: string;
  status: Generated<JobStatus>;
  attempts: Generated<number>;
  run_at: number;
  last_error: string | null;
  created_at: number;
  finished_at: number | null;
  /** While somebody works on it; see jobs/stored-jobs.ts. */
  claimed_until: number | null;
  /** How often it was handed out. */
  claim: Generated<number>;
  /** What came of it. */
  result: string | null;
}

export interface ClientsTable {
  id: Generated<number>;
  name: string;
  /** The one it may speak for; null: any. */
  project: string | null;
  concurrency: number | null;
  rate_per_minute: number | null;
  /** JSON. */
  mitigations_off: Generated<string>;
  learning: Generated<'project' | 'self' | 'off'>;
  questions: Generated<'sparing' | 'always' | 'never'>;
  note: Generated<string>;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** What clients were asked about, the last questions of each. */
export interface ClientQuestionTable {
  id: Generated<number>;
  client: string;
  scope: string;
  word: string;
  asked_at: number;
}

/** Keys of clients; a revoked one stays when its client goes. */
export interface ClientKeysTable {
  id: Generated<number>;
  client: string;
  /** SHA-256, hex: the key itself is nowhere. */
  key_hash: string;
  hint: string;
  created_at: number;
  revoked_at: number | null;
}

/** What a person or a run did in one transaction; the id is that of its first event. */
export interface GraphActionTable {
  id: number;
  at: number;
  project: string;
  kind: string;
  actor: string;
  reason: string;
  summary: string;
  /** Events after the first one that belong to it. */
  parts: number;
  undoes: number | null;
  undone_by: number | null;
}

export interface ResolutionRunTable {
  id: Generated<number>;
  started_by: string;
  actor: string;
  status: Generated<'running' | 'done' | 'failed' | 'stopped'>;
  /** The process that runs it, or ran it last. */
  runner: string;
  started_at: number;
  finished_at: number | null;
  total: Generated<number>;
  /** JSON. */
  counts: Generated<string>;
  error: string | null;
  /** Conflicts with a larger id came in after it started. */
  up_to: Generated<number>;
  /** The moment of the schedule it was started for. */
  slot: number | null;
  /** While somebody performs it; see tables/run-claims.ts. */
  claimed_until: Generated<number | null>;
  /** How often it was taken up. */
  claim: Generated<number>;
}

export interface ResolutionJournalTable {
  id: Generated<number>;
  run_id: number;
  conflict_id: number;
  at: number;
  outcome: string;
  detail: string;
  model: string | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  ms: Generated<number>;
}

export interface ModelCallTable {
  id: Generated<number>;
  at: number;
  /** The local day, `2026-11-21`. */
  day: string;
  purpose: string;
  /** What several calls belong to and have a budget for. */
  run: string | null;
  model: string;
  /** Null while it is under way; the numbers are its reservation then. */
  ok: ColumnType<boolean | number | null, boolean | null, boolean | null>;
  problem: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Counted by characters, since the model did not say. */
  estimated: Bool;
  /** US dollars. */
  cost: number;
  ms: number;
}

export interface ConceptQuestionTable {
  project: string;
  concept_id: number;
  asked_at: number;
  outcome: string;
  detail: string;
}

/** Sentences that were given to the reader's model; `model` once it has answered. */
export interface ReadSentenceTable {
  project: string;
  hash: string;
  at: number;
  model: string | null;
}

/** What the reader's model said of a sentence, and what became of it. */
export interface ReadingTable {
  id: Generated<number>;
  project: string;
  at: number;
  model: string;
  is_local: Bool;
  client: string | null;
  role: string;
  sentence: string;
  concept: string;
  parent: string;
  dimension: string;
  is_isa: Bool;
  outcome: string;
  reason: string | null;
  edge_id: number | null;
  conflict_id: number | null;
}

/** Edges that changed without an event, for other processes; only the end of the list is kept. */
export interface EdgeTouchTable {
  id: number;
  edge_id: number;
}

/** Something that somebody wants done to a resource, and what the operator said. */
export interface ApprovalTable {
  id: string;
  /** Only that host carries it out. */
  host: string;
  session: string | null;
  status: Generated<'pending' | 'approved' | 'denied' | 'expired' | 'replaced'>;
  tool: string;
  /** JSON, canonical. */
  arguments: string;
  resource_id: string;
  /** JSON: the card. */
  plan: string;
  plan_hash: string;
  /** Equal for those that may be decided together. */
  shape: string;
  asked_by: string;
  asked_at: number;
  expires_at: number;
  decided_by: string | null;
  decided_at: number | null;
  reason: string | null;
  /** The rule that approved it. */
  rule: string | null;
  /** What waits in its place. */
  replaced_by: string | null;
}

/** Written before anything is done: what was started and never finished is unknown, and never done again. */
export interface ExecutionTable {
  id: string;
  approval_id: string;
  plan_hash: string;
  host: string;
  resource_id: string;
  state: 'started' | 'done' | 'failed' | 'refused' | 'unknown';
  started_at: number;
  lease_until: number;
  finished_at: number | null;
  summary: string | null;
  exit_code: number | null;
  /** JSON, redacted. */
  output: string | null;
  verified: 'yes' | 'no' | 'unproven' | null;
  evidence: string | null;
}

/** What the operator lets happen without being asked. */
export interface ApprovalRuleTable {
  id: string;
  tool: string;
  /** JSON. */
  matches: string;
  summary: string;
  session: string | null;
  made_by: string;
  made_at: number;
  expires_at: number | null;
  revoked_by: string | null;
  revoked_at: number | null;
  used: Generated<number>;
  last_used_at: number | null;
}

/** Never to be touched, nor what is in it. */
export interface ResourceLockTable {
  resource_id: string;
  name: string;
  note: string;
  locked_by: string;
  locked_at: number;
}

/** What was wrong, from when to when; no end while it still is. One of a host and a key is active at a time. */
export interface AlertTable {
  id: string;
  host: string;
  key: string;
  rule: string;
  resource_id: string | null;
  resource_name: string;
  /** JSON: ids of what the resource lies in, innermost first. */
  parents: Generated<string>;
  severity: 'warning' | 'critical';
  message: string;
  finding: string | null;
  started_at: number;
  ended_at: number | null;
  acknowledged_by: string | null;
  acknowledged_at: number | null;
  note: string | null;
  notified: 'raised' | 'resolved' | null;
  notified_at: number | null;
  session: string | null;
  session_at: number | null;
}

export interface AlertSilenceTable {
  id: string;
  host: string;
  resource_id: string | null;
  resource_name: string | null;
  rule: string | null;
  reason: string;
  /** Null: until somebody ends it. */
  until: number | null;
  created_by: string;
  created_at: number;
}

/** Whether a resource should run, where the operator says so. */
export interface ResourceExpectationTable {
  host: string;
  resource_id: string;
  expected: 'running' | 'any';
  set_by: string;
  set_at: number;
}

/** A conversation with the assistant, and the state its loop is in. */
export interface AssistantSessionTable {
  id: string;
  host: string;
  title: string;
  pinned: Generated<number>;
  profile: 'interactive' | 'plan' | 'investigation' | 'autonomous';
  model_id: string | null;
  /** JSON: what is discovered, known, unproven. */
  state: string;
  /** JSON: the run under way; null when none is. */
  run: string | null;
  started_by: string;
  created_at: number;
  updated_at: number;
}

export interface AssistantEntryTable {
  session: string;
  seq: number;
  id: string;
  /** JSON, redacted: what the operator sees. */
  entry: string;
  /** JSON: what the model was sent of it, or said; null for what it knows nothing of. */
  sent: string | null;
}

export interface AssistantScheduleTable {
  id: string;
  host: string;
  title: string;
  message: string;
  cron: string;
  enabled: number;
  made_by: string;
  made_at: number;
  last_at: number | null;
  last_session: string | null;
  skipped: string | null;
}

/** A version of a document of evidence, and what is known of it as a whole. Its rows elsewhere are those of the newest version. */
export interface EvidenceDocumentTable {
  id: Generated<number>;
  project: string;
  format: string;
  key: string;
  version: string;
  title: string;
  issuer: string;
  licence: string | null;
  /** The file, the archive and the entry in it, or the address it came from. */
  origin: string;
  /** The places it came from, in digests between blanks: they decide which documents it replaces. */
  source: ColumnType<string, string | undefined, string>;
  sha256: string;
  bytes: number;
  stated_at: number | null;
  first_seen: number;
  last_seen: number;
  /** 1 for the newest version of any place it came from. */
  current: number;
  /** Of a list of components: what it is of, without a version. */
  product: string | null;
  /** Of what the list is of; empty where it names none, null for what is no list. */
  product_version: ColumnType<string | null, string | null | undefined, string | null>;
  /** JSON. */
  subject: string | null;
  /** JSON. */
  notes: string;
  /** Null where nobody signed it. */
  signature_state: 'verified' | 'unknown_key' | null;
  /** The key that signed it; of an unknown one what its envelope calls it. */
  signed_by: string | null;
  /** The signature that lay beside it, base64. */
  signature: string | null;
}

/** A key of somebody else that documents of evidence may be signed with. */
export interface EvidenceKeyTable {
  key_id: string;
  algorithm: 'ed25519' | 'ecdsa-p256' | 'ecdsa-p384' | 'rsa';
  public_pem: string;
  /** JSON: whom it speaks for. */
  issuers: string;
  note: string;
  added_at: number;
  added_by: string;
}

/** The very bytes, as text. */
export interface EvidenceRawTable {
  document: number;
  raw: string;
}

interface OfDocument {
  document: number;
  n: number;
  project: string;
}

export interface EvidenceAdvisoryTable extends OfDocument {
  advisory_id: string;
  withdrawn: number | null;
  modified: number | null;
  record: string;
}

export interface EvidenceAliasTable extends OfDocument {
  advisory_id: string;
  alias: string;
  /** `alias`: both name one vulnerability; `upstream`: the first is a view of the second; `fixes`: an erratum fixes the second. */
  kind: string;
}

export interface EvidenceAffectedTable extends OfDocument {
  advisory_id: string;
  package_key: string | null;
  /** As the advisory has it; `pkg:type` where it has a package URL alone, empty where it has neither. */
  ecosystem: string;
  record: string;
}

export interface EvidenceClaimTable extends OfDocument {
  vulnerability: string;
  package_key: string | null;
  record: string;
}

export interface EvidenceComponentTable extends OfDocument {
  package_key: string | null;
  /** Of the source package it was built from, where that is another. */
  source_key: string | null;
  record: string;
}

/** Components by their number within the document; 0 is its subject. */
export interface EvidenceDependencyTable {
  document: number;
  parent: number;
  child: number;
  scope: 'runtime' | 'build';
}

export interface EvidenceNoteTable extends OfDocument {
  kind: 'trace' | 'hint';
  about: string;
  record: string;
}

/** A piece of evidence that can be found and cited; its id is made of project and source id. */
export interface EvidenceChunkTable {
  id: number;
  document: number;
  project: string;
  source_id: string;
  kind: ChunkKind;
  source_url: string | null;
  text: string;
  /** SHA-256 of the text, hexadecimal. */
  text_hash: string;
  /** For the full-text index: each once, as the signs that stand for it. */
  words: string;
  /** What made the vector; null where there is none. */
  embedder: string | null;
  /** Signed bytes, base64. */
  vector: string | null;
}

/** A model's vector of a piece. */
export interface EvidenceVectorTable {
  chunk: number;
  /** The very model that made it, by its digest. */
  embedder: string;
  document: number;
  project: string;
  /** Signed bytes, base64. */
  vector: string;
}

/** What a piece is found under. */
export interface EvidenceChunkKeyTable {
  project: string;
  kind: ChunkKeyKind;
  key: string;
  chunk: number;
  document: number;
}

export type ChunkKind = 'advisory' | 'range' | 'vex' | 'sbom' | 'policy' | 'runtime' | 'kev';
export type ChunkKeyKind = 'id' | 'package' | 'resource';

export interface EvidenceExploitedTable {
  project: string;
  cve: string;
  /** The catalogue it stands in. */
  document: number;
  record: string;
  /** When this host first heard of it. */
  first_seen: number;
}

export interface EvidenceScoreTable {
  project: string;
  cve: string;
  score: number;
  percentile: number;
  at: number | null;
}

export interface EvidenceImportTable {
  id: string;
  project: string;
  origin: string;
  made_by: string;
  begun_at: number;
  ended_at: number | null;
  taken: number;
  same: number;
  refused: number;
  left_out: number;
  error: string | null;
  /** While it goes on: how long its process is known to live; see evidence/imports.ts. */
  claimed_until: Generated<number | null>;
}

export interface EvidenceRefusalTable {
  import_id: string;
  n: number;
  origin: string;
  path: string;
  reason: string;
}

/** One vulnerability in one component of what is run, as it was last computed. */
export interface FindingTable {
  project: string;
  key: string;
  product: string;
  document: number;
  n: number;
  package_key: string;
  version: string | null;
  vulnerability: string;
  status: string;
  held: number;
  /** 1 where its distribution holds it to be unimportant: shown apart, and not open. */
  unimportant: number;
  scope: 'runtime' | 'build';
  /** 0 is critical, 5 unknown. */
  severity: number;
  cvss: number | null;
  exploited: number;
  epss: number | null;
  title: string;
  /** Ids, component and title in lower case. */
  search: string;
  /** JSON. */
  record: string;
  first_seen: number;
  last_seen: number;
  /** When it was found no more; null while it is. */
  gone_at: number | null;
}

export interface FindingDecisionTable {
  id: Generated<number>;
  project: string;
  product: string;
  package_key: string;
  vulnerability: string;
  /** Of the component when it was made. */
  version: string | null;
  kind: string;
  justification: string | null;
  reason: string;
  expires_at: number | null;
  decided_by: string;
  decided_at: number;
  undone_at: number | null;
}

/** A revision of a brief; JSON where a member has parts. */
export interface AdvisoryAiOutputsTable {
  id: Generated<number>;
  project: string;
  cache_key: string;
  revision: number;
  /** Digest of what was asked for, whatever the evidence was. */
  subject: string;
  task: string;
  advisory_key: string;
  artifact_id: string | null;
  policy_version: string | null;
  profile: string;
  supersedes: string | null;
  input_digest: string;
  provenance_hash: string;
  output_hash: string;
  summary: string;
  conflicts: string;
  remediation: string;
  /** `references` is a word of SQL. */
  reference_list: string;
  /** Of the evidence under its key, what it cites: 0 to 1. */
  coverage: number;
  citations: string;
  steps: string;
  follow_ups: string;
  guardrail_blocked: number;
  guardrail: string;
  prompt_sha256: string | null;
  effective_mode: string;
  model_id: string | null;
  fallback_reason: string | null;
  signatures: string;
  manifest: string;
  generated_at: number;
  /** The bundle that brought it; null where it was made here. */
  came_from: string | null;
}

/** Which weights of a model word briefs. */
export interface BriefModelPinTable {
  model: string;
  digest: string;
  pinned_by: string;
  pinned_at: number;
}

export interface FindingUncheckedTable {
  project: string;
  document: number;
  n: number;
  product: string;
  reason: string;
  detail: string;
  component: string;
}

export interface FindingObservationTable {
  project: string;
  product: string;
  package_key: string;
  vulnerability: string;
  /** Empty where the component has none. */
  version: string;
  status: string;
  fix: string | null;
  first_seen: number;
  last_seen: number;
}

export interface FindingMatchTable {
  project: string;
  matched_at: number;
  /** Components that were held against what is known. */
  checked: number;
}

/** A database of advisories that was imported as a whole, or was meant to be. */
export interface EvidenceEcosystemTable {
  project: string;
  /** As OSV spells it. */
  ecosystem: string;
  /** The file or the address of the mirror. */
  source: string;
  /** 1 once an import of the whole came to its end. */
  complete: number;
  /** When that was; of one that is not complete, when it began. */
  imported_at: number;
  /** The newest `modified` of its records. */
  data_as_of: number | null;
  records: number;
}

/** What the operator decided of a version of a product: its list is matched though a newer one is there, or with nothing. */
export interface EvidenceVersionTable {
  project: string;
  product: string;
  /** Empty where the list names none. */
  version: string;
  active: number;
  decided_by: string;
  decided_at: number;
}

/** Which lists of components a finding is in. */
export interface FindingListTable {
  project: string;
  document: number;
  key: string;
  last_seen: number;
}

export interface EvidenceBindingTable {
  project: string;
  product: string;
  resource_id: string;
  bound_by: string;
  bound_at: number;
}

export interface Database {
  soas: ConceptTable;
  urd: EdgeTable;
  urd_history: EdgeHistoryTable;
  edge_provenance: EdgeProvenanceTable;
  resolution_queue: ResolutionQueueTable;
  models: ModelsTable;
  upstream: UpstreamTable;
  signing_key: SigningKeyTable;
  bundle_signature: BundleSignatureTable;
  dimension_question: DimensionQuestionTable;
  config: ConfigTable;
  graph_event: EventTable;
  host_event: EventTable;
  agent_event: EventTable;
  approval: ApprovalTable;
  execution: ExecutionTable;
  approval_rule: ApprovalRuleTable;
  resource_lock: ResourceLockTable;
  alert: AlertTable;
  alert_silence: AlertSilenceTable;
  resource_expectation: ResourceExpectationTable;
  assistant_session: AssistantSessionTable;
  assistant_entry: AssistantEntryTable;
  assistant_schedule: AssistantScheduleTable;
  evidence_document: EvidenceDocumentTable;
  evidence_key: EvidenceKeyTable;
  evidence_raw: EvidenceRawTable;
  evidence_advisory: EvidenceAdvisoryTable;
  evidence_alias: EvidenceAliasTable;
  evidence_affected: EvidenceAffectedTable;
  evidence_claim: EvidenceClaimTable;
  evidence_component: EvidenceComponentTable;
  evidence_dependency: EvidenceDependencyTable;
  evidence_note: EvidenceNoteTable;
  evidence_chunk: EvidenceChunkTable;
  evidence_chunk_key: EvidenceChunkKeyTable;
  evidence_vector: EvidenceVectorTable;
  evidence_exploited: EvidenceExploitedTable;
  evidence_score: EvidenceScoreTable;
  evidence_import: EvidenceImportTable;
  evidence_refusal: EvidenceRefusalTable;
  evidence_binding: EvidenceBindingTable;
  evidence_ecosystem: EvidenceEcosystemTable;
  evidence_version: EvidenceVersionTable;
  finding_list: FindingListTable;
  finding: FindingTable;
  advisory_ai_outputs: AdvisoryAiOutputsTable;
  brief_model_pin: BriefModelPinTable;
  finding_decision: FindingDecisionTable;
  finding_unchecked: FindingUncheckedTable;
  finding_observation: FindingObservationTable;
  finding_match: FindingMatchTable;
  injection: InjectionTable;
  job: JobTable;
  clients: ClientsTable;
  client_keys: ClientKeysTable;
  client_question: ClientQuestionTable;
  graph_action: GraphActionTable;
  resolution_run: ResolutionRunTable;
  resolution_journal: ResolutionJournalTable;
  model_call: ModelCallTable;
  concept_question: ConceptQuestionTable;
  read_sentence: ReadSentenceTable;
  reading: ReadingTable;
  edge_touch: EdgeTouchTable;
}
