// What every provider of resources offers, and what is promised about it. Implemented in infra/providers, one folder or file each;
// called by the inventory (discover), the hands (inspect, plan, act, verify) and the sampler (metrics), and by nobody else.
// A provider never asks who is calling: whoever reaches `act` has passed the gates. It redacts nothing but environments (names
// alone leave it); secrets in texts are taken out once, by the hands. Source: agent, What it acts on.
import type {
  ActionName,
  ExecutorPath,
  Inspection,
  LogLine,
  ProviderName,
  Resource,
  ResourceKind,
  Sample,
} from '../../shared/model/resource.ts';

export interface Discovery {
  readonly resources: readonly Resource[];
  /**
   * Why there is nothing to find here: `No Docker or Podman socket at …`; null when it looked. Beside resources: which part of what
   * it looks for is not here: `No systemd here (PID 1 is bash)`.
   */
  readonly off: string | null;
  /** What did not answer or did not fit, one line each, while the rest is here; what is of it may still be there. */
  readonly problems?: readonly string[];
}

/** What is asked for, its arguments parsed by the action's own schema. */
export interface ActionRequest {
  readonly resource: Resource;
  readonly action: ActionName;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What would be done, exactly; making one has no effect. */
export interface ActionPlan {
  /** What it is done with, where that is not the resource itself: the model that an upstream pulls. */
  readonly object?: string;
  /** As an operator would read it in mono: `POST /containers/4f2c…/restart?t=10`, `systemctl restart nginx.service`. */
  readonly runs: string;
  /** The literal argument vector, where it is a command. */
  readonly argv: readonly string[] | null;
  readonly path: ExecutorPath;
  /** How to take it back: a sentence; null when it cannot be. */
  readonly undo: string | null;
  /** More of what it will do, where there is more to say than `runs`: what a removal takes along. */
  readonly preview: string | null;
  /** It takes longer than a call may: it is done as a task, and the call answers with that. */
  readonly long: boolean;
  /** How the preview is to be read; left out: as text. */
  readonly previewKind?: 'text' | 'diff';
  /** What else it relies on; another digest by the time it is done, and it is not done. */
  readonly preconditions?: readonly { readonly what: string; readonly digest: string }[];
  /** The action on the same resource that takes it back; left out: by the table of agent/plans/way-back.ts. */
  readonly takeBack?: { readonly action: ActionName; readonly arguments: Readonly<Record<string, unknown>> };
}

export interface ActionRun {
  readonly signal: AbortSignal;
  /** For long ones. @param total null while unknown */
  progress(done: number, total: number | null): void;
  /** The id of the approval it is done by. */
  readonly approval?: string;
  /** The plan that was approved. */
  readonly plan?: Pick<ActionPlan, 'preconditions'>;
}

export interface ActionOutcome {
  /** One plain line: `restarted`. */
  readonly summary: string;
  readonly exitCode: number | null;
  /** What this very call did, for `verify`: what another program did meanwhile proves nothing of it. */
  readonly effect?: ActionEffect;
}

export interface ActionEffect {
  /** False: it was so before this call. */
  readonly changed: boolean;
  /** The engine's whole id of the container that was made or put back, the name it has to have, and whether it has to run. */
  readonly container?: { readonly id: string; readonly name: string; readonly runs: boolean };
  /** When the engine says it was started, read right after the call. */
  readonly startedAt?: string;
  /** Of a Compose project, before its command ran. */
  readonly project?: ProjectBefore;
  /** The snapshot that was taken or gone back to, by its name. */
  readonly snapshot?: string;
}

/** What the files of a Compose project name, and what was there, before its command ran. */
export interface ProjectBefore {
  /** Null: which images they name is not known. */
  readonly images: readonly NamedImage[] | null;
  /** What each of these names meant to the engine, as an image's id; null: nothing. */
  readonly imageIds: Readonly<Record<string, string | null>>;
  /** When each container had been started last, by its id. */
  readonly startedAt: Readonly<Record<string, string>>;
}

export interface NamedImage {
  readonly service: string;
  /** Null: not known, or given by the build. */
  readonly image: string | null;
  readonly isBuilt: boolean;
}

/** Whether the world is as the action promised, asked of the world and not of the call's answer. */
export interface Verification {
  /** Null: nothing proves it. */
  readonly ok: boolean | null;
  /** What was seen: `running since 14:02:11, before 13:55:40`. */
  readonly evidence: string;
}

/** Whether a registry has a newer image for a container than it runs. */
export interface ContainerUpdate {
  readonly resource: string;
  readonly name: string;
  /** As it was named when the container was made: `nginx:1.27`. */
  readonly image: string;
  /** `pinned` and `local` are never asked for; `unknown`: the registry could not be asked, `reason` says why. */
  readonly state: 'current' | 'available' | 'pinned' | 'local' | 'unknown';
  readonly reason: string | null;
  /** What the registry has under the tag, `sha256:…`. */
  readonly digest: string | null;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
}

export interface LogRequest {
  /** The last lines to begin with, 1 to 5000. */
  readonly tail: number;
  readonly follow: boolean;
  /** Which of several programs inside, by name; the one the resource means by itself otherwise. */
  readonly container?: string;
}

/** What runs as a resource, as far as it says what could happen to it. */
export interface RunningImage {
  readonly resource: string;
  /** Of the image, `sha256:…`: as registries name it, then as the engine does. */
  readonly digests: readonly string[];
  readonly ports: readonly { readonly port: number; readonly exposure: 'none' | 'loopback' | 'lan' }[];
  /** It has no network of its own: whatever port it opens is one of its host. */
  readonly sharesHostNetwork: boolean;
  readonly program: string | null;
  readonly user: string | null;
}

export interface Provider {
  readonly name: ProviderName;
  readonly kinds: readonly ResourceKind[];
  /** Looks at what is there. @throws AppError UNAVAILABLE, in words an operator can act on, when what should answer does not */
  discover(signal: AbortSignal): Promise<Discovery>;
  /** The resource as it is this moment, asked anew; null when it is gone. @throws AppError UNAVAILABLE */
  find(id: string, signal: AbortSignal): Promise<Resource | null>;
  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  inspect(resource: Resource, signal: AbortSignal): Promise<Inspection>;
  /** Measured now; empty where nothing is measured. */
  metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]>;
  /** @throws AppError NOT_ALLOWED for what has no log */
  logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine>;
  /** @throws AppError NOT_ALLOWED, INVALID_INPUT */
  plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan>;
  /** Does it, once. @throws AppError UNAVAILABLE, EXECUTION_FAILED, TIMEOUT, CANCELLED */
  act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome>;
  /**
   * Looks whether it came to be; polls within its signal's time. The request holds the resource as it was when it began.
   * @param effect what `act` said it did; left out: it failed, or nobody knows
   */
  verify(request: ActionRequest, signal: AbortSignal, effect?: ActionEffect): Promise<Verification>;
}
