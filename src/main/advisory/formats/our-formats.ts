// The two formats of our own, with schemas and samples in resources: traces of policies and hints of what runs. Called by read-document.ts, after the schema.
// Source: advisory, Evidence.
import type { EvidenceDocument, Exposure, PolicyTrace, RuntimeHint } from './records.ts';
import { blank, cut, timeOf } from './words.ts';

interface Trace {
  readonly policy_version: string;
  readonly finding: string;
  readonly decision: string;
  readonly decided_at?: string;
  readonly rules: PolicyTrace['rules'];
}

export function readPolicyTrace(value: unknown): EvidenceDocument {
  const { policy_version: policyVersion, finding, decision, decided_at, rules } = value as Trace;
  return {
    ...blank('policy-trace', finding, {
      ...{ version: policyVersion, title: cut(`Policy ${policyVersion} on ${finding}: ${decision}`, 500) },
      ...{ issuer: 'policy', statedAt: timeOf(decided_at) },
    }),
    traces: [{ policyVersion, finding, decision, rules }],
  };
}

interface Hint {
  readonly resource: string;
  readonly image_digest?: string | null;
  readonly other_digests?: readonly string[];
  readonly ports: readonly { readonly port: number; readonly exposure: Exposure }[];
  readonly entrypoint?: readonly string[];
  readonly user?: string | null;
  readonly observed_at?: string;
}

export function readRuntimeHint(value: unknown): EvidenceDocument {
  const {
    resource,
    image_digest: imageDigest = null,
    other_digests: otherDigests = [],
    ports,
    entrypoint = [],
    user = null,
    observed_at,
  } = value as Hint;
  const hint: RuntimeHint = { resource, imageDigest, otherDigests, ports, entrypoint, user };
  return {
    ...blank('runtime-hint', resource, {
      ...{ version: observed_at ?? '', title: cut(`What runs as ${resource}`, 500), issuer: 'runtime' },
      statedAt: timeOf(observed_at),
    }),
    hints: [hint],
  };
}
