// config.yaml: what is needed before the store opens, and settings an operator pins by file.
// Parsed with positions, so that a bad edit is answered with its line and what to write instead; the last good
// configuration stays in force. Hot-reloaded by watching the file's folder. Source: architecture, Runtime.
import { existsSync, readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import type { Clock } from '../../shared/model/clock.ts';
import { Provider } from '../../shared/model/language-model.ts';
import { PlainText } from '../../shared/model/plain-text.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../shared/model/settings.ts';
import {
  MOST_UPSTREAMS,
  UpstreamHeaders,
  UpstreamName,
  UpstreamSlots,
  UpstreamUrl,
  UpstreamWeight,
} from '../../shared/model/upstream-setting.ts';
import { ProfilesConfig } from '../advisory/brief/profile-config.ts';
import { SbomConfig } from '../advisory/sbom/config.ts';
import { SignerConfig } from '../advisory/signing/config.ts';
import { SshHosts } from '../infra/executors/ssh/ssh-config.ts';
import { ContainersConfig } from '../infra/providers/containers/config.ts';
import { KubernetesConfig } from '../infra/providers/kubernetes/config.ts';
import { ProxmoxConfig } from '../infra/providers/proxmox/config.ts';
import { baseUrlProblem } from '../llm/base-url.ts';
import { addressProblem } from '../outgoing/addresses.ts';
import { Listeners } from '../streams/watched.ts';
import { isLoopback } from './addresses.ts';

const ADDRESS = /^(?:\[([0-9a-f:.%]+)\]|([\w.-]+)):(\d{1,5})$/i;

/** `HOST:PORT`, an IPv6 address in brackets; port 0 lets the system choose. */
export const ListenAddress = z.string().transform((text, ctx) => {
  const match = ADDRESS.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port > 65_535) {
    ctx.addIssue(`expected HOST:PORT such as 127.0.0.1:11435, got "${text}"`);
    return z.NEVER;
  }
  return { host, port };
});
export type ListenAddress = z.output<typeof ListenAddress>;

/** Operators are reached on this machine only: their token opens everything, and nothing here encrypts. */
export const ConsoleAddress = ListenAddress.refine(
  ({ host }) => isLoopback(host),
  'the console is for this machine only, such as 127.0.0.1:11436: its token opens everything and would cross the network in clear. From elsewhere use an SSH tunnel',
);

const UpstreamSetting = z.strictObject({
  name: UpstreamName,
  url: UpstreamUrl,
  weight: UpstreamWeight.default(1),
  slots: UpstreamSlots.optional(),
  headers: UpstreamHeaders.default({}),
});
export type UpstreamSetting = z.output<typeof UpstreamSetting>;

const UpstreamSettings = z
  .array(UpstreamSetting)
  .min(1, 'name at least one upstream, or leave `upstreams` out for http://127.0.0.1:11434')
  .max(MOST_UPSTREAMS, `at most ${MOST_UPSTREAMS} upstreams`)
  .superRefine((upstreams, ctx) => {
    for (const [index, { name }] of upstreams.entries()) {
      const first = upstreams.findIndex((other) => other.name === name);
      if (first < index)
        ctx.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `"${name}" is there twice; give each upstream a name of its own`,
        });
    }
  });

const Price = z.number().min(0).max(100_000);

const Model = z
  .strictObject({
    // Not a bare number: those are models added in the console.
    id: z
      .string()
      .regex(/^[A-Za-z][\w.-]{0,63}$/, 'a name such as local or big-one: a letter first, no spaces'),
    provider: Provider,
    base_url: z
      .string()
      .superRefine((text, ctx) => {
        const problem = baseUrlProblem(text);
        if (problem !== null) ctx.addIssue(problem);
      })
      .optional(),
    model: PlainText.trim().min(1).max(200),
    api_key_env: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'the name of an environment variable; the key itself does not belong here')
      .optional(),
    input_price: Price.optional(),
    output_price: Price.optional(),
    context_tokens: z.number().int().min(256).max(100_000_000).optional(),
  })
  .transform((model) => ({
    id: model.id,
    provider: model.provider,
    baseUrl: model.base_url ?? null,
    modelName: model.model,
    apiKeyEnv: model.api_key_env ?? null,
    inputPrice: model.input_price ?? null,
    outputPrice: model.output_price ?? null,
    contextTokens: model.context_tokens ?? null,
  }));

const Models = z.array(Model).superRefine((models, ctx) => {
  for (const [index, { id }] of models.entries()) {
    const first = models.findIndex((other) => other.id === id);
    if (first < index)
      ctx.addIssue({ code: 'custom', path: [index, 'id'], message: `"${id}" is there twice` });
  }
});

const SettingsBlock = z
  .strictObject(
    Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].schema.removeDefault().optional()])),
  )
  .superRefine((settings, ctx) => {
    for (const [key, value] of Object.entries(settings)) {
      if (SETTINGS[key as SettingKey].unit !== 'address' || !URL.canParse(String(value))) continue;
      const message = addressProblem(new URL(String(value)));
      if (message !== null) ctx.addIssue({ code: 'custom', path: [key], message });
    }
  });

