// Verbs by which an answer claims to have done or looked at something, in the forms that claims have: tables, and the forms made from them.
// Used by phantom's readers of clauses. Source: agent, D6 Phantom.

const words = (list: string): string[] => list.split(' ');

/** Changes of the world. */
const CHANGES = words(
  'restart stop start kill terminate reboot reload delete remove recreate deploy redeploy scale patch install reinstall uninstall upgrade downgrade ' +
    'enable disable mount unmount format resize migrate move copy rename fix repair resolve clear clean purge prune free pull push load unload ' +
    'download upload restore snapshot roll drain cordon uncordon evict reschedule block unblock open close allow ban silence acknowledge renew rotate ' +
    'execute launch trigger schedule register unregister record store retire merge power turn switch attach detach disconnect expose flush notify ' +
    'relaunch respawn complete finish perform bounce pause unpause resume save rebalance reindex reconnect provision failover oom-kill decommission ' +
    'truncate archive extract compress encrypt revoke grant rebase commit initiate activate deactivate solve correct swap empty wipe end kick retrieve ' +
    'point redirect bind assign allocate sync publish promote demote drop retry re-create re-deploy re-enable process submit queue dispatch transfer ' +
    'destroy erase reclaim crash isolate quarantine bootstrap join shut-down increase decrease reduce raise lower double expand shrink tighten relax limit cap throttle revert spawn allot ' +
    'escalate migrate enlarge grow halt abort cancel suspend hibernate wake reserve configure',
);
/** What may also be done to a text in the answer itself. */
const WRITING = words(
  'create apply update edit modify change add append replace configure adjust set write rewrite overwrite implement extend insert enter mark highlight ' +
    'comment simplify shorten reword rephrase improve restructure refactor rearrange tweak tune optimise optimize note',
);
/** Looks at the world. */
const LOOKS = words(
  'check verify inspect examine review scan test ping query search confirm monitor analyse analyze investigate fetch gather probe measure access ' +
    'connect log look notice observe detect discover identify determine trace diagnose find see run call dig peek audit collect browse read',
);

/** Past and participle of what does not end in -ed; and where the last letter is doubled. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  ...{
    stop: ['stopped'],
    ban: ['banned'],
    commit: ['committed'],
    log: ['logged'],
    scan: ['scanned'],
    run: ['ran', 'run'],
    dig: ['dug'],
  },
  ...{
    find: ['found'],
    see: ['saw', 'seen'],
    write: ['wrote', 'written'],
    rewrite: ['rewrote', 'rewritten'],
    set: ['set'],
    read: ['read'],
  },
  ...{
    overwrite: ['overwrote', 'overwritten'],
    'oom-kill': ['oom-killed'],
    'shut-down': ['shut'],
    drop: ['dropped'],
    swap: ['swapped'],
  },
  ...{ submit: ['submitted'], bind: ['bound'] },
};
/** The base form too: only `have`, `been` or who speaks tells them apart. */
const ALIKE = new Set(words('set reset shut split run put cut read spread'));
/** Irregular pasts of whatever somebody may have done. */
const OTHER_PASTS = new Set(
  words(
    'took taken gave given brought made put sent done built rebuilt went gone got began begun spun re-ran reran withdrew froze frozen threw thrown held ' +
      'undid undone redid redone hid swept laid split reset cut forced tore torn shook',
  ),
);

function pastForms(base: string): readonly string[] {
  const irregular = IRREGULAR[base];
  if (irregular) return irregular;
  if (base.endsWith('e')) return [`${base}d`];
  return [/[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`];
}

function progressive(base: string): string {
  if (base.endsWith('e') && !base.endsWith('ee')) return `${base.slice(0, -1)}ing`;
  const past = IRREGULAR[base]?.[0];
  return `${past?.endsWith('ed') ? past.slice(0, -2) : base}ing`;
}

const pasts = (bases: readonly string[]): string[] => bases.flatMap(pastForms);

export const CHANGED: ReadonlySet<string> = new Set([
  ...pasts(CHANGES),
  ...words('taken given put sent shut backed spun split reset rebuilt carried sorted'),
]);
export const WROTE: ReadonlySet<string> = new Set(pasts(WRITING));
export const LOOKED: ReadonlySet<string> = new Set(pasts(LOOKS));
/** Base forms: behind `was able to` and `did`. */
export const ACTS: ReadonlySet<string> = new Set([
  ...CHANGES,
  ...WRITING,
  ...LOOKS,
  'bring',
  'get',
  'take',
  'reset',
  'shut',
  'put',
  'create',
]);
export const CHANGING: ReadonlySet<string> = new Set(
  [...CHANGES, 'create', 'apply', 'update', 'run', 'shut']
    .map(progressive)
    .concat(words('running resetting putting shutting')),
);
/** Behind `have`, broken grammar and not a noun. */
export const MEANT_AS_DONE: ReadonlySet<string> = new Set(
  words(
    'restart stop start reboot delete remove install uninstall kill create pull enable disable reload unload',
  ),
);

/** What changes are called: `the restart was successful`. */
export const CHANGE_NOUNS: ReadonlySet<string> = new Set(
  words(
    'restart reboot backup restore migration pull download upgrade update rollout deployment cleanup clean-up installation deletion removal snapshot ' +
      'scrub resize rollback import export crash shutdown reload sync replication task operation job action scan maintenance configuration change changes upload transfer',
  ),
);

/** Speaking, thinking, and the work on an answer: having done so is no claim about the world. */
const MINDED = new Set(
  words(
    'said told explained described mentioned assumed thought understood meant wanted wished hoped needed liked preferred knew believed felt guessed suspected ' +
      'figured considered decided chose chosen picked recommended suggested advised proposed offered promised asked answered replied responded listed outlined ' +
      'summarised summarized sketched drafted prepared compiled included covered focused based kept left skipped omitted ignored tried attempted failed refused ' +
      'declined neglected apologised apologized misunderstood misread overlooked forgot learned remembered referred showed demonstrated illustrated quoted translated ' +
      'calculated computed worked had received heard expected intended planned provided shared broke walked limited trained designed allowed ' +
      'supposed used interested concerned confused excited pleased delighted structured organised organized arranged grouped numbered defined followed',
  ),
);

/** A past form of whatever verb, unless it is one of the mind or the mouth. */
export function isAct(word: string): boolean {
  if (MINDED.has(word)) return false;
  if (CHANGED.has(word) || WROTE.has(word) || LOOKED.has(word) || OTHER_PASTS.has(word)) return true;
  return word.length > 4 && word.endsWith('ed') && !(word.endsWith('eed') && word !== 'freed');
}

export const looksLikeBase = (word: string): boolean => ALIKE.has(word);

/** A participle that tells that something happened to its subject. */
export const isDone = (word: string): boolean => CHANGED.has(word) || WROTE.has(word);

/** What is told of things in general and of their history. */
const LORE = new Set(
  words(
    'released introduced designed developed adopted deprecated supported superseded used known considered discussed maintained based called named written ' +
      'created intended built made documented standardised standardized described mentioned explained required needed recommended discontinued abandoned forked',
  ),
);

/** The same, of any verb: behind `has been`. */
export const hasHappened = (word: string): boolean =>
  isDone(word) ? !LORE.has(word) || WROTE.has(word) : isAct(word) && !LORE.has(word);
