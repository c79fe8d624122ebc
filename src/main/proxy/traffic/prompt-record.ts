// What the traffic log keeps of a prompt: which concept brought which line, the text around the injection, and, only
// when bodies are kept, the prompt by segment; redacted, cut to the kept size. Made after the request has left.
// Source: proxy, Seeing it. Used by sent-prompt.ts.
import type { z } from 'zod';
import type { LoopVerdict } from '../../../shared/model/loop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { PromptDiff, TrafficDetail } from '../../../shared/model/traffic.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import { changedText } from '../enrich/inject.ts';
import type { LoopAction } from '../enrich/look-for-loop.ts';
import { segmentsOf } from '../enrich/segments.ts';
import { verdictOf } from '../loops/finding.ts';
import type { Redact, RedactSlices } from '../ports.ts';
import type { Detail } from './traffic-log.ts';

export interface RecordedPrompt {
  readonly enrichment: Enrichment;
  readonly body: Buffer;
  /** The model's own SYSTEM that went in with the block; null when nothing was injected. */
  readonly modelSystem: string | null;
}

type KeptSettings = Pick<Settings, 'traffic_keep_bodies' | 'traffic_body_max_bytes'>;

export interface Redactors {
  readonly redact: Redact;
  readonly redactSlices: RedactSlices;
}

/** The detail of a request for the traffic log, in steps where prompts are kept. */
export function* recordPrompt(
  prompt: RecordedPrompt,
  settings: KeptSettings,
  { redact, redactSlices }: Redactors,
): Generator<void, Detail> {
  return {
    lines: prompt.modelSystem === null ? [] : prompt.enrichment.lines,
    asked: prompt.modelSystem === null ? [] : [...prompt.enrichment.asked],
    loop: prompt.enrichment.loop && recordedVerdict(prompt.enrichment.loop, settings, redact),
    diff: yield* diffOf(prompt, settings, redactSlices),
    segments: settings.traffic_keep_bodies ? yield* keptSegments(prompt, settings, redactSlices) : null,
  };
}

/** The account of a loop without secrets; what came back and the turns it rests on only where prompts are kept. */
function recordedVerdict(
  { finding, plan }: LoopAction,
  settings: Pick<Settings, 'traffic_keep_bodies'>,
  redact: Redact,
): LoopVerdict {
  const said = settings.traffic_keep_bodies ? finding : { ...finding, outcome: '' };
  return shownVerdict(verdictOf(said, plan), settings, redact);
}

/** A verdict as it may be shown. */
export function shownVerdict(
  verdict: LoopVerdict,
  { traffic_keep_bodies: isKept }: Pick<Settings, 'traffic_keep_bodies'>,
  redact: Redact,
): LoopVerdict {
  const evidence = isKept ? verdict.evidence.map(({ role, text }) => ({ role, text: redact(text) })) : [];
  return {
    ...verdict,
    subject: redact(verdict.subject),
    explanation: redact(verdict.explanation),
    evidence,
  };
}

function* diffOf(
  { enrichment, body, modelSystem }: RecordedPrompt,
  settings: KeptSettings,
  redact: RedactSlices,
): Generator<void, z.infer<typeof PromptDiff> | null> {
  if (!enrichment.planned || modelSystem === null) return null;
  const { plan, block } = enrichment.planned;
  const base = { where: plan.where, block };
  if (!settings.traffic_keep_bodies) {
    return { ...base, bodiesKept: false, before: null, after: null, truncated: false };
  }
  const max = settings.traffic_body_max_bytes;
  const { before, after } = changedText(body, plan, block, modelSystem);
  const isCut = after.length > max;
  return {
    ...base,
    bodiesKept: true,
    before: yield* kept(before, max, redact),
    after: yield* kept(after, max, redact),
    truncated: isCut,
  };
}

/** Longer than a secret is. */
const MARGIN = 4096;

/** The beginning of a text without its secrets: they are taken out of more than is kept, so that none is cut in two. */
function* kept(text: string, max: number, redact: RedactSlices): Generator<void, string> {
  return (yield* redact(text.slice(0, max + MARGIN))).slice(0, max);
}

function* keptSegments(
  { enrichment: { turns }, body }: RecordedPrompt,
  settings: KeptSettings,
  redact: RedactSlices,
): Generator<void, TrafficDetail['segments']> {
  const segments: NonNullable<TrafficDetail['segments']> = [];
  let left = settings.traffic_body_max_bytes;
  for (const turn of turns) {
    for (const { role, trust, scanned, text } of segmentsOf(turn, { turns, body })) {
      if (left <= 0) return segments;
      segments.push({ role, trust, scanned, text: yield* kept(text, left, redact) });
      left -= text.length;
    }
    yield;
  }
  return segments;
}
