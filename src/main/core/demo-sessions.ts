// The demo's two sessions of the assistant, played at its first start: one in which a film server was looked at, restarted and proven, and one that waits for
// the operator's word. They are real: the assistant runs, its calls pass the gates, the card waits like any other. Played again only where they are gone, or
// where nobody decided in time. Called by wire.ts with `--demo`, when everything else is there.
import type { Clock } from '../../shared/model/clock.ts';
import type { NewLanguageModel } from '../../shared/model/language-model.ts';
import type { Cards } from '../agent/loop/parts.ts';
import type { AssistantDesk } from '../agent/sessions/desk.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { LiveSettings } from '../settings/settings-service.ts';

/** Who speaks in them; the name begins as every operator's does. */
export const BY = 'operator (demo)';
/** The longest there is: the card is there for as long as somebody may look. */
export const EXPIRY_MINUTES = 1440;
/** From then on it may have to be asked for anew. */
export const EXPIRY_MS = EXPIRY_MINUTES * 60_000;
const PLAY_MS = 60_000;

const FINISHED = {
  title: 'Jellyfin stutters',
  message: 'Jellyfin stutters since this morning. Look at it, and restart it if that helps.',
} as const;
const WAITING = {
  title: 'Paperless imports nothing',
  message: 'Paperless hangs when it imports. Look at it, and restart it if that helps.',
  again: 'Nobody decided in time. Look at paperless again, and restart it if that helps.',
} as const;

export const MODEL: NewLanguageModel = {
  ...{ label: 'gpt-oss (demo)', provider: 'ollama', baseUrl: null, modelName: 'gpt-oss:20b' },
  ...{ inputPrice: null, outputPrice: null, contextTokens: 32_768 },
};

export interface DemoStage {
  readonly assistant: AssistantDesk;
  readonly cards: Pick<Cards, 'get' | 'approve'>;
  readonly settings: Pick<LiveSettings, 'set' | 'current'>;
  readonly models: Pick<ModelsService, 'add' | 'list'>;
  readonly clock: Clock;
  /** Aborted when the program stops. */
  readonly signal: AbortSignal;
  /** Measures the demo's things, so that there are figures to be read. */
  measure(): Promise<void>;
  /** While it is played nobody waits for a model's pace. @returns ends that */
  hurry(): () => void;
}

/** @throws AppError what the assistant says; what aborted it */
export async function playSessions(stage: DemoStage): Promise<void> {
  const { assistant } = stage;
  await chooseModel(stage);
  const { sessions, total } = await assistant.state({ search: '', limit: 200 });
  const own = sessions.filter(({ started_by: by }) => by === BY);
  const finished = own.find(({ title }) => title === FINISHED.title);
  const waiting = own.find(({ title }) => title === WAITING.title);
  const calm = stage.hurry();
  try {
    if (total === 0) await stage.measure();
    if (total === 0) await finish(stage, await say(stage, null, FINISHED.message, FINISHED.title));
    // The program was ended while it was played.
    else if (finished && finished.run_id !== null) await finish(stage, finished.id);
    if (!waiting && (total === 0 || finished)) await ask(stage, null, WAITING.message);
    else if (waiting && (await hasExpired(stage, waiting.id))) await ask(stage, waiting.id, WAITING.again);
  } finally {
    calm();
  }
}

async function chooseModel({ settings, models }: DemoStage): Promise<void> {
  const { assistant_model_id: chosen } = settings.current();
  if (chosen !== null) return;
  const there = (await models.list()).find(({ label }) => label === MODEL.label);
  await settings.set('assistant_model_id', (there ?? (await models.add(MODEL))).id);
  await settings.set('approval_expiry_minutes', EXPIRY_MINUTES);
}

/** Says yes to what a session asks for, and waits for its end. */
async function finish(stage: DemoStage, id: string): Promise<void> {
  const { assistant, cards } = stage;
  const approval = await cards.get(await cardOf(stage, id));
  await cards.approve(approval.id, { by: BY, planHash: approval.planHash });
  await until(stage, async () => (await assistant.session(id)).session.run_id === null);
}

/** Says something after which a card waits, and waits for that. */
async function ask(stage: DemoStage, session: string | null, message: string): Promise<void> {
  await cardOf(stage, await say(stage, session, message, WAITING.title));
}

async function say(
  { assistant }: DemoStage,
  session: string | null,
  message: string,
  title: string,
): Promise<string> {
  const { session: begun } = await assistant.send({ id: session, message, mentions: [], by: BY });
  await assistant.update(begun.id, { title }, BY);
  return begun.id;
}

/** The card that a session waits for, once it does. @throws Error when its run is over without one */
async function cardOf(stage: DemoStage, id: string): Promise<string> {
  let card: string | null = null;
  await until(stage, async () => {
    const { session, entries } = await stage.assistant.session(id);
    const open = entries.findLast((entry) => entry.kind === 'tool' && entry.status === 'waiting');
    card = open?.kind === 'tool' ? open.approval_id : null;
    return card !== null || session.run_id === null;
  });
  if (card === null) throw new Error(`the demo's session ${id} asked for nothing`);
  return card;
}

/** Whether nobody said yes or no to what was asked last. One whose time is over is waited for: its run ends in a moment. */
async function hasExpired(stage: DemoStage, id: string): Promise<boolean> {
  const { assistant, cards, clock } = stage;
  const open = (await assistant.session(id)).entries.findLast(
    (entry) => entry.kind === 'tool' && entry.status === 'waiting',
  );
  const card = open?.kind === 'tool' && open.approval_id !== null ? await cards.get(open.approval_id) : null;
  if (card && card.expiresAt > clock.now()) return false;
  if (card) await until(stage, async () => (await assistant.session(id)).session.run_id === null);
  const { session, entries } = await assistant.session(id);
  const last = entries.findLast((entry) => entry.kind === 'tool' && entry.approval_id !== null);
  return session.run_id === null && last?.kind === 'tool' && last.error?.code === 'TIMEOUT';
}

/** @throws Error after a minute, what aborted it */
async function until({ assistant, clock, signal }: DemoStage, isSo: () => Promise<boolean>): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(PLAY_MS)]);
  let wake = () => {};
  const stop = assistant.watch(() => wake());
  over.addEventListener('abort', () => wake(), { once: true });
  try {
    for (;;) {
      over.throwIfAborted();
      if (await isSo()) return;
      // What is written down may be told a moment before it stands.
      const cancel = clock.after(200, () => wake());
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      cancel();
    }
  } finally {
    stop();
  }
}
