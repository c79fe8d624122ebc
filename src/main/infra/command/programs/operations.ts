// What operators ask of daemons, clusters, backups and hardware: sub-commands that only tell, with the options that shape what they show. Data
// only. Used by programs/index.ts.
// Source: structure, S1; the manuals of each program.
import type { ProgramNotes, Table } from '../program.ts';

const NONE: ProgramNotes = { most: 0 };
/** One name or none, and how it is shown. */
const SHOW: ProgramNotes = {
  short: 'ahqvlo:f:n:',
  long: 'json all verbose quiet output= format= namespace= no-headers noheader human-readable',
  values: { o: /^[\w=,.{}%:/ -]+$/, output: /^[\w=,.{}%:/ -]+$/, f: /^[\w-]+$/, n: /^[\w.-]+$/ },
};
const ALONE: ProgramNotes = { ...SHOW, most: 0 };
const subs = (list: string, notes: ProgramNotes = SHOW): Readonly<Record<string, ProgramNotes>> => ({
  [list]: notes,
});

const RESTIC: ProgramNotes = {
  short: 'r:p:qvH:l',
  long: 'repo= repository-file= password-file= json quiet verbose no-lock no-cache host= path= tag= group-by= latest= mode= compact long recursive cacert= retry-lock=',
};
const BORG: ProgramNotes = {
  short: 'aP:v',
  long: 'json json-lines format= short first= last= glob-archives= prefix= sort-by= verbose info lock-wait= bypass-lock consider-checkpoints',
};
const CEPH: ProgramNotes = { short: 'f:', long: 'format= detail', like: /^[\w.:-]+$/ };
const CLOUD: ProgramNotes = {
  long: 'output= query= region= profile= filters= max-items= no-paginate project= zone= format= filter= resource-group= name= instance-ids= cluster= services= cluster-name=',
  short: 'o:g:n:',
};

