// Programs whose words have a grammar of their own, a few lines each: find, ip, ps, date, tar, test, rpm, pacman, nmcli, service, jq. Called by
// judge-argv.ts.
// Source: decision 051; the manual pages of each.
import { certain, conditional, refused } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure } from './inspection.ts';

const FIND_TESTS = row({
  words: `H L P D= name= iname= path= ipath= wholename= iwholename= regex= iregex= regextype= lname= ilname= type= xtype= size= mtime= atime= ctime= mmin= amin= cmin=
    newer= anewer= cnewer= newermt= newerct= newerat= user= group= uid= gid= perm= links= inum= samefile= fstype= maxdepth= mindepth= printf= used=
    xdev mount follow depth d daystart empty nouser nogroup readable writable executable true false print print0 ls prune quit noleaf ignore_readdir_race
    nowarn warn a o and or not`,
});

export const inspectFind: Inspect = ({ words }) => {
  const read = plainArguments(words, FIND_TESTS);
  return read.operands.some(({ isPattern, text }) => isPattern && /^[*?[]/.test(text))
    ? unsure('a pattern that may bring options')
    : conditional('find only lists');
};

const IP_OPTIONS =
  /^-(4|6|0|br|brief|c|color(=\w+)?|j|json|p|pretty|s|stats|statistics|d|details|o|oneline|h|human|human-readable|N|r|resolve|ts?|f|family)$/;
const IP_OBJECTS = new Set(
  'a ad add addr addre addres address l li lin link r ro rou rout route ru rul rule n ne nei neigh neighbo neighbor neighbour maddr maddress mroute tunnel tuntap netns vrf token ntable'.split(
    ' ',
  ),
);

/** `ip link s` is `set`: verbs are not abbreviated here. */
const IP_VERBS = /^(show|list|lst|ls|get)$/;

export const inspectIp: Inspect = ({ words }) => {
  const argv = words.map(({ text }) => text);
  if (words.some(({ isPattern }) => isPattern)) return unsure('a pattern among the words of ip');
  let at = 0;
  while (argv[at]?.startsWith('-')) {
    const option = argv[at++] as string;
    if (!IP_OPTIONS.test(option)) return unsure(`ip ${option} is not known to only read`);
    if (/^-f(amily)?$/.test(option)) at++;
  }
  const [object, verb, ...rest] = argv.slice(at);
  if (object === undefined || !IP_OBJECTS.has(object))
    return unsure(`ip ${object ?? ''} is not known to only read`);
  if (verb !== undefined && !IP_VERBS.test(verb))
    return unsure(`ip ${object} ${verb} is not known to only read`);
  if (object === 'netns' && rest.length > 0) return unsure('ip netns with more words');
  return certain('ip only shows');
};

const PS_DASH = /^-(a?uxf?w{0,2}|[AadeFfHjLlMmNPTVwyZcx]*([CGOUgopstunkq].*)?)$/;
/** `-auxe`: read the BSD way where there is no user `xe`. */
const PS_ENVIRONMENT = /^-.*E|^-[a-z]*u[a-df-z]*x[a-z]*e/;
const PS_VALUE = /^-[AadeFfHjLlMmNPTVwyZcx]*[CGOUgopstukq]$/;
const PS_LONG =
  /^--(sort=[\w%,+-]+|forest|no-headers?|headers?|pid=?|ppid=?|user=?|User=?|group=?|cols=\d+|columns=\d+|width=\d+|rows=\d+|format=?|deselect|context|cumulative|lines=\d+|tty=?|sid=?|quick-pid=?|version|help)/;

export const inspectPs: Inspect = ({ words }) => {
  const argv = words.map(({ text }) => text);
  if (words.some(({ isPattern }) => isPattern)) return unsure('a pattern among the words of ps');
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (/env/i.test(word)) return refused('secrets', 'shows environments');
    if (word.startsWith('--')) {
      if (!PS_LONG.test(word)) return unsure(`ps ${word} is not known to only read`);
      if (/^--(pid|ppid|user|User|group|format|tty|sid|quick-pid)$/.test(word)) at++;
    } else if (word.startsWith('-')) {
      if (PS_ENVIRONMENT.test(word)) return refused('secrets', 'shows environments');
      if (!PS_DASH.test(word)) return unsure(`ps ${word} is not known to only read`);
      if (PS_VALUE.test(word)) at++;
      if (/env/i.test(argv[at] ?? '')) return refused('secrets', 'shows environments');
    } else if (!/^[\d,]+$/.test(word)) {
      if (/^[A-Za-z]+$/.test(word) && word.includes('e')) return refused('secrets', 'shows environments');
      if (!/^[aucfghjlmnrsSTvwxXLVZHNopqtUkO]+$/.test(word))
        return unsure(`ps ${word} is not known to only read`);
      if (/[opqtUkO]$/.test(word)) at++;
      if (/env/i.test(argv[at] ?? '')) return refused('secrets', 'shows environments');
    }
  }
  return certain('ps only shows');
};

