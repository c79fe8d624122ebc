// Words that decide how a sentence is meant: who speaks, how sure, when, and where its clauses begin. Tables alone. Used by phantom's readers of
// clauses. Source: agent, D6 Phantom.

/** A table of words, from a list with blanks. */
export const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const FIRST_PERSON = set('i we');
export const PRONOUNS = set('it they this that these those everything all both');
export const DEFINITE = set(
  'the your our my this that these those its their both all neither either one two three four five six seven eight nine ten',
);
export const INDEFINITE = set(
  'a an any each every some most many another such whichever whatever few several anything something someone',
);
export const NUMBERS = set('one two three four five six seven eight nine ten eleven twelve zero');
export const NOBODY = set('no nothing none nobody neither');

/** Between subject and verb without changing anything. */
export const ADVERBS = set(
  'just already also now then successfully finally first again simply quickly manually only currently still actually even indeed recently automatically immediately almost nearly fully partially mostly quite pretty completely re ' +
    'properly gracefully cleanly safely really right today earlier',
);
export const MODALS = set(
  'will would can could may might should must shall cannot need needs want wants to please ought gonna wanna let',
);
export const NEGATIONS = set('not never no neither nor hardly without cannot unable unsuccessfully');
export const HEDGES = set(
  'either probably perhaps maybe possibly presumably likely might may could apparently supposedly guess assume suspect suppose sounds wonder',
);
/** What is so everywhere and at all times, and so says nothing of here and now. */
export const GENERIC = set(
  'typically usually normally generally often commonly sometimes always ordinarily whenever possible possibility reason reasons cause causes',
);

/** Clauses behind these state a case. */
export const CONDITIONS = set(
  'if unless when whenever once whether assuming provided suppose supposing imagine lest while',
);
/** Clauses behind these tell when, and of which: nothing in them is claimed, and nothing outside them is taken back. */
export const ASIDES = set('until after before which who whom whose where as than like');
export const COMPLEMENTS = set('that how what why');
/** Clauses behind these stand for themselves. */
export const JOINERS = set('and but or so because then since though although however plus yet');
