// A model that is not on this host sees masks where the names of hosts and addresses stand, as long as the operator wants that; whoever asks it sees
// none of them. Wraps the port of models (loop/model-port.ts). Source: agent, Tools (masking).
import type { AskedModel, ModelEvent, ModelMessage, ModelRequest } from '../loop/model-port.ts';
import { type Mask, ShownPieces } from './mask.ts';

export interface MaskedParts {
  readonly mask: Mask;
  isOn(): boolean;
  /** Of the hosts that there are. */
  names(): readonly string[];
}

export function maskedModel(model: AskedModel, { mask, isOn, names }: MaskedParts): AskedModel {
  return {
    about: (id) => model.about(id),
    estimateTokens: (request) => model.estimateTokens(request),
    async *stream(request) {
      if (!isOn() || (await model.about(request.model)).isLocal) {
        yield* model.stream(request);
        return;
      }
      mask.setNames(names());
      yield* shown(model.stream(hidden(request, mask)), mask);
    },
  };
}

function hidden(request: ModelRequest, mask: Mask): ModelRequest {
  const hide = (text: string) => mask.hide(text);
  const message = (one: ModelMessage): ModelMessage => {
    const content = hide(one.content);
    if (one.role !== 'assistant' || !one.toolCalls) return { ...one, content };
    return {
      ...one,
      content,
      toolCalls: one.toolCalls.map((call) => ({ ...call, arguments: hide(call.arguments) })),
    };
  };
  return { ...request, system: hide(request.system), messages: request.messages.map(message) };
}

async function* shown(events: AsyncIterable<ModelEvent>, mask: Mask): AsyncGenerator<ModelEvent> {
  const pieces = { text: new ShownPieces(mask), thinking: new ShownPieces(mask) };
  const left = function* (): Generator<ModelEvent> {
    for (const type of ['thinking', 'text'] as const) {
      const text = pieces[type].end();
      if (text !== '') yield { type, text };
    }
  };
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'thinking') {
      const text = pieces[event.type].take(event.text);
      if (text !== '') yield { type: event.type, text };
    } else {
      yield* left();
      yield event.type === 'tool_call'
        ? { ...event, call: { ...event.call, arguments: mask.show(event.call.arguments) } }
        : event;
    }
  }
  yield* left();
}
