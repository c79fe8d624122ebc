// Databases and Proxmox VE: clients whose statements are looked into, and what guests, storages and clusters tell. Data only. Used by
// programs/index.ts.
// Source: decision 051; the manuals of the clients and of Proxmox VE.
import type { ProgramNotes, Table } from '../program.ts';

const NONE: ProgramNotes = { most: 0 };
const GUEST: ProgramNotes = { short: '', long: 'current verbose full', least: 1, most: 1, like: /^\d+$/ };
const CONFIG: ProgramNotes = { ...GUEST, long: 'current=? snapshot= verbose' };

export const DATABASES: Table = {
  psql: { inspect: 'psql' },
  pg_isready: { short: 'd:h:p:t:U:q', long: 'dbname= host= port= timeout= username= quiet', most: 0 },
  'mysql mariadb': { inspect: 'mysql' },
  'mysqladmin mariadb-admin': {
    short: 'u:h:P:S:p::s',
    long: 'user= host= port= socket= password=?',
    least: 1,
    most: 1,
    like: /^(status|extended-status|ping|version|variables|processlist)$/,
  },
  sqlite3: { inspect: 'sqlite3' },
  'redis-cli valkey-cli keydb-cli': { inspect: 'redis' },
  mongosh: { inspect: 'mongosh' },
};

export const PROXMOX: Table = {
  qm: {
    sub: {
      list: { long: 'full=?', most: 0 },
      status: { ...GUEST, long: 'verbose' },
      config: CONFIG,
      'pending showcmd listsnapshot cloudinit': { ...GUEST, long: 'pretty' },
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
