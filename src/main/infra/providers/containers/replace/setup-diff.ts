// How a container is set up now and how it would be, line by line, for the card. Pure. Of environment variables it names the names and that one has
// changed, never a value; of labels too, since passwords of proxies stand in them.
import type { ContainerSetup, ImageDefaults } from './container-setup.ts';
import type { CreateRequest } from './create-request.ts';

/** One line of a set-up: what is shown, and what is compared. */
interface Setting {
  readonly label: string;
  readonly shown: string;
  readonly value: string;
}

export interface DiffInput {
  readonly setup: ContainerSetup;
  /** Of the image it has. */
  readonly before: ImageDefaults | null;
  /** As it would be made. */
  readonly request: CreateRequest;
  /** Of the image it would get; null while that is not here: what it sets is not known then. */
  readonly after: ImageDefaults | null;
  /** `nginx:1.27 (3f2a9c…)` */
  readonly imageBefore: string;
  readonly imageAfter: string;
}

/** @returns lines that begin with a space (as it is), `-` (now) or `+` (afterwards) */
export function setupDiff(input: DiffInput): string {
  const { setup, before, request, after } = input;
  const { HostConfig, ...config } = request.body as { HostConfig: Record<string, unknown> };
  const made = config as ImageDefaults;
  const now = settingsOf(setup.Config, setup.HostConfig, networksOf(setup));
  const then = settingsOf(
    after === null
      ? { ...before, ...made, ...merged(before, made) }
      : { ...after, ...made, ...merged(after, made) },
    HostConfig,
    networksOf(setup),
  );
  const image = [`-image ${input.imageBefore}`, `+image ${input.imageAfter}`];
  const unknown = after === null ? ['+what the image sets by itself is taken from the new image'] : [];
  return [
    ...(input.imageBefore === input.imageAfter ? [` image ${input.imageBefore}`] : image),
    ...unknown,
    ...compared(now, then),
  ].join('\n');
}

/** What is set by name is set beside what the image sets. */
function merged(defaults: ImageDefaults | null, made: ImageDefaults): ImageDefaults {
  const byName = new Map(
    [...(defaults?.Env ?? []), ...(made.Env ?? [])].map(
      (entry) => [entry.split('=', 1)[0] ?? '', entry] as const,
    ),
  );
  return {
    Env: [...byName.values()],
    Labels: { ...defaults?.Labels, ...made.Labels },
    Volumes: { ...defaults?.Volumes, ...made.Volumes },
    ExposedPorts: { ...defaults?.ExposedPorts, ...made.ExposedPorts },
    Cmd: made.Cmd ?? (made.Entrypoint ? [] : defaults?.Cmd),
    Entrypoint: made.Entrypoint ?? defaults?.Entrypoint,
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
  const policy = host.RestartPolicy as { Name?: string; MaximumRetryCount?: number } | null;
  return [
    ...same('entry point', config.Entrypoint),
    ...same('command', config.Cmd),
    ...same('user', config.User),
    ...same('health check', config.Healthcheck?.Test),
    ...(config.Env ?? []).flatMap((entry) => {
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
    ...same(
      'restart policy',
      policy?.Name ? [policy.Name, policy.MaximumRetryCount || ''].join(' ').trim() : 'no',
    ),
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

function compared(now: readonly Setting[], then: readonly Setting[]): string[] {
  const key = ({ label, shown }: Setting) =>
    shown === '' || label.startsWith('port ') ? label : `${label} ${shown}`;
  const after = new Map(then.map((setting) => [key(setting), setting]));
  const before = new Map(now.map((setting) => [key(setting), setting]));
  const line = (mark: string, setting: Setting, note = '') =>
    `${mark}${setting.label} ${setting.shown}${note}`.trimEnd();
  const kept = now.flatMap((setting) => {
    const other = after.get(key(setting));
    if (!other) return [line('-', setting)];
    if (other.value === setting.value) return [line(' ', setting)];
    return setting.shown === '' ? [line('+', setting, ' (changed)')] : [line('-', setting), line('+', other)];
  });
  return [
    ...kept,
    ...then.filter((setting) => !before.has(key(setting))).map((setting) => line('+', setting)),
  ];
}
