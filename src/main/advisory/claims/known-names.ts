// Names of who warns, of what is warned of and of where packages come from, and of people, as a model adds them from memory. Named, they stand in what is cited.
// Data, and what finds it. Called by claim-faults.ts. Source: advisory, Guardrails.

const WHO =
  'CISA|NVD|NIST|MITRE|CERT|ENISA|BSI|Red Hat|Debian|Ubuntu|Canonical|SUSE|Oracle|Microsoft|Google|Cisco|VMware|IBM|Amazon|Snyk|Mozilla|Apple|Adobe|Fortinet|Tenable|Qualys|Rapid7|Project Zero|Talos|Kaspersky|CrowdStrike|Mandiant|Intel|AMD|NVIDIA|Siemens|SAP|HackerOne|Trend Micro|Sophos|ESET|Palo Alto';
const WHAT =
  'OpenSSL|Log4j|Log4Shell|Heartbleed|Windows|Windows Server|macOS|Android|Docker|Kubernetes|OpenShift|nginx|Chrome|Firefox|Node\\.js|WordPress|Drupal|Jenkins|Alpine|CentOS|Fedora|RHEL|Exchange|SharePoint|PostgreSQL|MySQL|MongoDB|Struts|Spring|Tomcat|glibc|systemd';
const WHENCE =
  'npm(?!\\s(?:i|install|ci|add|update|upgrade|audit|run|exec)\\b)|PyPI|Maven|crates\\.io|RubyGems|NuGet|Packagist|Hackage|CPAN|CRAN';

const NAME = new RegExp(`(?<![\\p{L}\\p{N}./@_-])(?:${WHO}|${WHAT}|${WHENCE})(?![\\p{L}\\p{N}_/@-])`, 'gu');
const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bcrate\b/i, /crate|cargo|rust/i],
  [/\bruby\s?gem\b|\bgem\spackage/i, /gem|ruby/i],
];
const PERSON =
  /\b(?:reported|discovered|found|disclosed|credited|[Cc]redits?|[Tt]hanks)\s(?:is\s|go(?:es)?\s)?(?:by|to)\s((?:\p{Lu}[\p{L}.'’-]{0,30}\s?){1,4})/gu;

const FINDER =
  /(?<![\p{L}\p{N}.-])(\p{Lu}[\p{L}.'’-]{1,30})\s(?:has\s|have\s)?(?:first\s)?(?:reported|discovered|disclosed|found)\s(?:it|this|the)\b/gu;
const NOBODY =
  /^(?:it|they|he|she|we|you|i|somebody|someone|anybody|nobody|researchers?|maintainers?|developers?|users?|sources?|vendors?|this|that|who|whoever|upstream|others?)$/i;

/** Names in a sentence, as they stand, and what a source cited has to have of each. */
export function namesOf(text: string): { readonly name: string; readonly held: RegExp | null }[] {
  const names = [...text.matchAll(NAME)].map(([name]) => ({ name, held: null }));
  const kinds = KINDS.flatMap(([claims, held]) => {
    const name = claims.exec(text)?.[0];
    return name === undefined ? [] : [{ name, held }];
  });
  const people = [...text.matchAll(PERSON)].flatMap(([, who = '']) =>
    who
      .trim()
      .split(/\s+/)
      .filter((part) => part.length > 1)
      .map((name) => ({ name: name.replace(/[.,]$/, ''), held: null })),
  );
  const finders = [...text.matchAll(FINDER)]
    .map(([, name = '']) => name)
    .filter((name) => !NOBODY.test(name))
    .map((name) => ({ name, held: null }));
  return [...names, ...kinds, ...people, ...finders];
}
