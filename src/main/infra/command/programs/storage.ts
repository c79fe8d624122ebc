// Programs that tell of disks, volumes and pools. Data only. Used by programs/index.ts.
// Source: decision 051; the manual pages of openzfs, lvm2, mdadm, smartmontools, nvme-cli.
import type { ProgramNotes, Table } from '../program.ts';

const NOT_A_NUMBER = /^[^-\d][\w.:/@%-]*$/;
const POOL: ProgramNotes = { short: 'DgHiLpPstTvxe', like: NOT_A_NUMBER };
const LVM: ProgramNotes = {
  short: 'aAo:O:S:vHP',
  long: 'all options= sort= select= units= noheadings nosuffix separator= reportformat= segments verbose partial',
};
const DEVICE: ProgramNotes = {
  short: 'o:n:Hv',
  long: 'output-format= namespace-id= human-readable verbose',
  most: 1,
};

export const STORAGE: Table = {
  zpool: {
    sub: {
      status: { ...POOL, short: 'DgiLpPstvx' },
      list: { ...POOL, short: 'gHLpPvo:' },
      iostat: { ...POOL, short: 'gHLpPvlqrwy' },
      get: { short: 'Hpo:', least: 1 },
      history: { short: 'il' },
      import: { most: 0 },
    },
  },
  zfs: {
    sub: {
      list: { short: 'rHpd:o:s:S:t:' },
      get: { short: 'rHpd:o:s:t:', least: 1 },
      holds: { short: 'rH', least: 1 },
      'mount version': { most: 0 },
    },
  },
  smartctl: {
    short: 'aAHicxl:d:n:q:r:g:jf:v:T:',
    long: 'all info health capabilities attributes xall scan scan-open log= device= nocheck= json=? format= identify=?',
    // `-l scterc,70,70` sets it
    values: { l: /^[a-z]+$/, log: /^[a-z]+$/, g: /^[a-z]+$/ },
    most: 1,
  },
  nvme: {
    sub: {
      'list list-subsys': { ...DEVICE, most: 1 },
      'smart-log id-ctrl id-ns error-log fw-log show-regs list-ns list-ctrl get-feature': {
        ...DEVICE,
        least: 1,
      },
      version: { most: 0 },
    },
  },
  mdadm: {
    short: 'DEQsvb',
    long: 'detail examine query scan verbose brief',
    needs: 'D E Q detail examine query',
    like: /^\/dev\/(md|sd|nvme|vd|xvd|hd|loop|disk\/|mapper\/)/,
  },
  'pvs vgs lvs': LVM,
  'pvdisplay vgdisplay lvdisplay pvscan': {
    short: 'aCcmsv',
    long: 'columns colon maps short verbose',
  },
  lsscsi: { short: 'cdgHilLpstuUv', most: 0 },
  btrfs: {
    sub: {
      filesystem: {
        sub: { 'show df usage': { short: 'hTbkmgt', long: 'mounted all-devices human-readable raw' } },
      },
      subvolume: { sub: { 'list show': { short: 'aacgopqrstu' } } },
      device: { sub: { usage: {}, stats: { short: 'cT' } } },
      scrub: { sub: { status: { short: 'dR' } } },
    },
  },
  swaplabel: { most: 1 },
};
