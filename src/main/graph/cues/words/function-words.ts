// Closed classes of English as the cue scanner needs them: words that can never be a name, that end a noun phrase,
// cut a clause or stand inside a verb group. Data only; read by the scanner's passes.
// Source: memory, Cue scanner (what X may be, auxiliaries, articles).
import { words } from './lists.ts';

/** Pronouns, demonstratives and quantifiers that stand alone: never a subject, never an object. */
export const PRONOUNS = words(`
  i you he she it we they me him her us them mine yours his hers ours theirs my your our their its
  myself yourself himself herself itself ourselves themselves oneself one ones this that these those
  who whom whose which what whoever whatever whichever where when why how there here
  btw tbh fwiw afaik lol yeah yep pls plz thx imho kudos thanks hi hiya hola bonjour ciao hello hey cheers congrats sorry wow please yes no ok okay sure lol haha hmm regards bye
  people someone somebody something anyone anybody anything everyone everybody everything nobody nothing none no-one
  somewhere anywhere everywhere nowhere each either neither both all any some many most much more few fewer less
  several another other others such half plenty lots enough same former latter rest everyone's nobody's im its' y'all`);

/** Determiners that may stand before a name or an object and add nothing to it. */
export const OPEN_DETERMINERS = words('a an the our my');

/** Determiners that make a noun phrase point at the speaker, at something said before, or at many things. */
export const CLOSED_DETERMINERS = words(`
  this that these those your his her its their whose which what every each any no some all both either neither
  many most much more few fewer several another other such same own various multiple different numerous countless
  half two three four five six seven eight nine ten dozens hundreds thousands`);

export const PREPOSITIONS = words(`
  of in on at by for with from to into onto upon within without inside outside under over above below behind beside
  besides between among amid across through throughout during before after since until till toward towards against
  about around near along alongside via per despite except like unlike than as beyond off up down out back plus minus
  rather once insofar albeit including regarding concerning following versus vs next atop instead because due thanks
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

export const RELATIVES = words('which who');

/** Adverbs that may stand between a subject and its verb, or inside a verb group, without changing the claim. */
export const PLAIN_ADVERBS = words(`
  also now currently still already today actually indeed officially always simply just only itself himself herself
  themselves presently nowadays again too therefore thus hence permanently directly exclusively entirely fully wholly
  solely successfully really truly certainly definitely obviously clearly naturally formally legally physically
  anymore proudly primarily internally natively safely happily locally both all even`);

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

/** Verbs that cannot be participles: right after an object they show that the cue was not the clause's verb. */
export const STRICTLY_FINITE = words(`
  is are was were am be been being has have had does did can cannot could will would should may might must shall ought
  went goes gets got seems looks appears became becomes needs runs remains belongs says said told thought knew began
  came fell grew wrote spoke chose broke what who why how`);
