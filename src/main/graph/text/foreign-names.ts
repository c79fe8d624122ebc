// The one list of how frameworks wrap what a tool, a document or the framework itself says into somebody's turn: names of
// tags, and what a line begins with. Data only; foreign.ts reads it. What a person's words are wrapped in stands here too.
// Source: memory, Segmenting; the templates of the frameworks named in foreign-corpus.json.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Tags with which a framework marks a person's own words; any other name of several words is a framework's. */
export const PERSONS = words(
  'user_message user_query user_request userrequest user_input user_prompt user_question user_feedback user_text ' +
    'user_response human_message human_input task_description user-message user-query user-request user-input ' +
    'user-prompt usermessage userquery userinput userprompt',
);

/** Notes of a harness that change by themselves from turn to turn, and our own feedback. */
export const NOTES = words(
  'system-reminder system_reminder environment_details environment_context loop-guard',
);

/** Names of one word that nobody but a framework writes: they count anywhere in a line, closed or not. */
export const SURE = words('stdout stderr returncode exitcode observation observations toolresult tooloutput');

/** Names of one word that people write about too: they count at the start of a line, or when they are closed again. */
export const LIKELY = words(
  'output outputs result results response responses document documents doc docs source sources context contexts ' +
    'file files page pages webpage website article articles content contents attachment attachments snippet snippets ' +
    'chunk chunks passage passages excerpt excerpts reference references citation citations knowledge memory memories ' +
    'data email emails transcript log logs error errors traceback terminal shell diff item items record records tool ' +
    'tools function functions search environment env system reminder history conversation summary instructions rules ' +
    'info metadata notes example examples quote text body paper book letter code html xml json csv table details url',
);

/** A name of several words with one of these in it is a framework's, closed or not. */
export const TELLING = words(
  'tool tools function functions result results output outputs response observation observations document documents ' +
    'doc docs context content contents stdout stderr search retrieved retrieval web page webpage url file files folder ' +
    'directory attachment attachments attached reminder environment env memory memories knowledge source sources ' +
    'snippet snippets chunk chunks log logs history transcript command bash shell terminal workspace repo repository ' +
    'git mcp system',
);

const RETURNS = '(?:results?|outputs?|responses?|observations?|returns?|return value|logs?|errors?)';
const RUNS =
  '(?:tool|function|command|execution|action|api|mcp|plugin|shell|bash|terminal|console|code|python|script|sql|query|' +
  '(?:web )?search|browser|agent|step|retrieval|program|test|task|skill|http|request)';
const MATTER =
  '(?:contexts?|documents?|docs?|passages?|excerpts?|snippets?|chunks?|sources?|references?|knowledge(?: base)?|' +
  '(?:web |search )*results?|facts?|materials?|evidence|memor(?:y|ies)|notes?|information|data|articles?|citations?|' +
  'files?|attachments?|contents?|web ?pages?|pages?|text|transcripts?|history|conversations?|entities)';
/** What of the same a person does not head a list of facts with. */
const PLAIN_MATTER =
  '(?:contexts?|documents?|passages?|excerpts?|snippets?|chunks?|sources|references|knowledge(?: base)?|citations?|' +
  'search results?|web(?: search)? results?|chat history|conversation history|memories|page content|file contents?|' +
  'web ?pages?|attachments?|transcripts?|attached files?|historical data|entities)';
const FOUND =
  '(?:relevant|retrieved|additional|provided|reference|background|supporting|external|useful|given|following|attached|' +
  'uploaded|recalled|related|extracted|similar|past|previous|long[- ]term|short[- ]term|recent|user|web|search|fetched)';

/**
 * What heads a stretch that a tool or a document said, up to the turn's end; a colon follows, or the line ends where it is
 * a heading (`### Context`, `**Output**`).
 */
export const HEADINGS: readonly string[] = [
  // ReAct; what runs and what it returns.
  `(?:tool |action )?observations?(?: ?#?\\d{1,4})?`,
  `${RUNS}(?:[ _-](?:call|use|run|execution))?[ _-]${RETURNS}(?: ?#?\\d{1,4})?(?: (?:for|of|from|to|by) [^\\n:]{1,80})?`,
  `(?:raw |standard |std|full |partial |captured |shell )?(?:results?|outputs?|stdout|stderr|std(?:out|err)|logs|responses?|traceback)(?: \\d{1,4})?(?: \\([^)\\n]{0,80}\\))?`,
  `(?:results?|outputs?|responses?|logs?|contents?) (?:of|from|for|returned by|by) [^\\n:]{1,80}`,
  // Text made of roles, one line each.
  `(?:tool|function|ipython)(?: \\([^)\\n]{1,60}\\)| \\[[^\\]\\n]{1,60}\\])?`,
  // What a search found.
  `${PLAIN_MATTER}(?: ?#?\\d{1,4})?(?: \\([^)\\n]{0,80}\\))?(?: is)?`,
  `(?:${FOUND}[ -]){1,3}${MATTER}(?: ?#?\\d{1,4})?(?: (?:from|for|of|about) [^\\n:]{1,60})?`,
];

