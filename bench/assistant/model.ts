// The model of bench/assistant.ts, in a process of its own: it streams some words and calls two reading tools, turn after turn, and never comes to an
// end by itself. Hands over what it is asked, so that somebody else can ask the same.
//   node bench/assistant/model.ts TOKENS_A_SECOND RESOURCE PARTS WORDS   prints its address; PARTS: run,metrics; WORDS: said in each turn
import type { Behaviour } from '../../src/main/fixtures/script.ts';
import { startDemoUpstream } from '../../src/main/fixtures/upstream.ts';

const SENTENCE =
  'I look at this machine once more, since what it says may be another by now, and compare it with what it said before.';

const [tokens = '60', resource = '', parts = 'run,metrics', words = '24'] = process.argv.slice(2);
const said = SENTENCE.split(' ');
const TEXT = Array.from({ length: Number(words) }, (_, n) => said[n % said.length]).join(' ');
const upstream = await startDemoUpstream({ keepRequests: 4, speed: { tokenMs: 1000 / Number(tokens) } });
let asked = 0;
let prompts = 0;

function calls(): NonNullable<Behaviour['toolCalls']> {
  const all = {
    run: { name: 'read', arguments: { action: 'run', resource, command: `echo ${asked++}` } },
    metrics: { name: 'metrics', arguments: { action: 'summary', resource } },
  };
  return parts.split(',').flatMap((part) => (part in all ? [all[part as keyof typeof all]] : []));
}

upstream.script({
  path: '/api/chat',
  when: (request) => {
    prompts += 1;
    if (isListening) process.send?.(request.body.toString());
    return true;
  },
  get behave(): Behaviour {
    return { text: TEXT, toolCalls: calls() };
  },
});

let isListening = false;
process.on('message', (word) => {
  if (word === 'count') process.send?.(prompts);
  else isListening = word === true;
});
process.on('disconnect', () => process.exit(0));
console.log(upstream.url);
