// Programs that tell of networks, and that ask over them. Data only; curl, wget, ip and nmcli are looked into. Used by
// programs/index.ts.
// Source: decision 051; the manual pages of iproute2, net-tools, bind-utils, iputils, nmap-ncat.
import type { ProgramNotes, Table } from '../program.ts';

const PLAIN = /^[\w.*-]+$/;
const LIST: ProgramNotes = { short: 'anjsyNSp', like: PLAIN };

export const NETWORK: Table = {
  ip: { inspect: 'ip' },
  ss: {
    short: 'nrlatuxwdSiomepzZbOsH460Qf:A:TM',
    long: 'numeric resolve listening all tcp udp dccp sctp raw unix packet vsock ipv4 ipv6 info options memory extended processes threads summary family= query= no-header oneline inet-sockopt tipcinfo tos cgroup bound-inactive',
  },
  netstat: {
    short: 'aAeEgiIlnNopPrsStuUvwWxX46CFMT',
    long: 'all route groups interfaces masquerade statistics verbose wide numeric numeric-hosts numeric-ports symbolic extend programs timers listening tcp udp raw unix',
    most: 0,
  },
  arp: { short: 'aenvi:', most: 1 },
  route: { short: 'neFCv46', most: 0 },
  ifconfig: { short: 'asv', most: 1 },
  ethtool: { short: 'igkacSlPTdn', most: 1 },
  'ping ping6': {
    short: 'c:W:w:i:ns:I:t:46qDOavLR',
    needs: 'c',
    values: { c: /^[1-9]\d?$/, i: /^[\d.]{1,3}$/, w: /^\d{1,2}$/ },
    least: 1,
    most: 1,
  },
  'traceroute traceroute6': { short: '46nITUem:q:w:p:f:i:N:As:', least: 1, most: 2 },
  'tracepath tracepath6': { short: '46nbm:l:p:', least: 1, most: 1 },
  mtr: {
    short: 'rnwc:bzi:m:46TuP:ejlC',
    long: 'report report-wide report-cycles= no-dns show-ips aslookup json csv raw tcp udp',
    needs: 'r report report-wide',
    least: 1,
    most: 1,
    values: { c: /^\d{1,2}$/, 'report-cycles': /^\d{1,2}$/ },
  },
  dig: { short: '46x:t:p:q:c:b:muv', like: /^[^-]/ },
  nslookup: { words: 'type= query= timeout= port= class= debug nodebug', least: 1, most: 2 },
  host: { short: 'aCdlnrsTvVw46c:N:R:t:W:m:', least: 1, most: 2 },
  whois: { short: 'h:p:HIabcdGilLmMrRxBT:', least: 1 },
  resolvectl: {
    long: 'no-pager',
    sub: {
      '': { most: 0 },
      'status query service statistics show-cache show-server-state': {
        short: '46i:t:',
        long: 'no-pager type= interface= legend=',
        most: 3,
        like: /^[\w.:-]+$/,
      },
    },
  },
  networkctl: {
    short: 'al',
    long: 'no-pager all no-legend full',
    sub: {
      '': { most: 0 },
      'list status lldp': { short: 'al', long: 'all no-pager no-legend full stats', like: PLAIN },
    },
  },
  nmcli: { inspect: 'nmcli' },
  'nc ncat netcat': { short: 'znvw:u46t', needs: 'z', least: 2, most: 3 },
  curl: { inspect: 'curl' },
  wget: { inspect: 'wget' },
  'iptables ip6tables': {
    short: 'LSnvxt:',
    long: 'list list-rules numeric verbose exact line-numbers table=',
    needs: 'L S list list-rules',
    most: 2,
  },
  'iptables-save ip6tables-save': { short: 'ct:', long: 'counters table=', most: 0 },
  nft: { short: 'anjsy', long: 'handle numeric json stateless terse', sub: { list: LIST } },
  ufw: { sub: { status: { most: 1, like: /^(verbose|numbered)$/ }, version: { most: 0 } } },
  'firewall-cmd': {
    words:
      'list-all list-all-zones list-services list-ports list-rich-rules list-sources list-interfaces get-zones get-active-zones get-default-zone get-services state zone= permanent',
    needs:
      'list-all list-all-zones list-services list-ports list-rich-rules list-sources list-interfaces get-zones get-active-zones get-default-zone get-services state',
    most: 0,
  },
  tailscale: {
    sub: {
      status: { long: 'json active peers self', most: 0 },
      ip: { short: '461', most: 1 },
      version: { most: 0 },
    },
  },
  wg: { sub: { '': { most: 0 }, show: { most: 1 } } },
  brctl: { sub: { show: { most: 1 } } },
  bridge: {
    short: 'sdjpco',
    sub: { link: { like: /^(show|list|dev|[\w.]+\d)$/ }, fdb: { like: /^(show|list|dev|br|[\w.]+\d)$/ } },
  },
};
