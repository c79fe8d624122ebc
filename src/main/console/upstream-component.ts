// The upstreams as one line of Overview: well, partly well (with names and reasons), or none. Pure.
// Used by status-service.ts.
import type { Component } from '../../shared/model/status.ts';
import type { UpstreamState } from '../../shared/model/upstream.ts';

const START_IT = 'Start it with `ollama serve`, or name another address with --upstream or in config.yaml.';
const OPEN_ONE = 'Open one of them again in Overview.';

/** @param upstreams in the order of the configuration, at least one */
export function upstreamComponent(upstreams: readonly UpstreamState[]): Component {
  const part: Component = {
    ...{ name: 'upstream', label: labelOf(upstreams), health: 'ok' },
    ...{ reason: null, fix: null, since: null },
  };
  const ill = upstreams.filter(({ ok }) => !ok);
  const closed = upstreams.filter(({ ok, mode }) => ok && mode !== 'open');
  const isServed = upstreams.some(({ ok, mode }) => ok && mode === 'open');
  const modes = closed.map(({ name, mode }) => `${name} is ${mode}`).join(', ');
  const missing = ill.map((upstream) => reasonOf(upstream, upstreams.length === 1));
  if (!isServed && closed.length > 0) missing.push(`Nothing new reaches an upstream: ${modes}.`);
  if (ill.length > 0) {
    return {
      ...{ ...part, since: Math.min(...ill.map(({ since }) => since)), reason: missing.join(' ') },
      health: isServed ? 'wait' : 'bad',
      fix: isServed
        ? 'Start it, or correct its address where it was named: in Resources, or in config.yaml. Agents are served by the others meanwhile.'
        : closed.length > 0
          ? OPEN_ONE
          : START_IT,
    };
  }
  if (!isServed) return { ...part, health: 'wait', reason: missing.join(' '), fix: OPEN_ONE };
  return { ...part, since: Math.max(...upstreams.map(({ since }) => since)) };
}

function reasonOf({ name, url, reason }: UpstreamState, isAlone: boolean): string {
  return `${isAlone ? 'Ollama' : name} does not answer at ${url}: ${reason}.`;
}

function labelOf(upstreams: readonly UpstreamState[]): string {
  const [first, ...others] = upstreams;
  if (!first) return '';
  if (others.length > 0)
    return `${upstreams.length} upstreams: ${upstreams.map(({ name }) => name).join(', ')}`;
  return first.version ? `Ollama ${first.version} at ${first.url}` : first.url;
}
