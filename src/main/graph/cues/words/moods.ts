// Words and phrases that take the certainty out of a clause: conditions, examples, hedges, other people's words, other
// times, questions, labels. Data only; read by scope.ts.
// Source: memory, Cue scanner (negation, questions, conditionals and modals, hedges and attribution, past-only).
import { Phrases, words } from './lists.ts';

/** Clause openers under which nothing is a fact: conditions, wishes, open choices. */
export const UNREAL_BREAKS = words('if unless when whenever until till whether or nor lest');

/** At the head of a clause these make a supposition of it. */
export const SUPPOSITIONS = new Phrases(`
  let us assume; let us suppose; let us imagine; let us pretend; let's assume; let's suppose; let's imagine; let's pretend;
  depending; subject to; pending; suppose; supposing; assume; assuming; imagine; pretend; say; let's say; let us say; what if;
  as if; as though; as long as; so long as; as soon as; once; in case; provided that; provided you; provided the; provided it;
  providing that; providing you; providing the; providing it; given a; given an; given the; given your; given you; given some;
  should; were; had; on condition; only if; even if; by the time; so that; such that; in order that; without; with luck;
  otherwise; then; hypothetically; in theory; theoretically; in principle; on paper; ideally`);

/** Conditions that trail behind a statement without a comma or a conjunction. */
export const CONDITIONS = new Phrases(`
  as long as; so long as; provided that; provided you; provided it; providing that; providing you; providing it; assuming; in
  case; in the event; on condition; depending on; subject to; pending; only if`);

/** Introduce an illustration: what follows is no fact, what came before still is. */
export const ILLUSTRATIONS = new Phrases(`
  for example; for instance; e.g; eg; i.e; such as; namely; say for example`);

/** Nouns of made-up worlds: "In the example, ...", "In this scenario, ...". */
export const FICTIONS = words(`
  example examples scenario story movie novel film game dream hypothetical simulation tutorial theory fiction test demo
  exercise puzzle joke tale play legend myth template mockup sketch draft proposal
  language languages mythology folklore slang latin greek docs wiki readme documentation article manual ticket brochure press rumour paper`);

/** Words that leave a statement open. */
export const HEDGES = words(`
  maybe perhaps probably possibly presumably apparently supposedly allegedly reportedly seemingly likely unlikely
  hopefully arguably conceivably potentially ostensibly purportedly afaik afaict iirc imo imho idk dunno
  rumour rumor rumoured rumored unsure uncertain unclear unconfirmed dubious suspect perchance methinks`);

/** Hedging phrases of more than one word. */
export const HEDGE_PHRASES = new Phrases(`
  i think; i guess; i believe; i suppose; i assume; i suspect; i hope; i feel; i imagine; i bet; i reckon; i doubt; i wonder; we
  think; we believe; we assume; we guess; we hope; not sure; no idea; not certain; as far as; to my knowledge; to the best of;
  in my opinion; in my view; in our view; in my mind; to me; for me; if i remember; it seems; it appears; it looks; looks like;
  seems like; sounds like; feels like; in a way; in a sense; in some sense; so to speak; or so; or something; or maybe; kind of
  like; might be; could be; may be; don't know; do not know; if at all; more or less; at a guess; my guess; from what; a joke;
  just kidding; of sorts; of a sort; on paper; in theory; in principle; in my dreams; per the`);

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

export const NOT_NOW_PHRASES = new Phrases(`
  next week; next month; next year; next quarter; next sprint; next monday; next tuesday; next wednesday; next thursday; next
  friday; next release; from tomorrow; in the future; in future; in the past; in the old days; back then; back in; at the time;
  at that time; at one point; in those days; used to; no longer; no more; any longer; any more; not yet; starting; as of next;
  going to; about to; supposed to; meant to; not at all; once more`);

/** Openers of a question that may lack its mark. */
export const QUESTION_STARTS = words(`
  is are was were do does did can could should would will shall has have had isn't aren't doesn't don't didn't
  what which who whom whose where why how won't wouldn't couldn't shouldn't can't hasn't haven't`);

/** One-word labels before a colon that leave the statement after it as it is. */
export const PLAIN_LABELS = words(`
  note notes remember fyi btw ps info update context facts summary correction tldr tl;dr nb services hosts inventory done heads-up learned`);

/** Words in a label that make the statement after it somebody's words, an example, or a datum. */
export const REFUSED_LABEL_WORDS = words(`
  above below figure image caption pictured screenshot left right example examples e.g hypothesis assumption assumptions idea proposal proposed question questions quote format output
  input prompt title claim claims rumour rumor myth false wrong todo draft plan dream expected expectation error warning description
  pattern patterns template syntax usage query command task goal wish guess theory sentence phrase text string message
  subject role name key value field type template instruction instructions headline schema scenario story test
  character persona personality identity rule rules warning warn`);

/** Who speaks, in a label of one or two words. */
export const SPEAKERS = words('user assistant human system agent customer me you q a');

/** What is told to somebody, before anything else in its sentence. */
export const ORDERS = words(`
  please let's lets let ensure verify confirm check install deploy run create make move migrate put set add start
  stop restart remove delete use configure host build write rewrite rename call name treat imagine suppose assume
  pretend translate summarise summarize explain describe show list find tell give help`);
