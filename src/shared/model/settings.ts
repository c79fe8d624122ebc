// Every runtime setting in one place: key, schema with default, unit and one line of why.
// The `config` table holds values that differ from the default; config.yaml's `settings` wins over the table.
// Source: memory D14.
import { Cron } from 'croner';
import * as z from 'zod';
import { PublicUrl } from '../access/public-url.ts';
import { AllowedActions } from '../allowed-actions.ts';
import { HiddenPaths } from '../hidden-paths.ts';
import { CalloutAddress, CalloutVariable } from '../notification-targets.ts';
import { contextLengthsProblem } from '../upstream/context-lengths.ts';
import { BriefFlags } from './evidence/brief-flags.ts';
import { PlainText } from './plain-text.ts';

/** Up to which risk a notification carries a one-time link. */
export const SIGN_IN_RISKS = ['off', 'low', 'medium', 'high'] as const;
export const INJECTION_POSITIONS = ['system_prepend', 'system_append', 'before_last_user'] as const;

interface SettingSpec<S extends z.ZodType> {
  readonly schema: S;
  readonly unit: string;
  readonly doc: string;
}

const setting = <S extends z.ZodType>(schema: S, unit: string, doc: string): SettingSpec<S> => ({
  schema,
  unit,
  doc,
});

/** A model of the table by its number, or of config.yaml by its name. */
const ModelId = z
  .union([PlainText.trim().min(1).max(80), z.number().int().positive().transform(String)])
  .nullable()
  .default(null);

const ContextLengths = z
  .string()
  .trim()
  .max(4000)
  .superRefine((text, context) => {
    const message = contextLengthsProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .default('');

const isWebAddress = (text: string): boolean =>
  text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text));

function isSchedule(text: string): boolean {
  try {
    return new Cron(text, { mode: '5-part' }).nextRun() !== null;
  } catch {
    return false;
  }
}

