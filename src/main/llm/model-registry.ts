// Which models there are: rows of the table, which operators edit, and those config.yaml names, which they do not.
// Owns the keys of both: they go in, are sealed or taken from the environment, and come out only as the function an
// endpoint calls when it makes a request. Called by the models service and the model desk.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import {
  type LanguageModel,
  ModelAbilities,
  type NewLanguageModel,
  type Provider,
} from '../../shared/model/language-model.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { hideSecret } from '../../shared/redact.ts';
import type { Store } from '../store/store-access.ts';
import {
  deleteModel,
  insertModel,
  type ModelRow,
  readModel,
  readModels,
  updateModel,
  writeAbilities,
} from '../store/tables/models.ts';
import { baseUrlProblem, baseUrlWarning, effectiveBaseUrl, isOfficial } from './base-url.ts';
import type { ModelEndpoint } from './chat-model.ts';
import { type ContextSize, contextSize } from './limits/context-size.ts';
import type { Purposes } from './purpose.ts';
import type { Vault } from './vault.ts';

/** A model of config.yaml. */
export interface FileModel {
  readonly id: string;
  readonly provider: Provider;
  readonly baseUrl: string | null;
  readonly modelName: string;
  /** The environment variable that holds its key. */
  readonly apiKeyEnv: string | null;
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly contextTokens: number | null;
}

export interface RegistryParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly file: () => readonly FileModel[];
  readonly env: NodeJS.ProcessEnv;
  /** Where the proxied Ollama is: models of Ollama without an address are asked there. */
  readonly upstream: () => string;
  readonly settings: () => Settings;
  readonly purposes: Purposes;
}

export interface KnownModel extends Omit<LanguageModel, 'usedFor'> {
  readonly endpoint: ModelEndpoint;
  readonly context: ContextSize;
  /** Why it cannot be asked, as a sentence; null when it can. */
  readonly problem: string | null;
}

const NOTHING_KNOWN = { tools: null, parallelCalls: null, jsonSchema: null };

export class ModelRegistry {
  readonly #parts: RegistryParts;
  readonly #hidden = new Map<string, { secret: string; release: () => void }>();
  /** What tests found out about models of the file; they have no row to keep it in. */
  readonly #fileAbilities = new Map<string, ModelAbilities>();
  #rows: readonly ModelRow[] = [];

  constructor(parts: RegistryParts) {
    this.#parts = parts;
  }

  /** Reads the table again. Another process may have changed it. */
  async refresh(): Promise<void> {
    this.#rows = await readModels(this.#parts.store.reader);
    // Keys are hidden from logs and errors from the first moment they can be used.
    this.known();
  }

  /** All models, as of the last refresh. */
  known(): KnownModel[] {
    return [
      ...this.#parts.file().map((one) => this.#ofFile(one)),
      ...this.#rows.map((row) => this.#ofRow(row)),
    ];
  }

