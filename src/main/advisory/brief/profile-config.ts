// What config.yaml says of profiles of briefs: which weights may word them, how many a minute, and what a pack has. Pure. Parsed by the settings, read by profiles.ts.
// Source: advisory, Profiles.
import * as z from 'zod';
import { BRIEF_PROFILES } from '../../../shared/model/evidence/brief.ts';

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
    sbom: z.boolean().default(true),
  })
  .transform(({ models, requests_per_minute, environments, blast_radius, sbom }) => ({
    environments,
    blastRadius: blast_radius,
    sbom,
    models: models ?? null,
    requestsPerMinute: requests_per_minute ?? null,
  }));

/** `profiles` of config.yaml. */
export const ProfilesConfig = z.partialRecord(
  z.enum(BRIEF_PROFILES, `one of ${BRIEF_PROFILES.join(', ')}`),
  One,
);
export type ProfileConfig = z.output<typeof One>;
