// Programs that filter text and have no language of their own. Data only. Used by programs/index.ts.
// Source: structure, S1; the manual pages of grep, coreutils, util-linux.
import type { Table } from '../program.ts';

const GREP = {
  showsFiles: true,
  short: 'EFGPe:iyvwxcLlm:oqsbHhnTUuZzaIA:B:C:d:D:',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp regexp= ignore-case no-ignore-case invert-match word-regexp line-regexp count color=? colour=? files-without-match files-with-matches max-count= only-matching quiet silent no-messages byte-offset with-filename no-filename label= line-number initial-tab null null-data after-context= before-context= context= text binary-files= include= exclude= exclude-dir= directories= devices= line-buffered binary group-separator= no-group-separator',
  digits: true,
  stdin: 2,
  less: 'e regexp',
  values: { d: /^(skip|read)$/, directories: /^(skip|read)$/ },
  isInert: true,
} as const;

export const TEXT: Table = {
  'grep egrep fgrep': GREP,
  cut: {
    showsFiles: true,
    short: 'b:c:d:f:nsz',
    long: 'bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated',
    stdin: 1,
    isInert: true,
  },
  tr: {
    short: 'cCdst',
    long: 'complement delete squeeze-repeats truncate-set1',
    least: 1,
    most: 2,
    like: /^/,
  },
  sort: {
    showsFiles: true,
    short: 'bcCdfghik:mMnrRst:uVz',
    long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting month-sort numeric-sort random-sort reverse sort= version-sort check=? key= merge stable field-separator= unique zero-terminated debug',
    stdin: 1,
  },
  uniq: {
    showsFiles: true,
    short: 'cdDf:is:uw:z',
    long: 'count repeated all-repeated=? skip-fields= group=? ignore-case skip-chars= unique check-chars= zero-terminated',
    stop: true,
    most: 1,
    stdin: 1,
  },
  column: {
    showsFiles: true,
    short: 'tc:s:o:N:R:H:xneLJ',
    long: 'table columns= separator= output-separator= table-columns= table-right= table-hide= fillrows json table-name= keep-empty-lines',
    stdin: 1,
    isInert: true,
  },
  fold: {
    showsFiles: true,
    short: 'bcsw:',
    long: 'bytes characters spaces width=',
    stdin: 1,
    isInert: true,
  },
  fmt: {
    showsFiles: true,
    short: 'cstuw:p:g:',
    long: 'width= uniform-spacing split-only',
    stdin: 1,
    isInert: true,
  },
  rev: { stdin: 1, isInert: true, showsFiles: true },
  'expand unexpand': {
    showsFiles: true,
    short: 'ait:',
    long: 'initial tabs= all first-only',
    stdin: 1,
    isInert: true,
  },
  base64: { showsFiles: true, short: 'diw:', long: 'decode ignore-garbage wrap=', stdin: 1 },
  base32: { showsFiles: true, short: 'diw:', long: 'decode ignore-garbage wrap=', stdin: 1, isInert: true },
  echo: { short: 'neE', like: /^/, isInert: true },
  printf: { least: 1, like: /^/ },
  seq: {
    short: 'f:s:w',
    long: 'format= separator= equal-width',
    least: 1,
    most: 3,
    like: /^-?\d{1,6}(\.\d{1,3})?$/,
  },
};
