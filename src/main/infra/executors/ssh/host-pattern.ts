// Names of hosts as known_hosts writes them: `*` is any run of characters, `?` one. In steps that never go back further than the
// last star, and so in at most pattern times name. Called by known-hosts.ts.

export function matchesPattern(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resumed = 0;
  for (let n = 0; n < name.length; ) {
    const sign = pattern[at];
    if (sign === '*') {
      star = at++;
      resumed = n;
    } else if (sign === '?' || sign === name[n]) {
      at++;
      n++;
    } else if (star >= 0) {
      at = star + 1;
      n = ++resumed;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
