// Words that say whether a word beside them is a name, in the two languages operators are known to write here. Tables; read by the files beside it.
// Source: agent, Context (fuzzy matching).
import type { ResourceKind } from '../../../../shared/model/resource.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** No words of the dictionary, and yet said of things in general. */
export const COMMON: ReadonlySet<string> = set(
  'api app backend backup backups cert cron database db dns docker email frontend homepage http https ip kubernetes localhost login lvm nas podman proxmox router sql ssh speedtest ssl systemd tls ui url vpn webhook webpage webserver website webui wifi wiki yaml',
);

/** What is done, and hardly ever a name without a sign of one. */
export const ACTIVITY: ReadonlySet<string> = set(
  'backup backups build check login mail search test tests update upgrade upload',
);

/** Every sentence has them: behind the word of a kind they are names only where no sentence would go on like that. */
export const FUNCTION_WORDS: ReadonlySet<string> = set(
  'a i am an as at be by do go he if in is it me my no of on or so to up us we ab da du er es im ob um wo zu',
);

/** Kinds a word stands for; the second list where nothing of the first has the name. */
type Kinds = readonly [first: readonly ResourceKind[], second: readonly ResourceKind[]];

const CONTAINER: Kinds = [['docker_container'], ['lxc']];
const SERVICE: Kinds = [
  ['service', 'k8s_service'],
  ['docker_container', 'k8s_deployment', 'lxc'],
];
const MACHINE: Kinds = [
  ['host', 'node'],
  ['vm', 'lxc'],
];
const GUEST: Kinds = [['vm', 'lxc'], []];
const POD: Kinds = [['k8s_pod'], ['k8s_deployment']];
const DEPLOYMENT: Kinds = [['k8s_deployment'], ['docker_container']];
const STORAGE: Kinds = [['storage', 'disk'], ['docker_volume']];
const only = (kind: ResourceKind): Kinds => [[kind], []];

const BY_WORD: readonly (readonly [words: string, kinds: Kinds])[] = [
  ['container containers containern containers', CONTAINER],
  ['service services svc unit dienst dienste', SERVICE],
  ['host hosts machine server box rechner maschine', MACHINE],
  ['node nodes knoten', [['node', 'host'], []]],
  ['guest guests gast', GUEST],
  ['vm vms', only('vm')],
  ['lxc lxcs ct', only('lxc')],
  ['pod pods po', POD],
  ['deployment deployments deploy', DEPLOYMENT],
  ['cluster', only('k8s_cluster')],
  ['model models modell', only('model')],
  ['upstream upstreams', only('upstream')],
  ['image images', only('docker_image')],
  ['volume volumes', only('docker_volume')],
  ['network networks netz netzwerk', only('docker_network')],
  ['storage pool disk disks dataset', STORAGE],
  ['gpu gpus', only('gpu')],
];

export const KINDS_OF: ReadonlyMap<string, Kinds> = new Map(
  BY_WORD.flatMap(([words, kinds]) => words.split(' ').map((word) => [word, kinds] as const)),
);

/** What lies there: meant only by its whole name, and not where something at work has the same. */
export const STORED: ReadonlySet<ResourceKind> = new Set<ResourceKind>([
  ...(['docker_image', 'docker_volume', 'docker_network', 'backup', 'disk', 'gpu'] as const),
]);

/** What follows is one of many, or a product: `a proxy`, `install docker`, `the latest postgres`. */
export const NOT_A_NAME_AFTER: ReadonlySet<string> = set(
  'a an any another some ein eine einen einem einer kein keine install installing installed latest newest import installiere',
);
export const ASKING: ReadonlySet<string> = set('which what whose welche welcher welches welchen');
export const DEFINITE: ReadonlySet<string> = set('the our my this that der die das dem den des unser mein');
export const NAMED: ReadonlySet<string> = set('named called name namens');

/** What is done to a thing: its object is a name. */
export const OPERATIONS: ReadonlySet<string> = set(
  'restart start stop reboot kill pause unpause resume scale redeploy unload drain logs exec inspect top stats attach rm starte stoppe',
);
/** Behind the object, the sentence goes on otherwise. */
export const AFTER_OBJECT: ReadonlySet<string> = set(
  'and or to now please again on with for then gives says first und oder auf neu bitte',
);

/** `queue is stuck`, with a few words between. */
export const BEING: ReadonlySet<string> = set('is was has seems looks became ist war hat scheint');
export const STATES: ReadonlySet<string> = set(
  'down up stuck dead slow offline unreachable unhealthy full gone degraded broken failing crashing leaking restarting filled lost hanging missing stopped paused running read weg tot langsam voll kaputt erreichbar unerreichbar',
);
export const STATE_WORDS_APART = 4;
/** `worker keeps getting killed`. */
export const HAPPENING: ReadonlySet<string> = set(
  'keeps crashed crashes exits exited hangs died dies restarts restarted fails failed leaks stutters startet hängt antwortet',
);
/** A clause begins behind them. */
export const JOINING: ReadonlySet<string> = set('because but if when since while weil aber wenn seit');

export const ASPECTS: ReadonlySet<string> = set(
  'status state log logs config configuration health uptime ports version memory zustand protokoll',
);
export const OF: ReadonlySet<string> = set('of von');
export const AND: ReadonlySet<string> = set('and or und oder');

/** Before the number of a guest. */
export const NUMBERED: ReadonlySet<string> = set('vm vms ct lxc vmid guest container qm pct id');