  async list(): Promise<LanguageModel[]> {
    await this.refresh();
    return this.known().map((model) => this.#shown(model));
  }

  /** @throws AppError NOT_FOUND */
  async find(id: string): Promise<KnownModel> {
    const ofFile = this.#parts.file().find((one) => one.id === id);
    if (ofFile) return this.#ofFile(ofFile);
    const row = isRowId(id) ? await readModel(this.#parts.store.reader, Number(id)) : undefined;
    if (!row) throw notFound(id);
    return this.#ofRow(row);
  }

  /** @throws AppError INVALID_INPUT */
  async add(fields: NewLanguageModel): Promise<LanguageModel> {
    const { apiKey, ...rest } = fields;
    this.#checkUrl(rest);
    const letGo = apiKey === undefined ? () => {} : hideSecret(apiKey);
    try {
      const id = await this.#parts.store.write((writer) =>
        insertModel(
          writer,
          rest,
          (given) => (apiKey === undefined ? null : this.#seal(apiKey, String(given), rest)),
          this.#parts.clock.now(),
        ),
      );
      return await this.#show(String(id));
    } finally {
      letGo();
    }
  }

  /**
   * @param fields `apiKey` absent keeps the stored key, null forgets it
   * @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED (of the file), INVALID_INPUT
   */
  async update(
    id: string,
    expectedVersion: number,
    fields: Omit<NewLanguageModel, 'apiKey'> & { readonly apiKey?: string | null | undefined },
  ): Promise<LanguageModel> {
    const row = await this.#row(id);
    const { apiKey, ...rest } = fields;
    this.#checkUrl(rest);
    const moves = this.#origin(row) !== this.#origin(rest);
    if (moves && row.sealedKey !== null && apiKey === undefined) {
      throw new AppError(
        'INVALID_INPUT',
        `The stored key of ${row.label} was given for ${this.#origin(row)} and is not sent to another address. Give the key again with the new address, or take it out.`,
        { field: 'apiKey' },
      );
    }
    const letGo = typeof apiKey === 'string' ? hideSecret(apiKey) : () => {};
    try {
      const sealed = typeof apiKey === 'string' ? this.#seal(apiKey, id, rest) : apiKey;
      await this.#parts.store.write((writer) =>
        updateModel(
          writer,
          row.id,
          expectedVersion,
          { ...rest, ...(sealed === undefined ? {} : { sealedKey: sealed }) },
          this.#parts.clock.now(),
        ),
      );
      return await this.#show(id);
    } finally {
      letGo();
    }
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED (of the file, or chosen for something) */
  async remove(id: string, expectedVersion: number): Promise<LanguageModel[]> {
    const row = await this.#row(id);
    const uses = this.#uses(id).map(({ setting }) => setting);
    if (uses.length > 0) {
      throw new AppError(
        'NOT_ALLOWED',
        `${row.label} is in use: ${uses.join(' and ')} name${uses.length === 1 ? 's' : ''} it. Choose another model there first.`,
        { settings: uses },
      );
    }
    await this.#parts.store.write((writer) => deleteModel(writer, row.id, expectedVersion));
    this.#hide(id, null);
    return this.list();
  }

  /** Keys of the table's models that this host can read, by model, for a backup under the operator's passphrase. */
  async readableKeys(): Promise<Record<string, string>> {
    await this.refresh();
    const models = this.#rows.map((row) => this.#ofRow(row));
    return Object.fromEntries(
      models.flatMap(({ id, endpoint }) => {
        const key = endpoint.apiKey();
        return key === null ? [] : [[id, key]];
      }),
    );
  }

  /** A key as this host keeps it for that model. @throws AppError INVALID_INPUT for an address that is none */
  sealKey(secret: string, modelId: string, fields: Pick<FileModel, 'provider' | 'baseUrl'>): string {
    this.#checkUrl(fields);
    return this.#seal(secret, modelId, fields);
  }

  /** @param model as it was tried out; what it has become meanwhile may be able to do something else */
  async keepAbilities(
    { id, version }: Pick<KnownModel, 'id' | 'version'>,
    abilities: ModelAbilities,
  ): Promise<void> {
    if (!isRowId(id)) {
      this.#fileAbilities.set(id, abilities);
      return;
    }
    await this.#parts.store.write((writer) =>
      writeAbilities(writer, { id: Number(id), version }, JSON.stringify(abilities)),
    );
    await this.refresh();
  }

  #ofRow(row: ModelRow): KnownModel {
    const id = String(row.id);
    const secret =
      row.sealedKey === null
        ? null
        : this.#parts.vault.open(row.sealedKey, { modelId: id, origin: this.#origin(row) });
    const keyState = row.sealedKey === null ? 'absent' : secret === null ? 'undecryptable' : 'ok';
    const problem =
      keyState === 'undecryptable'
        ? 'Its stored key cannot be read with the vault key of this host. Enter the key again.'
        : null;
    const found = parseAbilities(row.abilities);
    return this.#known({ ...row, id, setBy: 'console', keyState, problem, secret, found });
  }