export const inspectDate: Inspect = ({ words, program }) => {
  const { plain } = plainArguments(words, program);
  return plain.every((word) => word.startsWith('+')) && plain.length < 2
    ? certain('date only tells')
    : unsure('date would set the clock');
};

export const inspectTar: Inspect = ({ words }) => {
  const [first, file, ...members] = words.map(({ text }) => text);
  if (words.some(({ isPattern }) => isPattern)) return unsure('a pattern among the words of tar');
  if (first === undefined || !/^-?[tvzjJaf]*f$/.test(first) || !first.includes('t'))
    return unsure('tar does more than list');
  if (file === undefined || !/^[\w./@+~-]+$/.test(file) || file.startsWith('-'))
    return unsure('tar reads from elsewhere');
  return members.some((member) => member.startsWith('-'))
    ? unsure('tar with more options')
    : certain('tar lists');
};

const TEST_OPERATORS = /^(!|-[abcdefghknoprstuwxzGLNOS]|-(eq|ne|lt|le|gt|ge|nt|ot|ef)|=|==|!=|<|>|\(|\))$/;

export const inspectTest: Inspect = ({ name, words }) => {
  const argv = words.map(({ text }) => text);
  if (words.some(({ isPattern }) => isPattern)) return unsure('a pattern in a test');
  if (name === '[' && argv.pop() !== ']') return unsure('a test that is not closed');
  // `-v a[$(x)]` runs x
  return argv.some((word) => word.startsWith('-') && !/^-\d+$/.test(word) && !TEST_OPERATORS.test(word))
    ? unsure('a test that is not known')
    : certain('tests only');
};

const RPM = row({
  short: 'qaidlfcRpVsg',
  words:
    'query all info list file changelog requires provides whatprovides= whatrequires= scripts last qf= queryformat= package docfiles configfiles',
});

export const inspectRpm: Inspect = ({ words }) => {
  if (!/^(-q[a-zA-Z]*|--query)$/.test(words[0]?.text ?? '')) return unsure('rpm does more than query');
  const read = plainArguments(words, RPM);
  return read.plain.every((word) => /^[\w.+/*~-]+$/.test(word))
    ? certain('rpm only queries')
    : unsure('rpm reads from elsewhere');
};

export const inspectPacman: Inspect = ({ words }) => {
  const [first, ...rest] = words.map(({ text }) => text);
  return /^(-Q[a-z]*|-S[si])$/.test(first ?? '') && rest.every((word) => !word.startsWith('-'))
    ? certain('pacman only queries')
    : unsure('pacman does more than query');
};

export const inspectNmcli: Inspect = ({ words }) => {
  const argv = words.map(({ text }) => text).filter((word) => !/^(-t|-p|--terse|--pretty)$/.test(word));
  if (argv[0] === '-f' || argv[0] === '--fields') argv.splice(0, 2);
  const [object, verb] = argv;
  if (argv.some((word) => word.startsWith('-'))) return unsure('nmcli with options that are not known');
  if (object === undefined) return certain('nmcli only shows');
  if (!/^(g|general|d|dev|device|c|con|connection|r|radio|n|networking)$/.test(object))
    return unsure(`nmcli ${object} is not known to only read`);
  return verb === undefined || /^(show|status|list)$/.test(verb)
    ? certain('nmcli only shows')
    : unsure(`nmcli ${object} ${verb} is not known to only read`);
};

export const inspectService: Inspect = ({ words }) => {
  const [name, verb, ...rest] = words.map(({ text }) => text);
  const isStatus =
    name === '--status-all'
      ? verb === undefined
      : verb === 'status' && rest.length === 0 && /^[\w@.-]+$/.test(name ?? '');
  return isStatus
    ? certain('asks a service how it is')
    : refused('known_write', `service ${name ?? ''} ${verb ?? ''}`.trim());
};

/** jq writes nothing, but reads an environment and files; yq has functions that load. */
export const inspectJq: Inspect = ({ name, words, program, isFed }) => {
  const read = plainArguments(words, program);
  const [filter, ...files] = read.plain;
  if (filter === undefined || read.operands[0]?.isPattern) return unsure(`${name} without its filter`);
  if (/\$ENV|\b(env|strenv|envsubst)\b/.test(filter)) return refused('secrets', 'shows an environment');
  if (
    /\b(import|include|load|load_str|load_xml|load_props|load_base64|eval|system|input_filename|input_line_number|getpath\/|debug|halt_error|repeat|range\(0;\s*infinite)\b/.test(
      filter,
    )
  )
    return unsure(`${name} with a function that does more`);
  const isNull = read.options.some(({ name: option }) => option === 'n' || option === 'null-input');
  return files.length === 0 && !isFed && !isNull
    ? refused('endless', `${name} would wait for its input`)
    : certain(`${name} only filters`);
};