export const OPERATIONS: Table = {
  chronyc: {
    short: 'nNacvh:',
    hosts: { operands: 'none', options: 'h' },
    sub: subs(
      'tracking sources sourcestats activity serverstats ntpdata clients rtcdata selectdata authdata',
      {
        short: 'vad',
        most: 1,
      },
    ),
  },
  ntpq: { short: 'pnc:', needs: 'p c', values: { c: /^(peers|as|rv|sysinfo|associations)$/ }, most: 0 },
  exportfs: { short: 'sv', most: 0 },
  showmount: {
    short: 'ade',
    long: 'all directories exports no-headers',
    most: 1,
    hosts: { operands: 'all' },
  },
  nfsstat: { short: 'cmnrsvl234o:', long: 'mounts client server nfs rpc all verbose list mount', most: 0 },
  rpcinfo: { short: 'psm', most: 1, hosts: { operands: 'all' } },
  smbstatus: { short: 'bpSLuvfn', long: 'brief processes shares locks verbose fast numeric json', most: 0 },
  ipa: {
    sub: {
      'config-show ping env user-show user-find group-show host-show host-find server-find': {
        long: 'all raw',
        most: 1,
      },
    },
  },
  'rpm-ostree': { sub: subs('status') },
  rados: {
    short: 'p:',
    long: 'pool=',
    sub: { 'df lspools ls': { short: 'p:', long: 'pool= format=', most: 0 } },
  },
  rbd: {
    short: 'p:',
    long: 'pool=',
    sub: {
      'ls info du status showmapped': { short: 'p:l', long: 'pool= format= long', most: 1 },
      snap: { sub: subs('ls') },
    },
  },
  ceph: {
    short: 'sf:',
    long: 'status format=',
    sub: {
      '': { short: 's', long: 'status' },
      'status health df versions features fsid quorum_status report': CEPH,
      osd: {
        sub: {
          'tree df stat dump lspools status perf versions ls blocked-by utilization': CEPH,
          pool: { sub: { 'ls get stats autoscale-status': CEPH } },
        },
      },
      'mon mgr mds pg fs': {
        sub: {
          'stat dump status ls dump_stuck services module': {
            ...CEPH,
            form: /^(ls|detail|stuck|inactive|unclean|[\w.:-]*)$/,
          },
        },
      },
      orch: { sub: { 'ls ps status host': { ...CEPH, form: /^(ls|[\w.:-]*)$/ } } },
      crash: { sub: subs('ls ls-new', CEPH) },
    },
  },
  cscli: {
    short: 'o:',
    sub: {
      'bouncers machines decisions alerts collections parsers scenarios hub': { sub: subs('list') },
      'metrics version': ALONE,
      lapi: { sub: subs('status') },
    },
  },
  conntrack: { short: 'LSCp:d:s:f:o:n', needs: 'L S C', most: 1, like: /^(conntrack|expect)$/ },
  'fail2ban-client': { sub: { 'status ping version': { most: 1 }, banned: { most: 1 } } },
  rabbitmqctl: {
    short: 'qsn:p:',
    long: 'quiet silent node= vhost= formatter=',
    sub: {
      'list_queues list_exchanges list_bindings list_channels list_connections list_consumers list_vhosts list_users list_permissions list_policies list_parameters list_feature_flags list_unresponsive_queues status cluster_status environment ping version node_health_check report':
        { short: 'qsp:', long: 'quiet silent vhost= formatter= online offline local', like: /^[\w-]+$/ },
    },
  },
  'rabbitmq-diagnostics': {
    short: 'qs',
    long: 'quiet silent formatter=',
    sub: {
      'status ping cluster_status listeners alarms check_running check_local_alarms check_port_connectivity memory_breakdown server_version':
        ALONE,
    },
  },
  kubeadm: {
    sub: {
      certs: { sub: { 'check-expiration': { long: 'config= cert-dir=', most: 0 } } },
      version: { short: 'o:', long: 'output=', most: 0 },
    },
  },
  iscsiadm: {
    short: 'm:P:',
    long: 'mode= print=',
    needs: 'm mode',
    values: { m: /^(session|iface|node)$/, mode: /^(session|iface|node)$/ },
    most: 0,
  },
  'postqueue mailq': { short: 'pj', needs: 'p j', most: 0 },
  postconf: { short: 'ndMfxh', like: /^[\w/]+$/ },
  'exim exim4': { words: 'bp bpc bpr bV', needs: 'bp bpc bpr bV', most: 0 },
  doveadm: { sub: { who: { short: '1', most: 1 }, 'service service-status': { sub: { status: NONE } } } },
  vault: {
    sub: {
      status: { words: 'format= address=', most: 0 },
      operator: {
        sub: {
          raft: {
            sub: {
              'list-peers': { words: 'format= address=', most: 0 },
              autopilot: { sub: { state: { words: 'format=', most: 0 } } },
            },
          },
          members: { words: 'format=', most: 0 },
        },
      },
      'secrets auth audit': { sub: { list: { words: 'detailed format=', most: 0 } } },
    },
  },
  consul: {
    sub: {
      'members info version': { words: 'detailed wan http-addr=', most: 0 },
      operator: { sub: { raft: { sub: { 'list-peers': NONE } } } },
      catalog: { sub: { 'services nodes datacenters': NONE } },
    },
  },
  nomad: {
    sub: {
      'status version': { words: 'verbose json', most: 1 },
      'node job server alloc': {
        sub: { 'status members': { words: 'verbose json self stats short', most: 1 } },
      },
    },
  },
  etcdctl: {
    long: 'endpoints= write-out= cluster cacert= cert= key= command-timeout=',
    short: 'w:',
    sub: {
      endpoint: {
        sub: {
          'health status hashkv': {
            long: 'cluster endpoints= write-out= cacert= cert= key=',
            short: 'w:',
            most: 0,
          },
        },
      },
      'member alarm': {
        sub: { list: { long: 'endpoints= write-out= cacert= cert= key=', short: 'w:', most: 0 } },
      },
      version: NONE,
    },
  },
  ipmitool: {
    short: 'I:',
    values: { I: /^(open|lan|lanplus)$/ },
    sub: {
      'sdr sensor sel fru chassis mc lan power': {
        form: /^((list|elist|info|status|print|type|get|summary)( [\w. -]+)?)?$/,
        like: /^[\w. -]+$/,
      },
    },
  },
  tcpdump: {
    short: 'c:i:nvXAeqtDls:',
    needs: 'c D',
    values: { c: /^[1-9]\d{0,3}$/, i: /^[\w.:@-]+$/, s: /^\d+$/ },
    like: /^[\w.:()/[\]&=!<> -]+$/,
  },
  restic: { ...RESTIC, sub: { 'snapshots stats ls version list': { ...RESTIC, like: /^[\w./:@-]+$/ } } },
  borg: {
    short: 'v',
    long: 'verbose info lock-wait=',
    sub: { 'list info': { ...BORG, like: /^[\w./:@*+-]+$/ } },
  },
  rclone: {
    long: 'config=',
    sub: {
      'lsd ls lsl lsf lsjson size about listremotes version tree': {
        long: 'max-depth= human-readable json recursive',
        short: 'R',
        most: 1,
      },
    },
  },
  kopia: {
    sub: {
      snapshot: { sub: subs('list ls', { short: 'al', long: 'all json show-identical' }) },
      repository: { sub: { status: ALONE } },
    },
  },
  barman: {
    sub: {
      'list-backup list-backups list-server list-servers status check show-backup show-server': {
        short: '',
        long: 'minimal',
        most: 2,
      },
    },
  },
  pgbackrest: {
    long: 'stanza= output= repo=',
    sub: { 'info version check': { long: 'stanza= output= repo=', most: 0 } },
  },
  pg_lsclusters: { short: 'hjs', most: 0 },
  supervisorctl: { short: 'c:', sub: { status: { like: /^[\w:*.-]+$/ }, 'avail version pid': { most: 1 } } },
  pm2: { sub: { 'list ls status jlist describe show': { most: 1 } } },
  monit: { sub: { 'status summary report': { most: 1 } } },
  'rc-status': { short: 'aslur', most: 1 },
  'rc-service sv': { form: /^([\w.@-]+ status|status [\w.@/-]+)$/ },
  machinectl: {
    long: 'no-pager no-legend',
    sub: {
      '': NONE,
      'list list-images status show image-status': { short: 'l', long: 'no-pager full', most: 1 },
    },
  },
  coredumpctl: {
    long: 'no-pager',
    sub: { 'list info': { short: 'n:r1', long: 'no-pager since= until=', most: 1 } },
  },
  bootctl: { long: 'no-pager', sub: { '': NONE, 'status list is-installed': NONE } },
  virsh: {
    short: 'c:r',
    long: 'connect= readonly',
    values: { c: /^(qemu|lxc|xen):\/\/\/\w+$/, connect: /^(qemu|lxc|xen):\/\/\/\w+$/ },
    sub: {
      'list nodeinfo version capabilities freecell': {
        long: 'all name uuid title inactive state-running state-shutoff',
        most: 0,
      },
      'dominfo domstate domblklist domiflist domifaddr domblkinfo dommemstat vcpuinfo domuuid domid domifstat domblkstat vcpucount domjobinfo domfsinfo snapshot-list dominfo domstats':
        { long: 'inactive details source= full interval=', most: 2 },
      'net-list pool-list vol-list net-info pool-info vol-info net-dhcp-leases iface-list nodedev-list net-dumpxml pool-dumpxml':
        {
          long: 'all inactive details tree pool=',
          most: 2,
        },
    },
  },
  'lxc incus': {
    sub: {
      'list ls': { short: 'c:f:', long: 'format= columns= all-projects fast project=', most: 1 },
      'info version': { long: 'resources', most: 1 },
      'image network storage profile project snapshot cluster': {
        sub: { 'list ls info show': { short: 'f:', long: 'format= resources', most: 2 } },
      },
      config: { sub: { show: { short: 'e', long: 'expanded', most: 1 } } },
    },
  },
  VBoxManage: {
    sub: {
      list: {
        short: 'ls',
        long: 'long sorted',
        like: /^(vms|runningvms|hostinfo|systemproperties|extpacks|hdds|bridgedifs|hostonlyifs|natnets)$/,
      },
      showvminfo: { long: 'machinereadable details', most: 1 },
    },
  },
  vagrant: { sub: { 'status global-status version': { most: 1 } } },
  multipass: { sub: { 'list info version find': { long: 'format= all', most: 1 } } },
  'minikube k3d kind': {
    sub: {
      status: { short: 'p:o:', long: 'profile= output=', most: 0 },
      'profile cluster node addons get': { form: /^(list|ls|clusters|nodes)?$/ },
    },
  },
  flux: {
    short: 'n:A',
    long: 'namespace= all-namespaces',
    sub: {
      'get stats tree logs': {
        short: 'An:',
        long: 'all-namespaces namespace= status-selector= kind= name= since= tail=',
        like: /^[\w./-]+$/,
      },
      'check version': { long: 'pre client', most: 0 },
    },
  },
  argocd: {
    sub: {
      app: { sub: { 'list get history': { short: 'o:l:', long: 'output= selector=', most: 1 } } },
      version: { long: 'client short', most: 0 },
      'cluster repo proj': { sub: { list: { short: 'o:', long: 'output=', most: 0 } } },
    },
  },
  istioctl: {
    sub: {
      'proxy-status version ps': { short: 'n:i:', most: 1 },
      analyze: { short: 'n:A', long: 'all-namespaces namespace=', most: 0 },
    },
  },
  cilium: {
    sub: {
      status: { long: 'verbose brief', most: 0 },
      version: { long: 'client', most: 0 },
      'endpoint node service': { sub: { list: { short: 'o:', most: 0 } } },
    },
  },
  calicoctl: {
    sub: {
      node: { sub: { status: NONE } },
      get: { short: 'o:n:A', long: 'output= namespace= all-namespaces', least: 1, most: 2 },
      version: NONE,
    },
  },
  velero: {
    sub: {
      'get backup restore schedule': {
        sub: {
          'get describe backups restores schedules backup restore schedule backup-locations': {
            short: 'n:o:',
            long: 'details output=',
            most: 1,
          },
        },
      },
      version: { long: 'client-only', most: 0 },
    },
  },
  ctr: {
    short: 'n:',
    long: 'namespace= address=',
    sub: {
      'containers container c images image i tasks task t snapshots namespaces ns plugins': {
        sub: { 'ls list info': { short: 'q', long: 'quiet', most: 1 } },
      },
      'version info': NONE,
    },
  },
  skopeo: {
    sub: {
      'inspect list-tags': {
        long: 'raw config format= no-tags tls-verify=?',
        least: 1,
        most: 1,
        like: /^docker:\/\/[\w./:@-]+$/,
        hosts: { operands: 'all' },
      },
    },
  },
  dmsetup: { sub: { 'ls status info deps': { short: 'cC', long: 'tree columns target=', most: 1 } } },
  cryptsetup: { sub: { 'status luksUUID isLuks': { most: 1 } } },
  'fdisk sfdisk': { short: 'l', needs: 'l', like: /^\/dev\/[\w/.-]+$/ },
  parted: {
    short: 'lms',
    long: 'list machine script',
    form: /^(\/dev\/[\w/.-]+ (print|unit \w+ print)( free)?)?$/,
    needs: 'l list s script m',
  },
  dumpe2fs: { short: 'h', needs: 'h', most: 1, like: /^\/dev\/[\w/.-]+$/ },
  tune2fs: { short: 'l', needs: 'l', most: 1, like: /^\/dev\/[\w/.-]+$/ },
  xfs_info: { most: 1 },
  multipath: { short: 'lv:', needs: 'l', most: 1 },
  drbdadm: { sub: { 'status role cstate dstate': { most: 1 } } },
  gluster: {
    long: 'mode=',
    sub: {
      'volume peer pool': {
        sub: {
          'info status list heal': { form: /^([\w-]+( (info|detail|clients|mem|inode|fd)( summary)?)?)?$/ },
        },
      },
    },
  },
  'storcli storcli64 perccli': { form: /^(\/c\w+(\/\w+)* )?show( all)?$/, like: /^[\w/]+$/ },
  upsc: { short: 'lL', most: 2 },
  upower: { short: 'ei:d', long: 'enumerate dump show-info=', most: 0 },
  acpi: { short: 'abtcViV', most: 0 },
  'rocm-smi amd-smi': {
    short: 'aiutgPp',
    words:
      'showallinfo showid showtemp showuse showmemuse showpower showclocks showmeminfo= showproductname showdriverversion json csv showpids',
    form: /^((list|static|metric|monitor|process|version|topology|firmware)( [\w-]+)*)?$/,
  },
  numactl: { short: 'Hs', long: 'hardware show', needs: 'H s hardware show', most: 0 },
  numastat: { short: 'cmnpsvz', most: 2 },
  iotop: {
    short: 'bn:oPaktqd:p:u:',
    long: 'batch iter= only',
    needs: 'n iter',
    values: { n: /^[1-9]\d?$/, iter: /^[1-9]\d?$/ },
    most: 0,
  },
  iw: { form: /^(dev|list|phy|reg get|dev [\w.-]+ (info|link|station dump|get power_save))?$/ },
  iwconfig: { most: 1 },
  ipset: { sub: { list: { short: 'nto:', long: 'name terse output=', most: 1 }, version: NONE } },
  tc: {
    short: 'sdpj',
    words: 's d p j statistics details pretty json',
    form: /^(qdisc|class|filter|chain)( (show|list|ls)( dev [\w.@-]+)?)?$/,
  },
  'lldpcli lldpctl': {
    short: 'f:',
    form: /^(show (neighbors|interfaces|statistics|chassis|configuration)( [\w.-]+)*)?$/,
  },
  vtysh: { short: 'c:', needs: 'c', values: { c: /^show [\w./: -]+$/ }, most: 0 },
  birdc: { form: /^show [\w./: -]+$/ },
  'ipsec swanctl': {
    short: 'lLsSP',
    form: /^(status|statusall|version)?$/,
    long: 'list-sas list-conns list-pools stats',
  },
  'rndc unbound-control': { form: /^(status|stats_noreset|list_forwards|list_stubs)$/ },
  pihole: { form: /^(status|version|-v)$/, short: 'v' },
  'apachectl apache2ctl httpd apache2': {
    short: 'tSMlvVD:',
    form: /^(configtest|status)?$/,
    values: { D: /^DUMP_(VHOSTS|MODULES|RUN_CFG)$/ },
  },
  'php-fpm': { short: 'tv', needs: 't v', most: 0 },
  varnishadm: { form: /^(status|ping|banner|backend\.list|vcl\.list|panic\.show)$/ },
  sshd: { short: 'tT', needs: 't T', most: 0 },
  auditctl: { short: 'lsv', needs: 'l s v', most: 0 },
  semanage: {
    sub: {
      'fcontext port boolean login user module interface': {
        short: 'lCn',
        long: 'list locallist noheading',
        needs: 'l list',
        most: 0,
      },
    },
  },
  getsebool: { short: 'a', most: 1 },
  'aa-status apparmor_status': {
    long: 'json pretty-json verbose enabled profiled enforced complaining show= count',
    most: 0,
  },
  realm: { sub: { list: { long: 'all name-only', most: 0 } } },
  klist: { short: 'aefnslA', most: 0 },
  wbinfo: { short: 'ugtpPm', needs: 'u g t p P m', most: 0 },
  sssctl: {
    sub: {
      'domain-list': NONE,
      'domain-status': { short: 'oas', long: 'online active-server', most: 1 },
      'user-checks': { most: 1 },
    },
  },
  at: { short: 'l', needs: 'l', most: 0 },
  needrestart: { short: 'bkr:', needs: 'b', values: { r: /^l$/ }, most: 0 },
  'needs-restarting': { short: 'rs', most: 0 },
  dkms: { sub: { status: { short: 'm:v:k:', most: 1 } } },
  zypper: {
    short: 'nq',
    long: 'non-interactive quiet no-refresh',
    sub: {
      'search se info if list-updates lu repos lr packages pa products': {
        short: 'isuEdr',
        long: 'installed-only match-exact',
      },
    },
  },
  'update-alternatives alternatives': {
    long: 'list= display= get-selections query=',
    needs: 'list display get-selections query',
    most: 0,
  },
  terraform: {
    words: 'chdir=',
    sub: {
      'version providers': { words: 'json', most: 0 },
      state: { sub: { list: { most: 1 } } },
      workspace: { sub: { list: NONE } },
    },
  },
  aws: {
    ...CLOUD,
    sub: {
      'ec2 ecs eks rds elbv2 autoscaling cloudwatch logs route53 iam s3api lambda sqs sns elasticache cloudformation efs acm':
        {
          ...CLOUD,
          form: /^(describe|list)-(?!.*(secret|password|access-key|credential))[a-z-]+$/,
        },
      sts: { ...CLOUD, form: /^get-caller-identity$/ },
      s3: {
        short: '',
        long: 'recursive human-readable summarize',
        form: /^ls( s3:\/\/[\w./-]+)?$/,
        like: /^[\w:./-]+$/,
      },
    },
  },
  gcloud: {
    ...CLOUD,
    sub: {
      'compute container sql dns projects services logging': {
        ...CLOUD,
        form: /^([a-z-]+ ){0,2}(list|describe)( [\w./-]+)?$/,
      },
      'info version': NONE,
    },
  },
  az: {
    ...CLOUD,
    sub: { 'vm aks network group account webapp sql': { ...CLOUD, form: /^([a-z-]+ ){0,2}(list|show)$/ } },
  },
  hcloud: {
    sub: {
      'server volume network firewall load-balancer image server-type location datacenter': {
        sub: { 'list describe': { short: 'o:', long: 'output=', most: 1 } },
      },
      version: NONE,
    },
  },
  doctl: {
    sub: {
      'compute kubernetes databases account projects': {
        form: /^([a-z-]+ ){0,2}(list|get|ls)( [\w.-]+)?$/,
        long: 'format= no-header output=',
        short: 'o:',
      },
    },
  },
  ha: {
    form: /^(core|supervisor|host|os|network|addons|hardware|resolution|info|backups)( (info|stats|logs|list))?$/,
  },
  midclt: {
    form: /^call [\w.]+\.(query|get_instance|config|info|state)( [[\]{}",:=\w -]*)?$/,
    like: /^[[\]{}",:=.\w -]*$/,
  },
  zdb: { short: 'Cl', needs: 'C l', most: 1 },
  openssl: {
    sub: {
      version: { short: 'abdefopr', most: 0 },
      s_client: {
        words:
          'connect= servername= showcerts brief verify= starttls= tls1_2 tls1_3 CApath= CAfile= alpn= verify_return_error status quiet no_ign_eof prexit host= port=',
        needs: 'connect host',
        stdin: 1,
        values: { connect: /^[\w.:[\]-]+$/ },
        most: 0,
        hosts: { operands: 'none', options: 'connect host' },
      },
    },
  },
};
