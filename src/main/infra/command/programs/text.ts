// Programs that filter text. Data only; awk, sed and jq are looked into. Used by programs/index.ts.
// Source: decision 051; the manual pages of grep, coreutils, util-linux, ripgrep, jq.
import type { Table } from '../program.ts';

const GREP = {
  short: 'EFGPe:f:iyvwxcLlm:oqsbHhnTUuZzaIrRA:B:C:d:D:',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp regexp= file= ignore-case no-ignore-case invert-match word-regexp line-regexp count color=? colour=? files-without-match files-with-matches max-count= only-matching quiet silent no-messages byte-offset with-filename no-filename label= line-number initial-tab null null-data after-context= before-context= context= text binary-files= include= exclude= exclude-dir= exclude-from= recursive dereference-recursive directories= devices= line-buffered binary group-separator= no-group-separator',
  digits: true,
  stdin: 2,
  less: 'e regexp f file r R recursive dereference-recursive',
  values: { d: /^(skip|read)$/, directories: /^(skip|read)$/ },
  isInert: true,
} as const;

export const TEXT: Table = {
  'grep egrep fgrep': GREP,
  'zgrep zegrep zfgrep': { ...GREP, least: 1 },
  rg: {
    short: 'inNcSsvwxFolHILPUa0.A:B:C:e:g:m:M:r:t:T:u',
    long: 'ignore-case line-number no-line-number count count-matches smart-case case-sensitive invert-match word-regexp line-regexp fixed-strings only-matching files-with-matches files-without-match with-filename no-filename follow pcre2 multiline text hidden no-ignore no-heading heading files type-list after-context= before-context= context= regexp= glob= iglob= max-count= max-columns= max-depth= replace= type= type-not= sort= color= stats json column no-messages no-config',
    least: 1,
  },
  'awk gawk mawk nawk': { inspect: 'awk' },
  sed: { inspect: 'sed' },
  cut: {
    short: 'b:c:d:f:nsz',
    long: 'bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated',
    stdin: 1,
    isInert: true,
  },
  tr: { short: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1', least: 1, most: 2 },
  sort: {
    short: 'bcCdfghik:mMnrRsS:t:uVz',
    long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting month-sort numeric-sort random-sort reverse sort= version-sort check=? key= merge stable buffer-size= field-separator= parallel= unique zero-terminated debug',
    stdin: 1,
  },
  uniq: {
    short: 'cdDf:is:uw:z',
    long: 'count repeated all-repeated=? skip-fields= group=? ignore-case skip-chars= unique check-chars= zero-terminated',
    stop: true,
    most: 1,
    stdin: 1,
  },
  column: {
    short: 'tc:s:o:N:R:H:xneLJ',
    long: 'table columns= separator= output-separator= table-columns= table-right= table-hide= fillrows json table-name= keep-empty-lines',
    stdin: 1,
    isInert: true,
  },
  fold: { short: 'bcsw:', long: 'bytes characters spaces width=', stdin: 1, isInert: true },
  fmt: { short: 'cstuw:p:g:', long: 'width= uniform-spacing split-only', stdin: 1, isInert: true },
  rev: { stdin: 1, isInert: true },
  'expand unexpand': { short: 'ait:', long: 'initial tabs= all first-only', stdin: 1, isInert: true },
  base64: { short: 'diw:', long: 'decode ignore-garbage wrap=', stdin: 1 },
  base32: { short: 'diw:', long: 'decode ignore-garbage wrap=', stdin: 1, isInert: true },
  echo: { short: 'neE', like: /^/, isInert: true, isNames: true },
  printf: { least: 1, isNames: true },
  seq: {
    short: 'f:s:w',
    long: 'format= separator= equal-width',
    least: 1,
    most: 3,
    like: /^-?\d{1,6}(\.\d{1,3})?$/,
  },
  jq: {
    short: 'rnceasjSCM',
    long: 'raw-output null-input compact-output exit-status ascii-output slurp join-output sort-keys color-output monochrome-output tab indent= arg== argjson== raw-input stream seq unbuffered raw-output0',
    least: 1,
    inspect: 'jq',
  },
  yq: {
    short: 'rPCMNejo:p:',
    long: 'output-format= input-format= prettyPrint colors no-colors no-doc exit-status unwrapScalar=? raw-output tojson',
    least: 1,
    inspect: 'jq',
  },
};
