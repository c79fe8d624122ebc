// What the typed calls are made of: the rooms that answer them, as they are. The composition root puts it together.
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { ApprovalsState } from '../../shared/contract/approvals.ts';
import type { Contract } from '../../shared/contract/index.ts';
import type { ResourcesState } from '../../shared/contract/resources.ts';
import type { Clock } from '../../shared/model/clock.ts';
import type { ChosenModel } from '../../shared/model/language-model.ts';
import type { DemoRemoved } from '../../shared/model/start/first-run.ts';
import type { Ecosystems } from '../advisory/evidence/ecosystems.ts';
import type { Evidence } from '../advisory/evidence/evidence.ts';
import type { Findings } from '../advisory/findings/findings.ts';
import type { BriefDesk } from '../advisory/outputs/brief-desk.ts';
import type { SbomService } from '../advisory/sbom/service.ts';
import type { HostDesk } from '../agent/hands/host-desk.ts';
import type { AssistantDesk } from '../agent/sessions/desk.ts';
import type { Clients } from '../clients/clients-service.ts';
import type { CallRecord } from '../console/call-record.ts';
import type { FirstRun } from '../console/first-run.ts';
import type { JobDesk } from '../console/job-desk.ts';
import type { JobsWatch } from '../console/jobs-watch.ts';
import type { Status } from '../console/status-service.ts';
import type { TaskBoard } from '../console/task-board.ts';
import type { UpstreamDesk } from '../console/upstreams/upstream-desk.ts';
import type { WebPush } from '../infra/web-push/web-push.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { Memory } from '../memory/memory.ts';
import type { Recalls } from '../memory/read/concept-reads.ts';
import type { PartNaming } from '../memory/resolve/part-naming.ts';
import type { Resolution } from '../memory/resolve/resolution.ts';
import type { Bundles } from '../offline/bundles.ts';
import type { ProxyService } from '../proxy/proxy.ts';
import type { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import type { LiveSettings } from '../settings/settings-service.ts';
import type { LiveView } from '../streams/live-view.ts';
import type { Transfers } from '../transfer/transfer-service.ts';

/** What the contract says that a call answers. */
type Answers = InferContractRouterOutputs<Contract>;

/** Who is calling, derived from the door and never from an argument. */
export interface Caller {
  readonly actor: string;
  /** The console's own doors, or REST. */
  readonly door: 'console' | 'http';
}

export interface Services {
  /** Of the program. */
  readonly version: string;
  readonly calls: CallRecord;
  readonly transfer: Transfers;
  readonly tasks: TaskBoard;
  readonly clock: Clock;
  readonly memory: Memory;
  readonly traffic: TrafficLog;
  readonly upstreams: UpstreamDesk;
  readonly clients: Clients;
  readonly loops: ProxyService['loops'];
  readonly settings: LiveSettings;
  readonly status: Status;
  readonly firstRun: FirstRun;
  readonly recalls: Recalls;
  readonly jobs: JobsWatch;
  readonly jobDesk: JobDesk;
  readonly models: ModelsService;
  /** Whether the models that settings name are there. */
  readonly chosenModels: { look(): Promise<readonly ChosenModel[]> };
  readonly resolution: Resolution;
  readonly partNaming: PartNaming;
  /** What is there, what is asked for, what was decided. */
  readonly desk: HostDesk;
  readonly resources: LiveView<ResourcesState>;
  readonly approvals: LiveView<ApprovalsState>;
  readonly assistant: AssistantDesk;
  /** Browsers that are notified. */
  readonly webPush: WebPush;
  /** Where other devices, or this machine, see what needs approval. */
  approvalsUrl(): string;
  /** What is known about risks. */
  readonly evidence: Evidence;
  readonly ecosystems: Ecosystems;
  /** What of it affects what is run. */
  readonly findings: Findings;
  /** What is written of both. */
  readonly briefs: BriefDesk;
  /** All of it as a file, out and in. */
  readonly bundles: Bundles;
  /** Lists of components elsewhere. */
  readonly sbomService: Pick<SbomService, 'state' | 'check'>;
  /** @throws AppError INVALID_INPUT for a value that does not fit */
  previewSettings(
    changes: Readonly<Record<string, unknown>>,
    limit: number,
  ): Promise<Answers['system']['previewSettings']>;
  /** @throws AppError NOT_ALLOWED where there is none */
  removeDemo(actor: string): Promise<DemoRemoved>;
  sessionLink(): string;
  testPrompt(options: {
    model?: string | undefined;
    prompt?: string | undefined;
  }): Promise<Answers['system']['testPrompt']>;
}
