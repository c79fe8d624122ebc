// Programs that tell of a machine: its state, processes, users, services, logs, models. Data only. Used by programs/index.ts.
// Source: decision 051; the manual pages of procps, util-linux, systemd, sysstat, lsof.
import type { ProgramNotes, Table } from '../program.ts';

const NONE: ProgramNotes = { most: 0 };
const SHOW =
  'all full no-pager no-legend plain quiet output= type= state= lines= property= value failed recursive reverse after before system user legend=? with-dependencies no-ask-password show-types';
const UNITS: ProgramNotes = { short: 'alqrn:o:p:P:t:', long: SHOW };
const PS_FORMAT = /^(?!.*env)[\w,:=%. -]+$/i;
const BOUNDED = /^\d{1,3}$/;

export const SYSTEM: Table = {
  free: {
    short: 'bkmghltvwL',
    long: 'bytes kibi mebi gibi tebi kilo mega giga human lohi line total wide si committed',
    most: 0,
  },
  uptime: { short: 'psrV', long: 'pretty since raw', most: 0 },
  uname: {
    short: 'asnrvmpio',
    long: 'all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system',
    most: 0,
  },
  hostname: {
    short: 'aAdfiIsy',
    long: 'alias all-fqdns domain fqdn long ip-address all-ip-addresses short yp',
    most: 0,
  },
  date: {
    short: 'd:I::Rr:u',
    long: 'date= iso-8601=? rfc-email rfc-3339= utc universal debug',
    most: 1,
    like: /^\+/,
  },
  cal: { short: '1359jmsyn:', like: /^[\w.]+$/ },
  'arch nproc': { long: 'all ignore=', most: 0 },
  'lscpu lsmem lsns lsipc': {
    short: 'abceJpsrxnyBCotl',
    long: 'all extended json bytes parse=? hierarchic=? caches=? summary=? noheadings',
    most: 0,
  },
  lsmod: NONE,
  modinfo: { short: 'adlpn0F:k:', long: 'author description license parameters filename field=', least: 1 },
  lsblk: {
    short: 'abdDe:fHiI:JlmnMNo:OpPrstSTvVx:yzAE:',
    long: 'all bytes nodeps discard exclude= fs ascii include= json list perms noheadings output= output-all paths pairs raw inverse topology scsi sort= tree=? zoned merge',
    isInert: true,
  },
  lspci: { short: 'vnktbDqxms:d:', most: 0 },
  lsusb: { short: 'vts:d:', long: 'verbose tree', most: 0 },
  lshw: { words: 'short class= C= quiet numeric sanitize json businfo', most: 0 },
  dmidecode: { short: 's:t:q', long: 'string= type= quiet', most: 0 },
  // `e` among letters without a dash shows environments, as does `-o env`.
  ps: {
    short: 'AadeFfHjLlMmNPTVwyZcxC:G:O:U:g:o:p:s:t:u:n:k:q:',
    long: 'sort= forest no-headers headers pid= ppid= user= User= group= cols= columns= width= rows= format= deselect context cumulative lines= tty= sid= quick-pid=',
    like: /^([\d,]+|[aucfghjlmnrsSTvwxXLVZHNopqtUkO]+|(?!.*env)[a-z_%]+(:\d+)?=?(,[a-z_%]+(:\d+)?=?)+)$/i,
    // `-aux` is read the BSD way where there is no user `x`; `-auxe` would show environments.
    values: { u: /^(x[fwlmj]*|(?!x)[\w,.-]+)$/, o: PS_FORMAT, O: PS_FORMAT, format: PS_FORMAT },
  },
  pgrep: {
    short: 'acd:flg:G:nos:t:u:U:vxP:r:Ai',
    long: 'list-name list-full count delimiter= full pgroup= group= newest oldest parent= session= terminal= euid= uid= inverse exact ignore-case runstates= older=',
    least: 0,
    most: 1,
  },
  pidof: { short: 'sqxo:S:', least: 1 },
  pstree: {
    short: 'aAcClghH:nNpsStTuUZ',
    long: 'arguments ascii compact-not show-pids show-parents long numeric-sort uid-changes',
    most: 1,
  },
  top: {
    short: 'bn:iHcSp:u:U:o:w::d:1E:e:',
    long: 'batch iterations= threads-show sort-override= pid= filter-only-euser= width=? delay=',
    needs: 'b batch',
    values: { n: /^[1-9]\d?$/, iterations: /^[1-9]\d?$/, d: /^[\d.]{1,4}$/ },
    most: 0,
  },
  lsof: {
    short: 'abClnNoOPRtUvVwXg::i::c:p:s::u:d:F::T::L',
    like: /^(\+[DdL]$|\+c$|\+L\d*$|[^+-])/,
  },
  fuser: { short: 'acfmn:suv46', long: 'all mount verbose user namespace=', least: 1 },
  'w who users': {
    short: 'abdHlmpqrstTuwfhiosV',
    long: 'all boot heading users count short from no-header',
    most: 3,
  },
  'last lastb lastlog': {
    short: 'adFin:p:Rs:t:wxhu:b:',
    long: 'hostlast fulltimes limit= since= until= ip fullnames system nohostname dns user= time=',
    digits: true,
  },
  id: { short: 'agGnruzZ', long: 'group groups name real user zero context', most: 3 },
  'whoami logname tty': NONE,
  groups: { most: 3 },
  getent: { short: 's:i', least: 1, hosts: { operands: 'all' }, like: /^(?!shadow$|gshadow$)/ },
  locale: { short: 'acmk', most: 3 },
  'which whereis': { short: 'abmsS', long: 'all', least: 1 },
  type: { short: 'aftpP', least: 1 },
  sleep: { least: 1, most: 1, like: /^\d{1,2}(\.\d+)?s?$/ },
  'true false :': {},
  'vmstat iostat mpstat': {
    short: 'amfsdDS:wtyxkhNczjV:P:I:uoA',
    long: 'active forks slabs stats disk disk-sum partition unit= wide timestamp human',
    like: /^(\d{1,2}|[a-z]\w*)$/,
    most: 3,
  },
  pidstat: { short: 'dhHIlRrstTuUvwp:C:G:', long: 'human dec=', like: BOUNDED, most: 2 },
  sar: { short: 'dhHuvwWbBqrRSyFzA1n:P:f:s:e:m:j:', long: 'human dec= pretty', like: BOUNDED, most: 2 },
  dmesg: {
    short: 'def:HJkl:LPrtTux',
    long: 'ctime human kernel level= facility= notime nopager raw reltime since= until= time-format= userspace decode show-delta color=? force-prefix json',
    most: 0,
  },
  journalctl: {
    short: 'aeqrxkmln::o:p:u:t:g:S:U:b::F:N',
    digits: true,
    long: 'all pager-end quiet reverse catalog dmesg merge lines=? output= priority= unit= user-unit= identifier= grep= case-sensitive=? since= until= boot=? field= fields list-boots list-catalog disk-usage no-pager no-full full utc no-hostname no-tail system user output-fields= facility= cursor= after-cursor= show-cursor truncate-newline header verify file= directory= namespace= invocation=?',
  },
  systemctl: {
    ...UNITS,
    sub: {
      '': UNITS,
      status: UNITS,
      show: { ...UNITS, values: { p: /^(?!.*environ)/i, property: /^(?!.*environ)/i, P: /^(?!.*environ)/i } },
      cat: UNITS,
      'list-units list-unit-files list-timers list-sockets list-jobs list-dependencies list-automounts list-paths':
        UNITS,
      'is-active is-enabled is-failed': { ...UNITS, least: 1 },
      'is-system-running get-default': { ...UNITS, most: 0 },
    },
  },
  'systemd-analyze': {
    short: '',
    long: 'no-pager system user',
    sub: {
      '': {},
      'time blame critical-chain': { long: 'no-pager system user fuzz=' },
      'calendar timespan timestamp verify security unit-paths': { long: 'no-pager iterations=' },
    },
  },
  'systemd-cgls': { short: 'alku:', long: 'all full no-pager' },
  service: { long: 'status-all', form: /^([\w@.-]+ status)?$/ },
  loginctl: {
    long: 'no-pager no-legend',
    sub: {
      '': NONE,
      'list-sessions list-users list-seats': NONE,
      'session-status show-session user-status show-user seat-status show-seat': {
        short: 'p:aln:o:',
        long: 'property= all value full no-pager',
      },
    },
  },
  hostnamectl: { long: 'static transient pretty json=', sub: { '': NONE, status: NONE } },
  timedatectl: {
    long: 'no-pager',
    sub: {
      '': NONE,
      'status timesync-status list-timezones': NONE,
      'show show-timesync': { short: 'ap:', long: 'all property= value', most: 0 },
    },
  },
  localectl: {
    long: 'no-pager',
    sub: { '': NONE, 'status list-locales list-keymaps list-x11-keymap-layouts': NONE },
  },
  sensors: { short: 'AfjuU', like: /^[\w*-]+$/ },
  ulimit: { short: 'aHScdefilmnpqrstuvxP', most: 0 },
  umask: { short: 'Sp', most: 0 },
  swapon: {
    short: 's',
    long: 'show=? summary bytes noheadings raw output-all',
    needs: 's show summary',
    most: 0,
  },
  sysctl: {
    short: 'aAbeNnXxdr:',
    long: 'all values names ignore deprecated pattern= binary',
    like: /^[\w./*:-]+$/,
  },
  mount: { short: 'lt:', long: 'types=', most: 0 },
  findmnt: {
    short: 'aAbcCdDefF:iJklmM:nN:o:O:PrRsS:t:T:uUvxy',
    long: 'all ascii bytes df evaluate fstab json kernel list mtab noheadings output= options= pairs raw real pseudo submounts source= target= mountpoint= types= uniq verify verbose first-only tree',
  },
  blkid: {
    short: 'o:ps:t:iL:U:lk',
    long: 'output= probe match-tag= match-token= info label= uuid= list-filesystems',
  },
  'nvidia-smi': {
    short: 'Lqxi:d:',
    long: 'list-gpus query xml-format id= display= query-gpu= query-compute-apps= query-accounted-apps= format=',
    sub: { '': {}, topo: { short: 'm', most: 0 } },
  },
  ollama: {
    sub: {
      'list ls ps': { most: 1 },
      show: { long: 'modelfile template system license parameters verbose', short: 'v', most: 1 },
    },
  },
  crontab: { short: 'lu:', needs: 'l', most: 0 },
  atq: NONE,
  getconf: { short: 'a', most: 2 },
  getcap: { short: 'rvn' },
  'getenforce sestatus': { short: 'vb', most: 0 },
  nginx: { short: 'tTvVq', needs: 't T v V', most: 0 },
  ssh: { short: 'V', needs: 'V', most: 0 },
};
