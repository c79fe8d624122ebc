// What an operator did in the console beside the memory, in words: the call and what it was about, as the host's chain recorded them.
// Pure; never throws. A call that nobody has words for, such as one of an older version, is spelt out.
import { settingTitle } from '../../../shared/setting-titles.ts';

type About = Readonly<Record<string, unknown>>;

/** `clients.addKey` as words: clients, add key. */
const spelt = (call: string): string =>
  call
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('.', ', ');

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return JSON.stringify(value) ?? 'none';
}

function counted(list: unknown, one: string, many: string): string {
  const count = Array.isArray(list) ? list.length : 1;
  return `${count} ${count === 1 ? one : many}`;
}

/** Members that were given, in words: `, weight 2`. */
const given = (about: About, ...names: readonly string[]): string =>
  names
    .filter((name) => about[name] !== undefined && about[name] !== null)
    .map((name) => `, ${spelt(name)} ${said(about[name])}`)
    .join('');

const STARTED = (about: About): string => {
  if (about.open === true) return 'the first run was begun again';
  if (about.open === false) return 'the first run was ended';
  const skipped = Array.isArray(about.skipped) ? about.skipped.map(said).join(', ') : '';
  return `steps of the first run that are left out: ${skipped === '' ? 'none' : skipped}`;
};

/** By the call; what is missing in a record of old is said to be `none`. */
const WORDS: Readonly<Record<string, (about: About) => string>> = {
  'alerts.acknowledge': ({ id, note }) =>
    `alert ${said(id)} was acknowledged${note === '' || note === undefined ? '' : `: ${said(note)}`}`,
  'alerts.silence': ({ resourceId, rule, reason }) =>
    `alerts were silenced: ${said(rule ?? 'every rule')}, ${said(resourceId ?? 'every resource')} (${said(reason)})`,
  'alerts.endSilence': ({ id }) => `silence ${said(id)} was ended`,
  'alerts.expect': ({ resourceId, expected }) =>
    `${said(resourceId)} is expected to be: ${said(expected).replaceAll('_', ' ')}`,
  'notifications.addBrowser': ({ label }) => `browser ${said(label)} is notified from now on`,
  'notifications.removeBrowser': ({ id }) => `browser ${said(id)} is not notified any more`,
  'briefs.ask': ({ task }) => `a brief was asked for: ${spelt(said(task)).replaceAll('_', ' ')}`,
  'briefs.cancel': ({ cacheKey }) => `the making of brief ${said(cacheKey)} was ended`,
  'briefs.pinModel': ({ profile }) =>
    `the model that words briefs (${said(profile)}) was pinned as it is now`,
  'briefs.rotateKey': ({ algorithm, replaces }) =>
    `a new ${said(algorithm)} key signs from now on${replaces === null ? '' : `, in place of ${said(replaces)}`}`,
  'bundles.export': ({ project }) => `an offline bundle of ${said(project)} was made`,
  'bundles.remove': ({ name }) => `offline bundle ${said(name)} was removed`,
  'clients.save': ({ name }) => `client ${said(name)} was saved`,
  'clients.remove': ({ name }) => `client ${said(name)} was removed`,
  'clients.addKey': ({ name }) => `client ${said(name)} got a key`,
  'clients.revokeKey': ({ id }) => `key ${said(id)} was withdrawn`,
  'evidence.add': ({ paths }) =>
    `imported: ${Array.isArray(paths) && paths.length === 1 ? said(paths[0]) : counted(paths, 'file', 'files')}`,
  'evidence.acceptKey': ({ issuers }) =>
    `key accepted for ${Array.isArray(issuers) && issuers.length === 1 ? said(issuers[0]) : counted(issuers, 'issuer', 'issuers')}`,
  'evidence.removeKey': ({ keyId }) => `key ${said(keyId)} is no longer accepted`,
  'evidence.importEcosystem': ({ ecosystem }) => `all advisories of ${said(ecosystem)} were imported`,
  'evidence.removeEcosystem': ({ ecosystem }) => `the advisory database ${said(ecosystem)} was removed`,
  'evidence.remove': ({ id }) => `document ${said(id)} was removed`,
  'findings.decide': ({ keys, kind }) =>
    `${counted(keys, 'finding', 'findings')} decided: ${said(kind).replaceAll('_', ' ')}`,
  'findings.undo': ({ decisions }) => `${counted(decisions, 'decision', 'decisions')} on findings taken back`,
  'findings.bindTo': ({ product, resource }) => `${said(resource)} runs ${said(product)}`,
  'findings.setVersionActive': ({ product, version, active }) =>
    `version ${said(version)} of ${said(product)} was ${active === true ? 'kept active' : 'retired'}`,
  'findings.unbindFrom': ({ product, resource }) => `${said(resource)} no longer runs ${said(product)}`,
  'jobs.retry': ({ id }) => `job ${said(id)} was begun again`,
  'models.add': ({ label, provider, modelName }) =>
    `model ${said(label ?? modelName)} was added: ${said(modelName)} of ${said(provider)}`,
  'models.update': ({ id }) => `model ${said(id)} was changed`,
  'models.remove': ({ id }) => `model ${said(id)} was removed`,
  'start.set': STARTED,
  'start.removeDemo': () => 'the demo was removed',
  'system.setSetting': ({ key, value }) => `${settingTitle(said(key))}: now ${said(value)}`,
  'transfer.backup': () => 'a backup was taken',
  'upstreams.add': (about) =>
    `upstream ${said(about.name)} was added: ${said(about.url)}${given(about, 'weight', 'slots')}`,
  'upstreams.update': (about) =>
    `upstream ${said(about.name)} was changed${given(about, 'url', 'weight', 'slots')}`,
  'upstreams.remove': ({ name }) => `upstream ${said(name)} was removed`,
};

/** Whether the call has words of its own. */
export const hasWords = (call: string): boolean => Object.hasOwn(WORDS, call);

/** @param about the members the contract lets be kept */
export function callWords(call: string, about: About): string {
  if (hasWords(call)) return WORDS[call]?.(about) ?? spelt(call);
  const members = Object.entries(about).map(([name, value]) => `${spelt(name)} ${said(value)}`);
  return [spelt(call), members.join(', ')].filter((part) => part !== '').join(': ');
}