export const SETTINGS = {
  recollection_enabled: setting(
    z.boolean().default(true),
    'on/off',
    'Put recollections into prompts at all.',
  ),
  saliency_read_threshold: setting(
    z.number().min(0).max(100).default(0.5),
    'logarithm of times met',
    'A concept at or above it is recalled: 0.5 from the 2nd time it is met, 1 from the 3rd, 2 from the 8th, 3 from the 21st.',
  ),
  saliency_write_threshold: setting(
    z.number().min(0).max(100).default(1.2),
    'logarithm of times met',
    'A concept at or above it is worth asking a model about: 1.2 from the 4th time it is met, 2 from the 8th, 3 from the 21st.',
  ),
  recollection_confidence_floor: setting(
    z.number().min(0).max(1).default(0.6),
    '0 to 1',
    'Facts less sure than this stay out of recollections.',
  ),
  recollection_recency_days: setting(
    z.number().int().min(1).max(36_500).default(90),
    'days',
    'Facts nobody confirmed for longer stay out, unless an operator or gutask told them.',
  ),
  recollection_assistant_facts: setting(
    z.boolean().default(true),
    '',
    'Recall facts that only an assistant stated. A ~ marks them: [type~] server.',
  ),
  recency_half_life_days: setting(
    z.number().min(0.1).max(36_500).default(30),
    'days',
    'What was not heard of for so long counts half when concepts compete for a place in a block. Nothing is forgotten.',
  ),
  recollection_max_concepts: setting(
    z.number().int().min(1).max(200).default(12),
    'concepts',
    'At most this many concepts in one block.',
  ),
  recollection_max_chars: setting(
    z.number().int().min(200).max(100_000).default(2400),
    'characters',
    'At most this many characters in one block.',
  ),
  recollection_max_zero_hits: setting(
    z.number().int().min(0).max(20).default(2),
    'concepts',
    'At most this many "no recollection" prompts per request.',
  ),
  injection_position: setting(
    z.enum(INJECTION_POSITIONS).default('system_prepend'),
    'place',
    'Where the block goes in the prompt.',
  ),
  zero_hit_command: setting(
    z
      .string()
      .regex(/^[\w./ -]{1,80}$/)
      .default('gutask iknowthat'),
    'command',
    'The command agents are told to store facts with.',
  ),
  write_model_id: setting(
    ModelId,
    'model',
    'The model that is asked what a concept is once agents use it often. None: nobody is asked.',
  ),
  reader_model_id: setting(
    ModelId,
    'model',
    'The model that reads plain statements in prompts in the background. None: only rules read them.',
  ),
  reader_daily_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(1_000_000),
    'tokens',
    'The reader uses at most this many tokens a day, in and out. They count apart from those for other models.',
  ),
  reader_paused: setting(
    z.boolean().default(false),
    'on/off',
    'Sentences wait in the queue and no model reads them.',
  ),
  resolve_model_id: setting(
    ModelId,
    'model',
    'The model the resolution job asks about conflicts. None: people decide.',
  ),
  budget_daily_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(500_000),
    'tokens',
    'Models we ask ourselves get at most this many tokens a day, in and out.',
  ),
  budget_daily_cost: setting(
    z.number().min(0).max(100_000).default(2),
    'US dollars',
    'Models we ask ourselves cost at most this much a day, where their prices are known.',
  ),
  model_timeout_seconds: setting(
    z.number().int().min(1).max(3600).default(60),
    'seconds',
    'A model that has not finished its answer by then is given up.',
  ),
  learn_paused: setting(
    z.boolean().default(false),
    'on/off',
    'Facts read out of prompts wait in the queue and are not written.',
  ),
  ask_paused: setting(
    z.boolean().default(false),
    'on/off',
    'Questions about new concepts wait in the queue and no model is asked.',
  ),
  resolution_paused: setting(
    z.boolean().default(false),
    'on/off',
    'The schedule starts no resolution runs; people still can.',
  ),
  resolution_max_items: setting(
    z.number().int().min(1).max(100_000).default(500),
    'conflicts',
    'One resolution run takes at most this many.',
  ),
  vocabulary_max_words: setting(
    z.number().int().min(1000).max(10_000_000).default(200_000),
    'words',
    'Words that are nothing but counted are forgotten beyond this many, least used first. What facts, conflicts and questions name stays.',
  ),
  write_cooldown_days: setting(
    z.number().int().min(0).max(3650).default(30),
    'days',
    'A concept is not asked about again for so long.',
  ),
  resolution_schedule: setting(
    z
      .string()
      .max(100)
      .refine(
        isSchedule,
        'five fields of cron that some day fits, such as "0 2 * * *" (every night at two) or "30 6 * * MON-FRI"',
      )
      .default('0 2 * * *'),
    'cron',
    'When the resolution job runs, in local time.',
  ),
  loop_detection_enabled: setting(
    z.boolean().default(true),
    'on/off',
    'Watch conversations for loops and help agents out of them.',
  ),
  loop_breaker_minutes: setting(
    z.number().min(0.1).max(1440).default(5),
    'minutes',
    'A conversation that goes on looping is answered here for so long, or until a person speaks.',
  ),
  client_keys_required: setting(
    z.boolean().default(false),
    'on/off',
    'Agents need a client key on this machine, too. Beyond loopback they always do.',
  ),
  approval_expiry_minutes: setting(
    z.number().min(0.1).max(1440).default(5),
    'minutes',
    'What is asked to be done waits so long for your word; then it has to be asked again.',
  ),
  image_check_hours: setting(
    z.number().int().min(0).max(168).default(0),
    'hours',
    'How often the registries of running containers are asked whether they have a newer image. 0: only when you check.',
  ),
  approval_webhook_url: setting(
    CalloutAddress,
    'address',
    'Receives a signed POST when something needs your approval, and for alerts that notify. Empty: none.',
  ),
  approval_webhook_secret_env: setting(
    CalloutVariable('FESTINGER_CALLOUT_SECRET'),
    'variable',
    'The environment variable with the secret that signs the webhook. Without it nothing is sent.',
  ),
  approval_ntfy_url: setting(
    CalloutAddress,
    'address',
    'Receives the same messages, such as https://ntfy.example.com/approvals. Empty: none.',
  ),
  approval_ntfy_token_env: setting(
    CalloutVariable('FESTINGER_CALLOUT_NTFY_TOKEN'),
    'variable',
    'The environment variable with the access token of the ntfy topic, if it requires one.',
  ),
  alert_notifications: setting(
    z.enum(['off', 'critical', 'all']).default('critical'),
    'severity',
    'Which alerts are sent to the webhook and the ntfy topic: none, critical ones, or all.',
  ),
  alert_notifications_name_resources: setting(
    z.boolean().default(false),
    'on/off',
    'Notifications of alerts name the resource. Off: they contain the rule, the severity, the time and a link.',
  ),
  approval_link_sign_in: setting(
    z.enum(SIGN_IN_RISKS).default('off'),
    'highest risk',
    'The highest risk for which a notification carries a one-time link: it opens the card on a phone without signing in. Whoever reads the message can use the link. Requires the public address of the console.',
  ),
  console_public_url: setting(
    PublicUrl,
    'origin',
    'Where other devices reach this console, such as https://console.example.org. Requests may use it as their host. Empty: nowhere.',
  ),
  assistant_model_id: setting(
    ModelId,
    'model',
    'The model the assistant works with, unless a session names another. None: there is no assistant.',
  ),
  assistant_run_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(400_000),
    'tokens',
    'The assistant uses at most this many tokens to answer one message, in and out.',
  ),
  assistant_daily_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(4_000_000),
    'tokens',
    'The assistant uses at most this many tokens a day. They count apart from those for models we ask; the cost a day holds for it, too.',
  ),
  assistant_mask_cloud: setting(
    z.boolean().default(false),
    'on/off',
    'Models that are not local get names and addresses of your hosts masked. You see them as they are.',
  ),
  assistant_knowledge_gate: setting(
    z.boolean().default(true),
    'on/off',
    'The assistant is told what it has just looked up instead of looking it up again.',
  ),
  assistant_prefetch_fuzzy: setting(
    z.boolean().default(true),
    'on/off',
    'Names in a message are looked for among your resources before the model sees it, though nobody put an @ before them.',
  ),
  assistant_phantom_detection: setting(
    z.boolean().default(true),
    'on/off',
    'An answer that says something was done or seen when nothing was is replaced; the original stays in the session.',
  ),
  assistant_markup_cleanup: setting(
    z.boolean().default(true),
    'on/off',
    'What models write by mistake, such as marks of their own or bare tool calls, is taken out of answers.',
  ),
  assistant_nudges: setting(
    z.boolean().default(true),
    'on/off',
    'After many calls the assistant is reminded to come to an answer.',
  ),
  assistant_compaction: setting(
    z.boolean().default(true),
    'on/off',
    'Long results of earlier turns are shortened for the model. You see them whole.',
  ),
  assistant_text_calls: setting(
    z.boolean().default(true),
    'on/off',
    'A call that a model writes into its answer is taken for the call it is, and passes the same gates.',
  ),
  assistant_read_only: setting(
    z.boolean().default(false),
    'on/off',
    'The assistant changes nothing, whatever was approved.',
  ),
  assistant_investigations_per_hour: setting(
    z.number().int().min(0).max(60).default(4),
    'runs',
    'So many investigations that nobody watches begin in an hour at most. They only read.',
  ),
  assistant_investigate_alerts: setting(
    z.boolean().default(false),
    'on/off',
    'An alert that fires begins an investigation by itself.',
  ),
  assistant_autonomous_per_hour: setting(
    z.number().int().min(0).max(100).default(4),
    'changes',
    'So many changes an hour are made at most without your word, of those allowed by name.',
  ),
  assistant_autonomous_actions: setting(
    AllowedActions,
    'names',
    'What an autonomous run may do without your word: names such as docker_container.restart, with commas between them. Empty: nothing.',
  ),
  assistant_hidden_paths: setting(
    HiddenPaths,
    'paths',
    'Files and directories that no command of the assistant may read without approval, beside the ones known to hold secrets: absolute paths with commas between them; * and ? stand for parts of a name.',
  ),
  queue_max_waiting: setting(
    z.number().int().min(0).max(100_000).default(2048),
    'requests',
    'So many prompts may wait for a place at an upstream; more are refused with 503.',
  ),
  enrichment_guard_ms: setting(
    z.number().min(1).max(10_000).default(50),
    'ms',
    'Enrichment slower than this is dropped for that request.',
  ),
  model_context_lengths: setting(
    ContextLengths,
    'models and tokens',
    'The context length of requests to /api/chat and /api/generate that set none: a model and its tokens, such as qwen3:8b=16384, with commas between them. A longer context takes more memory. Empty: none.',
  ),
  enrichment_max_body_bytes: setting(
    z.number().int().min(1024).max(268_435_456).default(16_777_216),
    'bytes',
    'Larger bodies pass untouched.',
  ),
  proxy_max_held_bytes: setting(
    z.number().int().min(1_048_576).max(17_179_869_184).default(268_435_456),
    'bytes',
    'Request bodies held at once, over all connections, until their answers are over. What would not fit passes unread; a quarter is kept for bodies up to 1 MB.',
  ),
  traffic_keep_bodies: setting(
    z.boolean().default(false),
    'on/off',
    'Keep texts of prompts, redacted, so that Traffic can show them whole; also on disk while Traffic is kept over a restart. Off: what was kept leaves the disk.',
  ),
  traffic_body_max_bytes: setting(
    z.number().int().min(1024).max(16_777_216).default(262_144),
    'bytes',
    'At most this much of each prompt is kept.',
  ),
  traffic_max_requests: setting(
    z.number().int().min(100).max(100_000).default(10_000),
    'requests',
    'The live log holds this many.',
  ),
  traffic_max_bytes: setting(
    z.number().int().min(1_048_576).max(1_073_741_824).default(67_108_864),
    'bytes',
    'The live log holds at most this much.',
  ),
  traffic_survives_restart: setting(
    z.boolean().default(true),
    'on/off',
    'Keep the live log in a file of the data directory, redacted and within the same limits, so that it is there after a restart. Off: the file is removed.',
  ),
  evidence_folders: setting(
    PlainText.trim().max(8000).default(''),
    'absolute paths, separated by semicolons',
    'Folders on this host whose evidence is imported automatically into the project default.',
  ),
  evidence_look_minutes: setting(
    z.number().int().min(1).max(1440).default(15),
    'minutes',
    'How often evidence folders are scanned.',
  ),
  osv_mirror_url: setting(
    PlainText.trim()
      .max(2000)
      .refine(isWebAddress, 'an address that begins with https:// or http://, or nothing')
      .default(''),
    'address',
    'A mirror with the layout of OSV’s bucket. Databases imported from a mirror are updated from here once a day. Empty: nothing is fetched automatically.',
  ),
  evidence_old_days: setting(
    z.number().int().min(1).max(365).default(7),
    'days',
    'Findings warns about advisory databases that are older than this.',
  ),
  evidence_embed_model_id: setting(
    ModelId,
    'model',
    'The Ollama model that embeds evidence and queries. None: built-in vectors.',
  ),
  evidence_embed_daily_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(100_000_000),
    'tokens',
    'Most tokens a day for embedding evidence. They count separately from other models; the daily cost limit applies.',
  ),
  evidence_trusted_issuers: setting(
    PlainText.trim().max(4000).default(''),
    'names, separated by semicolons',
    'Issuers you trust without a signature. Only “not affected” statements of trusted issuers close findings.',
  ),
  ai_briefs_enabled: setting(
    BriefFlags,
    'projects and tasks',
    'Which briefs can be created, separated by commas: PROJECT/TASK=on or off, such as */conflict=off, shop/conflict=on. Tasks are summary, conflict and remediation; * means all. Empty: all on.',
  ),
  brief_model_id: setting(
    ModelId,
    'model',
    'The model that orders the sentences of briefs. None: the default order.',
  ),
  brief_cloud_model_id: setting(
    ModelId,
    'model',
    'The model for briefs of the profile cloud-openai, once it is on. It gets the prompt that the preview shows.',
  ),
  brief_cloud_enabled: setting(
    z.boolean().default(false),
    'on/off',
    'Briefs can use the profile cloud-openai, whose prompts leave this host.',
  ),
  brief_mode: setting(
    z.enum(['Local', 'Remote']).default('Local'),
    'mode',
    'Local: a model in your network, or none. Remote: an inference tier; if it fails, briefs are written without it and say so.',
  ),
  brief_strict: setting(
    z.boolean().default(true),
    'on/off',
    'Refuse a brief if its model reveals the secret word of its instructions twice. Off: write it without the model.',
  ),
  brief_cache_hours: setting(
    z.number().min(0.01).max(8760).default(24),
    'hours',
    'Within this time, the same request returns the same brief; later it creates a new revision.',
  ),
  brief_requests_per_minute: setting(
    z.number().int().min(1).max(10_000).default(60),
    'briefs',
    'New briefs a minute, for each project and profile, in each process.',
  ),
  brief_daily_tokens: setting(
    z.number().int().min(0).max(1_000_000_000).default(2_000_000),
    'tokens',
    'Most tokens a day for briefs. They count separately from other models; the daily cost limit applies.',
  ),
  briefs_paused: setting(z.boolean().default(false), 'on/off', 'Requested briefs wait, and none is created.'),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type Settings = { -readonly [K in SettingKey]: z.output<(typeof SETTINGS)[K]['schema']> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export const DEFAULT_SETTINGS: Settings = Object.freeze(
  Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].schema.parse(undefined)])),
) as Settings;

/** Every value that a setting may have; null where it is not one of a few. */
export function choicesOf(key: SettingKey): string[] | null {
  const schema: z.ZodType = SETTINGS[key].schema;
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

/** A setting as people see it. */
export const SettingRow = z.strictObject({
  key: z.string(),
  value: z.unknown(),
  default: z.unknown(),
  unit: z.string(),
  /** What people call it. */
  title: z.string(),
  doc: z.string(),
  /** Every value that it may have; null where it is not one of a few. */
  choices: z.array(z.string()).nullable(),
  setBy: z.enum(['default', 'console', 'file']),
});
export type SettingRow = z.infer<typeof SettingRow>;
