// What of a guest's configuration is shown: cores, memory, disks, nets, by name. A list of what may be shown, never of what may not:
// passwords, keys, descriptions and arguments are not on it. Pure. Called by the provider. Source: agent, What it acts on.
import type { Inspection, Resource } from '../../../../shared/model/resource.ts';

const SHOWN = new Set([
  'name',
  'hostname',
  'cores',
  'sockets',
  'vcpus',
  'cpu',
  'cpulimit',
  'cpuunits',
  'memory',
  'balloon',
  'swap',
  'ostype',
  'arch',
  'machine',
  'bios',
  'boot',
  'onboot',
  'startup',
  'agent',
  'protection',
  'unprivileged',
  'features',
  'numa',
  'scsihw',
  'vga',
  'tags',
  'lock',
  'template',
  'rootfs',
  'nameserver',
  'searchdomain',
]);
/** Such as `scsi0`, `net1`, `mp2`; those without a number are above. */
const NUMBERED = /^(?:scsi|virtio|sata|ide|efidisk|tpmstate|unused|net|mp|ipconfig|hostpci|usb)\d{1,3}$/;
const MOUNTED = /^mp\d{1,3}$/;
const MAX_VALUE = 500;
const MAX_FACTS = 90;

type Facts = Inspection['facts'];
type Shown = Pick<Inspection, 'facts' | 'mounts'>;

export function shownConfig(config: Readonly<Record<string, unknown>>): Shown {
  const facts: Facts = [];
  const mounts: Inspection['mounts'] = [];
  for (const [key, value] of Object.entries(config)) {
    if (!SHOWN.has(key) && !NUMBERED.test(key)) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value).slice(0, MAX_VALUE).toWellFormed();
    if (facts.length < MAX_FACTS) facts.push({ label: key, value: text });
    if (mounts.length < MAX_FACTS && (MOUNTED.test(key) || key === 'rootfs')) mounts.push(mountOf(key, text));
  }
  facts.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  return { facts, mounts };
}

/** `local-lvm:vm-141-disk-0,mp=/srv,ro=1` */
function mountOf(key: string, text: string): Inspection['mounts'][number] {
  const [from = '', ...options] = text.split(',');
  const of = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  return { from, to: key === 'rootfs' ? '/' : (of('mp') ?? key), readOnly: of('ro') === '1' };
}

export const inspectionOf = (resource: Resource, shown: Partial<Shown>): Inspection => ({
  resource,
  facts: [
    { label: 'state', value: resource.detail === '' ? resource.state : resource.detail },
    ...(shown.facts ?? []),
  ],
  ports: [],
  mounts: shown.mounts ?? [],
  configPaths: [],
  logPaths: [],
  environment: [],
});
