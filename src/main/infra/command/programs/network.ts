// Programs that tell of networks, and that ask over them: with where in their words a host stands. Data only. Used by programs/index.ts.
// Source: structure, S1; the manual pages of iproute2, net-tools, bind-utils, iputils, nmap-ncat.
import type { ProgramNotes, Table } from '../program.ts';

const PLAIN = /^[\w.*-]+$/;
const SCREEN = /^(-|\/dev\/null|\/dev\/stdout)$/;
/** Headers that ask for a form of the answer, and none that makes a GET something else. */
const HEADER =
  /^(Accept(-\w+)?|Host|User-Agent|Cache-Control|Content-Type|If-None-Match|X-Forwarded-\w+): ?[\w/.,;=*+ "-]*$/i;
/** http and https, no escapes; no word that says the server is to do something, since some do it on a GET; no credentials of a cloud. */
const URL_TO_READ =
  /^(?!.*(169\.254\.169\.254|metadata\.google|security-credentials))(?!.*[/?&=._-](shut-?down|reboot|restart|reload|delete|remove|destroy|stop|kill|reset|purge|flush|drop|quit|logout|poweroff|format|update|create|set|save|write|exec|run|install|toggle|enable|disable)([/?&=._-]|$))(https?:\/\/)?(\[[\da-f:]+\]|(?!(ftp|dict|ldap|imap|smtp|pop3|gopher|telnet|tftp|file|scp|sftp|rtsp|mqtt)\b)[\w.-]+)(:\d{1,5})?([/?][\w./~:,;=&?+@-]*)?$/i;
const LIST: ProgramNotes = { short: 'anjsyNSp', like: PLAIN };

export const NETWORK: Table = {
  ip: {
    words:
      '4 6 0 s c j p d o h N r t ts br brief color json pretty stats statistics details oneline human human-readable resolve timestamp f= family=',
    form: /^(a|ad|addr|address|l|li|link|r|ro|route|ru|rule|n|nei|neigh|neighbor|neighbour|maddr|maddress|mroute|tunnel|tuntap|vrf|token|ntable)( (show|list|lst|ls|get)( [\w.:/@%-]+)*)?$|^netns( (list|ls|show))?$/,
  },
  ss: {
    short: 'nrlatuxwdSiomepzZbOsH460Qf:A:TM',
    long: 'numeric resolve listening all tcp udp dccp sctp raw unix packet vsock ipv4 ipv6 info options memory extended processes threads summary family= query= no-header oneline inet-sockopt tipcinfo tos cgroup bound-inactive',
    like: /^[\w.:/%=<>!()@ *[\]-]+$/,
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
    hosts: { operands: 'all' },
    short: 'c:W:w:i:ns:I:t:46qDOavLR',
    needs: 'c',
    values: { c: /^[1-9]\d?$/, i: /^[\d.]{1,3}$/, w: /^\d{1,2}$/ },
    least: 1,
    most: 1,
  },
  'traceroute traceroute6': {
    hosts: { operands: 'all' },
    short: '46nITUem:q:w:p:f:i:N:As:',
    least: 1,
    most: 2,
  },
  'tracepath tracepath6': { hosts: { operands: 'all' }, short: '46nbm:l:p:', least: 1, most: 1 },
  mtr: {
    hosts: { operands: 'all' },
    short: 'rnwc:bzi:m:46TuP:ejlC',
    long: 'report report-wide report-cycles= no-dns show-ips aslookup json csv raw tcp udp',
    needs: 'r report report-wide',
    least: 1,
    most: 1,
    values: { c: /^\d{1,2}$/, 'report-cycles': /^\d{1,2}$/ },
  },
  dig: { hosts: { operands: 'all', options: 'q' }, short: '46x:t:p:q:c:b:muv', like: /^[^-]/ },
  nslookup: {
    hosts: { operands: 'all' },
    words: 'type= query= timeout= port= class= debug nodebug',
    least: 1,
    most: 2,
  },
  host: { hosts: { operands: 'all' }, short: 'aCdlnrsTvVw46c:N:R:t:W:m:', least: 1, most: 2 },
  whois: { hosts: { operands: 'all', options: 'h' }, short: 'h:p:HIabcdGilLmMrRxBT:', least: 1 },
  resolvectl: {
    long: 'no-pager',
    sub: {
      '': { most: 0 },
      'status query service statistics show-cache show-server-state': {
        hosts: { operands: 'all' },
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
  nmcli: {
    short: 'tpf:g:',
    long: 'terse pretty fields= get-values= mode=',
    form: /^((g|general|d|dev|device|c|con|connection|r|radio|n|networking)( (show|status|list)( [\w.:/@%-]+)*)?)?$/,
  },
  'nc ncat netcat': { hosts: { operands: 'first' }, short: 'znvw:u46t', needs: 'z', least: 2, most: 3 },
  curl: {
    short: 'sSfvikLIgNq46jlJ01h#X:H:A:e:m:w:o:r:D:',
    long: `silent show-error fail fail-with-body fail-early verbose include insecure location head globoff no-buffer ipv4 ipv6 compressed http1.0 http1.1
      http2 http2-prior-knowledge http3 tlsv1.2 tlsv1.3 path-as-is no-keepalive progress-bar no-progress-meter disable request= header= user-agent=
      referer= max-time= connect-timeout= write-out= output= dump-header= range= resolve= connect-to= max-redirs= retry= retry-delay= retry-max-time= limit-rate= url=
      cacert= max-filesize=`,
    values: {
      X: /^(GET|HEAD|OPTIONS)$/,
      request: /^(GET|HEAD|OPTIONS)$/,
      o: SCREEN,
      output: SCREEN,
      D: SCREEN,
      'dump-header': SCREEN,
      w: /^(?!@)(?!.*%output\{)/,
      'write-out': /^(?!@)(?!.*%output\{)/,
      H: HEADER,
      header: HEADER,
      url: URL_TO_READ,
    },
    like: URL_TO_READ,
    hosts: { operands: 'all', options: 'url resolve connect-to' },
  },
  wget: {
    short: 'qSO:T:t:U:46',
    long: 'quiet server-response spider output-document= timeout= tries= user-agent= no-check-certificate no-verbose max-redirect= connect-timeout= read-timeout= no-proxy no-cache no-hsts',
    values: { O: SCREEN, 'output-document': SCREEN },
    needs: 'spider O output-document',
    like: URL_TO_READ,
    hosts: { operands: 'all' },
  },
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
      'serve funnel': { form: /^status$/, long: 'json' },
      'netcheck whois dns': { form: /^(status|[\w.:]*)$/ },
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
