// Briefs in the metrics, under the names of §9 of the document they come from. Labels come from closed lists alone. Made by metrics.ts. Source: advisory, Profiles.
import { Counter, Histogram, type Registry } from 'prom-client';
import {
  BRIEF_PROFILES,
  BRIEF_TASKS,
  type BriefCode,
  BriefCodes,
  type BriefProfile,
  type BriefTask,
} from '../../shared/model/evidence/brief.ts';

/** What happened since this process started. */
export interface BriefMetrics {
  requested(profile: BriefProfile, type: BriefTask): void;
  /** Seconds from the beginning of a job to what is kept. */
  took(seconds: number): void;
  validationFailed(): void;
  /** Of a brief's claims, those with a citation: 0 to 1. */
  covered(ratio: number): void;
  blocked(codes: readonly BriefCode[]): void;
  stored(): void;
}

export function briefMetrics(registry: Registry): BriefMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'advisory_ai_requests_total',
    help: 'Briefs asked for',
    labelNames: ['profile', 'type'],
    registers,
  });
  for (const profile of BRIEF_PROFILES) for (const type of BRIEF_TASKS) requests.inc({ profile, type }, 0);
  const latency = new Histogram({
    name: 'advisory_ai_latency_seconds',
    help: 'Making a brief, from its evidence to what is kept',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
    registers,
  });
  const failures = new Counter({
    name: 'advisory_ai_validation_failures_total',
    help: 'Answers of models with faults',
    registers,
  });
  const coverage = new Histogram({
    name: 'advisory_ai_citation_coverage_ratio',
    help: 'Of the claims of a brief those with a citation, before any was left out',
    buckets: [0.25, 0.5, 0.75, 0.9, 0.99, 1],
    registers,
  });
  const blocks = new Counter({
    name: 'advisory_guardrail_blocks',
    help: 'Briefs refused, by code',
    labelNames: ['code'],
    registers,
  });
  for (const code of BriefCodes.options) blocks.inc({ code }, 0);
  const stored = new Counter({
    name: 'advisory_outputs_stored',
    help: 'Briefs kept, refused ones too',
    registers,
  });
  return {
    requested: (profile, type) => requests.inc({ profile, type }),
    took: (seconds) => latency.observe(seconds),
    validationFailed: () => failures.inc(),
    covered: (ratio) => coverage.observe(ratio),
    blocked: (codes) => codes.forEach((code) => void blocks.inc({ code })),
    stored: () => stored.inc(),
  };
}
