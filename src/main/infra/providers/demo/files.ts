// The files of the demo's places, in memory: configurations that can be edited, logs that are what the things have written. What a container sees of its
// host by a bind mount is the host's file. Knows no programs. Called by the demo's executor, under the rules that hold for every edit.
import type { Inspection } from '../../../../shared/model/resource.ts';
import { CADDY, GUEST, JELLYFIN, NODE, PAPERLESS } from './things.ts';

type Mount = Inspection['mounts'][number];

export const MOUNTS: Readonly<Record<string, readonly Mount[]>> = {
  [JELLYFIN]: [
    { from: '/srv/jellyfin/config', to: '/config', readOnly: false },
    { from: '/mnt/films', to: '/media', readOnly: true },
  ],
  [PAPERLESS]: [
    { from: '/srv/paperless/data', to: '/data', readOnly: false },
    { from: '/srv/paperless/consume', to: '/consume', readOnly: false },
  ],
  [GUEST]: [{ from: 'tank:subvol-141-disk-0', to: '/', readOnly: false }],
};

const CADDYFILE = '/etc/caddy/Caddyfile';

const WRITTEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [NODE]: {
    '/etc/pve/lxc/141.conf':
      'arch: amd64\ncores: 4\nhostname: media\nmemory: 8192\nrootfs: tank:subvol-141-disk-0,size=64G\nonboot: 1\n',
    '/etc/hostname': 'pve1\n',
  },
  [GUEST]: {
    '/etc/hostname': 'media\n',
    [CADDYFILE]:
      'jellyfin.lan {\n\treverse_proxy 127.0.0.1:8096\n}\n\npaperless.lan {\n\treverse_proxy 127.0.0.1:8000\n}\n',
    '/srv/media/compose.yaml':
      'services:\n  jellyfin:\n    image: jellyfin/jellyfin:10.9.11\n    mem_limit: 4g\n    ports: ["8096:8096"]\n  paperless:\n    image: ghcr.io/paperless-ngx/paperless-ngx:2.12\n    mem_limit: 2g\n    ports: ["8000:8000"]\n',
    '/srv/jellyfin/config/system.xml':
      '<ServerConfiguration>\n  <EnableMetrics>false</EnableMetrics>\n  <ImageCacheMegabytes>0</ImageCacheMegabytes>\n  <EncodingThreads>2</EncodingThreads>\n</ServerConfiguration>\n',
    '/srv/paperless/data/paperless.conf':
      'PAPERLESS_TASK_WORKERS=1\nPAPERLESS_OCR_LANGUAGE=eng\nPAPERLESS_CONSUMER_POLLING=0\n',
  },
  [JELLYFIN]: { '/etc/hostname': '4f2c9a1b7e30\n' },
  [PAPERLESS]: { '/etc/hostname': 'b81d03c6e5fa\n' },
};

/** Logs as files: whose they are. */
const LOGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [GUEST]: {
    '/srv/jellyfin/config/log/jellyfin.log': JELLYFIN,
    '/srv/paperless/data/log/paperless.log': PAPERLESS,
    '/var/log/caddy/caddy.log': CADDY,
  },
};

export interface DemoFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** It is written by what runs, and by nobody else. */
  readonly isLog: boolean;
}

export class Files {
  readonly #places = new Map<string, Map<string, Uint8Array>>();
  readonly #logOf: (id: string) => string;

  constructor(logOf: (id: string) => string) {
    this.#logOf = logOf;
    for (const [place, files] of Object.entries(WRITTEN))
      this.#places.set(
        place,
        new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const)),
      );
  }

  caddyfile(): string {
    return Buffer.from(this.find(GUEST, CADDYFILE)?.bytes ?? []).toString();
  }

  /** @returns null where there is none */
  find(place: string, path: string): DemoFile | null {
    const at = this.whereIs(place, path);
    const log = LOGS[at.place]?.[at.path];
    if (log !== undefined) return { bytes: Buffer.from(this.#logOf(log)), mode: 0o644, isLog: true };
    const bytes = this.#places.get(at.place)?.get(at.path);
    return bytes === undefined ? null : { bytes, mode: 0o644, isLog: false };
  }

  write(place: string, path: string, bytes: Uint8Array): void {
    const at = this.whereIs(place, path);
    this.#places.get(at.place)?.set(at.path, bytes);
  }

  /** Names right in a directory; null where nothing lies. */
  list(place: string, directory: string): readonly string[] | null {
    const at = this.whereIs(place, directory);
    const inside = at.path.endsWith('/') ? at.path : `${at.path}/`;
    const all = [...(this.#places.get(at.place)?.keys() ?? []), ...Object.keys(LOGS[at.place] ?? {})];
    const names = all
      .filter((path) => path.startsWith(inside))
      .map((path) => path.slice(inside.length).split('/')[0] ?? '');
    return names.length === 0 ? null : [...new Set(names)].sort();
  }

  /** The place that a path of a container really lies in, by its bind mounts; and whether it may be written by that way. */
  whereIs(
    place: string,
    path: string,
  ): { readonly place: string; readonly path: string; readonly readOnly: boolean } {
    const mount =
      place === GUEST
        ? undefined
        : (MOUNTS[place] ?? []).find(({ to }) => path === to || path.startsWith(`${to}/`));
    if (!mount) return { place, path, readOnly: false };
    return { place: GUEST, path: mount.from + path.slice(mount.to.length), readOnly: mount.readOnly };
  }
}
