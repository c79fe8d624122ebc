// What sentences of an answer are about: things that live and the states they can be in, parts of the talk and of the answer, what shows the state of
// things, what is measured. Tables alone. Used by phantom's readers of clauses. Source: agent, D6 Phantom.
import { set } from './words.ts';

/** What a live thing can be, in one word. */
export const STATES = set(
  'running stopped up down online offline healthy unhealthy active inactive loaded unloaded unreachable reachable crashing restarting listening responding ' +
    'responsive unresponsive working exited notready ready pending crashloopbackoff full empty idle busy paused mounted unmounted enabled disabled closed open ' +
    'blocked degraded connected disconnected back failing stuck locked unlocked available unavailable operational fine ok okay good normal stable high low ' +
    'complete completed finished done successful failed broken overloaded throttled outdated up-to-date synced booting starting stopping off on dead alive live ' +
    'installed accessible inaccessible hung deadlocked evicted terminating terminated installed configured scheduled fixed resolved expired valid invalid green red ' +
    'passed powered clean reached exhausted exceeded attached logged queued applied deployed lagging sealed unsealed visible invisible missing present absent frozen corrupt corrupted encrypted exposed vulnerable ' +
    'compromised slow unused orphaned stale reset charged saturated full-duplex fragmented unmanaged idling',
);
/** States that things of the answer or the talk can have too: said of a live thing only. */
export const WEAK_STATES = set(
  'full empty open closed ready good fine ok okay normal high low back available on off done complete completed finished successful valid invalid live ' +
    'stable working fixed resolved failed broken green red configured scheduled passed busy active clean visible missing present slow unused stale',
);

/** Things that live, in singular; plurals are made. */
const THINGS =
  'container service pod node vm machine host server cluster database db disk drive partition volume pool dataset filesystem image model upstream slot circuit gpu cpu ' +
  'memory swap network interface port firewall alert backup job certificate process daemon unit deployment replica namespace stack site website website page api endpoint ' +
  'nas router switch vpn tunnel dns queue conflict concept edge dimension finding snapshot log error update package kernel lxc ct guest hypervisor array raid ram vram ' +
  'instance system app application backend frontend proxy load latency temperature usage uptime line rule record cron timer connection session user replica login failure warning shard broker ' +
  'worker controller storage bucket share mount directory folder file config configuration setting repo repository branch scrub sync target issue problem restart fix ip address hostname change ui check test query mode attempt gateway vault logging ups camera sensor printer library ' +
  'bridge vlan lease token account group socket mailbox cache index schema table lock hook webhook route peer zone resolver tenant appliance bot runner pipeline build';
const plural = (thing: string): string => (/(?:s|x|ch)$/.test(thing) ? `${thing}es` : `${thing}s`);
const PLURALS = THINGS.split(' ').map(plural);
export const THINGS_SET: ReadonlySet<string> = new Set([...THINGS.split(' '), ...PLURALS]);
/** Without a determiner, they mean all of a kind. */
export const BARE_PLURALS: ReadonlySet<string> = new Set([
  ...PLURALS,
  ...'indices people clients writes reads tools changes fixes methods resources packages devices'.split(' '),
]);
/** Bare, they mean the kind. */
export const MASS = set(
  'swap memory support data access software hardware traffic storage quorum raid bandwidth information',
);

/** Parts of this talk: what became of them is known without looking. */
export const OWN_THINGS = set(
  'approval approvals tool tools call calls request requests attempt attempts command commands question questions message messages plan plans policy answer reply ' +
    'conversation example examples snippet script template checklist summary draft suggestion suggestions step steps permission access way ways method methods approach ' +
    'case reason reasons truth idea possibility difference',
);
/** How a thing of this talk may end well: that it did is a claim all the same. */
export const SUCCEEDED = set(
  'completed complete executed succeeded finished done successful fulfilled processed granted carried applied implemented',
);
/** What an answer itself can hold: writing it is no claim. */
export const OWN_WORK = set(
  'example examples snippet snippets checklist list plan script scripts draft template summary table guide overview instructions steps note notes explanation ' +
    'answer suggestion suggestions outline walkthrough document diagram comparison command commands question details information healthcheck',
);
/** What the operator gave. */
export const OPERATORS_WORDS = set(
  'message question request description mail email words input prompt screenshot paste snippet report post instructions',
);
export const TELLS = set(
  'said say says mentioned wrote told described describe reported stated claimed explained pasted posted shared provided sent noted indicated report write mean meant',
);

/** What shows the state of things. */
export const EVIDENCE = set(
  'log logs output outputs metrics journal results result history trace events check checks test tests',
);
export const SHOWS = set(
  'show shows showed gives prints returns indicate indicates indicated reveal reveals revealed contain contains report reports confirm confirms say says list lists',
);
/** What is looked up live, behind `here is`. */
export const LIVE_LISTS = set(
  'output result results status state logs log containers pods services vms nodes models processes images volumes alerts metrics disks backups list overview summary',
);
export const SAMPLES = set(
  'example sample typical expected possible e.g such fictional hypothetical similar',
);

export const MEASURES = set(
  'usage load cpu memory ram vram disk partition uptime temperature capacity latency utilization utilisation space pool swap version iops throughput nas filesystem volume drive gpu address ip kernel hostname',
);
/** What measures do. */
export const MEASURED = set(
  'is are was were at stands sits shows uses using used has averages consumes holds contains takes reached reports',
);

/** Lists under these say what could be, or what to do. */
export const PLAN_WORDS = set(
  'plan steps step causes cause reasons reason options option ways way checklist recommendations recommend suggestions suggest would could should might possible usual common typical ' +
    'typically usually example examples instructions requirements minimum recommended specs how why check try consider need needs must before troubleshooting guide tips things if when whether means meaning',
);
