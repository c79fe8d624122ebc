// Which part of the program processor time went to: samples of a running program's main thread, each counted for the first
// part of the list one of whose files stands anywhere in its stack. What no part claims is the relay: taking the request,
// sending it on and carrying the answer back, Node's and undici's own work for it included.
// Used by bench/proxy.ts. Never decides by function names, which bundlers change.
import type { Profiler } from 'node:inspector';

/** Where a frame's code was written, as a path from the root; '' for Node, packages and V8 itself. */
export type SourceOf = (frame: Profiler.ProfileNode['callFrame']) => string;

/** First match wins, so what is called by several parts stands behind them. */
const PARTS: readonly (readonly [name: string, files: RegExp])[] = [
  ['follow-up: counting, reading for facts', /proxy\/(observer|zero-hits)\.ts$/],
  ['memory: storing counts, facts, logs', /^src\/main\/(memory|store)\//],
  ['follow-up: record', /proxy\/(sent-prompt|prompt-record|in-slices|recent-prompts)\.ts$/],
  [
    'row, log and metrics',
    /proxy\/traffic-\w+\.ts$|^src\/main\/telemetry\/|core\/(request-follower|status-service|minute-series|batched)\.ts$/,
  ],
  ['chant watch', /proxy\/loops\/(stream-\w+|chant-text|tail-period)\.ts$/],
  ['loop rules', /proxy\/(loops\/|loop-)/],
  [
    'looking names up',
    /graph\/(lookup|name-index|token-index|questions|concept-columns|edge-columns|edge-walks)\.ts$/,
  ],
  [
    'reading words',
    /proxy\/(mentions|prose-so-far)\.ts$|graph\/(text-words|token-text|tokenise|segment|prose|words|lexicon)\.ts$/,
  ],
  [
    'block: choosing and writing it',
    /graph\/(recollection|saliency|recollection-line)\.ts$|proxy\/(inject|splice|enriched-body|write-prompt|model-info)\.ts$/,
  ],
  [
    'finding the turns',
    /proxy\/(body-scanner|turn-scanner|recognise|conversation|conversation-key|prompt-turns|call-facts|member-finder|json-\w+)\.ts$/,
  ],
  ['enrichment, the rest', /proxy\/enrich\.ts$/],
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
    const own = PARTS.findIndex(([, files]) => files.test(source));
    const claimed = own < 0 ? claimedBefore : Math.min(own, claimedBefore);
    const name = functionName === '(garbage collector)' ? COLLECTOR : PARTS[claimed]?.[0];
    parts.set(node.id, name ?? RELAY);
    for (const id of node.children ?? []) visit(byId.get(id) as Profiler.ProfileNode, claimed);
  };
  visit(nodes[0] as Profiler.ProfileNode, PARTS.length);
  return parts;
}
