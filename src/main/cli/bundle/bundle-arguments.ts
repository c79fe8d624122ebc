// The arguments of the commands over offline bundles, from parsed options to commands.
import { BRIEF_PROFILES } from '../../../shared/model/evidence/brief.ts';
import { mistake } from '../mistake.ts';
import type { RunningSite } from '../operator-call.ts';
import type { BundleCommand } from './bundles.ts';

interface Values {
  readonly project?: string | undefined;
  readonly 'no-evidence'?: boolean | undefined;
  readonly 'no-graph'?: boolean | undefined;
  readonly brief?: string | undefined;
  readonly revision?: string | undefined;
  readonly profile?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly key?: readonly string[] | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly 'trust-unsigned'?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export function bundleCommand(
  name: BundleCommand['name'],
  values: Values,
  words: readonly string[],
  place: RunningSite,
): BundleCommand {
  const [file, surplus] = words;
  if (surplus !== undefined)
    throw mistake(`\`festinger ${name}\` takes one argument, and got "${surplus}" too.`);
  switch (name) {
    case 'export-bundle':
      if (file === undefined) throw mistake('Name the file: festinger export-bundle FILE.');
      return {
        ...{ name, ...place, file, project: values.project, brief: briefOf(values) },
        ...{ profile: profileOf(values), overwrite: values.overwrite ?? false },
        ...{ evidence: !values['no-evidence'], graph: !values['no-graph'] },
      };
    case 'import-bundle':
      if (file === undefined) throw mistake('Name the file: festinger import-bundle FILE --key PUB.pem.');
      return {
        ...{ name, ...place, file, keys: values.key ?? [], dryRun: values['dry-run'] ?? false },
        ...{ trustUnsigned: values['trust-unsigned'] ?? false, json: values.json ?? false },
      };
    case 'verify-bundle':
      if (file === undefined) throw mistake('Name the file: festinger verify-bundle FILE --key PUB.pem.');
      return { name, file, keys: values.key ?? [], json: values.json ?? false };
    case 'public-key':
      if (file !== undefined)
        throw mistake('`festinger public-key` takes no argument; --profile NAME says whose.');
      return { name, ...place, profile: profileOf(values) };
  }
}

function briefOf({ brief, revision, 'no-evidence': noEvidence, 'no-graph': noGraph }: Values) {
  if (brief === undefined) {
    if (revision !== undefined) throw mistake('--revision goes with --brief CACHE_KEY.');
    return undefined;
  }
  if (noEvidence || noGraph)
    throw mistake('A brief goes alone: --no-evidence and --no-graph are for an export.');
  if (!/^[0-9a-f]{64}$/.test(brief))
    throw mistake('--brief wants the cache_key of a brief: 64 digits of hexadecimal.');
  if (revision !== undefined && !/^[1-9]\d{0,8}$/.test(revision))
    throw mistake('--revision is a number from 1 on.');
  return { cacheKey: brief, revision };
}

function profileOf({ profile }: Values) {
  if (profile === undefined) return undefined;
  const known = BRIEF_PROFILES.find((name) => name === profile);
  if (!known) throw mistake(`--profile is one of ${BRIEF_PROFILES.join(', ')}.`);
  return known;
}
