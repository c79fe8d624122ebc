// The strict table of programs that can be shown to only read, by name; and the names of those that are known to write. Used by table-read.ts and
// policy.ts. Source: structure, S1.
import table from '../../../../resources/commands/table.json' with { type: 'json' };
import { compileRows, type Program } from './program.ts';

export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.values(table).flatMap((rows) => [...compileRows(rows)]),
);

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Change something whatever they are given; only named for the reason that is shown. */
export const WRITERS = words(`
  rm rmdir unlink mv cp dd install ln touch mkdir mkfifo mknod truncate shred split csplit tee patch fallocate mktemp rsync scp sftp
  chmod chown chgrp chattr setfacl useradd usermod userdel groupadd groupdel passwd chpasswd visudo kill pkill killall renice
  shutdown reboot halt poweroff init telinit umount swapoff mkswap mkfs fsck parted fdisk sfdisk sgdisk wipefs blkdiscard losetup cryptsetup
  modprobe rmmod insmod depmod apt-get aptitude dpkg-reconfigure brew make npx cargo gem crontab at batch logrotate certbot logger wall
  lvcreate lvremove lvextend vgcreate vgremove vgchange pvcreate pvremove iptables-restore update-rc.d createdb dropdb pg_dump mysqldump
  pg_restore gunzip bunzip2 xz bzip2 zip`);

/** Words that say what a program with sub-commands is to change; only for the reason that is shown. */
export const WRITING_VERBS = words(`
  add apply attach build cleanup clear commit cordon cp create delete destroy disable down drain drop edit enable exec export flush import
  install isolate kill label load migrate mount move mv patch pause prune pull push reboot reload remove rename replace reset resize restart
  restore rm rmi rollback run save scale scrub set shutdown snapshot start stop suspend tag taint uninstall unlock unmask unmount up update
  upgrade mask`);

/** Read what stands in their input, or in a file, and do it. */
export const INTERPRETERS = words(`
  sh bash dash ash zsh ksh fish csh tcsh python python2 python3 perl ruby node deno bun php lua tclsh expect irb ipython eval source . exec
  parallel busybox toybox ssh xonsh pwsh gdb`);

/** Words that a shell does itself: there is no such program, or it would say something else. */
export const SHELL_WORDS: ReadonlySet<string> = new Set(
  'alias cd command dirs exit export hash help history jobs popd pushd readonly set shopt times trap type typeset declare ulimit umask unset wait'.split(
    ' ',
  ),
);
