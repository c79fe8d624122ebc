// Files whose contents a plain reader may show where no sandbox hides the others: named here, by their real paths, or asked about. Pure.
// Used by executors/confined. Source: structure, S1 (where there is no sandbox).
import { isSecretPath } from './secret-places.ts';

const PLACES: readonly RegExp[] = [
  /^\/var\/log\//,
  /^\/etc\//,
  /^\/usr\/(share|lib|local\/etc)\//,
  /^\/lib\//,
  /^\/sys\/(?!kernel\/(debug|tracing)\/)/,
  /^\/boot\/config-/,
  /\.log(\.\d+|\.1|-\d{8})?$/,
  /^\/(run|var\/run)\/[\w.-]+\.pid$/,
  /^\/run\/systemd\/resolve\/[\w-]+\.conf$/,
  /^\/proc\/(net|mounts|self\/mount(s|info)|[a-z_]+|(asound|irq|tty|device-tree)\/.+|pressure\/\w+|sys\/.+|net\/.+|spl\/.+|driver\/.+|fs\/.+)$/,
  /^\/proc\/(\d+|self|thread-self)\/(maps|smaps|stack|syscall|attr\/current|[ug]id_map|numa_maps|status|stat|statm|limits|cmdline|comm|io|cgroup|sched|schedstat|smaps_rollup|wchan|oom_score|oom_score_adj|oom_adj|mountinfo|mounts|net\/[\w/]+|task\/\d+\/(status|stat|comm))$/,
];

/** @param path a real path */
export const isReadablePlace = (path: string): boolean =>
  !isSecretPath(path) && PLACES.some((place) => place.test(path));
