// The verbs by which an answer claims to have done or looked at something, in the forms that claims have. Tables, and the forms made from them.
// Used by phantom's readers of clauses. Source: agent, D6 Phantom.

/** Changes of the world. */
const CHANGES =
  'restart stop start kill terminate reboot reload delete remove recreate deploy redeploy scale patch install reinstall uninstall upgrade downgrade ' +
  'enable disable mount unmount format resize migrate move copy rename fix repair resolve clear clean purge prune free pull push load unload ' +
  'download restore snapshot roll drain cordon evict reschedule block unblock open close allow ban silence acknowledge renew rotate reset execute ' +
  'launch trigger schedule register unregister record store retire merge power turn attach detach disconnect expose flush notify relaunch respawn ' +
  'complete finish perform bounce pause unpause resume save rebalance reindex reconnect rebuild provision failover oom-kill shutdown decommission ' +
  'truncate archive extract compress encrypt revoke grant approve rebase commit tag release implement';
/** Changes that may also be of a text in the answer itself. */
const WRITING =
  'create apply update edit modify change add append replace configure adjust set write implement correct switch extend insert enter include';
/** Looks at the world. */
const LOOKS =
  'check verify inspect examine review scan test ping query search confirm monitor analyse analyze investigate fetch retrieve gather probe measure ' +
  'access connect log look go notice observe detect discover identify determine trace diagnose find see run call dig peek audit collect browse';

/** Past and participle of what does not end in -ed; and where the last letter is doubled. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  stop: ['stopped'],
  ban: ['banned'],
  tag: ['tagged'],
  commit: ['committed'],
  log: ['logged'],
  ping: ['pinged'],
  scan: ['scanned'],
  run: ['ran'],
  dig: ['dug'],
  go: ['went', 'gone'],
  find: ['found'],
  see: ['saw', 'seen'],
  write: ['wrote', 'written', 'rewritten', 'rewrote'],
  set: [],
  reset: [],
  rebuild: ['rebuilt'],
  shutdown: ['shut'],
  'oom-kill': ['oom-killed'],
  split: [],
};
/** Participles that look like the base form: only `have` or `been` tells them apart. */
const ALIKE = 'set reset shut split run put cut read spread';

const words = (list: string): string[] => list.split(' ');

function pastForms(base: string): readonly string[] {
  const irregular = IRREGULAR[base];
  if (irregular) return irregular;
  if (base.endsWith('e')) return [`${base}d`];
  return [/[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`];
}

function progressive(base: string): string {
  if (base.endsWith('e') && !base.endsWith('ee')) return `${base.slice(0, -1)}ing`;
  const past = IRREGULAR[base]?.[0];
  const doubled = past?.endsWith('ed') ? past.slice(0, -2) : base;
  return `${doubled}ing`;
}

const pasts = (list: string): ReadonlySet<string> => new Set(words(list).flatMap(pastForms));

const EXTRA_CHANGED = 'took brought put sent done made shut-down backed rolled';
export const CHANGED: ReadonlySet<string> = new Set([...pasts(CHANGES), ...words(EXTRA_CHANGED)]);
export const WROTE: ReadonlySet<string> = pasts(WRITING);
export const LOOKED: ReadonlySet<string> = pasts(LOOKS);
export const ALIKE_PAST: ReadonlySet<string> = new Set(words(ALIKE));
/** Base forms: behind `was able to`, `did`, and in broken grammar behind `have`. */
export const CHANGE: ReadonlySet<string> = new Set([...words(CHANGES), ...words(WRITING), ...words(LOOKS), 'bring', 'get', 'take']);
export const CHANGING: ReadonlySet<string> = new Set([...words(CHANGES), 'create', 'apply', 'update'].map(progressive));

/** What changes are called: `the restart was successful`. */
export const CHANGE_NOUNS: ReadonlySet<string> = new Set(
  words(
    'restart reboot backup restore migration pull download upgrade update rollout deployment cleanup clean-up installation deletion removal snapshot ' +
      'scrub resize rollback shutdown reload sync replication task operation job action scan cleanup maintenance configuration',
  ),
);

/** A participle that tells that something happened to its subject. */
export const isDone = (word: string): boolean => CHANGED.has(word) || WROTE.has(word) || ALIKE_PAST.has(word);
