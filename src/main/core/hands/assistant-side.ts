// The assistant, over the hands, the memory and the models. Knows neither doors nor pages. Opened by wire.ts alone.
import { hostname } from 'node:os';
import { allowedActions } from '../../../shared/allowed-actions.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { ResourceKind } from '../../../shared/model/resource.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { redact } from '../../../shared/redact.ts';
import type { Findings } from '../../advisory/findings/findings.ts';
import type { AskedFindings, Known, Measured } from '../../agent/hands/parts.ts';
import type { LoopParts, Switches } from '../../agent/loop/parts.ts';
import { Mask } from '../../agent/masking/mask.ts';
import { maskedModel } from '../../agent/masking/masked-model.ts';
import { Assistant } from '../../agent/sessions/assistant.ts';
import { Pace } from '../../agent/sessions/pace.ts';
import { readDictionarySlowly } from '../../store/words/dictionary.ts';
import type { Ground } from '../ground.ts';
import type { MemorySide } from '../memory-side.ts';
import type { ProxySide } from '../proxy-side.ts';
import { askedModel } from './asked-model.ts';
import type { HandsSide } from './hands-side.ts';

const HOUR_MS = 3_600_000;
const PURPOSE = 'assistant';
const MACHINES: ReadonlySet<ResourceKind> = new Set(['host', 'node', 'vm', 'lxc', 'k8s_cluster', 'upstream']);

export interface AssistantSideParts extends Ground {
  readonly proxySide: Pick<ProxySide, 'proxy' | 'started'>;
  readonly memorySide: MemorySide;
  readonly handsSide: HandsSide;
  readonly findings: Findings;
}

/** @param resources gets everything that must be closed again. */
export function openAssistantSide(parts: AssistantSideParts, resources: AsyncDisposableStack): Assistant {
  const { memorySide, handsSide, proxySide, clock, ids, log, metrics } = parts;
  const { store, settings, llm } = memorySide;
  const { desk, known, measured, alerts, memory } = handsSide.forAssistant;
  const pace = new Pace(clock, () => proxySide.proxy.running > 0);
  resources.defer(proxySide.started.add(() => pace.agentAsked()));
  let dictionary: Promise<ReadonlySet<string>> | undefined;
  const autonomous: number[] = [];
  const loop: LoopParts = {
    ...{ hands: desk.hands, known: known as Known, measured: measured as Measured, memory },
    ...{ clock, ids, host: hostname(), counters: metrics.assistant, redact },
    cards: handsSide.cards,
    findings: askedFindings(parts.findings),
    model: maskedModel(askedModel(llm, PURPOSE), {
      mask: new Mask(handsSide.host),
      isOn: () => settings.current().assistant_mask_cloud,
      names: () => [hostname(), ...hostNames(known)],
    }),
    switches: () => switchesOf(settings.current()),
    expiryMs: () => settings.current().approval_expiry_minutes * 60_000,
    breath: () => pace.breath(),
    dictionary: () => {
      dictionary ??= readDictionarySlowly().catch((error: unknown) => {
        dictionary = undefined;
        throw error;
      });
      return dictionary;
    },
    autonomousInLastHour: () => autonomous.filter((at) => at > clock.now() - HOUR_MS).length,
    noteAutonomous: () => {
      autonomous.push(clock.now());
      if (autonomous.length > 200) autonomous.shift();
    },
    onFault: (error) => log.error({ err: error }, 'the assistant stumbled'),
  };
  const assistant = new Assistant({
    ...{ store, clock, epoch: ids(), host: handsSide.host, loop, alerts },
    budget: async () => ({
      runTokens: settings.current().assistant_run_tokens,
      dayTokens: settings.current().assistant_daily_tokens,
      usedToday: await llm.ask.usedToday(PURPOSE),
    }),
    setReadOnly: async (on) => void (await settings.set('assistant_read_only', on)),
    investigationsPerHour: () => settings.current().assistant_investigations_per_hour,
    investigatesAlerts: () => settings.current().assistant_investigate_alerts,
  });
  resources.defer(() => assistant.close());
  return assistant;
}

const askedFindings = (findings: Findings): AskedFindings => ({
  async search(search, limit) {
    const asked = { project: DEFAULT_PROJECT, view: 'open', search, offset: 0, limit } as const;
    return (await findings.list(asked)).findings;
  },
  find: (project, key) =>
    findings.detail(project, key).then(
      ({ finding }) => finding,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      },
    ),
});

/** What machines are called. */
const hostNames = (known: Known): string[] =>
  known.resources().flatMap(({ kind, name, aliases }) => (MACHINES.has(kind) ? [name, ...aliases] : []));

const switchesOf = (settings: Settings): Switches => ({
  knowledge: settings.assistant_knowledge_gate,
  fuzzyPrefetch: settings.assistant_prefetch_fuzzy,
  phantom: settings.assistant_phantom_detection,
  markup: settings.assistant_markup_cleanup,
  nudges: settings.assistant_nudges,
  compaction: settings.assistant_compaction,
  textCalls: settings.assistant_text_calls,
  readOnly: settings.assistant_read_only,
  autonomous: allowedActions(settings.assistant_autonomous_actions),
  autonomousPerHour: settings.assistant_autonomous_per_hour,
});
