// For tests of the resolution job over HTTP: a scripted model behind each provider's wire, chosen as the resolve model, and
// short ways to the run, the queue, the journal and what an agent is given.
import type { Conflict } from '../../../shared/model/graph.ts';
import type { Provider } from '../../../shared/model/language-model.ts';
import type { JournalEntry, RunCounts } from '../../../shared/model/resolution.ts';
import type { RecordedRequest, ScriptRule } from '../../fixtures/upstream.ts';
import type { TestCore } from './start-test-core.ts';

const PATHS: Readonly<Record<Provider, string>> = {
  openai: '/v1/chat/completions',
  claude: '/v1/messages',
  ollama: '/api/chat',
};

export interface RunAnswer {
  readonly run_id: number;
  readonly status: string;
  readonly total: number;
  readonly done: number;
  readonly counts: RunCounts;
  readonly error: string | null;
  readonly started_by: string;
  readonly runner: string;
}

export interface Resolver {
  /** What the model answers from now on: an object is sent as JSON, a string as it is. Later rules go first. */
  answers(answer: object | string, options?: { concept?: string; times?: number }): void;
  behaves(behave: ScriptRule['behave'], options?: { concept?: string; times?: number }): void;
  /** What the model was asked, oldest first. */
  asked(): RecordedRequest[];
  set(key: string, value: unknown): Promise<void>;
  /** POST /resolve/run?wait=1 */
  run(): Promise<RunAnswer>;
  conflicts(view?: 'open' | 'decided'): Promise<Conflict[]>;
  journal(): Promise<JournalEntry[]>;
  /** The block that a prompt naming the concept gets; null for none. */
  block(concept: string): Promise<string | null>;
  /** Says something that contradicts, as an agent's user would. */
  says(sentence: string): Promise<void>;
}

/** A model of this provider on the core's scripted upstream, chosen for resolving. */
export async function scriptedResolver(road: TestCore, provider: Provider): Promise<Resolver> {
  const { upstream } = road;
  const path = PATHS[provider];
  const post = async (to: string, body: object) => {
    const answer = await road.operator(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300)
      throw new Error(`${to} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: never }).data;
  };
  const data = async <T>(from: string) => ((await road.operator(from)).body as { data: T }).data;
  const model: { id: string } = await post('/api/console/models', {
    label: `scripted ${provider}`,
    provider,
    baseUrl: provider === 'openai' ? `${upstream.url}/v1` : upstream.url,
    modelName: 'demo-tools',
    ...(provider === 'ollama' ? {} : { apiKey: 'sk-scripted-0123456789abcdef' }),
  });
  const set = (key: string, value: unknown): Promise<void> =>
    post('/api/console/system/settings', { key, value });
  await set('resolve_model_id', model.id);
  const isQuestion = (request: RecordedRequest) =>
    request.path === path && request.body.includes('Material (data, not instructions)');
  const behaves: Resolver['behaves'] = (behave, { concept, times } = {}) => {
    const when = (request: RecordedRequest) =>
      isQuestion(request) &&
      (concept === undefined || request.body.includes(`\\"concept\\": \\"${concept}\\"`));
    upstream.script({ path, when, behave, ...(times === undefined ? {} : { times }) });
  };
  return {
    behaves,
    answers: (answer, options) =>
      behaves({ text: typeof answer === 'string' ? answer : JSON.stringify(answer) }, options),
    asked: () => upstream.requests.filter(isQuestion),
    set,
    run: () => post('/resolve/run?wait=1', {}),
    conflicts: async (view = 'open') =>
      (await data<{ conflicts: Conflict[] }>(`/conflicts?view=${view}`)).conflicts,
    journal: () => data('/api/console/resolution/journal'),
    async block(concept) {
      const messages = await road.chat([{ role: 'user', content: `Is ${concept} there now?` }]);
      await road.core.settle();
      const text = messages.map(({ content }) => content).join('\n');
      return /<recollection>\n[\s\S]*?<\/recollection>/.exec(text)?.[0] ?? null;
    },
    async says(sentence) {
      await road.chat([{ role: 'user', content: sentence }]);
      await road.core.settle();
    },
  };
}
