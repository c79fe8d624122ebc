// What the doubled Proxmox holds at first, and its guests as rows and states. Used by the double beside it.
export const GIB = 1024 ** 3;

export interface Guest {
  type: 'qemu' | 'lxc';
  vmid: number;
  node: string;
  name: string;
  status: 'running' | 'stopped';
  uptime: number;
  template?: 1;
  lock?: string;
  tags?: string;
  config: Record<string, string | number>;
  /** None of its disks keeps it from taking snapshots. */
  takesSnapshots: boolean;
  snapshots: {
    readonly name: string;
    readonly snaptime: number;
    readonly description: string;
    readonly parent?: string;
    /** The guest's uptime then, which stands for what it holds. */
    readonly holds: number;
    snapstate?: 'prepare';
  }[];
  /** The snapshot it goes on from. */
  parentSnapshot?: string;
}

const FIRST: readonly Omit<Guest, 'takesSnapshots' | 'snapshots'>[] = [
  {
    type: 'lxc',
    vmid: 141,
    node: 'pve',
    name: 'media',
    status: 'running',
    uptime: 90_000,
    tags: 'home;media',
    config: {
      hostname: 'media',
      cores: 2,
      memory: 2048,
      rootfs: 'local-lvm:vm-141-disk-0,size=16G',
      mp0: '/tank/films,mp=/films,ro=1',
      net0: 'name=eth0,bridge=vmbr0,ip=dhcp',
      description: 'password: hunter2',
    },
  },
  {
    type: 'qemu',
    vmid: 100,
    node: 'pve',
    name: 'desk',
    status: 'stopped',
    uptime: 0,
    config: {
      name: 'desk',
      cores: 4,
      memory: 8192,
      scsi0: 'local-lvm:vm-100-disk-0,size=64G',
      net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0',
      cipassword: '**********',
      sshkeys: 'ssh-ed25519%20AAAA',
    },
  },
  {
    type: 'qemu',
    vmid: 900,
    node: 'pve',
    name: 'debian',
    status: 'stopped',
    uptime: 0,
    template: 1,
    config: { name: 'debian' },
  },
  {
    type: 'lxc',
    vmid: 142,
    node: 'pve',
    name: 'saved',
    status: 'running',
    uptime: 500,
    lock: 'backup',
    config: { hostname: 'saved' },
  },
];

/** The container that has a directory of its node takes no snapshots. */
export const firstGuests = (): Guest[] =>
  structuredClone([...FIRST]).map((one) => ({
    ...one,
    takesSnapshots: !('mp0' in one.config),
    snapshots: [],
  }));

export const firstBackups = () => [
  {
    volid: 'local:backup/vzdump-lxc-141-2026_01_01-02_00_00.tar.zst',
    vmid: 141,
    ctime: 1_767_232_800,
    size: 2 * GIB,
  },
  {
    volid: 'local:backup/vzdump-lxc-141-2025_12_31-02_00_00.tar.zst',
    vmid: 141,
    ctime: 1_767_146_400,
    size: 2 * GIB,
  },
];

const load = ({ status }: Guest) => ({
  cpu: status === 'running' ? 0.25 : 0,
  mem: status === 'running' ? GIB : 0,
  maxmem: 2 * GIB,
});

const optional = ({ template, lock, tags }: Guest) => ({
  ...(template === undefined ? {} : { template }),
  ...(lock === undefined ? {} : { lock }),
  ...(tags === undefined ? {} : { tags }),
});

export const rowOf = (guest: Guest) => ({
  type: guest.type,
  id: `${guest.type}/${guest.vmid}`,
  vmid: guest.vmid,
  node: guest.node,
  name: guest.name,
  status: guest.status,
  uptime: guest.uptime,
  maxcpu: 2,
  disk: 0,
  maxdisk: 16 * GIB,
  ...load(guest),
  ...optional(guest),
});

export const statusOf = (guest: Guest) => ({
  vmid: guest.vmid,
  name: guest.name,
  status: guest.status,
  uptime: guest.uptime,
  cpus: 2,
  ha: { managed: 0 },
  disk: guest.type === 'lxc' ? 4 * GIB : 0,
  maxdisk: 16 * GIB,
  ...load(guest),
  ...optional(guest),
  ...(guest.type === 'qemu' ? { qmpstatus: guest.status } : {}),
});

export const NODE_STATUS = {
  cpu: 0.1,
  loadavg: ['0.10', '0.20', '0.30'],
  pveversion: 'pve-manager/9.0.3',
  uptime: 100_000,
  memory: { used: 9 * GIB, free: 23 * GIB, total: 32 * GIB },
  rootfs: { used: 10 * GIB, free: 84 * GIB, total: 94 * GIB, avail: 80 * GIB },
};

export const snapshotRows = ({ type, snapshots, parentSnapshot, status }: Guest) => [
  ...snapshots.map(({ holds: _, ...row }) => ({ ...row, ...(type === 'qemu' ? { vmstate: 0 } : {}) })),
  {
    ...{ name: 'current', description: 'You are here!', digest: '0'.repeat(40) },
    running: status === 'running' ? 1 : 0,
    ...(parentSnapshot === undefined ? {} : { parent: parentSnapshot }),
  },
];
