// Docker, Podman, Kubernetes and Helm: what lists, shows and logs. What reaches another engine or cluster (`-H`, `--kubeconfig`), runs in
// a container or follows without end is in no row. Data only. Used by programs/index.ts.
// Source: decision 051; the manuals of the engines.
import type { ProgramNotes, Table } from '../program.ts';
import { KUBECTL } from './kubectl.ts';

const LS: ProgramNotes = { short: 'aqf:', long: 'all quiet filter= format= no-trunc digests tree' };
const PS: ProgramNotes = {
  short: 'aqlsn:f:',
  long: 'all quiet latest size last= filter= format= no-trunc pod ns sort=',
};
const LOGS: ProgramNotes = {
  short: 'tn:',
  long: 'timestamps tail= since= until= details color names',
  least: 1,
  values: { n: /^(\d+|all)$/ },
};
/** A template that shows no environment. */
const FORMAT = /^(?!.*env)/i;
const INSPECT: ProgramNotes = {
  short: 'f:s',
  long: 'format= size type= pretty verbose',
  least: 1,
  values: { f: FORMAT, format: FORMAT },
};
const STATS: ProgramNotes = { short: 'a', long: 'all no-stream format= no-trunc', needs: 'no-stream' };
const TOP: ProgramNotes = { least: 1, most: 1 };
const HISTORY: ProgramNotes = { short: 'Hq', long: 'format= human quiet no-trunc', least: 1 };
const NONE: ProgramNotes = { short: 'f:', long: 'format=', most: 0 };
const TASKS: ProgramNotes = { short: 'f:q', long: 'filter= format= no-trunc no-resolve quiet', least: 1 };

const CONTAINER: Table = {
  'ls ps list': PS,
  logs: LOGS,
  inspect: INSPECT,
  stats: STATS,
  top: TOP,
  port: { least: 1, most: 2 },
  diff: { least: 1, most: 1 },
};

const COMPOSE: ProgramNotes = {
  short: 'f:p:',
  long: 'file= project-name= project-directory= profile= ansi= progress= compatibility',
  // a name with a scheme or a colon would be fetched
  values: { f: /^[\w./-]+$/, file: /^[\w./-]+$/ },
  sub: {
    ps: { short: 'aq', long: 'all quiet services filter= format= status= orphans no-trunc' },
    ls: { short: 'aq', long: 'all quiet filter= format=', most: 0 },
    top: {},
    logs: { short: 'tn:', long: 'timestamps tail= since= until= no-color no-log-prefix index=' },
    images: { short: 'q', long: 'quiet format=' },
    config: {
      short: 'q',
      long: 'services volumes images profiles networks quiet hash=',
      needs: 'services volumes images profiles networks quiet hash q',
    },
    version: { short: 'f:', long: 'short format=', most: 0 },
    port: { long: 'protocol= index=', least: 2, most: 2 },
    stats: { long: 'no-stream format= all', needs: 'no-stream' },
    volumes: { short: 'q', long: 'quiet format=' },
  },
};

const ENGINE: ProgramNotes = {
  short: 'v',
  sub: {
    ...CONTAINER,
    images: LS,
    history: HISTORY,
    version: NONE,
    info: NONE,
    container: { sub: CONTAINER },
    image: {
      sub: {
        'ls list': LS,
        inspect: INSPECT,
        history: HISTORY,
        diff: { long: 'format=', most: 2 },
        tree: { most: 1 },
      },
    },
    network: { sub: { 'ls list': LS, inspect: INSPECT } },
    volume: { sub: { 'ls list': LS, inspect: INSPECT } },
    system: { sub: { df: { short: 'v', long: 'verbose format=', most: 0 }, info: NONE } },
    buildx: { sub: { 'ls list inspect': NONE, version: NONE, du: { long: 'verbose filter=', most: 0 } } },
    machine: { sub: { 'list ls inspect info': { short: 'q', long: 'format= quiet', most: 1 } } },
    context: { sub: { 'ls list': { short: 'q', long: 'format= quiet', most: 0 }, show: { most: 0 } } },
    node: { sub: { 'ls list': LS, ps: TASKS, inspect: INSPECT } },
    service: {
      sub: {
        'ls list': LS,
        ps: TASKS,
        inspect: INSPECT,
        logs: { ...LOGS, long: 'timestamps tail= since= no-trunc no-resolve raw details no-task-ids' },
      },
    },
    stack: { sub: { 'ls list': NONE, ps: TASKS, services: TASKS } },
    secret: { sub: { 'ls list': LS } },
    config: { sub: { 'ls list': LS } },
    plugin: { sub: { 'ls list': LS, inspect: INSPECT } },
    compose: COMPOSE,
    pod: { sub: { 'ls ps list': PS, inspect: INSPECT, top: TOP, logs: LOGS } },
  },
};

const HELM =
  'namespace= all-namespaces output= kube-context= revision= all filter= max= date reverse deployed failed pending';
const RELEASE: ProgramNotes = { short: 'n:o:', long: HELM, least: 1, most: 1 };

export const CONTAINERS: Table = {
  'docker podman nerdctl': ENGINE,
  'docker-compose podman-compose': { ...COMPOSE, short: 'f:p:v' },
  crictl: {
    sub: {
      'ps pods images': { short: 'aqo:', long: 'all quiet output= name= state= pod= label=' },
      'inspect inspectp inspecti': { short: 'o:', long: 'output=', least: 1 },
      logs: { short: 't', long: 'tail= since= timestamps', least: 1 },
      'info version': { short: 'o:' },
    },
  },
  'kubectl oc': KUBECTL,
  helm: {
    sub: {
      'list ls': { short: 'n:Aao:f:m:dr', long: HELM, most: 0 },
      'status history': RELEASE,
      get: { sub: { 'manifest notes hooks metadata': RELEASE } },
      search: { sub: { repo: { short: 'lo:', long: 'versions output= version=' } } },
      repo: { sub: { 'list ls': { short: 'o:', long: 'output=', most: 0 } } },
      version: { long: 'short template=', most: 0 },
    },
  },
};
