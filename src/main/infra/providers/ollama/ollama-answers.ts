// What Ollama's answers say, read with schemas: anything but the expected members counts as absent, since servers that only look like Ollama
// answer in their own way, and a hostile one with ten thousand models of a megabyte's name each. Pure. Used by look.ts and the actions.
import * as z from 'zod';

/** More are counted, and not shown. */
export const MOST_MODELS = 2000;

/** A name that is safe to show: no control characters, none that turn text around. */
const ModelName = z
  .string()
  .min(1)
  .max(300)
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name));
const Text = z.string().max(200).optional().catch(undefined);
const Count = z.number().finite().nonnegative().optional().catch(undefined);
const Details = z
  .object({ family: Text, parameter_size: Text, quantization_level: Text })
  .optional()
  .catch(undefined);

const Listed = z.object({
  name: ModelName.optional().catch(undefined),
  model: ModelName.optional().catch(undefined),
  size: Count,
  digest: Text,
  modified_at: Text,
  remote_model: Text,
  details: Details,
});
const Running = Listed.extend({ size_vram: Count, context_length: Count, expires_at: Text });
const Lists = z.object({ models: z.array(z.unknown()) });

export interface ListedModel {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly digest: string | null;
  /** As it is written there. */
  readonly modifiedAt: string | null;
  /** It runs elsewhere, and is loaded nowhere. */
  readonly isRemote: boolean;
  readonly family: string | null;
  readonly parameters: string | null;
  readonly quantisation: string | null;
}

export interface RunningModel extends ListedModel {
  readonly vramBytes: number | null;
  readonly contextTokens: number | null;
  /** Epoch milliseconds; null when it stays, or does not say. */
  readonly expiresAt: number | null;
}

export interface Listing<T> {
  readonly models: readonly T[];
  /** How many there are, shown or not. */
  readonly found: number;
}

/** `/api/tags`; null when it is no such list. */
export function readTags(body: unknown): Listing<ListedModel> | null {
  return readList(body, Listed, listedModel);
}

/** `/api/ps`; null when it is no such list. */
export function readRunning(body: unknown): Listing<RunningModel> | null {
  return readList(body, Running, (row, name) => {
    const expiresAt = Date.parse(row.expires_at ?? '');
    return {
      ...listedModel(row, name),
      vramBytes: row.size_vram ?? null,
      contextTokens: row.context_length ?? null,
      // For ever is a date centuries from now.
      expiresAt: Number.isNaN(expiresAt) || expiresAt > FAR ? null : expiresAt,
    };
  });
}

const FAR = Date.UTC(2200, 0, 1);

/** Names in `/v1/models`; null when it is no such list. */
export function readModelIds(body: unknown): Listing<ListedModel> | null {
  const list = z.object({ data: z.array(z.unknown()) }).safeParse(body).data?.data;
  if (!list) return null;
  return readList(
    { models: list.map((one) => ({ name: (one as { id?: unknown } | null)?.id })) },
    Listed,
    listedModel,
  );
}

function readList<S extends typeof Listed, T>(
  body: unknown,
  schema: S,
  make: (row: z.output<S>, name: string) => T,
): Listing<T> | null {
  const list = Lists.safeParse(body).data?.models;
  if (!list) return null;
  const models = new Map<string, T>();
  for (const entry of list) {
    if (models.size === MOST_MODELS) break;
    const row = schema.safeParse(entry).data;
    const name = row?.name ?? row?.model;
    if (row && name !== undefined && !models.has(name)) models.set(name, make(row, name));
  }
  return { models: [...models.values()], found: list.length };
}

const listedModel = (row: z.output<typeof Listed>, name: string): ListedModel => ({
  name,
  sizeBytes: row.size ?? null,
  digest: row.digest ?? null,
  modifiedAt: row.modified_at ?? null,
  isRemote: row.remote_model !== undefined && row.remote_model !== '',
  family: row.details?.family ?? null,
  parameters: row.details?.parameter_size ?? null,
  quantisation: row.details?.quantization_level ?? null,
});

const Show = z.object({
  license: z.string().optional().catch(undefined),
  template: z.string().optional().catch(undefined),
  system: z.string().optional().catch(undefined),
  modified_at: Text,
  details: Details,
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
  capabilities: z.array(z.string().max(100)).max(50).optional().catch(undefined),
});

export interface ShownModel {
  readonly family: string | null;
  readonly parameters: string | null;
  readonly quantisation: string | null;
  readonly contextTokens: number | null;
  /** Null where it does not say. */
  readonly capabilities: readonly string[] | null;
  readonly templateChars: number;
  readonly systemChars: number;
  /** Its first line. */
  readonly license: string | null;
  readonly modifiedAt: string | null;
}

/** `/api/show`; null when it is no object. */
export function readShow(body: unknown): ShownModel | null {
  const shown = Show.safeParse(body).data;
  if (!shown) return null;
  const { details, model_info: info = {} } = shown;
  const architecture = info['general.architecture'];
  const context = typeof architecture === 'string' ? info[`${architecture}.context_length`] : undefined;
  return {
    family: details?.family ?? null,
    parameters: details?.parameter_size ?? null,
    quantisation: details?.quantization_level ?? null,
    contextTokens: Number.isSafeInteger(context) ? (context as number) : null,
    capabilities: shown.capabilities ?? null,
    templateChars: shown.template?.length ?? 0,
    systemChars: shown.system?.length ?? 0,
    license: firstLine(shown.license ?? ''),
    modifiedAt: shown.modified_at ?? null,
  };
}

/** Of the first few hundred characters: a licence is pages long. */
function firstLine(text: string): string | null {
  const lines = text.slice(0, 500).split('\n');
  const line = lines.map((one) => one.trim()).find((one) => one !== '');
  return line?.slice(0, 100) ?? null;
}

const Step = z.object({
  status: z.string().max(500).optional().catch(undefined),
  digest: Text,
  total: Count,
  completed: Count,
});
export type PullStep = z.output<typeof Step>;

/** A line of `/api/pull`; null when it is none. */
export const readPullStep = (line: unknown): PullStep | null => Step.safeParse(line).data ?? null;
