// Which part of the program processor time went to: samples of a running program's main thread, each counted for the first
// part of the list one of whose files stands anywhere in its stack. What no part claims is the relay: taking the request,
// sending it on and carrying the answer back, Node's and undici's own work for it included.
// Used by bench/proxy.ts. Never decides by function names, which bundlers change.
import type { Profiler } from 'node:inspector';

/** Where a frame's code was written, as a path from the root; '' for Node, packages and V8 itself. */
export type SourceOf = (frame: Profiler.ProfileNode['callFrame']) => string;

/** Files of a wing by their names, whichever room of it they lie in; `*` stands for the rest of a name. */
const files = (wing: string, names: string): RegExp => {
  const any = names.split(' ').map((name) => name.replace('*', '[\\w-]*'));
  return new RegExp(`^src/main/${wing}/(?:[\\w-]+/)*(?:${any.join('|')})\\.ts$`);
};

/** First match wins, so what is called by several parts stands behind them. Each pattern finds a file (parts.test.ts). */
export const PARTS: readonly (readonly [name: string, files: readonly RegExp[]])[] = [
  ['follow-up: counting, reading for facts', [files('proxy/enrich', 'observer zero-hits')]],
  ['memory: storing counts, facts, logs', [files('memory', '*'), files('store', '*')]],
  [
    'follow-up: record',
    [
      files('proxy/exchange', 'sent-prompt'),
      files('proxy/traffic', 'prompt-record recent-prompts'),
      files('proxy/body', 'in-slices'),
    ],
  ],
  [
    'row, log and metrics',
    [
      files('proxy/traffic', 'traffic-*'),
      files('telemetry', '*'),
      files('console', 'request-follower status-service minute-series'),
      files('streams', 'watched'),
    ],
  ],
  ['chant watch', [files('proxy/loops/stream', '*')]],
  ['loop rules', [files('proxy/loops', '*'), files('proxy/enrich', 'look-for-loop')]],
  [
    'looking names up',
    [
      files('graph/recollect', 'lookup questions'),
      files('graph/columns', 'name-index token-index concept-columns edge-columns edge-walks'),
    ],
  ],
  [
    'reading words',
    [
      files('proxy/enrich', 'mentions prose-so-far'),
      files('graph/recollect', 'text-words'),
      files('graph/columns', 'token-text lexicon'),
      files('graph/text', 'tokenise segment prose words'),
    ],
  ],
  [
    'block: choosing and writing it',
    [
      files('graph/recollect', 'recollection saliency recollection-line'),
      files('proxy/enrich', 'inject enriched-body'),
      files('proxy/body', 'splice'),
      files('proxy/exchange', 'write-prompt model-info'),
    ],
  ],
  [
    'finding the turns',
    [
      files('proxy/body', 'body-scanner turn-scanner prompt-turns call-facts member-finder json-*'),
      files('proxy/enrich', 'recognise conversation conversation-key read-new-turns'),
    ],
  ],
  ['enrichment, the rest', [files('proxy/enrich', 'enrich')]],
];
export const RELAY = 'relay';
const COLLECTOR = 'garbage collector';

/** The order in which parts are shown. */
export const PART_NAMES: readonly string[] = [RELAY, ...PARTS.map(([name]) => name).toReversed(), COLLECTOR];

/**
 * Shares of the processor time of the thread that was sampled, by part; together 1. Idle samples are none of it.
 * @param sourceOf files as `PARTS` names them
 */
export function sharesOf(profile: Profiler.Profile, sourceOf: SourceOf): Map<string, number> {
  const partOf = partsByNode(profile.nodes, sourceOf);
  const spent = new Map<string, number>();
  let all = 0;
  for (const [n, id] of (profile.samples ?? []).entries()) {
    const part = partOf.get(id);
    if (part === undefined) continue;
    const us = Math.max(0, profile.timeDeltas?.[n] ?? 0);
    all += us;
    spent.set(part, (spent.get(part) ?? 0) + us);
  }
  return new Map(PART_NAMES.map((name) => [name, (spent.get(name) ?? 0) / all]));
}

/** The part of every node of the tree that is not idle. */
function partsByNode(nodes: readonly Profiler.ProfileNode[], sourceOf: SourceOf): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (node: Profiler.ProfileNode, claimedBefore: number): void => {
    const { functionName } = node.callFrame;
    if (functionName === '(idle)') return;
    const source = sourceOf(node.callFrame);
    const own = PARTS.findIndex(([, patterns]) => patterns.some((pattern) => pattern.test(source)));
    const claimed = own < 0 ? claimedBefore : Math.min(own, claimedBefore);
    const name = functionName === '(garbage collector)' ? COLLECTOR : PARTS[claimed]?.[0];
    parts.set(node.id, name ?? RELAY);
    for (const id of node.children ?? []) visit(byId.get(id) as Profiler.ProfileNode, claimed);
  };
  visit(nodes[0] as Profiler.ProfileNode, PARTS.length);
  return parts;
}
