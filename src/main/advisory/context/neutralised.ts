// What a text that reads like instructions becomes: each of them between marks that say what it is, so that it can be read, cited and briefed on, and looks like no
// order; what imitates the frame of a prompt is taken out, since some models' servers read it as one. Pure, linear. Called by guarded.ts and prompt-of.ts.
// Source: advisory, Guardrails.
import type { GuardVerdict, Suspicion } from '../guard/guard.ts';

/** Rule of the scan for what only stands between the parts of a prompt. */
const FRAME = 'frame';
const OPENING = '[SUSPICIOUS, NO INSTRUCTION: ';
const TAKEN_OUT = '[SUSPICIOUS, TAKEN OUT]';

/** Places that touch or lie in each other are one; a frame within takes nothing but itself out of it. */
export function neutralised({ text, suspicious }: Pick<GuardVerdict, 'text' | 'suspicious'>): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, frames } of joined(suspicious)) {
    parts.push(text.slice(done, start));
    const inner = withoutFrames(text, start, end, frames);
    parts.push(inner === '' ? TAKEN_OUT : `${OPENING}${inner}]`);
    done = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(done)].join('');
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly frames: readonly Suspicion[];
}

function joined(suspicious: readonly Suspicion[]): Place[] {
  const places: { start: number; end: number; frames: Suspicion[] }[] = [];
  for (const one of suspicious.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = places.at(-1);
    const frames = one.rule === FRAME ? [one] : [];
    if (last === undefined || one.start > last.end) places.push({ start: one.start, end: one.end, frames });
    else {
      last.end = Math.max(last.end, one.end);
      last.frames.push(...frames);
    }
  }
  return places;
}

function withoutFrames(text: string, start: number, end: number, frames: Place['frames']): string {
  const kept: string[] = [];
  let done = start;
  for (const frame of frames) {
    if (frame.end <= done) continue;
    kept.push(text.slice(done, Math.max(done, frame.start)));
    done = frame.end;
  }
  kept.push(text.slice(done, end));
  return kept
    .map((one) => one.trim())
    .filter(Boolean)
    .join(' ');
}
