// A claim of a model as it was meant: sources were shown to it with four signs escaped, and it repeats them so. Decodes exactly these, once: what was
// planted as `&amp;lt;` becomes `&lt;` and no sign. Called before a claim is checked. Source: advisory, Prompt assembly.

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** @example decodeClaim('versions &lt; 1.2 &amp;lt;') // 'versions < 1.2 &lt;' */
export function decodeClaim(text: string): string {
  return text.replace(/&(lt|gt|amp|quot);/g, (whole, name: string) => SIGNS[name] ?? whole);
}
