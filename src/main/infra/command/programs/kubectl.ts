// kubectl: the options of every sub-command and the sub-commands that only show, secrets left out. Data only. Used by containers.ts.
// Source: structure, S1; the Kubernetes reference.
import type { ProgramNotes } from '../program.ts';

const EVERY = 'namespace= context= request-timeout= cluster= help';
const of = (short: string, long: string, more: ProgramNotes = {}): ProgramNotes => ({
  ...more,
  short: `n:${short}`,
  long: `${EVERY} ${long}`,
});

const NO_SECRETS = /^(?!.*secret)[\w@%+=:,./*-]+$/i;
/** Not a file with a template in it. */
const OUTPUT = /^(wide|yaml|json|name|(jsonpath|custom-columns|go-template)=.*)$/;

export const KUBECTL: ProgramNotes = {
  short: 'n:',
  long: EVERY,
  sub: {
    get: of(
      'Ao:l:L:',
      'all-namespaces output= selector= label-columns= field-selector= sort-by= show-labels no-headers show-kind ignore-not-found chunk-size= template= output-watch-events show-managed-fields',
      { least: 1, like: NO_SECRETS, values: { o: OUTPUT, output: OUTPUT } },
    ),
    describe: of('Al:', 'all-namespaces selector= show-events=? chunk-size=', { least: 1, like: NO_SECRETS }),
    logs: of(
      'c:pl:',
      'container= previous selector= tail= since= since-time= timestamps all-containers=? prefix=? limit-bytes= max-log-requests= ignore-errors',
      {},
    ),
    top: of('', '', {
      sub: {
        'pod pods po': of(
          'Al:c',
          'all-namespaces selector= containers sort-by= no-headers sum field-selector=',
        ),
        'node nodes no': of('l:', 'selector= sort-by= no-headers show-capacity'),
      },
    }),
    version: of('o:', 'client output= short', { most: 0 }),
    'cluster-info': of('', '', { most: 0 }),
    'api-resources': of(
      'o:',
      'output= namespaced=? verbs= api-group= no-headers sort-by= cached categories=',
      { most: 0 },
    ),
    'api-versions': of('', '', { most: 0 }),
    explain: of('', 'recursive api-version= output=', { least: 1, most: 1 }),
    events: of('Ao:', 'all-namespaces output= types= for= no-headers', { most: 0 }),
    auth: of('', '', {
      sub: {
        'can-i': of('A', 'all-namespaces list quiet subresource= no-headers'),
        whoami: of('o:', 'output=', { most: 0 }),
      },
    }),
    rollout: of('', '', {
      sub: {
        history: of('o:l:', 'revision= output= selector='),
        status: of('w:l:', 'timeout= watch= revision= selector=', {
          needs: 'timeout watch',
          values: { timeout: /^\d{1,3}s?$/, watch: /^false$/ },
        }),
      },
    }),
    config: of('', '', {
      sub: {
        'get-contexts get-clusters get-users': of('o:', 'output= no-headers'),
        'current-context': of('', '', { most: 0 }),
        view: of('o:', 'output= minify flatten=?', { most: 0 }),
      },
    }),
  },
};
