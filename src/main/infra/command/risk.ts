// How much harm a command can do, for the card that asks for an approval: a table, first row that fits; of several commands the worst. Pure;
// called by policy.ts.
// Source: decision 051.
import { baseName, type Gathered } from './gather.ts';
import { READERS } from './readers.ts';
import { tableRead } from './table-read.ts';

export type Risk = 'low' | 'medium' | 'high';

export interface Rated {
  readonly risk: Risk;
  readonly reason: string;
}

/** Services whose stop can lock people out: remote access, the network, the firewall. */
const ACCESS_SERVICES =
  '(sshd?|dropbear|network(ing)?|NetworkManager|systemd-(networkd|resolved|logind)|dhcpcd|wpa_supplicant|wg-quick|tailscaled|netbird|zerotier-one|openvpn(-client|-server)?|nftables|iptables|firewalld|ufw|pve-cluster|pveproxy)([@.]\\S*)?';

/** @param service as systemd or the inventory calls it */
export const isAccessService = (service: string): boolean => new RegExp(`^${ACCESS_SERVICES}$`).test(service);

type Row = readonly [risk: Risk, reason: string, programs: RegExp, words?: RegExp];

const ROWS: readonly Row[] = [
  ['high', 'deletes recursively', /^rm$/, /(^| )(-\w*[rR]|--r)/],
  [
    'high',
    'deletes what it finds',
    /^(find|fd|fdfind)$/,
    /-delete|(-exec\w*|-ok\w*|-x|-X) \S*(rm|shred|unlink|mv)\b/,
  ],
  ['high', 'deletes recursively', /^rsync$/, /--del/],
  ['high', 'changes rights recursively', /^(chmod|chown|chgrp|setfacl|chattr)$/, /(^| )(-\w*R|--rec)/],
  [
    'high',
    'changes disks',
    /^(mkfs.*|mke2fs|mkswap|wipefs|dd|blkdiscard|shred|c?fdisk|sfdisk|c?gdisk|sgdisk|parted|fsck.*|e2fsck|resize2fs|xfs_\w+|tune2fs|hdparm|cryptsetup|losetup|swapoff|umount|badblocks|partprobe)$/,
  ],
  ['high', 'cuts files short', /^truncate$/],
  ['high', 'changes volumes', /^(lv|vg|pv)(remove|reduce|create|change|resize|convert|extend|move)$/],
  [
    'high',
    'changes pools',
    /^(zfs|zpool|btrfs|mdadm|ceph|nvme)$/,
    /(^| |-)(destroy|rollback|export|import|create|remove|detach|offline|replace|labelclear|clear|split|purge|stop|fail|format|sanitize|zero|delete|promote|receive|S)/,
  ],
  [
    'high',
    'removes packages',
    /^(apt|apt-get|aptitude|dnf|yum|zypper|snap|flatpak|pip3?|npm|brew|gem|apk|pacman|dpkg|rpm|opkg|emerge)$/,
    /(^| )(-\w*[rPeR]\w*|remove|purge|autoremove|erase|uninstall|del|autoclean|--purge|--remove|--erase)( |$)/,
  ],
  [
    'high',
    'changes the firewall',
    /^(iptables|ip6tables|iptables-restore|nft|ufw|firewall-cmd|ipset|ebtables|pfctl)$/,
  ],
  ['high', 'changes the network', /^(ip|ifconfig|route|ifdown|nmcli|netplan|networkctl|tc|brctl|ovs-vsctl)$/],
  [
    'high',
    'kills by force',
    /^(kill|pkill|killall|skill|systemctl|machinectl)$/,
    /(^| )-(9|KILL|SIGKILL|s ?(9|KILL|SIGKILL)|-signal[= ](9|KILL|SIGKILL))/,
  ],
  ['high', 'kills by force', /^fuser$/, /(^| )-\w*k/],
  ['high', 'kills by name', /^(pkill|killall)$/],
  [
    'high',
    'cuts off the network',
    /^(tailscale|wg-quick|zerotier-cli|rfkill)$/,
    /^(down|logout|leave|block)/,
  ],
  [
    'high',
    'may lock people out',
    /^(systemctl|service|rc-service|rc-update)$/,
    new RegExp(
      `^(?=(.* )?(stop|\\S*restart|force-reload|disable|mask|kill|del|delete)( |$))(.* )?${ACCESS_SERVICES}( |$)`,
    ),
  ],
  ['high', 'stops the machine', /^ipmitool$/, /(^| )power (off|cycle|reset|soft)/],
  ['high', 'stops the machine', /^(reboot|shutdown|poweroff|halt|init|telinit|kexec)$/],
  [
    'high',
    'stops the machine',
    /^(systemctl|loginctl)$/,
    /(^| )(reboot|poweroff|halt|kexec|rescue|emergency|isolate|suspend|hibernate)/,
  ],
  [
    'high',
    'removes or prunes containers, images, volumes',
    /^(docker|podman|nerdctl|crictl|ctr|docker-compose)$/,
    /(^| )(prune|rm|rmi|rmp|remove|kill|down|reset|leave)( |$)/,
  ],
  [
    'high',
    'removes from a cluster',
    /^(kubectl|oc|helm|k3s|kubeadm)$/,
    /(^| )(delete|drain|uninstall|del|cordon|taint|replace|evict|reset|--prune)( |$)/,
  ],
  [
    'high',
    'removes or rolls back a guest',
    /^(qm|pct|vzdump|qmrestore|virsh|lxc|incus|vagrant|multipass)$/,
    /(^| )(\w+-)?(destroy|delete|rollback|unlink|restore|undefine|resize|move[_-]\w+|delsnapshot|reset|stop)( |$)|^\S+\.vma/,
  ],
  [
    'high',
    'removes from a Proxmox cluster',
    /^(pvesh|pvecm|pvesm|pveceph|ha-manager|pvenode)$/,
    /(^| )(delete|delnode|remove|free|destroy|purge)( |$)/,
  ],
  ['high', 'deletes a model', /^ollama$/, /^(rm|delete)/],
  [
    'high',
    'deletes data',
    /^(psql|mysql|mariadb|sqlite3|duckdb|mongosh|mongo|redis-cli|valkey-cli|cqlsh|clickhouse-client)$/,
    /\b(drop|del(ete\w*)?|truncate|flush(all|db)|remove|unlink|dropDatabase|shutdown)\b/i,
  ],
  [
    'high',
    'runs statements that are not shown',
    /^(psql|mysql|mariadb)$/,
    /^(?!.*(^| )(-\w*[ce]|--(command|execute))( |=|$))/,
  ],
  ['high', 'deletes a database', /^(dropdb|dropuser|mysqladmin|pg_resetwal|pg_restore)$/],
  [
    'high',
    'changes who may log in',
    /^(userdel|deluser|usermod|passwd|chpasswd|visudo|groupdel|adduser|useradd|gpasswd|chage)$/,
  ],
  [
    'high',
    'throws work away',
    /^git$/,
    /(^| )(reset --hard|clean|restore|checkout( \S+)? (--|-f|\.)( |$)|push .*(--force|-f|--delete|-d)|branch -D|stash (drop|clear)|reflog expire|filter-branch|gc)/,
  ],
  ['high', 'removes jobs', /^crontab$/, /-r/],
  [
    'high',
    'runs what it is given',
    /^(sh|bash|dash|ash|zsh|ksh|fish|eval|source|\.|python[\d.]*|perl|ruby|node|php|lua|ssh|su|parallel|xargs|busybox|chroot|nsenter)$/,
  ],
  [
    'high',
    'loads or unloads the kernel',
    /^(modprobe|rmmod|insmod|sysctl|update-grub|grub-install|update-initramfs|dkms)$/,
  ],
  ['low', 'creates, or starts what is there', /^(mkdir|touch|mktemp|logger)$/],
  [
    'low',
    'starts',
    /^(systemctl|service|docker|podman|qm|pct)$/,
    /(^| )(start|reload|pull|unpause|resume)( |$)/,
  ],
  ['low', 'fetches', /^(ollama|git)$/, /^(pull|fetch)( |$)/],
  ['low', 'looks for updates', /^(apt|apt-get|dnf|yum|apk)$/, /(^| )(update|makecache|check-update)( |$)/],
  ['high', 'replaces or deletes what is at its target', /^rclone$/, /(^| )(sync|bisync|move|moveto)( |$)/],
  ['high', 'deletes over HTTP', /^(curl|https?|xh)$/, /(^| |-X|=)DELETE( |$)/],
  ['high', 'deletes', /(uninstall|destroy|delete|purge|collect-garbage)/],
  // Of any other program that is told what to do in a word; those left out take names of files, or texts.
  [
    'high',
    'deletes',
    /^(?!(git|cp|mv|ln|tee|install|tar|sed|awk|cat|printf|echo)$)/,
    /(^| )(--?|\w+-)?((destroy|delete|purge|prune|remove|uninstall|undefine|unregister|terminate|erase|wipe|forget|rmdirs)[-\w]*|rm|rb|rmi|del)(=| |$)/,
  ],
];

