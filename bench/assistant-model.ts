// The model of bench/assistant.ts, in a process of its own, so that what it does holds up nobody who measures: it streams some words and calls two reading
// tools, turn after turn, and never comes to an end by itself.
//   node bench/assistant-model.ts TOKENS_A_SECOND RESOURCE   prints its address
import type { Behaviour } from '../src/main/fixtures/script.ts';
import { startDemoUpstream } from '../src/main/fixtures/upstream.ts';

const [tokens = '60', resource = ''] = process.argv.slice(2);
const upstream = await startDemoUpstream({ keepRequests: 1, speed: { tokenMs: 1000 / Number(tokens) } });
let n = 0;
upstream.script({
  path: '/api/chat',
  get behave(): Behaviour {
    const command = `echo ${n++}`;
    return {
      text: 'I look at this machine once more, since what it says may be another by now, and compare it with what it said before.',
      toolCalls: [
        { name: 'read', arguments: { action: 'run', resource, command } },
        { name: 'metrics', arguments: { action: 'summary', resource } },
      ],
    };
  },
});
console.log(upstream.url);
process.on('disconnect', () => process.exit(0));
