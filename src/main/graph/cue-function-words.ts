// Closed classes of English as the cue scanner needs them: words that can never be a name, that end a noun
// phrase, open a clause, or take the certainty out of one. Data only; read by the scanner's passes.
// Source: memory.md "Cue scanner" (the refused subjects, hedges, attribution, conditionals, tense).

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

function phrases(list: string): readonly (readonly string[])[] {
  const all = list.split('\n').map((line) => line.trim());
  const split = all.filter((line) => line !== '').map((line) => line.split(' '));
  return split.sort((a, b) => b.length - a.length);
}

/** Pronouns, demonstratives and quantifiers that stand alone: never a subject, never an object. */
export const PRONOUNS = words(`
  i you he she it we they me him her us them mine yours his hers ours theirs my your our their its
  myself yourself himself herself itself ourselves themselves oneself one ones this that these those
  who whom whose which what whoever whatever whichever where when why how there here
  kudos thanks hi hello hey cheers congrats sorry wow please yes no ok okay sure lol haha hmm regards bye
  someone somebody something anyone anybody anything everyone everybody everything nobody nothing none no-one
  somewhere anywhere everywhere nowhere each either neither both all any some many most much more few fewer less
  several another other others such half plenty lots enough same former latter rest everyone's nobody's im its' y'all`);

/** Determiners that may stand before a name or an object and add nothing to it. */
export const OPEN_DETERMINERS = words('a an the our');

/** Determiners that make a noun phrase point at the speaker, at something said before, or at many things. */
export const CLOSED_DETERMINERS = words(`
  this that these those my your his her its their whose which what every each any no some all both either neither
  many most much more few fewer several another other such same own various multiple different numerous countless
  half two three four five six seven eight nine ten dozens hundreds thousands`);

export const PREPOSITIONS = words(`
  of in on at by for with from to into onto upon within without inside outside under over above below behind beside
  besides between among amid across through throughout during before after since until till toward towards against
  about around near along alongside via per despite except like unlike than as beyond off up down out back plus minus
  including regarding concerning following versus vs next atop instead because due thanks
  forward forwards backward backwards ahead away apart aside together abroad onward onwards upward downward`);

/** Verbs and auxiliaries that can stand right after a noun phrase. */
export const FINITE_VERBS = words(`
  is are was were be been being am isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't
  doesn't didn't can cannot can't could couldn't may might must mustn't shall should shouldn't will won't would wouldn't
  ought need needs gets got goes went seems appears looks becomes became remains stays keeps kept makes made means meant
  says said runs ran belongs uses used needs wants gives gave takes took comes came puts put sets set holds held lives
  lets let works serves handles provides contains includes depends broke breaks wrote built bought sent found knew began
  thought told heard saw left lost brought chose fell grew led met paid read sold spoke stood won`);

/** Conjunctions and relatives at which a clause is cut. */
export const CLAUSE_BREAKS = words(`
  and but or nor yet because since although though while whereas if unless when whenever until till whether
  which who whose whom where lest`);

/** Clause openers under which nothing is a fact: conditions, wishes, open choices. */
export const UNREAL_BREAKS = words('if unless when whenever until till whether or nor lest');

export const RELATIVES = words('which who');

/** At the head of a clause these make a supposition of it. */
export const SUPPOSITIONS = phrases(`
  let us assume
  let us suppose
  let us imagine
  let us pretend
  let's assume
  let's suppose
  let's imagine
  let's pretend
  depending
  subject to
  pending
  suppose
  supposing
  assume
  assuming
  imagine
  pretend
  say
  let's say
  let us say
  what if
  as if
  as though
  as long as
  so long as
  as soon as
  once
  in case
  provided
  providing
  given
  should
  were
  had
  on condition
  only if
  even if
  by the time
  so that
  such that
  in order that
  without
  with luck
  otherwise
  then
  hypothetically
  in theory
  theoretically
  in principle
  on paper
  ideally`);

/** Conditions that trail behind a statement without a comma or a conjunction. */
export const CONDITIONS = phrases(`
  as long as
  so long as
  provided
  providing
  assuming
  in case
  in the event
  on condition
  depending on
  subject to
  pending
  only if`);

/** Introduce an illustration: what follows is no fact, what came before still is. */
export const ILLUSTRATIONS = phrases(`
  for example
  for instance
  e.g
  eg
  i.e
  such as
  namely
  say for example`);