const Seconds = z.number().min(0.1, 'a time in seconds, 0.1 or more').max(86_400);

export const ConfigFile = z.strictObject({
  /** For agents, and for everybody while it is loopback. */
  listen: ListenAddress.optional(),
  /** For operators and monitoring once `listen` is not loopback. */
  console_listen: ConsoleAddress.optional(),
  allowed_hosts: z.array(z.string().regex(/^[\w.-]+$/)).default([]),
  /** Beside what the process has descriptors for. */
  connections: z
    .strictObject({
      per_address: z.number().int().min(1).max(100_000).default(512),
      head_seconds: Seconds.default(30),
      body_seconds: Seconds.default(60),
    })
    .prefault({}),
  /** Pages whose prompts are remembered like those of this machine, beside which browsers are let in. */
  allowed_origins: z
    .array(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/i,
          'an origin such as https://chat.example.org, without a path',
        ),
    )
    .default([]),
  upstreams: UpstreamSettings.optional(),
  database: z
    .strictObject({
      url: z
        .string()
        .regex(
          /^(sqlite|file|postgres|postgresql):|^[^:]+$/,
          'give a file path, or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
        )
        .optional(),
    })
    .default({}),
  models: Models.default([]),
  /** A service elsewhere that has lists of components. */
  sbom: SbomConfig.optional(),
  /** What may be in briefs, and who may word them. */
  profiles: ProfilesConfig.default({}),
  /** A program that signs for the profile gost-local. */
  signer: SignerConfig.optional(),
  /** Machines reached over ssh, with what is in them. */
  hosts: SshHosts.default([]),
  providers: z
    .strictObject({
      containers: ContainersConfig,
      proxmox: ProxmoxConfig.default([]),
      kubernetes: KubernetesConfig.default([]),
    })
    .prefault({}),
  settings: SettingsBlock.default({}),
});
export type ConfigFile = z.output<typeof ConfigFile>;

export const EMPTY_CONFIG: ConfigFile = ConfigFile.parse({});

/** What a reading of the file came to: the configuration, or one sentence per mistake with its line. */
export type ConfigReading = { ok: true; config: ConfigFile } | { ok: false; problem: string };

/** Parses the text of a config.yaml. Never throws. */
export function readConfigText(text: string, fileName: string): ConfigReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number) => `${fileName} line ${lines.linePos(offset).line}`;
  const [syntax] = document.errors;
  if (syntax) return { ok: false, problem: `${at(syntax.pos[0])}: ${syntax.message}` };
  const parsed = ConfigFile.safeParse(document.toJS() ?? {});
  if (parsed.success) return { ok: true, config: parsed.data };
  const problems = parsed.error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    const node = path.length > 0 ? document.getIn(path, true) : document.contents;
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    return `${range ? at(range[0]) : fileName}: ${path.join('.') || 'the file'}: ${issue.message}`;
  });
  return { ok: false, problem: problems.join('; ') };
}

export interface ConfigSource {
  readonly current: ConfigFile;
  /** Why the newest edit is not in force; null when it is. */
  readonly problem: string | null;
  onChange(listener: (config: ConfigFile) => void): void;
  close(): void;
}

/**
 * Reads and follows a config file. A missing file is an empty one.
 * @throws AppError never; a bad file at start is the caller's to refuse by looking at `problem`.
 */
export function followConfig(file: string, clock: Clock): ConfigSource {
  const listeners = new Listeners<ConfigFile>();
  let current = EMPTY_CONFIG;
  let problem: string | null = null;
  let text: string | Error | undefined;

  const load = () => {
    const next = readFile(file);
    if (next === text) return;
    text = next;
    const reading = readingOf(next, basename(file));
    problem = reading.ok ? null : reading.problem;
    if (reading.ok) current = reading.config;
    listeners.tell(current);
  };
  load();

  let cancel: (() => void) | undefined;
  const watcher = existsSync(dirname(file))
    ? watch(dirname(file), { persistent: false }, (_event, name) => {
        if (name !== null && name !== basename(file)) return;
        cancel?.();
        // Editors write in several steps; read once the folder has been quiet for a moment.
        cancel = clock.after(50, load);
      })
    : undefined;
  return {
    get current() {
      return current;
    },
    get problem() {
      return problem;
    },
    onChange: (listener) => listeners.add(listener),
    close() {
      cancel?.();
      watcher?.close();
    },
  };
}

/** Reads a config file once. A missing file is an empty one. Never throws. */
export function readConfigFile(file: string): ConfigReading {
  return readingOf(readFile(file), basename(file));
}

function readingOf(text: string | Error, fileName: string): ConfigReading {
  if (typeof text === 'string') return readConfigText(text, fileName);
  return { ok: false, problem: `${fileName} cannot be read: ${text.message}` };
}

/** The text of the file, empty where there is none; or why it cannot be read. */
function readFile(file: string): string | Error {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    return error as Error;
  }
}
