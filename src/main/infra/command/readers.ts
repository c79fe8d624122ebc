// Programs that read and filter files, which may run in the sandbox with any option: the kernel keeps them from everything else. What is named
// here decides no danger, only whether a command is worth trying there; where an option says that something is to be changed, the operator
// is asked instead. Data only. Used by confined-read.ts.
// Source: structure, S1.

const names = (list: string): string[] => list.split(/\s+/).filter((name) => name !== '');

/** A word that says the program is to change something; null: none does. */
export const READERS: ReadonlyMap<string, RegExp | null> = new Map<string, RegExp | null>([
  ...names(`cat tac head tail nl od hexdump hd xxd strings wc uniq cut paste join comm tr fold fmt pr expand unexpand rev column tsort shuf seq numfmt
    base64 base32 basenc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum ls dir vdir stat file readlink realpath basename dirname
    pwd test [ [[ expr factor echo printf true false : cd pushd popd sleep date arch uname tree namei lsattr getfacl getcap diff cmp sdiff diff3 zdiff zcmp
    grep egrep fgrep rg ag ack zgrep zegrep zfgrep bzgrep xzgrep zcat gzcat xzcat bzcat zstdcat lz4cat lzcat awk gawk mawk nawk jq xq tomlq dasel mlr
    csvcut csvgrep csvlook csvstat csvsort nm objdump readelf size ldd zipinfo xmllint iconv bc dc getconf locale env printenv set
    read break continue exit return shift let export local declare typeset unset nproc getopt tput cal lesspipe zless zmore lsmod modinfo
    look which whereis type hash dpkg-query dpkg-deb apt-cache rpm isoinfo pdfinfo exiftool ffprobe
    identify ausearch aureport audit2why audit2allow pg_controldata debsums named-checkconf named-checkzone testparm`).map(
    (name): [string, null] => [name, null],
  ),
  ['sed', /^-[nErsuz]*i|^--in-place/],
  ['sort', /^-[a-zA-Z]*o|^--output/],
  ['find', /^-(delete|fls|fprint\w*)$/],
  ['fd', null],
  ['fdfind', null],
  ['yq', /^-[a-zA-Z]*i|^--inplace/],
  ['tar', /^--(?:extract|create|append|update|delete|get|concatenate)|^-[a-zA-Z]*[xcruA]/],
  ['date', /^-s|^--set/],
  [
    'openssl',
    /^-(?:out|keyout|signkey|CAcreateserial|writerand)$|^(?:genrsa|genpkey|gendsa|ca|rand|s_client|s_server|s_time|speed)$/,
  ],
  ['gzip', null],
  ['gunzip', null],
  ['bzip2', null],
  ['bunzip2', null],
  ['xz', null],
  ['unxz', null],
  ['zstd', null],
  ['unzip', null],
  ['7z', /^[adeux]$/],
  ['cpio', /^-[a-zA-Z]*[iop](?![a-zA-Z]*t)/],
]);

/** One of these words has to be there, or the program writes files. */
export const READERS_NEED: ReadonlyMap<string, RegExp> = new Map([
  ...names('gzip bzip2 xz zstd').map((name): [string, RegExp] => [
    name,
    /^-[a-z0-9]*[lct]|^--(?:list|stdout|test)$/,
  ]),
  ...names('gunzip bunzip2 unxz').map((name): [string, RegExp] => [
    name,
    /^-[a-z0-9]*[lct]|^--(?:list|stdout|test)$/,
  ]),
  ['unzip', /^-[a-zA-Z]*[lpvtzZ]/],
  ['tar', /^--list$|^-[a-zA-Z]*t|^[vzjJ]*t[a-zA-Z]*$/],
  ['rpm', /^-q|^--query$|^-V/],
]);
