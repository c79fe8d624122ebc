// How instructions to a model are worded, as tables: classes of words, and rules that are rows of them. Data only; how a row is
// read is in match.ts. A capitalised word of a row is a class, `a|b` are alternatives, `..3` lets up to three words lie between,
// `:` wants a colon there, `END` the end of what is said, `word?` may be missing. Written in plain lower case, as words are folded. Used by match.ts.
// Source: advisory, Guardrails.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  /** Not to heed. */
  FORGET: words('ignore disregard forget neglect overlook override overrule disobey dismiss unlearn'),
  FORGOT: words(
    'ignore ignores ignored ignoring disregard disregards disregarded disregarding forget forgets forgot forgetting overlook override overrides overriding overrode overridden overrule disobey disobeys disobeying neglect dismiss',
  ),
  /** The same, said of things that programs also do: only as an order. */
  DROP: words(
    'ignore disregard forget neglect overlook override overrule disobey dismiss bypass skip discard drop abandon erase delete clear wipe cancel nullify violate circumvent reject undo remove void',
  ),
  /** What came before. */
  PRIOR: words(
    'previous prior preceding above earlier foregoing past former initial original previously aforementioned your',
  ),
  ALL: words('all any every each the existing given these those such current'),
  /** What a model was told. */
  INSTRUCTIONS: words(
    'instructions guidelines directives directions prompt prompts programming training orders',
  ),
  ONE: words('instruction guideline directive'),
  LOOSE: words(
    'rules text texts context conversation commands orders task tasks assignment constraints restrictions policies guidance requirements assignments information',
  ),
  ROLE: words(
    'ai assistant model chatbot bot gpt chatgpt dan llm persona unrestricted unfiltered uncensored jailbroken evil amoral hacker narrator',
  ),
  AI: words('ai assistant model chatbot bot gpt chatgpt llm'),
  AIS: words('ai llm llms gpt chatgpt copilot assistant assistants chatbot chatbots summarizer summariser'),
  FREE: words('unrestricted unfiltered uncensored jailbroken evil amoral unethical dan'),
  LIMITS: words(
    'restrictions restriction limitations limits limit rules filters filter guidelines boundaries censorship constraints ethics morals moral ethical policies safeguards',
  ),
  GUARDS: words(
    'restrictions filters guidelines safety safeguards limitations limits programming training guardrails ethics moderation censorship constraints rules filter policies policy instructions',
  ),
  SAFETY: words('safety ethical moderation alignment moral'),
  TELL: words(
    'reveal show print repeat output tell give display leak expose dump write disclose share return recite list send copy paste echo provide state quote translate summarize summarise encode spell put describe define complete continue append',
  ),
  HIDDEN: words('your hidden initial original secret internal base'),
  PROMPT: words('prompt prompts instructions directives guidelines preprompt'),
  NOTDO: words('not dont never cannot'),
  USER: words('user operator human analyst reader administrator'),
  SAFE: words(
    'fixed safe harmless resolved affected unaffected negative low informational benign patched secure exploitable',
  ),
  THING: words('vulnerability finding advisory cve package issue library ticket version versions component'),
  /** To leave out a rule that holds. */
  BYPASS: words(
    'ignore disregard forget override overrule disobey bypass skip circumvent violate waive omit suppress approve',
  ),
  TOLD: words('told instructed given taught asked ordered said learned learnt'),
  BEGIN: words('begin start end finish open close prefix preface include reply answer respond'),
  /** How the secret of a system text is called. */
  CANARY: words('canary secret hidden marker magic code'),
  CLAIM: words('mark report treat classify rate label list consider flag close present describe'),
};

export interface PhraseRule {
  readonly id: string;
  readonly row: string;
  /** Only as an order: the first word begins what is said, or follows nothing but words that lead to an order. */
  readonly order?: true;
  /** Only in evidence: an operator may well ask for it. */
  readonly evidence?: true;
  /** A question is no excuse: it asks for it. */
  readonly asks?: true;
}

const any = (id: string, ...rows: readonly string[]): PhraseRule[] => rows.map((row) => ({ id, row }));
const order = (id: string, ...rows: readonly string[]): PhraseRule[] =>
  rows.map((row) => ({ id, row, order: true }));
