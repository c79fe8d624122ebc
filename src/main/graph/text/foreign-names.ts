// The words by which a turn shows whose words it holds: nouns for texts and for what tools return, the tags of frameworks, and
// the wordings that set a task, suppose or tell. Data only, as parts of expressions; used by the other foreign-*.ts files.
// Source: memory, Segmenting; the templates of the frameworks named in foreign-corpus.json.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** A noun for what a tool, a program or a search put into a turn. */
export const RETURNED =
  'observations?|outputs?|results?|responses?|stdout|stderr|traceback|contexts?|documents?|docs?|contents?|' +
  'excerpts?|passages?|snippets?|chunks?|transcripts?|attachments?|(?:web ?)?pages?|citations?|knowledge|memories|sources|references|' +
  'retrieved|fetched|scraped|crawled|extracted|attached|uploaded|recalled|returned|responded';

/** A noun for a text that somebody wrote for readers. */
export const WRITINGS =
  'texts?|articles?|(?:e-?)?mails?|messages?|threads?|reports?|posts?|tweets?|comments?|reviews?|letters?|stor(?:y|ies)|tales?|poems?|songs?|' +
  'lyrics|jokes?|haikus?|limericks?|novels?|scenes?|dialogues?|essays?|speech|announcements?|notes?|papers?|chapters?|sections?|' +
  'abstracts?|paragraphs?|sentences?|lines|phrases?|statements?|quotes?|answers?|summar(?:y|ies)|repl(?:y|ies)|headlines?|chats?|' +
  'conversations?|transcripts?|documents?|passages?|excerpts?|snippets?|pages?|descriptions?|tickets?|issues?|blogs?|newsletters?|' +
  'recipes?|bios?|profiles?|resumes?|cvs?|captions?|proposals?|drafts?|minutes|wikipedia|lore|readmes?|blurbs?|pitch|changelogs?|' +
  'docs|documentation|intros?|taglines?|slogans?|strings?|images?|pictures?|logos?';

/** A noun for what a machine wrote or reads. */
export const DATA =
  'body|logs?|scripts?|files?|code|diffs?|patch(?:es)?|paste|inputs?|dumps?|config(?:uration)?|tables?|csv|json|yaml|memory|information|' +
  'data|source|records?|entr(?:y|ies)|evidence|claims?|bullets?|points|instructions|prompts?|questions?|lists?|examples?';

/** What is done with texts only, and what only texts have or are made into: the beginnings of words. */
export const MADE_OF_TEXTS =
  '(?:(?<![\\p{L}\\p{N}])(?:translat(?:e|ion|ing)|summar(?:i[sz]|y|ies)|sum up|proof-?read|paraphras|rephras|reword|rewrit|copy-?edit|' +
  'transcri(?:be|pt)|punctuat|spell(?:ing|-?check)|gramma(?:r|tical)|typos?\\b|wording|sentiment|synonyms?\\b|keywords?\\b|' +
  'entit(?:y|ies)\\b|headlines?\\b|tweets?\\b|haikus?\\b|poems?\\b|stor(?:y|ies)\\b|commit message|subject line|bullet points|' +
  'key points|takeaways|action items|tl;?dr|eli5|in one sentence|in (?:simple|plain) (?:words|terms|language|english)|' +
  'fill in the (?:gap|blank)|how (?:do|would) (?:you|i|we) say|übersetz|fass\\w* .{0,60}zusammen|tradu[cizs]|r[eé]sum[eé]|riassum|vertaal|samenvat|przetłumacz|перевед)|' +
  '翻译|总结|翻訳|要約)';

/** Texts in which everything is made up. */
export const INVENTED =
  '(?:story|stories|novel|poem|haiku|limerick|tale|joke|riddle|song|movie|film|legend|campaign|scene|dialogue|role-?play)';

/** What a model is that works on texts, by the beginnings. */
export const ROLES =
  '\\b(?:translat|classif|categori[sz]|extract|annotat|copywrit|editor|author|novelist|narrator|poet\\b|moderat(?:or|ion)|labell?er|tagger|' +
  'subtitl|correct(?:or|s)|reviewer|\\w+(?:izer|iser|ifier)\\b|(?:text|title|language|name|tag|grammar|style|tone) (?:generator|checker|converter|detector|parser|formatter|grader|scorer|rater))';

