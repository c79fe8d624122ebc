// Asks an address what it is before it becomes an upstream: the questions of the pool's own probe, once, over sockets of its own. Keeps
// nothing and never rejects for what the far side does. Called by upstream-desk.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { UpstreamHeaders, UpstreamTrial } from '../../../shared/model/upstream-setting.ts';
import { openUpstream } from '../../proxy/pool/open-upstream.ts';
import { type Look, Probe } from '../../proxy/pool/probe.ts';

const SHOWN_MODELS = 500;
const SHOWN_NAME = 400;

/** @param headers sent along, and to nobody else */
export async function tryUpstream(
  url: string,
  headers: UpstreamHeaders,
  clock: Clock,
): Promise<UpstreamTrial> {
  const upstream = openUpstream({ name: 'trial', url, headers });
  const looked = Promise.withResolvers<Look>();
  const probe = new Probe({ upstream, clock, onLook: looked.resolve });
  const since = clock.monotonic();
  try {
    await probe.look();
    return trialOf(await looked.promise, Math.round(clock.monotonic() - since));
  } finally {
    probe.close();
    await upstream.dispatcher.destroy();
  }
}

function trialOf(look: Look, ms: number): UpstreamTrial {
  if (!look.ok) {
    const reason = sentence(look.reason);
    return { ok: false, kind: null, version: null, models: [], modelCount: 0, loaded: 0, ms, reason };
  }
  const offered = look.offered ?? [];
  return {
    ...{ ok: true, kind: look.listsAll ? 'ollama' : 'openai', ms, reason: null },
    version: look.version?.slice(0, 200) ?? null,
    models: offered.slice(0, SHOWN_MODELS).map((name) => name.slice(0, SHOWN_NAME)),
    modelCount: offered.length,
    loaded: look.loaded.length,
  };
}

const sentence = (reason: string): string => {
  const cut = reason.slice(0, 900);
  return `${cut.charAt(0).toUpperCase()}${cut.slice(1)}.`;
};