const planted = (id: string, ...rows: readonly string[]): PhraseRule[] =>
  rows.map((row) => ({ id, row, evidence: true }));
const plantedOrder = (id: string, ...rows: readonly string[]): PhraseRule[] =>
  rows.map((row) => ({ id, row, order: true, evidence: true }));

export const PHRASES: readonly PhraseRule[] = [
  ...any(
    'disregard',
    'FORGOT ..4 PRIOR INSTRUCTIONS',
    'FORGOT ..2 INSTRUCTIONS ..4 before|earlier|above|previously|given|received',
  ),
  ...order(
    'disregard',
    'DROP ..3 PRIOR ..3 INSTRUCTIONS|ONE',
    'FORGET ..3 ALL ..2 INSTRUCTIONS|ONE',
    'FORGET ..1 INSTRUCTIONS',
    'FORGET ..3 PRIOR ..2 LOOSE',
    'FORGET ..3 LOOSE ..4 above|before|earlier|previously|given|system',
    'FORGET everything|anything|all ..5 above|before|previously|earlier|prior|previous|told|said|learned|learnt|until|discussed',
    'cancel|revoke|void|set|throw|put ..1 aside|away|out|all ..3 PRIOR ..2 INSTRUCTIONS',
    'pay no attention|heed to ..4 above|previous|prior|instructions|rules|sources',
    'never mind ..3 INSTRUCTIONS|LOOSE',
    'set|put|lay|leave|push|cast|throw|brush ..1 aside|away|out|behind ..3 whatever|what|everything|anything|all ..2 you ..3 TOLD',
    'FORGET|leave ..2 whatever|what ..2 you ..3 TOLD',
    'never|dont mind ..2 whatever|what|everything ..2 you ..3 TOLD',
  ),
  ...order(
    'disobey',
    'stop|quit|cease following|obeying|heeding ..4 INSTRUCTIONS|LOOSE',
    'do? NOTDO follow|obey|heed|respect ..3 PRIOR ..3 INSTRUCTIONS|LOOSE',
  ),
  ...any(
    'override',
    'FORGOT|overwrite|overwrites|replace|replaces|bypass|bypasses|rewrite|erase|delete|change|modify ..3 system prompt|prompts|message|instructions',
    'override|bypass|disable|disregard|ignore|lift ..1 your ..1 restrictions|safety|guardrails|programming|filters|safeguards|limitations',
    'override|bypass|disable|disregard|ignore ..1 all|any|your|these ..1 SAFETY guidelines|filters|rules|measures|protocols|training|guardrails|policies|settings',
  ),
  ...order(
    'unguard',
    'DROP|disable|deactivate|lift|suspend|break|off ..2 your ..1 safety|content|ethical|moral|internal|own? GUARDS',
    'DROP|disable|deactivate|lift|suspend|break ..2 SAFETY guidelines|filters|rules|measures|protocols|training|guardrails',
    'turn|switch off ..1 your ..2 GUARDS',
  ),
  ...any(
    'role',
    'you are|re now|henceforth the system',
    'you are|re|r now ..4 ROLE',
    'you are no longer|not ..4 AI|bound|restricted|limited|constrained',
    'you are|re a|an|the ..3 FREE',
    'you are|re a|an|the|called ..4 AI ..3 that|who|which|without|with|named|called ..2 always|never|only|must|no|any|has|had',
    'from now on ..1 you|your are|act|answer|respond|must|shall|behave|obey|only|speak',
    'from now on ..1 you will|should|are ..2 act|answer|be|respond|behave|obey|speak|only|pretend|always|ignore|a|an',
    'this point|moment on|forward|onwards|onward ..1 you ..1 are|act|answer|respond|must|shall|will|behave',
    'i want|need|order|command you to act|pretend|play|roleplay|behave|be|forget|ignore|disregard|answer|respond|imagine',
    'lets play a? game ..8 you',
  ),
  ...order(
    'role',
    'act|behave as|like a|an|the|my|if|though',
    'pretend to be',
    'pretend ..1 you|youre|your',
    'respond|answer|speak|talk|reply as|like ..4 ROLE|FREE',
    'you must|will|shall ..1 disobey|ignore|forget|disregard',
  ),
  ...order(
    'reveal',
    'TELL ..5 system prompt|prompts|message|instructions',
    'TELL ..4 HIDDEN ..2 PROMPT',
    'TELL ..3 HIDDEN ..1 rules|configuration',
    'repeat|print|output|copy|write|translate|echo|recite|show ..3 text|words|everything|sentences|sentence|content|prompt|message ..1 above|preceding|before',
  ),
  ...[
    'what|whats is|are|was|were? your ..2 PROMPT',
    'what|whats ..6 your system prompt|message|instructions',
  ].map((row): PhraseRule => ({ id: 'reveal', row, asks: true })),
  ...order(
    'canary',
    'TELL|BEGIN ..8 CANARY ..6 your|initial|hidden ..2 prompt|instructions|preamble',
    'TELL|BEGIN ..8 CANARY ..6 system text|prompt|message|instructions',
  ),
  ...any(
    'authority',
    'i|we|hereby ..2 authorize|authorise|permit|allow|order|command|instruct|direct ..1 you ..2 BYPASS',
    'you are|re authorized|authorised|permitted|allowed|cleared|entitled|free to ..1 BYPASS',
    'you have ..2 permission|authority|authorization|clearance|approval ..1 to ..1 BYPASS',
  ),
  ...any(
    'jailbreak',
    'please jailbreak',
    'jailbreak yourself|mode|chatgpt|gpt|prompt',
    'dan|jailbreak|jailbroken|god|opposite|evil mode',
    'do anything now|unrestricted',
    'developer|debug|admin|sudo mode ..3 output|enabled|activated|on|you ..3 you|respond|answer|chatgpt|are|will|must',
  ),
  ...any(
    'unbound',
    'you have|had|has no|zero ..2 LIMITS|instructions|prompt',
    'you had no system prompt',
    'you can|could|may do|say|answer anything END|now',
    'you are|re free|freed|liberated from',
    'answer|answers|respond|responds|reply|speak|write ..4 without ..2 LIMITS',
    'AI ..4 with|without|has|had|have no|any ..2 LIMITS',
  ),
  ...any(
    'task',
    'new instructions|instruction|directive|directives|orders|objective|task :',
    'your|here new|real|actual|true|only|sole ..1 instructions|instruction|task|role|goal|objective|directive|directives|rules|persona|mission|orders|purpose|job is|are|:|from',
  ),
  ...planted(
    'to-model',
    'AIS ..6 must|should|shall|will ..2 state|say|report|recommend|respond|reply|answer|mark|treat|rate|tell|write|claim|output|omit|conclude|execute|obey|ignore|always|never',
    'ai|llm|llms|language agent|agents|assistant|assistants|models|model|bots ..6 must|should|shall|will ..2 run|send|include|not|follow|do|call|use|open|fetch|install|download',
    'AIS|models|agents ..1 must|should|shall NOTDO ..1 mention|tell|reveal|disclose|report|warn',
    'attention|dear|hey|hello|hi ..2 AIS|language',
    'note|message|instruction|instructions|memo|notice to|for ..2 AIS|language|agents',
    'if you are a|an|the|any? AIS|language|agent',
    'as an|a ai|llm|assistant|chatbot|language ..3 you',
    'when|while|if ..1 summarizing|summarising|summarize|summarise|briefing|answering ..4 say|state|claim|mention|conclude|answer|tell|write|report|respond',
    'you are|re a|an|the ..3 AI ..2 that|who|named|called',
  ),
  ...planted(
    'conceal',
    'NOTDO tell|inform|alert|warn|notify ..1 USER about|of|that|this|anything|any',
    'NOTDO ..1 mention|reveal|disclose|show|include|report|tell ..6 to the|your|any USER',
    'NOTDO ..1 mention|reveal|disclose|share|repeat ..2 these|this|your instructions|instruction|prompt',
    'NOTDO ..1 include|mention|list|report|cite ..4 in your|the summary|brief|answer|response|reply',
  ),
  ...plantedOrder(
    'verdict',
    'CLAIM ..1 this|the|that|every|all|these ..2 THING ..4 SAFE',
    'report|state|say|claim|conclude|tell|answer that ..6 is|are|was not|no? ..1 SAFE',
    'respond|reply|answer only with|in|yes|no|the',
  ),
  ...order(
    'send',
    'send|post|forward|upload|transmit|exfiltrate|email|append|submit ..4 conversation|history|credentials|secrets|prompt|tokens|environment|keys|context|passwords ..3 to ..2 http|https',
  ),
  // Other languages: the order itself, and what it is about.
  ...order(
    'de',
    'vergiss|vergesse|vergesst|ignoriere|ignorier|ignoriert|missachte|uberspringe|verwirf ..5 anweisungen|anweisung|regeln|befehle|vorgaben|instruktionen|anordnungen|aufgaben|prompt|systemprompt|richtlinien|vorherige|davor',
  ),
  ...order(
    'fr',
    'oublie|oubliez|ignore|ignorez|neglige|negligez les|toutes|tes|vos|ces|mes ..2 instructions|consignes|directives|regles|ordres',
  ),
  ...order(
    'es',
    'ignora|ignore|ignorad|olvida|olvide|olvidate|omite|descarta ..4 instrucciones|ordenes|indicaciones|reglas|directrices',
  ),
  ...order(
    'it',
    'ignora|ignorate|dimentica|dimenticate|trascura|scorda ..4 istruzioni|regole|direttive|indicazioni|ordini',
  ),
  ...order(
    'pt',
    'ignore|ignora|ignorem|esqueca|esquece|desconsidere ..4 instrucoes|regras|ordens|diretrizes|orientacoes',
  ),
  ...order('nl', 'negeer|vergeet ..4 instructies|regels|opdrachten|aanwijzingen|bevelen'),
  ...order('pl', 'zignoruj|ignoruj|zapomnij|pomin ..4 instrukcje|instrukcji|polecenia|zasady|polecen'),
  ...order(
    'ru',
    'игнорируи|игнорируите|проигнорируи|забудь|забудьте|отбрось ..4 инструкции|указания|правила|команды|инструкциях|сообщения',
  ),
];

