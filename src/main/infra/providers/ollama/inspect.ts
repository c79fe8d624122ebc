// Everything about one upstream or model that may be shown: names of headers and never what they hold, sizes of templates and system
// prompts and never their words. Called by ollama-provider.ts.
import type { Inspection, Resource } from '../../../../shared/model/resource.ts';
import type { KnownUpstream } from './known-upstream.ts';
import type { FoundModel, UpstreamLook } from './look.ts';
import type { ShownModel } from './ollama-answers.ts';
import { bytes } from './resources.ts';

type FactRow = readonly [string, string | number | null];

export function inspectedUpstream(
  resource: Resource,
  upstream: KnownUpstream,
  look: UpstreamLook,
): Inspection {
  const models = look.kind === 'unreachable' ? null : look;
  return inspection(resource, [
    ['Address', upstream.url],
    [
      'Answers',
      look.kind === 'unreachable'
        ? look.reason
        : look.kind === 'ollama'
          ? "Ollama's own routes"
          : '/v1 alone',
    ],
    ['Version', upstream.version],
    ['Named by', upstream.setBy],
    ['Mode', upstream.mode],
    ['Circuit', upstream.circuit],
    ['Weight', upstream.weight],
    ['Slots', upstream.slots ?? 'no limit of ours'],
    ['Headers', Object.keys(upstream.headers).join(', ') || 'none'],
    ['Requests running', upstream.running],
    ['Models', models?.found ?? null],
    [
      'Loaded',
      models?.models
        .filter(({ running }) => running)
        .map(({ name }) => name)
        .join(', ') || null,
    ],
  ]);
}

export function inspectedModel(resource: Resource, model: FoundModel, shown: ShownModel | null): Inspection {
  const { running } = model;
  return inspection(resource, [
    ['Family', shown?.family ?? model.family],
    ['Parameters', shown?.parameters ?? model.parameters],
    ['Quantisation', shown?.quantisation ?? model.quantisation],
    ['Context', shown?.contextTokens == null ? null : `${shown.contextTokens} tokens`],
    ['Can', shown?.capabilities?.join(', ') ?? null],
    ['Size on disk', model.sizeBytes === null ? null : bytes(model.sizeBytes)],
    ['Digest', model.digest],
    ['Modified', shown?.modifiedAt ?? model.modifiedAt],
    ['Template', shown ? `${shown.templateChars} characters` : null],
    ['System prompt', shown ? (shown.systemChars === 0 ? 'none' : `${shown.systemChars} characters`) : null],
    ['Licence', shown?.license ?? null],
    ['Video memory', running?.vramBytes == null ? null : bytes(running.vramBytes)],
    ['Context in memory', running?.contextTokens == null ? null : `${running.contextTokens} tokens`],
    [
      'In memory until',
      running
        ? running.expiresAt === null
          ? 'it is let go'
          : new Date(running.expiresAt).toISOString()
        : null,
    ],
  ]);
}

function inspection(resource: Resource, rows: readonly FactRow[]): Inspection {
  const facts = rows.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label, value: String(value).slice(0, 2000) }],
  );
  return { resource, facts, ports: [], mounts: [], configPaths: [], logPaths: [], environment: [] };
}