  #ofFile(model: FileModel): KnownModel {
    const secret = model.apiKeyEnv === null ? null : (this.#parts.env[model.apiKeyEnv] ?? null);
    const missing = model.apiKeyEnv !== null && !secret;
    return this.#known({
      ...model,
      label: model.id,
      version: 1,
      setBy: 'file',
      keyState: secret ? 'environment' : 'absent',
      problem: missing
        ? `The environment variable ${model.apiKeyEnv}, which should hold its key, is not set.`
        : null,
      secret: secret || null,
      found: this.#fileAbilities.get(model.id),
    });
  }

  #known(
    model: Omit<FileModel, 'apiKeyEnv'> &
      Pick<KnownModel, 'label' | 'version' | 'setBy' | 'keyState' | 'problem'> & {
        readonly secret: string | null;
        readonly found: ModelAbilities | undefined;
      },
  ): KnownModel {
    const { id, provider, modelName, secret, contextTokens, found } = model;
    const baseUrl = effectiveBaseUrl(provider, model.baseUrl, this.#parts.upstream());
    this.#hide(id, secret);
    const official = isOfficial(provider, baseUrl);
    const context = contextSize({
      ...{ provider, isOfficial: official, declared: contextTokens },
      found: found?.contextTokens ?? null,
    });
    const noKey = official && secret === null ? 'It has no key, and its provider asks for one.' : null;
    return {
      id,
      label: model.label,
      provider,
      baseUrl: model.baseUrl,
      modelName,
      keyState: model.keyState,
      inputPrice: model.inputPrice,
      outputPrice: model.outputPrice,
      abilities: {
        ...NOTHING_KNOWN,
        ...found,
        contextTokens: contextTokens ?? found?.contextTokens ?? null,
      },
      context,
      setBy: model.setBy,
      version: model.version,
      warning: secret === null ? null : baseUrlWarning(baseUrl),
      problem: model.problem ?? noKey,
      endpoint: {
        ...{ provider, baseUrl, modelName, contextTokens: context.tokens },
        isOfficial: official,
        apiKey: () => secret,
      },
    };
  }

  /** Keeps the model's key out of every redacted text for as long as it is the model's key. */
  #hide(id: string, secret: string | null): void {
    const before = this.#hidden.get(id);
    if (before?.secret === secret) return;
    if (secret === null) this.#hidden.delete(id);
    else this.#hidden.set(id, { secret, release: hideSecret(secret) });
    before?.release();
  }

  #seal(secret: string, modelId: string, fields: Pick<FileModel, 'provider' | 'baseUrl'>): string {
    return this.#parts.vault.seal(secret, { modelId, origin: this.#origin(fields) });
  }

  /** Where the key may be sent. An Ollama without an address follows the upstream wherever it is. */
  #origin({ provider, baseUrl }: Pick<FileModel, 'provider' | 'baseUrl'>): string {
    if (provider === 'ollama' && baseUrl === null) return 'the upstream';
    return new URL(effectiveBaseUrl(provider, baseUrl, '')).origin;
  }

  #checkUrl({ baseUrl }: { readonly baseUrl: string | null }): void {
    const problem = baseUrl === null ? null : baseUrlProblem(baseUrl);
    if (problem !== null) throw new AppError('INVALID_INPUT', problem, { field: 'baseUrl' });
  }

  async #row(id: string): Promise<ModelRow> {
    if (this.#parts.file().some((one) => one.id === id)) {
      throw new AppError('NOT_ALLOWED', `The model ${id} is set by config.yaml; change it there.`, { id });
    }
    const row = isRowId(id) ? await readModel(this.#parts.store.reader, Number(id)) : undefined;
    if (!row) throw notFound(id);
    return row;
  }

  async #show(id: string): Promise<LanguageModel> {
    await this.refresh();
    return this.#shown(await this.find(id));
  }

  #uses(id: string) {
    return this.#parts.purposes.of(id, this.#parts.settings());
  }

  #shown({ endpoint: _, context: _size, problem, warning, ...model }: KnownModel): LanguageModel {
    return {
      ...model,
      warning: problem ?? warning,
      usedFor: this.#uses(model.id).map(({ name }) => name),
    };
  }
}

const isRowId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

const notFound = (id: string) =>
  new AppError('NOT_FOUND', `There is no model ${id.slice(0, 80)}. Settings lists those there are.`, { id });

function parseAbilities(text: string | null): ModelAbilities | undefined {
  return text === null ? undefined : ModelAbilities.safeParse(JSON.parse(text)).data;
}
