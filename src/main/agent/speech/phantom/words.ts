// Words that decide whether a sentence claims something about the live system: who speaks, how sure, when, of what. Tables alone. Used by phantom's
// readers of clauses. Source: agent, D6 Phantom.

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const FIRST_PERSON = set('i we');
export const PRONOUNS = set('it they this that these those everything all both');
export const DEFINITE = set('the your our my this that these those its their both all neither either');
export const INDEFINITE = set('a an any each every some most many another such whichever whatever few several one anything something someone');
export const NOBODY = set('no nothing none nobody neither');

/** Between subject and verb without changing anything. */
export const ADVERBS = set(
  'just already also now then successfully finally first again simply quickly manually only currently still actually even indeed recently automatically ' +
    'properly gracefully cleanly safely fully completely really right today earlier since',
);
export const MODALS = set(
  'will would can could may might should must shall cannot need needs want wants to please ought gonna wanna let',
);
export const NEGATIONS = set('not never no neither nor hardly without cannot unable unsuccessfully');
export const HEDGES = set(
  'probably perhaps maybe possibly presumably likely might may could apparently supposedly guess assume suspect suppose sounds wonder',
);
/** What is so everywhere and at all times, and so says nothing of here and now. */
export const GENERIC = set('typically usually normally generally often commonly default sometimes always ordinarily whenever immediately');

/** Clauses behind these state a case. */
export const CONDITIONS = set('if unless when whenever once whether assuming provided suppose supposing lest while until');
/** Clauses behind these tell when, and of which: nothing in them is claimed, and nothing outside them is taken back. */
export const ASIDES = set('after before which who whom whose where as than like');
export const COMPLEMENTS = set('that how what why');
/** Clauses behind these stand for themselves. */
export const JOINERS = set('and but or so because then since though although however plus yet');

/** What a live thing can be, in one word. */
export const STATES = set(
  'running stopped up down online offline healthy unhealthy active inactive loaded unloaded unreachable reachable crashing restarting listening responding ' +
    'responsive unresponsive working exited notready ready pending crashloopbackoff full empty idle busy paused mounted unmounted enabled disabled closed open ' +
    'blocked degraded connected disconnected back failing stuck locked unlocked available unavailable operational fine ok okay good normal stable high low ' +
    'complete completed finished done successful failed broken overloaded throttled outdated up-to-date synced booting starting stopping off on dead alive live ' +
    'installed accessible inaccessible hung deadlocked evicted terminating terminated installed configured scheduled fixed resolved expired valid invalid green red ' +
    'passed',
);
/** States that things of the answer or the talk can have too: said of a live thing only. */
export const WEAK_STATES = set(
  'up down full empty open closed ready good fine ok okay normal high low back available on off done complete completed finished successful valid invalid live ' +
    'stable working fixed resolved failed broken green red configured scheduled passed busy active',
);

/** Things that live, in singular; plurals are made. */
const THINGS =
  'container service pod node vm machine host server cluster database db disk drive partition volume pool dataset filesystem image model upstream slot circuit gpu cpu ' +
  'memory swap network interface port firewall alert backup job certificate process daemon unit deployment replica namespace stack site website website page api endpoint ' +
  'nas router switch vpn tunnel dns queue conflict concept edge dimension finding snapshot log error update package kernel lxc ct guest hypervisor array raid ram vram ' +
  'instance system app application backend frontend proxy load latency temperature usage uptime line rule record cron timer connection session user replica shard broker ' +
  'worker controller storage bucket share mount directory folder file config configuration setting repo repository branch scrub sync target issue problem restart';
export const THINGS_SET: ReadonlySet<string> = new Set(THINGS.split(' ').flatMap((thing) => [thing, `${thing}s`, `${thing}es`]));
export const BARE_PLURALS: ReadonlySet<string> = new Set(
  [...THINGS.split(' ').map((thing) => `${thing}s`), 'processes', 'indices', 'people', 'clients', 'users', 'writes', 'reads', 'tools', 'changes', 'fixes', 'databases'],
);
/** Bare, they mean the kind. */
export const MASS = set('swap memory support data access software hardware traffic storage quorum raid bandwidth information');

/** Parts of this talk: what became of them is known without looking. */
export const OWN_THINGS = set(
  'approval approvals tool tools call calls request requests attempt attempts command commands question questions message messages plan plans policy answer reply ' +
    'conversation example examples snippet script template checklist summary draft suggestion suggestions step steps permission access',
);
/** What an answer itself can hold: writing it is no claim. */
export const OWN_WORK = set(
  'example examples snippet snippets checklist list plan script scripts draft template summary table guide overview instructions steps note notes explanation version ' +
    'answer suggestion suggestions outline walkthrough document diagram comparison command commands question details information healthcheck',
);
/** What the operator gave. */
export const OPERATORS_WORDS = set('message question request description mail email words input prompt screenshot paste snippet report post instructions');
export const TELLS = set(
  'said say says mentioned wrote told described describe reported stated claimed explained pasted posted shared provided sent noted asked indicated report write mean meant',
);

/** What shows the state of things. */
export const EVIDENCE = set('log logs output outputs metrics journal results result history dashboard inspection graph trace events scan');
export const SHOWS = set('show shows showed indicate indicates indicated reveal reveals revealed contain contains report reports confirm confirms say says list lists');
/** What is looked up live, behind `here is`. */
export const LIVE_LISTS = set(
  'output result results status state logs log containers pods services vms nodes models processes images volumes alerts metrics disks backups list overview summary',
);
export const SAMPLES = set('example sample typical expected possible e.g such fictional hypothetical similar');

export const MEASURES = set(
  'usage load cpu memory ram vram disk partition uptime temperature capacity latency utilization utilisation space storage pool swap version size iops throughput root nas ' +
    'server filesystem volume drive gpu traffic count replicas',
);
/** What measures do. */
export const MEASURED = set('is are was were at stands sits shows uses using used has averages consumes holds contains takes reached reports');

/** Lists under these say what could be, or what to do. */
export const PLAN_WORDS = set(
  'plan steps step causes cause reasons reason options option ways way checklist recommendations recommend suggestions suggest would could should might possible usual common typical ' +
    'typically usually example examples instructions how why check try consider need needs must before troubleshooting guide tips things if when to whether means meaning here',
);
