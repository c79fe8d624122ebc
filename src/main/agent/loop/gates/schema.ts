// First gate: there is such a tool, and the arguments fit it. Source: agent, Tools.
import type { Gate } from './gate.ts';

export const schema: Gate = {
  name: 'schema',
  async judge(call, { hands }) {
    call.parsed = hands.parse(call.tool, call.given, 'assistant');
    return undefined;
  },
};