/** Nouns of made-up worlds: "In the example, ...", "In this scenario, ...". */
export const FICTIONS = words(`
  example examples scenario story movie novel film game dream hypothetical simulation tutorial theory fiction test demo
  exercise puzzle joke tale play legend myth template mockup sketch draft proposal
  docs wiki readme documentation article manual ticket brochure press rumour paper`);

/** Words that leave a statement open. */
export const HEDGES = words(`
  maybe perhaps probably possibly presumably apparently supposedly allegedly reportedly seemingly likely unlikely
  hopefully arguably conceivably potentially ostensibly purportedly afaik afaict iirc imo imho idk dunno
  rumour rumor rumoured rumored unsure uncertain unclear unconfirmed dubious suspect perchance methinks`);

/** Hedging phrases of more than one word. */
export const HEDGE_PHRASES = phrases(`
  i think
  i guess
  i believe
  i suppose
  i assume
  i suspect
  i hope
  i feel
  i imagine
  i bet
  i reckon
  i doubt
  i wonder
  we think
  we believe
  we assume
  we guess
  we hope
  not sure
  no idea
  not certain
  as far as
  to my knowledge
  to the best of
  in my opinion
  in my view
  in our view
  in my mind
  to me
  for me
  if i remember
  it seems
  it appears
  it looks
  looks like
  seems like
  sounds like
  feels like
  in a way
  in a sense
  in some sense
  so to speak
  or so
  or something
  or maybe
  kind of like
  might be
  could be
  may be
  don't know
  do not know
  if at all
  more or less
  at a guess
  my guess
  from what
  a joke
  just kidding
  of sorts
  of a sort
  on paper
  in theory
  in principle
  in my dreams
  per the`);

/** Verbs and prepositions that hand a statement to somebody else. */
export const ATTRIBUTIONS = words(`
  say says said saying tell tells told claims claimed think thinks thought believe believes believed reported
  suggests suggested argues argued insist insists insisted mentioned wrote heard reckon reckons reckoned
  guessed assumes assumed suspects suspected feels felt wonder wonders wondered hopes hoped doubts doubted
  expects expected imagines imagined pretends pretended denies denied swears swore joked stated announced explains
  explained according alleges alleged quoted understands understood implies implied speculates speculated dreamt
  dreamed seem seems appear appears`);

/** After an opening "as", these make a report: "As Ada put it, ...". */
export const AS_REPORTS = words(`
  put puts noted notes describes described sees saw wrote writes says said tells told explains explained mentioned states
  stated pointed points claims claimed reports reported suggests suggested`);

/** Time expressions that move a statement out of the present. */
export const NOT_NOW = words(`
  tomorrow soon eventually someday formerly previously historically originally erstwhile anymore
  temporarily briefly`);

export const NOT_NOW_PHRASES = phrases(`
  next week
  next month
  next year
  next quarter
  next sprint
  next monday
  next tuesday
  next wednesday
  next thursday
  next friday
  next release
  from tomorrow
  in the future
  in future
  in the past
  in the old days
  back then
  back in
  at the time
  at that time
  at one point
  in those days
  used to
  no longer
  no more
  any longer
  any more
  not yet
  starting
  as of next
  going to
  about to
  supposed to
  meant to
  not at all
  once more`);

/** Adverbs that may stand between a subject and its verb, or inside a verb group, without changing the claim. */
export const PLAIN_ADVERBS = words(`
  also now currently still already today actually indeed officially always simply just only itself himself herself
  themselves presently nowadays again too therefore thus hence permanently directly exclusively entirely fully wholly
  solely successfully really truly certainly definitely obviously clearly naturally formally legally physically
  proudly primarily internally natively safely happily locally both all`);

/** Adverbs in -ly (and a few more) that soften a claim; any other -ly adverb is let through. */
export const SOFTENERS = words(`
  basically essentially effectively practically virtually technically nearly almost hardly barely scarcely rarely
  seldom usually often sometimes generally typically mostly normally occasionally frequently largely partly partially
  jointly temporarily roughly loosely vaguely arguably supposedly allegedly probably possibly presumably apparently
  likely unlikely seemingly ostensibly potentially nominally theoretically hypothetically conceivably initially
  originally formerly previously eventually never not ideally hopefully reportedly purportedly quasi mainly chiefly
  shortly soon half quite rather somewhat more less sort kind pretty ever occasionally periodically
  hourly daily weekly monthly yearly nightly family reply supply assembly anomaly monopoly ally fly butterfly
  early friendly lonely ugly silly lovely deadly costly orderly elderly timely`);

