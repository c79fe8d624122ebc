// Package managers and git: what is installed, what there is, what changed. Data only. Used by programs/index.ts.
// Source: structure, S1; the manuals of the package managers and of git.
import type { ProgramNotes, Table } from '../program.ts';

const ASK: ProgramNotes = {
  short: 'aiq',
  long: 'all-versions installed upgradable upgradeable all names-only full verbose quiet no-pager',
};
const PIP: ProgramNotes = {
  short: 'oulefv',
  long: 'outdated uptodate user local format= not-required files verbose exclude= all',
};
const TREE: ProgramNotes = { short: 'agl', long: 'depth= global json long all omit= parseable' };

const LOG: ProgramNotes = {
  short: 'n:piqsuwbcMCz',
  digits: true,
  long: 'oneline stat=? shortstat numstat graph all branches=? tags=? remotes=? decorate=? no-decorate format= pretty=? abbrev-commit abbrev=? since= until= before= after= author= committer= grep= regexp-ignore-case invert-grep name-only name-status follow max-count= skip= no-merges merges reverse date= patch no-patch all-match first-parent topo-order date-order summary color=? no-color cached staged unified= word-diff=? ignore-all-space ignore-space-change ignore-blank-lines diff-filter= relative=? compact-summary dirstat=? raw no-renames find-renames=? left-right cherry-pick merge-base no-ext-diff no-textconv quiet exit-code check minimal histogram patience patch-with-stat full-history simplify-by-decoration source show-pulls',
};

const GIT: ProgramNotes = {
  confinedOnly: true,
  short: 'C:',
  long: 'no-pager no-optional-locks',
  sub: {
    'log show diff shortlog whatchanged': LOG,
    status: {
      short: 'sbu::vz',
      long: 'short branch long verbose porcelain=? untracked-files=? ignored=? show-stash ahead-behind',
    },
    branch: {
      short: 'arvl',
      long: 'all remotes list verbose show-current contains= no-contains= merged=? no-merged=? sort= format= points-at= color=? no-color abbrev=? ignore-case column=?',
      most: 0,
    },
    remote: {
      short: 'v',
      long: 'verbose',
      sub: { '': { most: 0 }, 'get-url': { long: 'all push', least: 1, most: 1 } },
    },
    tag: { short: 'n::', long: 'sort= format= contains= merged=? points-at=', most: 0 },
    stash: { sub: { list: LOG, show: { ...LOG, most: 1 } } },
    config: {
      long: 'global local system worktree show-origin show-scope list get get-all get-regexp name-only type= file=',
      short: 'lzf:',
      needs: 'list get get-all get-regexp l',
      most: 1,
    },
    'blame annotate': {
      short: 'L:wMClesfnpbtc',
      long: 'porcelain line-porcelain since= date= show-email',
      least: 1,
    },
    'ls-files ls-tree': {
      short: 'cdmostukzrlL',
      long: 'cached deleted modified others stage ignored exclude-standard name-only full-name abbrev=? long',
    },
    'rev-parse rev-list merge-base name-rev describe for-each-ref count-objects show-ref diff-tree cherry': {
      short: 'n:vqrtH',
      digits: true,
      long: 'short=? abbrev-ref=? verify show-toplevel git-dir is-inside-work-tree all tags long dirty=? always abbrev=? contains match= count max-count= sort= format= heads quiet left-right is-ancestor name-only name-status no-commit-id human-readable symbolic-full-name show-current merges no-merges since= until=',
    },
    reflog: { ...LOG, sub: { '': LOG, show: LOG } },
    grep: {
      short: 'niIlLcwvEGPFhHoqa',
      long: 'line-number ignore-case files-with-matches count word-regexp cached untracked recursive no-index',
      least: 1,
    },
    'worktree submodule': { sub: { list: { short: 'v', long: 'porcelain' } } },
    'cat-file': { short: 'pts', least: 1, most: 2 },
    version: { most: 0 },
  },
};

export const PACKAGES: Table = {
  git: GIT,
  dpkg: {
    short: 'lLsSpcIV',
    long: 'list listfiles status search print-avail get-selections contents info verify audit print-architecture print-foreign-architectures no-pager',
    needs:
      'l L s S p c I V list listfiles status search print-avail get-selections contents info verify audit print-architecture print-foreign-architectures',
  },
  'dpkg-query': {
    short: 'lLsSpWf:',
    long: 'list listfiles status search show showformat= no-pager',
    needs: 'l L s S p W list listfiles status search show',
  },
  apt: { short: 'v', sub: { 'list search show policy depends rdepends showsrc': ASK } },
  'apt-cache': { sub: { 'search show policy depends rdepends showpkg madison pkgnames stats showsrc': ASK } },
  'apt-mark': { sub: { 'showhold showmanual showauto': {} } },
  rpm: {
    short: 'qaidlfcRpVsg',
    words:
      'query all info list file changelog requires provides whatprovides= whatrequires= scripts last qf= queryformat= package docfiles configfiles',
    needs: 'q query',
    like: /^[\w.+/*~-]+$/,
  },
  'dnf yum': {
    short: 'qvC',
    long: 'quiet cacheonly',
    sub: {
      'list info search repolist provides repoinfo': {
        short: 'qvC',
        long: 'installed available updates upgrades extras recent all enabled disabled quiet cacheonly showduplicates',
      },
    },
  },
  apk: {
    sub: {
      'info list search version policy': {
        short: 'aevqdrsIuwLRW',
        long: 'installed upgradable verbose',
        like: /^[^-]/,
      },
    },
  },
  pacman: { short: 'Qiqlkoemdtus', needs: 'Q' },
  snap: { sub: { 'list info version services connections find': { long: 'all verbose' } } },
  flatpak: {
    sub: { 'list info': { short: 'da', long: 'app runtime columns= all user system show-details' } },
  },
  'pip pip3': { confinedOnly: true, sub: { 'list show freeze check': PIP } },
  npm: { confinedOnly: true, sub: { 'ls list ll outdated root prefix': TREE } },
  gem: { confinedOnly: true, sub: { list: { short: 'l', long: 'local all details' } } },
};