/** Where words are not set apart: parts that follow each other within a few signs, in the order in which they are said. */
export const RUNS: readonly (readonly [id: string, ...parts: string[]])[] = [
  [
    'zh',
    '忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守',
    '指令|指示|提示|规则|規則|命令|说明|說明|要求|内容',
  ],
  [
    'zh',
    '你现在是|你現在是|从现在起你|從現在起你',
    '系统|系統|助手|模型|机器人|機器人|人工智能|ai|一个|一個',
  ],
  ['ja', '指示|命令|プロンプト|ルール|指令', '無視|忘れ|従わない'],
  ['ja', '無視して|忘れて', '指示|命令'],
  ['ko', '지시|명령|규칙|프롬프트|지침', '무시|잊어|잊으|따르지'],
];
/** Signs that may lie between two parts. */
export const RUN_GAP = 16;

/** Verbs with which an operator begins: what is joined to one by `and` is an order, too. */
export const OPENERS = words(
  'summarize summarise list explain translate write check show tell give compare answer process read review analyze analyse describe create help say continue generate complete become',
);
/** What joins one order to another. */
export const JOINTS = words('and then but or instead also');

/** Words that lead to an order: "please", "you must", "I want you to". */
export const LEADERS = words(
  `please now and then but so just also ok okay hey hello hi you your must should need to have will can could would might do i we want order ask tell command
  let lets us simply first next instead kindly immediately attention important note system assistant ai from this point forward on always completely
  entirely fully task is are job a the it s be sure make remember anyway sir thanks great well yes no never dont not only again once more today henceforth
  bitte jetzt nun und dann doch por favor ahora y s il te vous plait maintenant et per ora e agora alsjeblieft nu en prosze teraz i пожалуиста теперь и a
  as admin administrator developer as an ai user go ahead start by continue with begin also try`,
);