/** What may stand before the subject of a clause without changing the claim. Longest first. */
export const OPENERS = phrases(`
  and
  but
  so
  also
  yes
  yeah
  yep
  ok
  okay
  sure
  right
  well
  now
  today
  currently
  presently
  nowadays
  still
  anyway
  anyhow
  besides
  furthermore
  moreover
  additionally
  however
  nevertheless
  nonetheless
  therefore
  thus
  hence
  meanwhile
  similarly
  likewise
  finally
  lastly
  secondly
  firstly
  first
  second
  third
  because
  since
  although
  though
  even though
  while
  whereas
  given that
  now that
  seeing that
  seeing as
  fyi
  btw
  psa
  ps
  hi
  hello
  hey
  thanks
  indeed
  actually
  obviously
  clearly
  certainly
  of course
  in fact
  in short
  in brief
  in summary
  in addition
  in general
  as of today
  as of now
  as of this week
  right now
  these days
  at the moment
  at present
  for now
  by now
  for context
  for reference
  for the record
  for your information
  for clarity
  to be clear
  to clarify
  by the way
  as you know
  as we know
  as a reminder
  as a note
  as mentioned
  just so you know
  just for context
  note
  note that
  note also that
  also note that
  please note
  please note that
  do note that
  remember
  remember that
  please remember
  please remember that
  keep in mind
  keep in mind that
  please keep in mind that
  bear in mind that
  mind that
  be aware that
  recall that
  know that
  be advised that
  we know that
  you know that
  you should know that
  it turns out that
  it turns out
  turns out
  turns out that
  it is true that
  it is a fact that
  it is known that
  the fact is that
  the fact is
  the truth is
  the point is that
  i confirm that
  i can confirm that
  i can confirm
  i confirm
  we confirm that
  we can confirm that
  i have confirmed that
  i have verified that
  i have checked that
  i have established that
  i've confirmed that
  i've verified that
  i verified that
  i confirmed that
  i found that
  i found out that
  we found that
  confirmed that
  it is confirmed that
  this means that
  that means that
  which means that
  this means
  that means
  one more thing
  quick note
  good to know
  just to confirm
  just to be clear
  just to note
  both
  i want you to know that
  let me note that
  let me add that
  i should mention that
  i should note that
  i should add that
  it should be noted that
  it is worth noting that
  it's worth noting that
  worth noting that
  it is important to note that
  important to note that
  no
  nope`);

/** One-word labels before a colon that leave the statement after it as it is. */
export const PLAIN_LABELS = words(`
  note notes fyi btw ps reminder info update updates context background fact facts summary correction important tldr
  tl;dr nb status news overview also psa p.s answer services hosts service host infrastructure infra inventory ops
  handover recap reference confirmed noted done remember stored good heads-up announcement
  ownership hosting deployment deployments architecture learned`);

/** Words in a label that make the statement after it somebody's words, an example, or a datum. */
export const REFUSED_LABEL_WORDS = words(`
  example examples e.g hypothesis assumption assumptions idea proposal proposed question questions quote format output
  input prompt title claim claims rumour rumor myth false wrong todo draft expected expectation error warning description
  pattern patterns template syntax usage query command task goal wish guess theory sentence phrase text string message
  subject role name key value field type template instruction instructions headline schema scenario story test
  user assistant human system agent customer me you q a character persona personality identity rule rules warning warn`);

/** Openers of a question that may lack its mark. */
export const QUESTION_STARTS = words(`
  is are was were do does did can could should would will shall has have had isn't aren't doesn't don't didn't
  what which who whom whose where why how won't wouldn't couldn't shouldn't can't hasn't haven't`);

/** Verbs that cannot be participles: right after an object they show that the cue was not the clause's verb. */
export const STRICTLY_FINITE = words(`
  is are was were am be been being has have had does did can cannot could will would should may might must shall ought
  went goes gets got seems looks appears became becomes needs runs remains belongs says said told thought knew began
  came fell grew wrote spoke chose broke what who why how`);
