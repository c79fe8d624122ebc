// What config.yaml says of profiles of briefs: which weights may word them, how many a minute, and what a pack has. Pure. Parsed by the settings, read by profiles.ts.
// Source: advisory, Profiles.
import * as z from 'zod';
import { BRIEF_PROFILES, type BriefProfile } from '../../../shared/model/evidence/brief.ts';
import { addressProblem, isNear } from '../../outgoing/addresses.ts';

/** Whose prompts may leave the operator's own network; spans of others stay there, too. */
export const EGRESS_PROFILES: ReadonlySet<BriefProfile> = new Set(['cloud-openai']);

/** Where an OTLP collector takes spans over HTTP. */
const Collector = z
  .string()
  .superRefine((text, context) => {
    const message = URL.canParse(text)
      ? addressProblem(new URL(text))
      : 'Give an address such as http://127.0.0.1:4318.';
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .transform((text) => text.replace(/\/+$/, ''));

const One = z
  .strictObject({
    models: z
      .array(
        z
          .string()
          .regex(
            /^[\x21-\x7e]{1,300}$/,
            'the digest of a model, such as sha256:…, as `ollama list` or Briefs shows it',
          ),
      )
      .max(100)
      .optional(),
    requests_per_minute: z.number().int().min(1).max(10_000).optional(),
    environments: z.boolean().default(true),
    blast_radius: z.boolean().default(true),
    telemetry_endpoint: Collector.optional(),
    sbom: z.boolean().default(true),
  })
  .transform(({ models, requests_per_minute, environments, blast_radius, sbom, telemetry_endpoint }) => ({
    environments,
    blastRadius: blast_radius,
    sbom,
    telemetryEndpoint: telemetry_endpoint ?? null,
    models: models ?? null,
    requestsPerMinute: requests_per_minute ?? null,
  }));

/** `profiles` of config.yaml. */
export const ProfilesConfig = z
  .partialRecord(z.enum(BRIEF_PROFILES, `one of ${BRIEF_PROFILES.join(', ')}`), One)
  .superRefine((profiles, context) => {
    for (const name of BRIEF_PROFILES) {
      const endpoint = profiles[name]?.telemetryEndpoint ?? null;
      if (endpoint === null || EGRESS_PROFILES.has(name) || isNear(endpoint)) continue;
      const message = `${new URL(endpoint).host} is not in your own network, and ${name} sends nothing elsewhere. Name a collector of your network.`;
      context.addIssue({ code: 'custom', message, path: [name, 'telemetry_endpoint'] });
    }
  });
export type ProfileConfig = z.output<typeof One>;