/** The same for what is a sentence's or a line's beginning and needs nothing behind it. */
export const LEADS: readonly string[] = [
  `(?:the )?(?:tool|function|command|action|mcp server|sub-?agent|managed agent)\\b[^:\\n]{0,60}\\b(?:results?|outputs?|returned|responded|executed|completed|succeeded|failed)\\b[^:\\n]{0,30}:`,
  '(?:exit|return|status)[ _-]?code:? ?-?\\d|exitcode:|(?:command|process|script|program) (?:exited|finished|failed|completed|terminated|timed out)',
  '(?:i )?(?:ran|executed|have run|called) (?:this|the following|the) (?:command|code|script|tool|function)',
  'and got this output|last output from code snippet|execution logs|called the [\\w-]{1,40} tool|response from calling',
  // Files and fetched pages.
  '(?:the )?(?:file |page |web ?page |full )?contents? (?:of|from|at|for) |(?:fetched|scraped|crawled|downloaded|retrieved|read)(?: content| page| text)? (?:from )?(?:https?:|file:|[\\w./-]{0,80}/)',
  '(?:url|link|source|website|web ?page|page|href)s?: ?<?https?:',
  'title: [^\\n]{0,120}\\n[ \\t*_-]{0,8}(?:url|link|source|href|snippet|content|body|date|author|published|summary|description)\\b[^\\n]{0,24}:',
  `(?:i have )?\\*?added (?:these|the following) files|files? [\\w./-]{1,100}\\.[a-z]{1,6} (?:contents?|content):`,
  // Templates that put what a search found below.
  `this is the context you're working with|context information|we have provided context`,
];

