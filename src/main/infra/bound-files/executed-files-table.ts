// Which options and operands of a program name a file that it executes or applies. A table and its types; read by executed-files.ts alone.

export interface ProgramRow {
  /** Options whose value is such a file. */
  readonly files?: string;
  /** Their value is a list with commas. */
  readonly isList?: true;
  /** Options with a value that is no such file. */
  readonly values?: string;
  /** Options whose value is code: then no operand is a script. */
  readonly code?: string;
  /** Options whose value is a command line for a shell. */
  readonly texts?: string;
  /** Options after which the first operand is a command line for a shell. */
  readonly textFollows?: string;
  /** Options whose value is the directory from which names are looked up. */
  readonly directory?: string;
  /** Options that start in a directory nobody names here. */
  readonly leaves?: string;
  /** Options without a value. With these given, any other option may take the script for its value, and the card says so. */
  readonly flags?: string;
  /** Operands count only after one of these options. */
  readonly needs?: string;
  /** Operands that are such files; `paths`: those that look like a path. `text`: together they are a command line for a shell. */
  readonly operands?: 'first' | 'all' | 'paths' | 'text';
  /** It runs a program named after so many operands of its own. */
  readonly runs?: number;
  /** The program it runs gets more words where it runs. */
  readonly isFedWords?: true;
  /** What it runs lies elsewhere: why nothing here can be read. */
  readonly elsewhere?: string;
  /** Options end at the first operand. */
  readonly stop?: true;
  /** Options with which it executes its standard input, and no operand. */
  readonly fromInput?: string;
  /** Without a file, it executes or applies its standard input. */
  readonly stdin?: true;
  /** What it executes is for a shell. */
  readonly isShell?: true;
  /** Without a file named: names of which the first that exists counts. The first list has to be there, the others may. */
  readonly defaults?: readonly (readonly string[])[];
  /** Default names are looked up in the directory that the first operand names. */
  readonly isContext?: true;
  /** Without a file named: what it applies, which is no one file. */
  readonly otherwise?: string;
}

const SHELL: ProgramRow = {
  ...{ operands: 'first', stop: true, stdin: true, isShell: true, textFollows: '-c', fromInput: '-s' },
  ...{ values: '-o -O +o +O', files: '--rcfile --init-file' },
  flags: '-abefhiklmnprtuvxBCDEHPT --login --norc --noprofile --posix --verbose --restricted',
};
const COMPOSE: ProgramRow = {
  ...{
    files: '-f --file --env-file',
    values: '-p --project-name --profile --project-directory',
    stop: true,
  },
  defaults: [
    ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'],
    [
      'compose.override.yaml',
      'compose.override.yml',
      'docker-compose.override.yaml',
      'docker-compose.override.yml',
    ],
    ['.env'],
  ],
};
const INSTALL: ProgramRow = { operands: 'paths' };
const IN_CONTAINER = 'it is in a container';
const ENGINE = 'docker|podman|nerdctl';

