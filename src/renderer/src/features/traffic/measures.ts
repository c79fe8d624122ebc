// What a request's figures amount to: speeds, costs and what stayed of its prompt. Pure; null where something was not measured.
import type { TrafficRow } from '../../../../shared/model/traffic.ts';

/** Tokens a second while the answer was written: as the upstream says, else by the clock of a streamed answer. */
export function writingSpeed({ usage, timings, streamed }: TrafficRow): number | null {
  const { completionTokens, evalNs } = usage;
  if (!completionTokens) return null;
  if (evalNs) return completionTokens / (evalNs / 1e9);
  const { firstByteMs, totalMs } = timings;
  if (!streamed || firstByteMs === null || totalMs === null || totalMs <= firstByteMs) return null;
  return completionTokens / ((totalMs - firstByteMs) / 1000);
}

/** Milliseconds the model took to read the prompt. */
export const prefillMs = ({ usage }: TrafficRow): number | null =>
  usage.promptEvalNs === null ? null : usage.promptEvalNs / 1e6;

/** Milliseconds per token of the prompt. */
export function prefillPerToken(row: TrafficRow): number | null {
  const ms = prefillMs(row);
  const { promptTokens } = row.usage;
  return ms === null || !promptTokens ? null : ms / promptTokens;
}

/** How much of the forwarded prompt is byte for byte the one before, 0 to 1; null without one before. */
export function prefixKept({ prefixBytes, requestBytes, injectedBytes }: TrafficRow): number | null {
  const forwarded = requestBytes + injectedBytes;
  return prefixBytes === 0 || forwarded === 0 ? null : Math.min(1, prefixBytes / forwarded);
}
