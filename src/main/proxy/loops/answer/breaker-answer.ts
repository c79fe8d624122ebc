// The answer of an open breaker: in the client's own protocol, streamed or not as it asked, it says that the agent is
// stuck, on what, and what helps. For agent-zero it is a valid `response` tool request, so that a person reads it.
// Known again by its first words (own-words.ts). Source: loops, Step 5. Chosen by proxy/enrich/look-for-loop.ts, sent by proxy/exchange/carry-prompt.ts.
import { hash } from 'node:crypto';
import type { BodyIndex } from '../../body/body-scanner.ts';
import { isStreamed, modelOf } from '../../body/call-facts.ts';
import type { PromptRoute } from '../../routes.ts';
import { type LoopFinding, seenText } from '../finding.ts';
import { ANSWER_LEAD } from '../turns/own-words.ts';
import { WIRES } from '../wire/wire.ts';

export interface LocalAnswer {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface LocalAnswerInput {
  readonly body: Buffer;
  readonly index: BodyIndex;
  readonly route: PromptRoute;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The whole HTTP answer for a request of a broken conversation. */
export function localAnswer(
  finding: LoopFinding,
  { body, index, route, now }: LocalAnswerInput,
): LocalAnswer {
  const wire = WIRES[route];
  const streamed = isStreamed(index, route);
  const plain = answerText(finding, now);
  const answer = {
    model: modelOf(body, index) ?? '',
    text: speaksToolJson(finding, body) ? toolJson(finding, plain) : plain,
    id: hash('sha1', body).slice(0, 24),
    now,
    includesUsage: asksForUsage(body, index),
  };
  const bytes = Buffer.from(streamed ? wire.stream(answer) : JSON.stringify(wire.whole(answer)));
  const type = streamed ? wire.streamType : 'application/json; charset=utf-8';
  return {
    status: 200,
    headers: { 'content-type': type, 'content-length': String(bytes.length) },
    body: bytes,
  };
}

function answerText(finding: LoopFinding, now: number): string {
  const minutes = Math.max(1, Math.ceil(((finding.brokenUntil ?? now) - now) / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return [
    `${ANSWER_LEAD} this agent is stuck, so the model was not asked.`,
    seenText(finding),
    `A message from a person lets it go on. Without one it gets another try in ${wait}.`,
  ].join(' ');
}

/** agent-zero's request to show a text to its user. */
function toolJson({ subject }: LoopFinding, text: string): string {
  return JSON.stringify({
    thoughts: [`${ANSWER_LEAD} I am repeating myself and have to stop.`, `What I repeat: ${subject}`],
    headline: 'Stopped: repeating the same step',
    tool_name: 'response',
    tool_args: { text },
  });
}

/** agent-zero, by the turns of its agent or by what its system prompt asks for. */
const speaksToolJson = ({ isToolJson }: LoopFinding, body: Buffer): boolean =>
  isToolJson || (body.includes('tool_args') && body.includes('tool_name') && body.includes('headline'));

/** Whether an OpenAI client asked for the usage at the end of its stream. */
export function asksForUsage(body: Buffer, { fields }: BodyIndex): boolean {
  const options = fields.stream_options;
  if (!options) return false;
  const text = body.toString('latin1', options.start, Math.min(options.end, options.start + 400));
  return /"include_usage"\s{0,16}:\s{0,16}true/.test(text);
}