/** `program|program sub-command|sub-command`, first that fits. A version at the end of a program's name does not count. */
export const EXECUTED_FILES: readonly (readonly [program: string, row: ProgramRow])[] = [
  ['sh|bash|dash|ash|zsh|ksh|fish|rbash', SHELL],
  ['source|.', { operands: 'first', isShell: true }],
  ['eval|trap', { operands: 'text' }],
  [
    'python|pypy|uwsgi',
    {
      ...{ operands: 'first', stop: true, stdin: true, code: '-c -m' },
      ...{ values: '-W -X --check-hash-based-pycs', flags: '-bBdEhiIOPqRsSuvx' },
    },
  ],
  [
    'perl',
    {
      ...{ operands: 'first', stop: true, stdin: true, code: '-e -E', values: '-I -M -m' },
      flags: '-0aAcCdDfFgilnpsStTuUvVwWxX',
    },
  ],
  [
    'ruby|jruby',
    {
      ...{ operands: 'first', stop: true, stdin: true, code: '-e', values: '-I -E', files: '-r' },
      ...{ directory: '-C -X', flags: '-0acdFhilnpsSTUvwWxy --yjit --jit' },
    },
  ],
  [
    'node|nodejs|bun|deno|tsx|ts-node',
    {
      ...{ operands: 'first', stop: true, stdin: true, code: '-e --eval -p --print' },
      ...{
        files: '-r --require --import --loader --experimental-loader --env-file',
        values: '-C --conditions',
      },
      flags: '-ci --check --interactive --enable-source-maps --no-warnings --trace-warnings --test',
    },
  ],
  [
    'php',
    {
      operands: 'first',
      stop: true,
      stdin: true,
      code: '-r -R',
      files: '-f -F -c',
      values: '-d',
      flags: '-aCehHilmnqswv',
    },
  ],
  ['lua|luajit|tclsh|expect|Rscript|guile', { operands: 'first', stop: true, stdin: true, code: '-e -c' }],
  ['java', { files: '-jar' }],
  ['awk|gawk|mawk|nawk', { files: '-f --file -E --exec -i --include' }],
  ['sed', { files: '-f --file' }],

  [
    'kubectl|oc apply|create|replace|delete|patch|scale|set',
    { files: '-f --filename -k --kustomize --patch-file', isList: true, stdin: true },
  ],
  [
    'helm install|upgrade',
    { files: '-f --values', values: '-n --namespace', operands: 'paths', isList: true },
  ],
  ['docker|podman|nerdctl compose', COMPOSE],
  ['docker-compose|podman-compose', COMPOSE],
  [
    `${ENGINE} build`,
    {
      files: '-f --file',
      values: '-t --tag --build-arg --target --platform --label --network',
      operands: 'first',
      isContext: true,
      defaults: [['Dockerfile', 'Containerfile']],
    },
  ],
  [`${ENGINE} load`, { files: '-i --input', stdin: true }],
  [`${ENGINE} deploy`, { files: '-c --compose-file' }],
  ['podman play|kube', { operands: 'paths' }],
  [
    `${ENGINE} exec`,
    { runs: 1, values: '-e --env -u --user -w --workdir --env-file --detach-keys', elsewhere: IN_CONTAINER },
  ],
  [`${ENGINE} run|create`, { files: '--env-file' }],
  ['kubectl|oc exec', { runs: 1, values: '-n --namespace -c --container', elsewhere: IN_CONTAINER }],
  ['pct|lxc|incus exec', { runs: 1, elsewhere: IN_CONTAINER }],
  [
    'ssh',
    {
      operands: 'text',
      runs: 1,
      values: '-b -B -c -D -E -e -F -I -i -J -L -l -m -o -O -p -Q -R -S -W -w',
      elsewhere: 'it is on another host',
    },
  ],

  ['psql', { files: '-f --file', stdin: true }],
  ['mysql|mariadb', { files: '--defaults-file --defaults-extra-file', stdin: true }],
  ['sqlite', { files: '-init', stdin: true }],
  ['mongosh|mongo', { files: '-f --file', operands: 'paths', stdin: true }],
  ['redis-cli', { files: '--eval', stdin: true }],

  ['crontab', { operands: 'first', values: '-u', stdin: true }],
  ['at|batch', { files: '-f', stdin: true, isShell: true }],
  ['systemctl link|enable|reenable|preset', { operands: 'paths' }],
  ['sysctl', { operands: 'all', needs: '-p --load', defaults: [['/etc/sysctl.conf']] }],
  ['nft', { files: '-f --file' }],
  ['iptables-restore|ip6tables-restore|ipset', { operands: 'paths', stdin: true, files: '-file' }],
  ['ip|tc|bridge', { files: '-b -batch -ba' }],
  ['insmod', { operands: 'first' }],

  [
    'ansible-playbook',
    {
      operands: 'all',
      files: '-i --inventory --inventory-file',
      values:
        '-l --limit -t --tags --skip-tags -e --extra-vars -u --user -f --forks -c --connection --start-at-task',
    },
  ],
  [
    'terraform|tofu apply',
    {
      operands: 'all',
      files: '-var-file --var-file',
      values: '-var --var',
      directory: '-chdir --chdir',
      otherwise: 'the configuration in its directory',
    },
  ],
  [
    'make|gmake',
    {
      files: '-f --file --makefile',
      directory: '-C --directory',
      defaults: [['GNUmakefile', 'makefile', 'Makefile']],
    },
  ],
  ['git apply|am', { operands: 'all', directory: '-C', stdin: true }],
  [
    'patch',
    { operands: 'all', files: '-i --input', directory: '-d --directory', values: '-p --strip', stdin: true },
  ],
  ['dpkg', { operands: 'all', needs: '-i --install --unpack' }],
  ['apt|apt-get|dnf|yum|zypper|rpm', INSTALL],
  ['pip|pipx', { files: '-r --requirement -c --constraint', operands: 'paths' }],

  [
    'sudo|doas',
    {
      runs: 0,
      values: '-u --user -g --group -h --host -p --prompt -C -R --chroot -r -t -T -U',
      directory: '-D --chdir',
      leaves: '-i --login',
      flags: '-AbBEHkKlnNPsSvV --preserve-env --non-interactive --stdin --set-home --shell --background',
    },
  ],
  ['su|runuser', { texts: '-c --command', leaves: '- -l --login', values: '-s --shell -g --group -G -w' }],
  [
    'env',
    {
      runs: 0,
      values: '-u --unset -a --argv0',
      directory: '-C --chdir',
      texts: '-S --split-string',
      flags: '-i0v --ignore-environment --null --debug',
    },
  ],
  [
    'timeout',
    {
      runs: 1,
      values: '-k --kill-after -s --signal',
      flags: '-vfp --foreground --preserve-status --verbose',
    },
  ],
  ['nice', { runs: 0, values: '-n --adjustment' }],
  ['ionice', { runs: 0, values: '-c --class -n --classdata', flags: '-t --ignore' }],
  ['chrt|taskset', { runs: 1 }],
  ['stdbuf', { runs: 0, values: '-i --input -o --output -e --error' }],
  ['time|exec', { runs: 0, values: '-f --format -o --output -a' }],
  ['nohup|setsid|command|builtin|busybox|toybox|unshare|fakeroot|doas|chronic|caffeinate', { runs: 0 }],
  ['flock', { runs: 1, values: '-w --wait -E', texts: '-c --command' }],
  ['strace|ltrace', { runs: 0, values: '-e -o -p -s -u -P -I -O -S' }],
  [
    'systemd-run',
    {
      runs: 0,
      values: '-p --property -u --unit -E --setenv --uid --gid --slice --description -M -H',
      directory: '--working-directory',
    },
  ],
  ['watch', { operands: 'text', values: '-n --interval' }],
  ['script', { texts: '-c --command' }],
  [
    'xargs|parallel',
    {
      runs: 0,
      files: '-a --arg-file',
      values: '-I -n -L -P -d -s -E --max-args --max-procs --max-lines --delimiter -j',
      isFedWords: true,
    },
  ],
  ['chroot|nsenter|machinectl', { runs: 1, elsewhere: 'it is in another root directory' }],
];

/** Programs that leave the content of every file as it is, if nothing of theirs is redirected. */
export const CHANGES_NO_FILE: ReadonlySet<string> = new Set(
  'cd pushd popd set export umask ulimit true test [ exit return sleep echo printf chmod chown ls cat stat id date pwd head tail grep wc which systemctl service'.split(
    ' ',
  ),
);

/** Options of find after which a command follows, up to `;` or `+`. */
export const COMMAND_OPTIONS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Variables that name files which programs load. */
export const FILE_VARIABLES = /^(LD_PRELOAD|BASH_ENV|ENV|PYTHONSTARTUP|MAKEFILES|COMPOSE_FILE)$/;
/** Variables that say where programs and what they load are looked up. */
export const SEARCH_VARIABLES =
  /^(PATH|LD_LIBRARY_PATH|PYTHONPATH|PYTHONHOME|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|NODE_PATH|NODE_OPTIONS|GEM_PATH|GIT_EXEC_PATH)$/;

/** Programs of the system itself. */
export const SYSTEM_PROGRAM = /^\/(usr\/(local\/)?)?(s?bin|lib(exec|32|64|x32)?)\/(?!.*\.\.(\/|$))/;
