// What each type of package URL asks of its parts, as the published type definitions have it: a table, a row a type. Where a
// definition asks for a namespace that real inventories leave out (`pkg:golang/stdlib`), it is not asked for here. What their
// packages are called in advisories is in ecosystems.ts. Pure; called by purl.ts alone.
// Source: advisory, Evidence.

/** The parts of a package URL before it is known to be one; all decoded. */
export interface PurlParts {
  readonly type: string;
  /** Segments joined by `/`. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | null;
}

type Part = 'namespace' | 'name' | 'version';

interface TypeRule {
  readonly namespace?: 'required' | 'prohibited';
  /** Parts that are not case-sensitive, and so are written in lower case. */
  readonly lower?: readonly Part[];
  /** The namespace is the first segment, a host, and the name all behind it. */
  readonly namedFromSecond?: true;
  /** Qualifiers that have to be there. */
  readonly asks?: readonly string[];
  /** The parts as this type spells them. */
  readonly spell?: (parts: PurlParts) => PurlParts;
  /** What is wrong with it, or null. */
  readonly fault?: (parts: PurlParts) => string | null;
}

const ALONE: TypeRule = { namespace: 'prohibited' };
const NAME: readonly Part[] = ['name'];
const BOTH: readonly Part[] = ['namespace', 'name'];

const RULES: Readonly<Record<string, TypeRule>> = {
  alpm: { lower: BOTH },
  apk: { lower: BOTH },
  bazel: ALONE,
  bitbucket: { lower: BOTH },
  bitnami: { ...ALONE, lower: NAME },
  brew: { lower: BOTH },
  cargo: ALONE,
  'chrome-extension': { ...ALONE, lower: NAME, fault: chromeFault },
  cocoapods: ALONE,
  composer: { lower: BOTH },
  conda: ALONE,
  cpan: {
    fault: ({ name }) =>
      name.includes('::') ? 'the name of a distribution has no ::, that is a module' : null,
  },
  cran: ALONE,
  deb: { lower: BOTH },
  gem: ALONE,
  git: { namedFromSecond: true },
  github: { lower: BOTH, spell: repositoryFirst },
  githubactions: { lower: BOTH, spell: repositoryFirst },
  hackage: ALONE,
  hex: { lower: BOTH },
  huggingface: { lower: ['version'] },
  julia: { ...ALONE, asks: ['uuid'] },
  luarocks: { lower: BOTH },
  mlflow: { ...ALONE, spell: mlflowName },
  npm: { spell: ofRegistry },
  nuget: ALONE,
  oci: { ...ALONE, lower: ['name', 'version'] },
  opam: ALONE,
  otp: { ...ALONE, lower: NAME },
  pub: { ...ALONE, lower: NAME, spell: named((name) => name.replace(/[^a-z0-9_]/g, '_')) },
  pypi: { ...ALONE, lower: ['name', 'version'], spell: named((name) => name.replaceAll('_', '-')) },
  qpkg: { lower: ['namespace'] },
  rpm: { lower: ['namespace'] },
  swid: { asks: ['tag_id'] },
  swift: { namespace: 'required' },
  vcpkg: ALONE,
  'vscode-extension': { namespace: 'required', lower: ['namespace', 'name', 'version'] },
  yocto: { lower: ['namespace'] },
};

const ruleOf = (type: string): TypeRule => (Object.hasOwn(RULES, type) ? (RULES[type] ?? {}) : {});

/** Whether the name of this type reaches from the second segment to the last. */
export const isNamedFromSecond = (type: string): boolean => ruleOf(type).namedFromSecond === true;

/**
 * The parts as their type spells them, or what is wrong with them. A type that is not in the table is taken as it is.
 * @param parts decoded, the type in lower case
 */
export function byType(parts: PurlParts): PurlParts | { readonly fault: string } {
  const rule = ruleOf(parts.type);
  if (rule.namespace === 'prohibited' && parts.namespace !== null)
    return { fault: `${parts.type} has no namespace, and this one has ${parts.namespace}` };
  if (rule.namespace === 'required' && parts.namespace === null)
    return { fault: `${parts.type} needs a namespace` };
  const missing = rule.asks?.find((key) => !parts.qualifiers.has(key));
  if (missing !== undefined) return { fault: `${parts.type} needs the qualifier ${missing}` };
  const lower = (part: Part): string | null =>
    rule.lower?.includes(part) === true ? (parts[part]?.toLowerCase() ?? null) : parts[part];
  const spelled = {
    ...parts,
    namespace: lower('namespace'),
    name: lower('name') ?? parts.name,
    version: lower('version'),
  };
  const own = rule.spell?.(spelled) ?? spelled;
  const fault = rule.fault?.(own) ?? null;
  return fault === null ? own : { fault };
}

function named(spell: (name: string) => string): (parts: PurlParts) => PurlParts {
  return (parts) => ({ ...parts, name: spell(parts.name) });
}

/** A folder of a repository, as actions are named by (`github/codeql-action/init`), is no part of its name. */
function repositoryFirst(parts: PurlParts): PurlParts {
  const [owner = '', name, ...folders] = [...(parts.namespace?.split('/') ?? []), parts.name];
  if (name === undefined) return parts;
  const subpath = [...folders, ...(parts.subpath === null ? [] : [parts.subpath])].join('/');
  return { ...parts, namespace: owner, name, subpath: subpath || null };
}

/**
 * A package that is installed under another name (`x@npm:y@1.0`) is the one behind it. Yarn writes the registry before a version (`x@npm:1.0`), others the version
 * as part of the name (`x%401.0`).
 */
function ofRegistry(parts: PurlParts): PurlParts {
  const whole = [parts.namespace, parts.name].filter(Boolean).join('/');
  const written = parts.version === null ? whole : `${whole}@${parts.version}`;
  const at = written.lastIndexOf('@npm:');
  const target = at < 0 ? written : written.slice(at + '@npm:'.length);
  const meant = at >= 0 && /^[~^]?\d+\.[^@]*$/.test(target) ? `${written.slice(0, at)}@${target}` : target;
  const [, namespace = null, name, version = null] =
    /^(?:(@?[^@/]+)\/)?([^@/]+)(?:@([^@]+))?$/.exec(meant) ?? [];
  return name === undefined ? parts : { ...parts, namespace, name, version };
}

function chromeFault({ name, version }: PurlParts): string | null {
  if (!/^[a-p]{32}$/.test(name)) return 'the name of an extension is 32 letters from a to p';
  return version === null || /^\d{1,9}(?:\.\d{1,9}){0,3}$/.test(version)
    ? null
    : 'the version of an extension is one to four numbers';
}

/** Databricks does not tell the cases of a model's name apart; other registries do. */
function mlflowName(parts: PurlParts): PurlParts {
  const isDatabricks = parts.qualifiers.get('repository_url')?.includes('databricks') === true;
  return isDatabricks ? { ...parts, name: parts.name.toLowerCase() } : parts;
}
