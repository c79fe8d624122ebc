// Reads a sentence once before any prompt comes: V8 compiles an expression when it is first used, some of ours take tens of
// milliseconds, and the first prompt of a process would be passed on without its recollection. Called by proxy.ts.
// Source: proxy, Injection (latency guard).
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { isAddressed } from '../../graph/recollect/addressed.ts';
import { explainPrompt } from './explain-prompt.ts';

/** Ask, tell and hand over, so that every rule looks at some of them; an expression is compiled again, to machine code, at its second use. */
const TEXTS = [
  `You are a helpful assistant. Answer in one sentence.
Is our wiki up, and where does it run? It runs on nas1 (a server), I think.
- [ ] Summarise this mail for me:
> On Monday, Ada wrote: restart \`gitea\` if https://example.org/health fails`,
  'My key is in the drawer, and I ask whether our wiki is up.',
  'What about the wiki now?',
];

/** Once in a process. */
let isWarm = false;

export function warmUp(): void {
  if (isWarm) return;
  isWarm = true;
  const graph = new ConceptGraph();
  for (const content of TEXTS) {
    const messages = [
      { role: 'system', content },
      { role: 'user', content },
      { role: 'assistant', content },
      { role: 'user', content },
    ];
    explainPrompt('/api/chat', { model: 'none', messages }, graph, DEFAULT_SETTINGS);
    isAddressed(content, { start: 10, end: 14 });
  }
}
