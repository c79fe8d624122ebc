// The lab of the day-in-a-lab journey: sixty made-up hosts and services, and what is true of them at first. Names and
// classes as people give them; nothing of it is known to the program. Used by script.ts.

/** What can be true of a thing, each in one place. */
export type LabDimension = 'type' | 'runs-on' | 'owned-by' | 'membership' | 'tech';

export interface Thing {
  /** As people write it. */
  readonly name: string;
  /** As the memory has it. */
  readonly token: string;
  readonly isHost: boolean;
  readonly facts: ReadonlyMap<LabDimension, string>;
}

const HOSTS = [
  ['atlas-01', 'proxmox node', 'rack one'],
  ['atlas-02', 'proxmox node', 'rack one'],
  ['kestrel', 'workstation', 'the study'],
  ['nas-oslo', 'storage server', 'rack two'],
  ['pi-attic', 'raspberry pi', 'the attic'],
  ['edge-7', 'gateway', 'rack one'],
  ['gpu-vulcan', 'render server', 'rack two'],
  ['vps-lund', 'cloud server', 'rack two'],
  ['coldbox', 'backup server', 'the attic'],
  ['thin-3', 'desk terminal', 'the study'],
] as const;

/** Name, class, host (by number), stack, who looks after it, what it is written in. */
const SERVICES = [
  ['Navidrome', 'music server', 0, 'media stack', 'Ingrid', 'Go'],
  ['audiobookshelf', 'audiobook server', 0, 'media stack', 'Ingrid', ''],
  ['kavita', 'comic reader', 0, 'media stack', '', ''],
  ['Calibre Web', 'ebook library', 1, 'media stack', 'Ingrid', 'Python'],
  ['tubearchivist', 'video archive', 3, 'media stack', '', ''],
  ['stirling-pdf', 'document converter', 1, 'office stack', 'Marek', ''],
  ['bookstack', 'wiki', 1, 'office stack', 'Marek', 'PHP'],
  ['outline-notes', 'note server', 1, 'office stack', '', ''],
  ['docuseal', 'signature service', 0, 'office stack', '', 'Ruby'],
  ['Forgejo', 'git server', 0, 'dev stack', 'Marek', 'Go'],
  ['drone-ci', 'build server', 0, 'dev stack', 'Marek', ''],
  ['harbor-registry', 'image registry', 3, 'dev stack', '', ''],
  ['verdaccio', 'package registry', 1, 'dev stack', '', ''],
  ['weblate', 'translation server', 1, 'dev stack', '', 'Python'],
  ['victoria-metrics', 'metrics database', 3, 'watch stack', 'Noor', 'Go'],
  ['alloy-agent', 'log collector', 0, 'watch stack', 'Noor', ''],
  ['gatus', 'status page', 7, 'watch stack', 'Noor', ''],
  ['healthchecks', 'job monitor', 7, 'watch stack', '', ''],
  ['ntfy', 'message relay', 7, 'watch stack', '', 'Go'],
  ['gotify', 'message relay', 4, 'watch stack', '', ''],
  ['Hass Green', 'automation hub', 4, 'smart home', 'Ingrid', 'Python'],
  ['mqtt-hub', 'message broker', 4, 'smart home', '', ''],
  ['scrypted', 'camera bridge', 6, 'smart home', '', ''],
  ['double-take', 'face recogniser', 6, 'smart home', '', ''],
  ['esp-forge', 'firmware builder', 4, 'smart home', '', ''],
  ['caddy-edge', 'reverse proxy', 5, 'edge stack', 'Marek', 'Go'],
  ['crowdsec', 'intrusion detector', 5, 'edge stack', '', ''],
  ['pocket-id', 'login provider', 5, 'edge stack', 'Marek', ''],
  ['adguard-attic', 'dns filter', 4, 'edge stack', '', ''],
  ['technitium', 'dns server', 5, 'edge stack', '', ''],
  ['headscale', 'vpn coordinator', 7, 'edge stack', 'Noor', ''],
  ['Tailnet Relay', 'relay node', 7, 'edge stack', '', ''],
  ['garage-s3', 'object store', 3, 'data stack', 'Noor', 'Rust'],
  ['pg-cluster', 'database cluster', 1, 'data stack', 'Noor', ''],
  ['valkey-sessions', 'session cache', 0, 'data stack', '', ''],
  ['clickhouse-logs', 'log database', 3, 'data stack', '', ''],
  ['vllm-main', 'inference server', 6, 'model stack', 'Tomasz', 'Python'],
  ['llama-swap', 'model router', 6, 'model stack', 'Tomasz', ''],
  ['LibreChat', 'chat frontend', 6, 'model stack', '', ''],
  ['flowise', 'flow builder', 6, 'model stack', '', ''],
  ['milvus-docs', 'vector database', 6, 'model stack', 'Tomasz', ''],
  ['perplexica', 'answer engine', 1, 'model stack', '', ''],
  ['invokeai', 'image generator', 6, 'model stack', '', 'Python'],
  ['kokoro-tts', 'speech synthesiser', 6, 'model stack', '', ''],
  ['activepieces', 'workflow engine', 1, 'office stack', '', ''],
  ['tandoor', 'recipe manager', 1, 'family stack', 'Ingrid', ''],
  ['miniflux', 'feed reader', 0, 'family stack', '', 'Go'],
  ['karakeep', 'bookmark manager', 0, 'family stack', '', ''],
  ['seafile-home', 'file server', 3, 'family stack', 'Ingrid', ''],
  ['borg-nightly', 'backup job', 8, 'backup stack', 'Noor', ''],
] as const;

/** `Hass Green` -> `hass_green`, as the tokeniser's page says. */
export const tokenOf = (name: string): string => name.toLowerCase().replaceAll(' ', '_');

export function lab(): Thing[] {
  const hosts = HOSTS.map(
    ([name, kind]): Thing => ({
      name,
      token: tokenOf(name),
      isHost: true,
      facts: new Map([['type', kind]]),
    }),
  );
  const services = SERVICES.map(([name, kind, host, stack, owner, tech]): Thing => {
    const facts = new Map<LabDimension, string>([
      ['type', kind],
      ['runs-on', HOSTS[host][0]],
      ['membership', stack],
    ]);
    if (owner !== '') facts.set('owned-by', owner);
    if (tech !== '') facts.set('tech', tech);
    return { name, token: tokenOf(name), isHost: false, facts };
  });
  return [...hosts, ...services];
}

export const PEOPLE = ['Ingrid', 'Marek', 'Noor', 'Tomasz'];