/** Opens what is not the case but made up. */
export const SUPPOSES =
  /^(?:(?:ok(?:ay)?|now|so|and),? )?(?:suppose|supposing|imagine|consider (?:an?|the case)\b|assum(?:e|ing)|pretend|let['’]?s (?:say|assume|imagine|pretend|suppose|role|play)|let us (?:say|assume|imagine|pretend|suppose)|hypothetically|what if|once upon a time|role-?play|(?:in|for) (?:a|an|this|the|my|our|your) (?:[a-z]+ )?(?:story|novel|game|scenario|world|universe|campaign|hypothetical|example|tale|film|movie)\b|you are an? [a-z]+ (?:who|named|called))/i;

/** Labels of what is not the case: wished, required, made up, or what a reader would see. */
export const UNREAL =
  /\b(?:desired|expected|wanted|target|ideal|proposed|planned|acceptance|criteria|requirements?|user stor(?:y|ies)|reproduce|repro|scenario|hypothes[ie]s|hypothetical|assumptions?|premises?|examples?|sample|definition of done|test cases?|true or false|let['’]?s play)(?: (?:state|outcome|result|behaviou?r|output|\w+))?$|\b(?:tl;?dr)\b/i;

/** With this a person says that something is to be known, whatever text it is. */
export const TELLS =
  /\b(?:remember|keep in mind|don['’]t forget|do not forget|memori[sz]e|for the record|for your information|by the way|btw|fyi|to (?:your )?memory|(?:store|save|record|log|keep|add|commit) (?:this|that|it|these)|(?:this|that|it|these) down|(?:new|used) to (?:this|these))\b/i;

/** The same as a label. */
export const TELLING_LABEL =
  /\b(?:ok|okay|quick|some|more|for|bit of) context$|\b(?:old|bit of a|long|short) story$|\b(?:agent|project) notes$|\b(?:for later|stash this|these two)$|\b(?:remember|note|log|memo|background|nb|n\.b\.|facts?|know|learn|mind|important|corrections?|corrected|reminder|update|hint|tip|question|task|user|human|todo)$/i;

/** What asks for something to be done with a text that follows on the same line. */
export const REQUESTS =
  /^(?:(?:please|now|then|kindly|can you|could you|would you|will you|you should|your task is to|i want you to|help me to?)[ ,]+){0,3}(?:quickly |briefly |carefully |just )?(?:summari[sz]e|sum up|count|turn (?:\w+ )?into|translate|paraphrase|proofread|rewrite|rephrase|reword|refine|improve|polish|simplify|shorten|expand|explain|interpret|describe|define|analy[sz]e|classify|categori[sz]e|label|tag|title|rate|score|rank|grade|extract|identify|find|list|detect|check|correct|fix|edit|format|convert|transform|parse|read|review|evaluate|assess|compare|critique|criticize|answer|respond|reply|comment|continue|complete|finish|take into account|take|consider|given|using|based|embed|encode|outline|transcribe|debug|what does|what is)\b/i;

/** A tag or a banner with which a framework marks a person's own words. */
export const PERSONS =
  /^(?:(?:user|human)(?:[_ -]?(?:message|query|request|input|prompt|question|feedback|text|response))?|task(?:[_ -]description)?|request|question|query|answer|prompt|message|feedback|goal)$/i;

/** Tags of notes of a harness that change by themselves from turn to turn, and of our own feedback. */
export const NOTES = words(
  'system-reminder system_reminder environment_details environment_context loop-guard',
);

/** A tag with one of these in its name, and one of several words with a noun of RETURNED, is a framework's, closed or not. */
export const FRAMEWORK =
  'tools?|functions?|search|retrieval|web|url|files?|folder|directory|reminder|environment|env|memory|source|logs?|history|command|' +
  'bash|shell|terminal|workspace|repo|repository|git|mcp|system|subagent|agent|completed|executed';
export const SURE = words('stdout stderr returncode exitcode observation observations toolresult tooloutput');

/** Bracketed names whose result is what a person answered: Cline and its kin. */
export const ASKING = words('ask_followup_question attempt_completion plan_mode_respond plan_mode_response');

/** A prompt that a chat template was already laid over: nobody knows any more who says what. */
export const TEMPLATE_MARKS =
  /<[|\uff5c][\w\u2581 |\uff5c-]{1,60}[|\uff5c]>|\[\/?(?:INST|TOOL_RESULTS|TOOL_CALLS|AVAILABLE_TOOLS)\]|<<SYS>>|<(?:start|end)_of_turn>/g;

/** What a shell's prompt line, or a harness's line about where it is, tells of all the turn: OpenHands, SWE-agent. */
export const WHOLE_TURN =
  /^[ \t]{0,8}(?:\((?:current directory|open file): |bash-?[\d.]{0,5}[$#](?:\s|$)|\[(?:the command (?:completed|finished|timed out|has)|command (?:finished|completed|timed out)|current working directory: |jupyter current working directory|python interpreter: |below is the output of))/gim;