const ORDER: readonly Risk[] = ['low', 'medium', 'high'];

/** What would run, and which files are written by redirection; of nothing it is medium, as nobody knows. */
export function riskOf({ argvs, written }: Pick<Gathered, 'argvs' | 'written'>): Rated {
  const [file] = written.filter((path) => path !== '/dev/null');
  let worst: Rated | null =
    file === undefined ? null : { risk: 'medium', reason: `writes ${file.slice(0, 200)}` };
  for (const [path = '', ...words] of argvs) {
    const rated = rate(baseName(path), words);
    if (rated !== null && (worst === null || ORDER.indexOf(rated.risk) > ORDER.indexOf(worst.risk)))
      worst = rated;
  }
  return worst ?? { risk: 'medium', reason: 'it cannot be told what it does' };
}

/** @returns null for what only reads by itself */
function rate(name: string, argv: readonly string[]): Rated | null {
  const said = argv.join(' ');
  for (const [risk, reason, programs, holds] of ROWS)
    if (programs.test(name) && (holds === undefined || holds.test(said)))
      return { risk, reason: `${name} ${reason}` };
  const words = [name, ...argv].map((text) => ({ text, isPattern: false }));
  const { verdict } = tableRead({ words, isFed: true });
  return verdict.proof === null && !READERS.has(name)
    ? { risk: 'medium', reason: `${name} may change something` }
    : null;
}
