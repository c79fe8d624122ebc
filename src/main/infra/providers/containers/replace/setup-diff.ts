// The setup of a container now and after its replacement, line by line, for the card. Pure. Of environment variables it names the names and that one has
// changed, never a value; of labels too, since passwords of proxies stand in them.
import type { ContainerSetup } from './container-setup.ts';
import type { CreateRequest } from './create-request.ts';
import type { ImageDefaults } from './image-setup.ts';
import { policyText, type RestartPolicy } from './restart-policy.ts';

/** One line of a setup: what is shown, and what is compared. */
interface Setting {
  readonly label: string;
  readonly shown: string;
  readonly value: string;
}

export interface DiffInput {
  readonly setup: ContainerSetup;
  /** Of the image it has. */
  readonly before: ImageDefaults | null;
  /** What the new container is created from. */
  readonly request: CreateRequest;
  /** Of the image it would get; null while nobody knows them. */
  readonly after: ImageDefaults | null;
  /** `nginx:1.27 (3f2a9c…)` */
  readonly imageBefore: string;
  readonly imageAfter: string;
}

/**
 * Compares the container as it is with the new one: what it sets itself, and what its image sets.
 * @returns lines that begin with a space (kept), `-` (now) or `+` (afterwards)
 */
export function setupDiff({ setup, before, request, after, imageBefore, imageAfter }: DiffInput): string {
  const { HostConfig, ...config } = request.body as { HostConfig: Record<string, unknown> };
  const networks = networksOf(setup);
  const then = settingsOf(withDefaults(config, after), HostConfig, networks);
  const now = settingsOf(setup.Config, setup.HostConfig, networks);
  const stays = new Set(then.map(keyOf));
  const inImage = new Map(settingsOf(before ?? {}, {}, []).map((setting) => [keyOf(setting), setting.value]));
  // Of an image that nobody knows, nothing is said but that it decides.
  const depends =
    after === null
      ? now.filter((one) => !stays.has(keyOf(one)) && inImage.get(keyOf(one)) === one.value)
      : [];
  return [
    ...(imageBefore === imageAfter
      ? [` image ${imageBefore}`]
      : [`-image ${imageBefore}`, `+image ${imageAfter}`]),
    ...compared(
      now.filter((setting) => !depends.includes(setting)),
      then,
    ),
    ...(depends.length > 0
      ? [
          ` set by the new image, whose values are not known yet: ${depends.map((one) => one.label).join(', ')}`,
        ]
      : []),
  ].join('\n');
}

/** What a container has in the end: what it sets by name stands beside what its image sets. */
function withDefaults(own: ImageDefaults, image: ImageDefaults | null): ImageDefaults {
  const entries = [...(image?.Env ?? []), ...(own.Env ?? [])];
  const byName = new Map(entries.map((entry) => [entry.split('=', 1)[0], entry]));
  return {
    ...image,
    ...own,
    Env: [...byName.values()],
    Labels: { ...image?.Labels, ...own.Labels },
    // An entry point of its own takes away the image's command.
    Cmd: own.Cmd ?? (own.Entrypoint ? [] : image?.Cmd),
  };
}

/** Set by the engine or by this program, on whatever container. */
const OWN_LABEL = /^io\.festinger\./;
const ENGINE_ENV: ReadonlySet<string> = new Set(['container', 'TERM', 'HOSTNAME', 'HOME', 'PATH']);

function settingsOf(
  config: ImageDefaults,
  host: Record<string, unknown>,
  networks: readonly string[],
): Setting[] {
  const same = (label: string, value: unknown): Setting[] => {
    const text = wordsOf(value);
    return text === '' ? [] : [{ label, shown: text, value: text }];
  };
  const hidden = (label: string, name: string, value: string): Setting => ({
    label: `${label} ${name}`,
    shown: '',
    value,
  });
  return [
    ...same('entry point', config.Entrypoint),
    ...same('command', config.Cmd),
    ...same('user', config.User),
    ...same('working directory', config.WorkingDir === '/' ? '' : config.WorkingDir),
    ...same('health check', config.Healthcheck?.Test),
    // Podman lists them in another order each time.
    ...(config.Env ?? []).toSorted().flatMap((entry) => {
      const [name = ''] = entry.split('=', 1);
      return ENGINE_ENV.has(name) ? [] : [hidden('environment', name, entry.slice(name.length + 1))];
    }),
    ...Object.entries(config.Labels ?? {}).flatMap(([name, value]) =>
      OWN_LABEL.test(name) ? [] : [hidden('label', name, value)],
    ),
    ...Object.entries((host.PortBindings as Record<string, unknown>) ?? {}).map(([port, to]) => ({
      ...{ label: `port ${port}`, shown: portWords(to), value: portWords(to) },
    })),
    ...((host.Binds as string[] | null) ?? []).flatMap((bind) => same('mount', bind)),
    ...networks.flatMap((network) => same('network', network)),
    ...same('restart policy', host.RestartPolicy && policyText(host.RestartPolicy as RestartPolicy)),
    ...same('memory limit', host.Memory || ''),
    ...same('privileged', host.Privileged === true ? 'yes' : ''),
  ];
}

function portWords(to: unknown): string {
  const list = Array.isArray(to) ? (to as { HostIp?: string; HostPort?: string }[]) : [];
  return list.map(({ HostIp, HostPort }) => `on ${HostIp || '0.0.0.0'}:${HostPort ?? ''}`).join(', ');
}

const networksOf = ({ NetworkSettings, HostConfig }: ContainerSetup): string[] => {
  const names = Object.keys(NetworkSettings?.Networks ?? {});
  return names.length > 0 ? names : HostConfig.NetworkMode ? [HostConfig.NetworkMode] : [];
};

const wordsOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : value === null || value === undefined ? '' : String(value);

/** What has one value alone is the same setting with another value. */
const keyOf = ({ label, shown }: Setting): string =>
  shown === '' || label.startsWith('port ') ? label : `${label} ${shown}`;

function compared(now: readonly Setting[], then: readonly Setting[]): string[] {
  const after = new Map(then.map((setting) => [keyOf(setting), setting]));
  const before = new Set(now.map(keyOf));
  const line = (mark: string, setting: Setting, note = '') =>
    `${mark}${[setting.label, setting.shown, note].filter(Boolean).join(' ')}`;
  const kept = now.flatMap((setting) => {
    const other = after.get(keyOf(setting));
    if (!other) return [line('-', setting)];
    if (other.value === setting.value) return [line(' ', setting)];
    return setting.shown === '' ? [line('+', setting, '(changed)')] : [line('-', setting), line('+', other)];
  });
  return [
    ...kept,
    ...then.filter((setting) => !before.has(keyOf(setting))).map((setting) => line('+', setting)),
  ];
}