/** A template that says itself in which tag its documents stand: Open WebUI, Dify. */
export const NAMES_CONTEXT =
  /(?:#{0,4} ?task: ?\n)?respond to the user query using the provided context|use the following context as your learned knowledge, inside <context>/iy;

/** A line that ends in a colon and has one of these in it heads what a tool or a document says. */
export const HEADS_MATTER = words(
  'content contents result results output outputs response responses document documents page pages webpage webpages ' +
    'excerpt excerpts passage passages snippet snippets transcript context contexts attachment attachments observation ' +
    'observations retrieved fetched scraped crawled extracted attached uploaded recalled knowledge',
);

/** Texts that somebody wrote for readers. */
export const WRITINGS = words(
  'text texts article articles email emails e-mail e-mails mail mails message messages thread threads report reports post ' +
    'posts tweet tweets comment comments review reviews letter letters story stories tale poem poems song songs lyrics joke ' +
    'jokes haiku limerick novel scene dialogue essay essays speech announcement note paper papers chapter section abstract ' +
    'paragraph paragraphs sentence sentences phrase statement statements quote quotes answer answers summary summaries reply ' +
    'headline headlines conversation chat transcript transcripts document documents page passage passages excerpt excerpts ' +
    'snippet snippets description ticket issue reviews blog newsletter recipe bio profile resume cv caption proposal draft minutes wikipedia lore image images picture pictures logo',
);

/** Texts that a machine wrote or reads, and what is made of either: people tell where theirs are, too. */
export const DATA = words(
  'body log logs script scripts file files code diff diffs patch paste input inputs dump config configuration table tables ' +
    'csv json yaml memory memories information data source sources notes record records entry entries evidence claim claims ' +
    'bullet bullets points content contents context contexts output outputs result results response responses ' +
    'instructions prompt question questions list example examples',
);

/** What is done with texts only, and what only texts have or are made into: the beginnings of words, as an expression. */
export const MADE_OF_TEXTS =
  '(?:(?<![\\p{L}\\p{N}])(?:translat(?:e|ion|ing)|summar(?:i[sz]|y|ies)|sum up|proof-?read|paraphras|rephras|reword|rewrit|copy-?edit|' +
  'transcri(?:be|pt)|punctuat|spell(?:ing|-?check)|gramma(?:r|tical)|typos?\\b|wording|sentiment|synonyms?\\b|keywords?\\b|' +
  'entit(?:y|ies)\\b|headlines?\\b|tweets?\\b|haikus?\\b|poems?\\b|stor(?:y|ies)\\b|commit message|subject line|bullet points|' +
  'key points|takeaways|action items|tl;?dr|eli5|in one sentence|in (?:simple|plain) (?:words|terms|language|english)|' +
  'fill in the (?:gap|blank)|übersetz|fass\\w* .{0,60}zusammen|tradu[cizs]|r[eé]sum[eé]|riassum|vertaal|samenvat|przetłumacz|перевед)|' +
  '翻译|总结|翻訳|要約)';

/** What a model is that works on texts, by the beginnings. */
export const ROLES =
  '\\b(?:translat|classif|categori[sz]|extract|annotat|copywrit|editor|author|novelist|narrator|poet\\b|moderat(?:or|ion)|labell?er|tagger|' +
  'subtitl|correct(?:or|s)|reviewer)';

/** Opens what is not the case but made up. */
export const SUPPOSES =
  /^(?:(?:ok(?:ay)?|now|so|and),? )?(?:suppose|supposing|imagine|consider (?:an?|the case)\b|assum(?:e|ing)|pretend|let['’]?s (?:say|assume|imagine|pretend|suppose|role|play)|let us (?:say|assume|imagine|pretend|suppose)|hypothetically|what if|once upon a time|role-?play|(?:in|for) (?:a|an|this|the|my|our|your) (?:[a-z]+ )?(?:story|novel|game|scenario|world|universe|campaign|hypothetical|example|tale|film|movie)\b|you are an? [a-z]+ (?:who|named|called))/i;

/** Labels of what is not the case: wished, required, made up, or what a reader would see. */
export const UNREAL =
  /\b(?:desired|expected|wanted|target|ideal|proposed|planned|acceptance|criteria|requirements?|user stor(?:y|ies)|reproduce|repro|scenario|hypothes[ie]s|hypothetical|assumptions?|premises?|examples?|sample|definition of done|test cases?|true or false|let['’]?s play)(?: (?:state|outcome|result|behaviou?r|output|\w+))?$|\b(?:tl;?dr)\b/i;

/** With this a person says that something is to be known, whatever text it is. */
export const TELLS =
  /\b(?:remember|keep in mind|don['’]t forget|do not forget|memori[sz]e|for the record|for your information|by the way|btw|fyi|to (?:your )?memory|(?:store|save|record) (?:this|that|it|these))\b/i;

/** The same as a label. */
export const TELLING_LABEL =
  /\b(?:remember|note|nb|n\.b\.|facts?|know|learn|mind|important|corrections?|corrected|reminder|update|hint|tip|question|task|user|human|todo)$/i;

/** What asks for something to be done with a text that follows on the same line. */
export const REQUESTS =
  /^(?:(?:please|now|then|kindly|can you|could you|would you|will you|you should|your task is to|i want you to|help me to?)[ ,]+){0,3}(?:quickly |briefly |carefully |just )?(?:summari[sz]e|sum up|translate|paraphrase|proofread|rewrite|rephrase|reword|refine|improve|polish|simplify|shorten|expand|explain|interpret|describe|define|analy[sz]e|classify|categori[sz]e|label|tag|title|rate|score|rank|grade|extract|identify|find|list|detect|check|correct|fix|edit|format|convert|transform|parse|read|review|evaluate|assess|compare|critique|criticize|answer|respond|reply|comment|continue|complete|finish|take into account|take|consider|given|using|based|embed|encode|describe|outline|transcribe|debug|what does|what is)\b/i;

/** The same said in a sentence. */
export const BELOW =
  /\b(?:information|text|contexts?|documents?|passages?|contents?|articles?|excerpts?|data|sources?) (?:is |are )?below\b/i;

/** A line that begins with brackets and has one of these in them (`[CONTEXT 0]:`, `[webpage 1 begin]`) opens one too. */
export const BRACKETED = words(
  'tool tools function result results output outputs observation observations context contexts document documents doc ' +
    'docs source sources knowledge memory memories search webpage webpages web page pages file files content contents ' +
    'attachment attachments retrieved snippet snippets passage passages excerpt excerpts citation citations reference ' +
    'references transcript stdout stderr subagent agent completed returned executed',
);

/** Bracketed names whose result is what a person answered: Cline and its kin. */
export const ASKING = words('ask_followup_question attempt_completion plan_mode_respond plan_mode_response');

/** Lines with which what a bracket or a `--- Content from …` line opened ends; the last of them counts. */
export const CLOSES =
  /\[(?:\/|end\b|eof\b)[^\]\n]{0,120}\]|\[[^\]\n]{1,80} end\]|end (?:of )?(?:the )?(?:content|context|document|file|page|output|result|tool|search|transcript)s?\b/iy;

/** What introduces the question behind a document that nothing closes. */
export const ASKS =
  /(?:(?:now )?(?:here is |this is )?(?:the |my )?(?:new |current |original |follow[- ]?up )?(?:user'?s? |human )?(?:question|query|input|request|message|prompt|instruction|task)s?(?: is| to answer)?|user|human|q) ?:|answer (?:the|this|my) (?:question|query)\b/iy;

/** A prompt that a chat template was already laid over: nobody knows any more who says what. */
export const TEMPLATE_MARKS =
  /<[|\uff5c][\w\u2581 |\uff5c-]{1,60}[|\uff5c]>|\[\/?(?:INST|TOOL_RESULTS|TOOL_CALLS|AVAILABLE_TOOLS)\]|<<SYS>>|<(?:start|end)_of_turn>/g;

/** What a shell's prompt line, or a harness's line about where it is, tells of all the turn: OpenHands, SWE-agent. */
export const WHOLE_TURN =
  /\((?:current directory|open file): |bash-?[\d.]{0,5}[$#](?:\s|$)|\[(?:the command (?:completed|finished|timed out|has)|command (?:finished|completed|timed out)|current working directory: |jupyter current working directory|python interpreter: |below is the output of)/iy;
