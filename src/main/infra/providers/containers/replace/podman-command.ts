// What Podman's inspect leaves out of a container, read from the command it was created with: the fixed addresses, and the options that a new container
// would lack. Pure. Used by create-request.ts and refusal.ts.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ContainerSetup, PodmanSetup } from './container-setup.ts';

/** A label: the fixed addresses of a container that Festinger created on Podman, as JSON. */
export const FIXED_ADDRESSES = 'io.festinger.fixed-addresses';

/** Options of `podman run` that inspect does not show. */
const NOT_INSPECTED: ReadonlySet<string> = new Set(
  `--sysctl --secret --mac-address --ip6 --userns --uidmap --gidmap --subuidname --subgidname --rootfs --requires --umask --tz --timeout
  --hostuser --passwd-entry --group-entry --chrootdirs --sdnotify --cgroup-conf --personality --unsetenv --unsetenv-all --health-on-failure
  --annotation --conmon-pidfile --pidfile --decryption-key --gpus --intel-rdt-clos-id --image-volume --seccomp-policy`.split(
    /\s+/,
  ),
);
/** The network that `--network bridge` means. */
const DEFAULT_NETWORK = 'podman';

type Setup = Pick<ContainerSetup, 'Config'>;

/**
 * The IPv4 address that was asked for on each network, by the network's name.
 * Podman does not show these. A container that Festinger created has them in a label: of one that the API created, Podman shows the command of its own service.
 */
export function fixedAddresses(setup: Setup, podman: PodmanSetup): Readonly<Record<string, string>> {
  const label = setup.Config.Labels?.[FIXED_ADDRESSES];
  if (label !== undefined) return addressesInLabel(label);
  const options = optionsOf(setup, podman);
  const networks = networksOf(options);
  const only = networks[0]?.name ?? DEFAULT_NETWORK;
  return Object.fromEntries([
    ...valuesOf(options, ['--ip']).map((ip) => [only, ip] as const),
    ...networks.flatMap(({ name, settings }) =>
      settings.flatMap(([key, value]) => (key === 'ip' ? [[name, value] as const] : [])),
    ),
  ]);
}

/** Options of its command that a new container would lack. */
export function optionsNotInspected(setup: Setup, podman: PodmanSetup): string[] {
  const options = optionsOf(setup, podman);
  const settings = networksOf(options).flatMap((network) => network.settings);
  const lost = settings.filter(([key, value]) => key !== 'alias' && !(key === 'ip' && isIpv4(value)));
  return [
    ...new Set([
      ...options.flatMap((word) => word.split('=', 1)).filter((word) => NOT_INSPECTED.has(word)),
      ...lost.map(([key]) => `--network …:${key}=`),
    ]),
  ];
}

const isIpv4 = (text: string): boolean => z.ipv4().safeParse(text).success;

function addressesInLabel(label: string): Record<string, string> {
  try {
    return z.record(z.string(), z.ipv4()).parse(JSON.parse(label));
  } catch {
    // Another program's label.
    return {};
  }
}

/** The words of the command before the image; all of them where the image is not found. */
function optionsOf({ Config }: Setup, podman: PodmanSetup): readonly string[] {
  const command = podman.Config?.CreateCommand ?? [];
  const own = Config.Cmd ?? [];
  const hasArguments = own.length > 0 && isDeepStrictEqual(command.slice(-own.length), own);
  const image = command.length - 1 - (hasArguments ? own.length : 0);
  return isImage(command[image] ?? '', Config.Image ?? '') ? command.slice(0, image) : command;
}

/** Whether a word of a command is the image, with or without its registry and tag. */
const isImage = (word: string, image: string): boolean =>
  word !== '' && [word, `${word}:latest`].some((one) => image === one || image.endsWith(`/${one}`));

/** The values of an option, written as `--net VALUE` or `--net=VALUE`. */
const valuesOf = (options: readonly string[], names: readonly string[]): string[] =>
  options.flatMap((word, at) => {
    const [name = '', ...value] = word.split('=');
    if (!names.includes(name)) return [];
    return value.length > 0 ? [value.join('=')] : options.slice(at + 1, at + 2);
  });

interface CommandNetwork {
  readonly name: string;
  readonly settings: readonly (readonly [key: string, value: string])[];
}

/** `--net front:ip=10.0.0.9,alias=web` names a network and its settings; other modes (`host`, `pasta:…`) are told by inspect. */
function networksOf(options: readonly string[]): CommandNetwork[] {
  return valuesOf(options, ['--net', '--network']).flatMap((value) => {
    const [name = '', ...rest] = value.split(':');
    if (OTHER_MODES.has(name)) return [];
    const settings = rest.length === 0 ? [] : rest.join(':').split(',');
    return {
      name: name === 'bridge' ? DEFAULT_NETWORK : name,
      settings: settings.map((setting) => {
        const [key = '', ...words] = setting.split('=');
        return [key, words.join('=')] as const;
      }),
    };
  });
}

const OTHER_MODES: ReadonlySet<string> = new Set(['container', 'ns', 'slirp4netns', 'pasta', 'host', 'none']);
