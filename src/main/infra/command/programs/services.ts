// Databases and Proxmox VE: clients whose servers are held to reading, and what guests, storages and clusters tell. Data only. Used by
// programs/index.ts.
// Source: structure, S1; the manuals of the clients and of Proxmox VE.
import type { ProgramNotes, Table } from '../program.ts';

const PSET = /^(pager=off|border=\d|format=\w+|null=[\w()-]*|footer=off|tuples_only|expanded)$/;
const NONE: ProgramNotes = { most: 0 };
const GUEST: ProgramNotes = { short: '', long: 'current verbose full', least: 1, most: 1, like: /^\d+$/ };
const CONFIG: ProgramNotes = { ...GUEST, long: 'current=? snapshot= verbose' };

export const DATABASES: Table = {
  psql: {
    client: 'psql',
    short: 'h:p:U:d:c:tAxqXwlF:R:P:HEazb0',
    long: 'host= port= username= dbname= command= tuples-only no-align expanded quiet no-psqlrc no-password list field-separator= record-separator= pset= html csv',
    most: 2,
    values: { P: PSET, pset: PSET, c: /^/, command: /^/ },
    hosts: { operands: 'all', options: 'h host d dbname' },
  },
  pg_isready: { short: 'd:h:p:t:U:q', long: 'dbname= host= port= timeout= username= quiet', most: 0 },
  'mysql mariadb': {
    client: 'mysql',
    short: 'e:u:h:P:p::D:S:NBstErnfvVC',
    long: 'execute= user= host= port= password=? database= socket= skip-column-names batch silent table vertical raw no-beep column-names protocol= default-character-set= ssl-mode= connect-timeout= safe-updates skip-ssl xml html',
    most: 1,
    values: { e: /^/, execute: /^/ },
    hosts: { operands: 'none', options: 'h host' },
  },
  'mysqladmin mariadb-admin': {
    short: 'u:h:P:S:p::s',
    long: 'user= host= port= socket= password=?',
    least: 1,
    most: 1,
    like: /^(status|extended-status|ping|version|variables|processlist)$/,
  },
  sqlite3: {
    client: 'sqlite',
    confinedOnly: true,
    words:
      'header noheader column csv json line list html markdown table box quote tabs ascii readonly batch bail nullvalue= separator= newline= safe version help',
  },
  'redis-cli valkey-cli keydb-cli': {
    client: 'redis',
    short: 'h:p:s:n:a:u:c23',
    words:
      'user= pass= no-auth-warning raw no-raw json csv tls insecure cacert= sni= scan bigkeys memkeys hotkeys pattern= count= quoted-pattern= version',
    stop: true,
    hosts: { operands: 'none', options: 'h u' },
  },
};

export const PROXMOX: Table = {
  qm: {
    sub: {
      list: { long: 'full=?', most: 0 },
      status: { ...GUEST, long: 'verbose' },
      config: CONFIG,
      'pending showcmd listsnapshot cloudinit': { ...GUEST, long: 'pretty' },
      'guest agent': {
        form: /^(cmd )?\d+ (ping|network-get-interfaces|get-osinfo|get-fsinfo|get-time|get-host-name|info)$|^cmd \d+ [a-z-]*get-[a-z-]+$/,
      },
    },
  },
  pct: { sub: { list: NONE, 'status config df pending listsnapshot cpusets': { ...CONFIG, least: 0 } } },
  pvesm: {
    sub: {
      status: { long: 'storage= content= enabled=? target= format=?', most: 0 },
      list: { long: 'content= vmid=', least: 1, most: 1 },
      path: { least: 1, most: 1 },
    },
  },
  pvesh: {
    sub: {
      'get ls usage': {
        long: 'output-format= human-readable=? noborder=? noheader=? type= full= limit= start= storage= content= enabled= vmid= node= timeframe= errors= verbose returns',
        least: 1,
        most: 1,
      },
    },
  },
  pvecm: { sub: { 'status nodes': NONE } },
  pveversion: { short: 'v', long: 'verbose', most: 0 },
  'ha-manager': { sub: { 'status config': { long: 'verbose type=', most: 0 } } },
  pvesr: { sub: { 'list status': { long: 'guest=', most: 0 } } },
  pveam: { sub: { list: { least: 1, most: 1 }, available: { long: 'section=', most: 0 } } },
  pveceph: { sub: { status: NONE } },
  pvesubscription: { sub: { get: NONE } },
  pvenode: { sub: { task: { sub: { list: { long: 'limit= vmid= errors=?', most: 0 } } } } },
  'vzdump qmrestore': { needs: 'help', most: 0 },
  'proxmox-backup-client': {
    sub: {
      'list status': { long: 'repository= output-format=', most: 0 },
      snapshot: { sub: { list: { long: 'repository= output-format=', most: 1 } } },
    },
  },
};
