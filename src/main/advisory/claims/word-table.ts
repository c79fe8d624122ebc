// What a sentence can claim in words, and the words without which no source says it: how grave, exploited, what kind of flaw, who may do it, whether it is fixed, who says so.
// Data alone; a row is a kind of claim. Read by claim-faults.ts. Source: advisory, Guardrails.

export interface WordRow {
  readonly kind: string;
  /** What claims it. */
  readonly claims: RegExp;
  /** What one of the sources cited has to say; without it the very words that were found. */
  readonly held?: RegExp;
  /** What none of the sources cited may say. */
  readonly broken?: RegExp;
  /** Where a sentence has it the row does not count. */
  readonly unless?: RegExp;
}

const LEVELS = 'critical|high|medium|moderate|low|severe';
const NEGATED =
  /\b(?:no|not|none|nobody|nothing|never|cannot|neither)\b|(?<![\d.])0\s(?:of|are|is|were|was|can|resources?|hosts?|systems?|servers?|machines?|containers?|products?)\b|n['’]t\b/i;

/** Known, seen, and not only thinkable. */
export const EXPLOITED =
  /known to be exploited|known exploited|(?:actively|been|(?<!chance of )being|widely|publicly|already|is|are|was|were) (?:exploited|abused)|in the wild|\bKEV\b|(?<!no use by )ransomware|exploitation (?:has been|was|is|were)|under attack/i;

const levels: readonly WordRow[] = LEVELS.split('|').map((level) => ({
  kind: 'how grave it is',
  claims: new RegExp(
    `\\b${level}[\\s-](?:severity|risk|impact|priority|rated)\\b|\\b(?:severity|graveness|risk)\\b[^.;,\\n\\d]{0,24}\\b${level}\\b|\\brated\\s(?:as\\s)?${level}\\b|\\b(?:is|as)\\s(?:a\\s)?${level}\\s(?:vulnerability|issue|flaw|bug)\\b|^(?:this is )?an?\\s${level}\\s(?:vulnerability|issue|flaw|bug)\\b`,
    'i',
  ),
  held:
    level === 'medium' || level === 'moderate'
      ? /\b(?:medium|moderate)\b/i
      : new RegExp(`\\b${level}\\b`, 'i'),
  unless: NEGATED,
}));

/** Grave or not, however it is said. */
const GRAVE: WordRow = {
  kind: 'how grave it is',
  claims:
    /(?<![-\w])(?:critical|severe|catastrophic|devastating|disastrous|trivial|negligible|serious|grave|urgent|dangerous|theoretical|minor(?!\s(?:versions?|releases?|updates?)))(?![-\w])/i,
  unless: /\b(?:no|not|none|nobody|nothing|never|cannot|neither|how)\b|n['’]t\b/i,
};

const flaw = (kind: string, claims: RegExp, held: RegExp): WordRow => ({ kind, claims, held });

const FLAWS: readonly WordRow[] = [
  flaw('an injection of SQL', /\bsql[\s-]inject|\bsqli\b/i, /sql/i),
  flaw(
    'execution of code',
    /\bremote\scode\sexec|\brce\b|\bcode\sexecution\b|\bexecut\w{0,4}\s(?:of\s)?(?:arbitrary|malicious|remote|any|attacker)\b|\b(?:run|execut\w{0,4})\s(?:\w{1,12}\s){0,2}(?:code|commands)\b|\bcommand\s(?:injection|execution)\b|\btak(?:e|es|ing)[\s-]?over\s(?:of\s)?(?:the|a|your)\s(?:whole\s)?(?:host|system|server|machine|network)\b|\b(?:full|complete|total)\s(?:\w{1,12}\s)?compromise\b/i,
    /execut|\brce\b|command|arbitrary|inject|deseriali|shell|\beval|malicious code|remote code|take.?over/i,
  ),
  flaw('cross-site scripting', /\bcross[\s-]site\sscript|\bxss\b/i, /cross.site script|\bxss\b|script|html/i),
  flaw(
    'forged requests',
    /\bcross[\s-]site\srequest|\bcsrf\b/i,
    /csrf|xsrf|request forger|cross.site request|cross.origin/i,
  ),
  flaw(
    'forged requests of the server',
    /\bserver[\s-]side\srequest|\bssrf\b/i,
    /ssrf|server.side request|forger|outbound|internal (?:service|network|host)/i,
  ),
  flaw('external entities', /\bxxe\b|\bexternal\sentit/i, /xxe|xml|entit/i),
  flaw(
    'a denial of service',
    /\bdenial[\s-]of[\s-]service|\bDoS\b/,
    /denial|\bdos\b|crash|panic|hang|exhaust|consum|infinite|loop|unbounded|out.of.memory|oom\b|null.pointer|nil.pointer|division by zero|divide by|check.?fail|overflow|stack|dereferenc|regular expression|redos|quadratic|exponential|assert|abort|terminat|timeout|slow|large|unavailab|segmentation|segfault|memory leak|deadlock|block/i,
  ),
  flaw(
    'more privileges',
    /\bprivilege[\s-]escalat|\bescalat\w{1,4}\s(?:of\s)?(?:\w{1,12}\s){0,2}privileg|\belevat\w{1,4}\s(?:of\s)?(?:\w{1,12}\s){0,2}privileg/i,
    /privileg|escalat|elevat|permission|\broot\b|admin|capabilit/i,
  ),
  flaw(
    'paths outside',
    /\b(?:path|directory)\straversal/i,
    /travers|\.\.\/|path|symlink|symbolic link|zip slip|arbitrary file/i,
  ),
  flaw(
    'memory out of bounds',
    /\b(?:buffer|heap|stack)[\s-](?:based\s)?(?:buffer[\s-])?overflow|\bout[\s-]of[\s-]bounds|\bmemory\scorruption|\buse[\s-]after[\s-]free/i,
    /overflow|bounds|memory|use.after.free|corrupt|overrun|overread|over-read|underflow|heap|invalid (?:read|write)/i,
  ),
  flaw(
    'a way around the login',
    /\bauth(?:entication|orization)?[\s-]bypass|\bbypass\w{0,3}\s(?:of\s)?(?:the\s)?auth/i,
    /bypass|authenti|authori|permission|access control|login|token|verif|impersonat|credential/i,
  ),
  flaw(
    'data that leaks',
    /\binformation[\s-](?:disclosure|leak)|\bdata[\s-](?:leak|breach|theft)|\btheft\sof\b|\b(?:leak|steal|stole|stolen)\w{0,3}\s(?:\w{1,14}\s){0,2}(?:data|memory|passwords?|keys?|secrets?|tokens?|credentials?|certificates?)\b/i,
    /disclos|leak|expos|\bread|sensitive|informat|steal|obtain|reveal|confidential|secret|credential/i,
  ),
  flaw('objects of strangers', /\bdeseriali[sz]ation/i, /deseriali|unseriali|pickle|unmarshal|yaml|\bload/i),
  flaw('a secret in the code', /\bhard-?coded\b/i, /hard-?coded/i),
  flaw('a redirect', /\bopen\sredirect/i, /redirect/i),
  flaw('prototype pollution', /\bprototype\spollution/i, /prototype|__proto__/i),
  flaw(
    'somebody in the middle',
    /\b(?:man|machine|adversary)[\s-]in[\s-]the[\s-]middle|\bmitm\b/i,
    /middle|mitm|intercept|\btls\b|\bssl\b|certificate|eavesdrop/i,
  ),
  flaw(
    'a back door',
    /\bback\s?door|\bmalware\b|\bmalicious\spackage|\bsupply[\s-]chain\sattack|\btrojan/i,
    /back\s?door|malware|malicious|supply.chain|trojan|typosquat|compromis/i,
  ),
];

const EXPLOITATION: readonly WordRow[] = [
  {
    kind: 'that it is exploited',
    claims:
      /\b(?:actively|currently|widely|already|being|been)\s(?:being\s)?(?:exploited|abused)|\bin\sthe\swild\b|\bknown\s(?:to\sbe\s)?exploited|\bKEV\b|\b(?:attackers|criminals|actors|groups|hackers)\s(?:already|now|actively|are|have|use|exploit|abuse)\b|\bexploitation\s(?:has|was|is|were|in)\b|\bzero[\s-]day|\bweaponi[sz](?:ed|es)\b|\bextort\w{2,6}\b|\b(?:has|have)\sbeen\sbreached\b|\bunder\s(?:active\s)?attack\b/i,
    held: EXPLOITED,
    unless: NEGATED,
  },
  {
    kind: 'that it is exploited',
    claims:
      /\b(?:attackers|hackers|threat\sactors|criminals|botnets?|gangs)\b(?![^.;]{0,60}\b(?:can|could|may|might|would|able|to)\b)[^.;]{0,40}\b(?:are|have|were|scan|use|abuse|hunt|target|exploit)\b|\battacks?\s(?:have|has|are|were|is)\b|\b(?:have|has)\s(?:already\s|been\s){0,2}exploited\b/i,
    held: EXPLOITED,
    unless: /\b(?:can|could|may|might|would|allows?|if|when)\b/i,
  },
  {
    kind: 'that ransomware uses it',
    claims: /\bransomware\b/i,
    held: /(?<!no use by )ransomware/i,
    unless: NEGATED,
  },
  {
    kind: 'that there is an exploit',
    claims:
      /\b(?:public|working|available|known|weaponi[sz]ed)\s(?:\w{1,14}\s)?exploits?\b|\bexploits?(?:\scode)?\s(?:is|are|was|has\sbeen)\s(?:\w{1,14}\s)?(?:available|published|public|released|sold|on|out)|\bexploit\scode\b|\bmetasploit\b|\bproof[\s-]of[\s-]concept\b|\bPoC\b/i,
    held: /proof.of.concept|\bpoc\b|metasploit|exploit.db|\bexploits? (?:is|are|was|code|available|has)|public(?:ly)? (?:available |known )?exploit|exploit.{0,20}(?:public|disclosed)/i,
    unless: NEGATED,
  },
  {
    kind: 'that it is not exploited',
    claims:
      /\b(?:not|never)\s(?:(?:yet|been|being|currently|actively|known|to|be)\s){0,5}exploited|\bno\s(?:(?:known|public|active)\s){0,2}(?:exploits?|exploitation|attacks?)\b|\b(?:nobody|no\sone|none)\s(?:has|have)\s(?:\w{1,9}\s)?exploited|\b(?:attacks?|exploits?|exploitation)\s(?:is|are|was|were)\snot\b/i,
    held: /not (?:yet |been |being |currently |actively |known |to |be ){0,5}exploited|no (?:known |public |active |evidence of ){0,3}exploit|no use by ransomware/i,
  },
];

const RIGHTS: readonly WordRow[] = [
  {
    kind: 'who may do it',
    claims:
      /\b(?:no|without)\s(?:prior\s)?authenticat|\bunauthenticated\b|\bpre-?auth|\b(?:not|n['’]t)\s(?:need|require)\w{0,2}\s(?:\w{1,12}\s)?(?:authenticat|log|credential|privileg)/i,
    held: /unauthenticated|without (?:\w{1,14} ){0,2}(?:authenticat|log|credential|permission)|no authenticat|PR:N|anonymous|remote attacker|pre-?auth|any (?:user|client|caller)|bypass/i,
  },
  {
    kind: 'who may do it',
    claims:
      /\bonly\s(?:an?\s|the\s)?(?:administrators?|admins?|authenticated|privileged|logged|local|insiders?|members?|owners?)\b/i,
    held: /admin|authenticat|privileg|logged|PR:[LH]|permission|\brole|editor|local/i,
  },
  {
    kind: 'who may do it',
    claims:
      /\bany(?:one|body|\s(?:\w{1,14}\s)?(?:visitor|stranger|user|client|person))\s(?:\w{1,12}\s){0,4}(?:can|could|may|might)\b/i,
    held: /\bany(?:one|body)?\b|visitor|unauthenticated|anonymous|remote|\busers?\b|PR:N/i,
  },
  {
    kind: 'a condition',
    claims:
      /^only\s(?!version|release|the\sfix)|\bonly\s(?:if|when|where|installations|systems|users|deployments)\b/i,
    held: /\bonly\b|\bmust\b|\bif\b|\bunless\b|\brequires?\b/i,
  },
];

const NEEDS: readonly WordRow[] = [
  {
    kind: 'who may do it',
    claims:
      /\b(?:log(?:ged|ging)?[\s-]?in|logins?|authenticat\w{0,5}|credentials?|sign(?:ed|ing)[\s-]in|sign-in|(?:to|must|should|can|may|who|users?|they|first)\ssign\sin)\b/i,
    held: /log(?:ged|ging)?.?in|auth|credential|password|session|PR:|user/i,
    unless: NEGATED,
  },
  {
    kind: 'who may do it',
    claims:
      /\b(?:needs?|requires?|with(?:out)?|must\s(?:be|have))\s(?:an?\s|the\s)?(?:admin\w{0,10}|root|privileged|local|physical|remote|network)\b/i,
    held: /admin|privileg|\broot\b|PR:[LH]|local|physical|permission|\brole|remote|network|AV:/i,
  },
  {
    kind: 'who has to act',
    claims: /\b(?:user|victim)(?:['’]s)?\sinteraction\b/i,
    held: /interact|UI:|click|victim|visit|open/i,
  },
  {
    kind: 'from where it is done',
    claims:
      /\b(?:anyone|anybody|everyone|attackers?)\s(?:on|over|from|across)\s(?:the\s)?(?:same\s|local\s)?(?:network|internet)\b|\bremotely\b/i,
    held: /network|remote|AV:N|internet|anonymous/i,
  },
];

const STATES: readonly WordRow[] = [
  {
    kind: 'that it was taken back',
    claims: /\b(?:withdrawn|false\s(?:alarm|positive)|retracted|hoax)\b/i,
    unless: /\b(?:not|never|no)\b/i,
  },
  {
    kind: 'that there is no fix',
    claims:
      /\b(?:no|without\sa)\s(?:\w{1,14}\s){0,2}(?:fix(?:es)?|patch(?:es)?|fixed\sversions?|remed(?:y|ies)|security\supdates?)\b|\bunpatched\b|\bunfixed\b|\b(?:not|never|n['’]t)\s(?:(?:yet|be|been|going|to)\s){0,4}(?:fix(?:ed)?|patch(?:ed)?)\b|\b(?:fix|patch|update)\s(?:is|remains)\s(?:still\s)?(?:pending|missing|outstanding|awaited|unavailable|not)\b|\b(?:refuse[sd]?|decline[sd]?|decided\snot)\sto\s(?:fix|patch)/i,
    broken: /\bfixed in \S*\d/i,
    unless:
      /\b(?:other|further|additional|more|separate)\b|\bwhich\s(?:is|are)\snot\b|\b(?:before|until|if)\s/i,
  },
  {
    kind: 'that there is a fix',
    claims:
      /\b(?:a|the)\s(?:fix|patch|fixed\sversion|update)\s(?:is|was|has\sbeen)\s(?:now\s|already\s)?(?:available|released|published)|\bhas\sbeen\s(?:fixed|patched|resolved)\b/i,
    held: /\bfixed in|patch|been fixed|fix (?:is|was|will|for)|resolv|upgrade|hotfix|update|mitigat|remov/i,
    unless: NEGATED,
  },
  {
    kind: 'that it can be reached',
    claims:
      /\binternet[\s-]facing|\b(?:publicly|remotely)\s(?:reachable|accessible|exposed)|\b(?:exposed|reach\w{1,6})\s(?:to|from)\s(?:the\s)?(?:internet|public|outside)/i,
    held: /internet|public|[1-9]\d{0,8} of them can be reached|which can be reached|remote|\blan\b/i,
    unless: NEGATED,
  },
  {
    kind: 'that nothing is affected',
    claims:
      /\b(?:not|nobody|nothing|none|never)\b[^.;:,\n]{0,30}\b(?:affected|vulnerable|exploitable|at\srisk|impacted|concerned)\b|\bunaffected\b|\b(?:safe|harmless|fine|clean|in\sthe\sclear)\b|\b(?:no|not|never|n['’]t|without)\s(?:an?\s|any\s|real\s){0,2}(?:risk|danger|threat|worry|reason)\b/i,
    held: /not (?:\w{1,12} ){0,2}(?:affected|vulnerable|exploitable|impacted|concerned)|no (?:risk|danger|threat)|unaffected|does not (?:affect|impact)|\bsafe\b|harmless|outcome: fixed/i,
    unless:
      /\d\.\d|\bclean\s(?:install|build)|\bsafe(?:st)?\s(?:versions?|releases?|one|way|target)|\b(?:whether|if|until|unless)\b/i,
  },
  {
    kind: 'that nothing is to be done',
    claims:
      /\bnothing\s(?:needs|has)\sto\sbe\sdone|\bnothing\sto\sdo\b|\bno\s(?:action|upgrade|update|patch|change)s?\s(?:is\s|are\s)?(?:needed|required|necessary)|\b(?:need|needs)\s(?:not|no)\b[^.;\n]{0,24}\b(?:do|upgrad|updat|patch)|\b(?:do\snot|don['’]t|never|no\sneed\sto|needn['’]t|unnecessary\sto)\s(?:upgrade|update|patch|install\sthe\s(?:fix|update|patch))|^ignore\b|^(?:leave|keep)\b[^;\n]{0,120}\bas\s(?:it\s)?is\b/i,
    broken: /\bfixed in \S*\d|outcome: affected/i,
  },
];

const MONTHS: readonly WordRow[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
].map((month, at) => ({
  kind: 'a month',
  claims: new RegExp(`\\b(?:in|of|since|until|by|during|late|early|(?:mid|early|late)[\\s-])\\s?${month}\\b`),
  held: new RegExp(`\\b${month.slice(0, 3)}|\\d{4}-${String(at + 1).padStart(2, '0')}(?!\\d)`, 'i'),
}));

const TIMES: readonly WordRow[] = [
  {
    kind: 'a time',
    claims:
      /\b(?:\d{1,4}|an?|few|several)\s(?:day|week|month|year|hour)s?\sago\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:last|next)\s(?:week|month|year|quarter)\b|\byesterday\b|\btomorrow\b|\bwithin\s(?:the\snext\s)?\d{1,4}\s(?:hour|day|week|month)s?\b|\b(?:have|has)\s\d{1,4}\s(?:hour|day|week|month)s?\b/i,
  },
  {
    kind: 'a deadline',
    claims:
      /\bdeadline\b|\bmust\sbe\s(?:patched|fixed|applied|updated|upgraded)\s(?:by|within|before)\b|\bdue\s(?:on|by|date)\b/i,
    held: /\bdue on\b|deadline|no later than/i,
    unless: NEGATED,
  },
];

export const WORD_ROWS: readonly WordRow[] = [
  ...levels,
  GRAVE,
  ...EXPLOITATION,
  ...FLAWS,
  ...RIGHTS,
  ...NEEDS,
  ...STATES,
  ...MONTHS,
  ...TIMES,
];
