// Programs that show files and directories and have no language of their own. Data only. Used by programs/index.ts.
// Source: structure, S1; the manual pages of coreutils, findutils, diffutils, util-linux.
import type { Table } from '../program.ts';

const CHECKSUM = {
  showsFiles: true,
  short: 'bctwz',
  long: 'binary check text tag warn quiet status strict zero ignore-missing length=',
  stdin: 1,
  isInert: true,
} as const;

export const FILES: Table = {
  cat: {
    showsFiles: true,
    short: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
    stdin: 1,
    isInert: true,
  },
  tac: {
    showsFiles: true,
    short: 'brs:',
    long: 'before regex separator=',
    stdin: 1,
    isInert: true,
  },
  nl: {
    showsFiles: true,
    short: 'b:d:f:h:i:l:n:ps:v:w:',
    long: 'body-numbering= number-width=',
    stdin: 1,
    isInert: true,
  },
  head: {
    showsFiles: true,
    short: 'c:n:qvz',
    long: 'bytes= lines= quiet silent verbose zero-terminated',
    digits: true,
    stdin: 1,
    isInert: true,
  },
  tail: {
    showsFiles: true,
    short: 'c:n:qvz',
    long: 'bytes= lines= quiet silent verbose zero-terminated',
    digits: true,
    stdin: 1,
    isInert: true,
    values: { n: /^[+-]?\d/, lines: /^[+-]?\d/ },
  },
  wc: {
    showsFiles: true,
    short: 'clmwL',
    long: 'bytes chars lines words max-line-length total=',
    stdin: 1,
    isInert: true,
  },
  'ls dir vdir': {
    short: 'aAbBcCdfFgGhHiI:klLmnNopqQrRsStT:uUvw:xXZ1',
    long: 'all almost-all author escape block-size= ignore-backups color=? directory classify=? file-type format= full-time group-directories-first no-group human-readable si dereference-command-line hide= hyperlink=? indicator-style= inode ignore= kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name quoting-style= reverse recursive size sort= time= time-style= tabsize= width= context zero',
    isInert: true,
  },
  du: {
    short: '0aAbB:cd:DhHklLmPsSt:X:x',
    long: 'null all apparent-size block-size= total dereference-args max-depth= human-readable inodes dereference no-dereference separate-dirs si summarize threshold= time=? time-style= exclude= one-file-system bytes',
    isInert: true,
  },
  df: {
    short: 'aB:hHiklPt:Tx:',
    long: 'all block-size= human-readable si inodes local no-sync output=? portability total type= exclude-type= print-type',
    isInert: true,
  },
  stat: {
    short: 'c:fLt',
    long: 'dereference file-system format= printf= terse cached=',
    least: 1,
    isInert: true,
  },
  file: {
    showsFiles: true,
    short: 'bhiIkLNprsv0',
    long: 'brief mime mime-type mime-encoding keep-going dereference no-dereference raw special-files',
    least: 1,
  },
  readlink: {
    short: 'femnqsvz',
    long: 'canonicalize canonicalize-existing canonicalize-missing no-newline',
    least: 1,
    isInert: true,
  },
  realpath: {
    short: 'emLPqsz',
    long: 'canonicalize-existing canonicalize-missing logical physical quiet strip relative-to= relative-base= zero',
    least: 1,
    isInert: true,
  },
  basename: { short: 'as:z', long: 'multiple suffix= zero', least: 1, isInert: true },
  dirname: { short: 'z', long: 'zero', least: 1, isInert: true },
  pwd: { short: 'LP' },
  cd: { short: 'LP', most: 1 },
  tree: {
    short: 'adfxlL:P:I:psughDFinACtrSQNv',
    long: 'du si dirsfirst noreport prune filelimit= sort= inodes device gitignore matchdirs',
  },
  find: {
    words: `H L P D= name= iname= path= ipath= wholename= iwholename= regex= iregex= regextype= lname= ilname= type= xtype= size= mtime= atime= ctime=
      mmin= amin= cmin= newer= anewer= cnewer= newermt= newerct= newerat= user= group= uid= gid= perm= links= inum= samefile= fstype= maxdepth= mindepth=
      printf= used= xdev mount follow depth d daystart empty nouser nogroup readable writable executable true false print print0 ls prune quit noleaf
      ignore_readdir_race nowarn warn a o and or not`,
    like: /^[\w@%+=:,./~*?[\]()!-]+$/,
    values: { newer: /^\//, anewer: /^\//, cnewer: /^\//, samefile: /^\// },
  },
  namei: { short: 'lmonvx', long: 'long modes owners vertical mountpoints', least: 1 },
  lsattr: { short: 'Radvlp' },
  getfacl: {
    short: 'aceEsRLPtpnd',
    long: 'access default omit-header recursive numeric absolute-names',
    least: 1,
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum': CHECKSUM,
  'cksum sum': {
    showsFiles: true,
    short: 'a:',
    long: 'algorithm=',
    stdin: 1,
    isInert: true,
  },
  cmp: {
    showsFiles: true,
    short: 'bi:ln:s',
    long: 'print-bytes ignore-initial= verbose bytes= quiet silent',
    least: 1,
    isInert: true,
  },
  diff: {
    showsFiles: true,
    short: 'abBcC:dEHiI:npqstTuU:wW:yZ',
    long: 'brief report-identical-files context=? unified=? ed rcs side-by-side width= left-column suppress-common-lines show-c-function label= expand-tabs initial-tab ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines text strip-trailing-cr minimal color=?',
    least: 2,
    isInert: true,
  },
  comm: {
    showsFiles: true,
    short: '123iz',
    long: 'check-order nocheck-order output-delimiter= total zero-terminated',
    least: 2,
    isInert: true,
  },
  join: {
    showsFiles: true,
    short: '1:2:a:e:ij:o:t:v:z',
    long: 'ignore-case header check-order nocheck-order',
    least: 2,
    isInert: true,
  },
  paste: {
    showsFiles: true,
    short: 'd:sz',
    long: 'delimiters= serial zero-terminated',
    stdin: 1,
    isInert: true,
  },
  od: {
    showsFiles: true,
    short: 'A:abcdfij:lN:oS:st:vw::x',
    long: 'address-radix= skip-bytes= read-bytes= format= output-duplicates',
    stdin: 1,
    isInert: true,
  },
  'hexdump hd': {
    showsFiles: true,
    short: 'bcCde:f:n:os:vx',
    long: 'canonical one-byte-octal length= skip= no-squeezing',
    stdin: 1,
    isInert: true,
  },
  xxd: {
    showsFiles: true,
    words: 'a b c= C e E g= i l= o= p ps s= u',
    least: 0,
    most: 1,
    stdin: 1,
  },
  strings: {
    showsFiles: true,
    short: 'adfn:t:e:os:w',
    long: 'all data bytes= radix= encoding= print-file-name',
    digits: true,
    stdin: 1,
    isInert: true,
  },
  'test [': {
    short: 'bcdefghknoprsuwxzGLNOS',
    words: 'eq ne lt le gt ge nt ot ef',
    like: /^(!|[=!<>]=?|\(|\)|\]|[\w@%+:,./~-]*)$/,
  },
};
