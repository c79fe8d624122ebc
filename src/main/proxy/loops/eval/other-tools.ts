// Loop rules that other programs publish, written anew from their descriptions, to be run on
// the same traces. Each sees the steps as its program would: raw calls, raw results, no masking. Used by measure.ts.
import { type TraceEvent, zeroText } from './trace.ts';

/** True when the tool would call the trace a loop at this point. */
export type Rule = (events: readonly TraceEvent[]) => boolean;

interface Step {
  readonly call: string;
  readonly result: string;
  readonly text: string;
}

const sinceUser = (events: readonly TraceEvent[]): readonly TraceEvent[] =>
  events.slice(
    events.findLastIndex((event) => 'user' in event || ('said' in event && event.said !== undefined)) + 1,
  );

const stepsOf = (events: readonly TraceEvent[]): Step[] =>
  events.flatMap((event): Step[] => {
    if ('calls' in event) {
      return event.calls.map((call, n) => ({
        call: JSON.stringify(call),
        result: event.results[n] ?? '',
        text: '',
      }));
    }
    if ('agent' in event) return [{ call: '', result: '', text: event.agent }];
    if ('sent' in event) return [{ call: event.sent, result: JSON.stringify(event.framework), text: '' }];
    return [];
  });

const sortedCall = ({ call }: Step): string => {
  if (!call.startsWith('{"name"')) return call;
  const { name, args } = JSON.parse(call) as { name: string; args: Record<string, unknown> };
  return name + JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const tailEqual = (items: readonly string[], count: number): boolean =>
  items.length >= count && items.slice(-count).every((item) => item === items.at(-1) && item !== '');

/** agent-zero 1.7: the message is the very same as the one before. */
export const agentZero: Rule = (events) => {
  const sent = events.filter((event) => !('user' in event)).map(zeroText);
  return tailEqual(sent, 2);
};

/** opencode `doom_loop`: the last three calls of the current message have the same tool and the same JSON. */
export const opencode: Rule = (events) =>
  tailEqual(
    stepsOf(sinceUser(events)).map(({ call }) => call),
    3,
  );

/** Cline: the same tool with the same arguments, keys sorted, three times in a row (its soft limit). */
export const cline: Rule = (events) => tailEqual(stepsOf(events).map(sortedCall), 3);

const GEMINI = { repeats: 5, maxPeriod: 5 };

/** gemini-cli: tool and arguments hashed, cycles of one to five calls, five times. Reset by a prompt of the user. */
export const gemini: Rule = (events) => {
  const steps = stepsOf(sinceUser(events));
  const calls = steps.filter(({ call }) => call !== '').map(({ call }) => call);
  for (let period = 1; period <= GEMINI.maxPeriod; period++) {
    const need = period * GEMINI.repeats;
    if (calls.length < need) continue;
    const tail = calls.slice(-need);
    if (tail.every((call, at) => call === tail[at % period])) return true;
  }
  return geminiText(steps.map(({ text }) => text).join('\n'));
};

const CHUNK = { chars: 50, repeats: 10, distance: 250, history: 5000 };

/** gemini-cli's check of a streamed text: one piece of 50 characters ten times, 250 characters apart on average. */
export function geminiText(text: string): boolean {
  const met = new Map<string, number[]>();
  let isFence = false;
  let from = 0;
  for (const [at, line] of lineStarts(text)) {
    if (/^\s*```/.test(line)) isFence = !isFence;
    if (isFence || /^\s*(?:\||[-*+] |\d+\. |#|>)/.test(line)) {
      met.clear();
      from = at + line.length;
    }
  }
  for (
    let at = Math.max(from, text.length - CHUNK.history);
    !isFence && at + CHUNK.chars <= text.length;
    at++
  ) {
    const piece = text.slice(at, at + CHUNK.chars);
    const places = met.get(piece) ?? [];
    places.push(at);
    met.set(piece, places);
    if (places.length < CHUNK.repeats) continue;
    const recent = places.slice(-CHUNK.repeats);
    const mean = ((recent.at(-1) as number) - (recent[0] as number)) / (CHUNK.repeats - 1);
    if (mean <= CHUNK.distance) return true;
  }
  return false;
}

function lineStarts(text: string): [number, string][] {
  let at = 0;
  return text.split('\n').map((line): [number, string] => {
    const start = at;
    at += line.length + 1;
    return [start, line];
  });
}

const WINDOW = 20;

/** OpenHands: since the last user message, the same action with the same result four times, with an error three times, three messages in a row, or ABABAB. */
export const openHands: Rule = (events) => {
  const steps = stepsOf(sinceUser(events)).slice(-WINDOW);
  const both = steps.map(({ call, result }) => (call === '' ? '' : `${call}\n${result}`));
  if (tailEqual(both, 4)) return true;
  const errors = steps.slice(-3);
  if (
    tailEqual(
      errors.map(({ call }) => call),
      3,
    ) &&
    errors.every(({ result }) => /error|failed/i.test(result))
  ) {
    return true;
  }
  if (steps.length >= 3 && steps.slice(-3).every(({ text }) => text !== '' && text === steps.at(-1)?.text))
    return true;
  const six = both.slice(-6);
  return (
    six.length === 6 && six[0] !== six[1] && six.every((step, at) => step !== '' && step === six[at % 2])
  );
};

export const OTHER_TOOLS: Readonly<Record<string, Rule>> = {
  'agent-zero': agentZero,
  opencode,
  Cline: cline,
  'gemini-cli': gemini,
  OpenHands: openHands,
};
