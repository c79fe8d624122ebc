// Refuses an older Node in one line, before anything that would crash without a word is loaded.
// Runs on any Node: old syntax only.
const wanted = [24, 15];
const found = process.versions.node.split('.').map(Number);
if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error(
    `Festinger needs Node ${wanted.join('.')} or newer and found ${process.versions.node}: run it through npm after \`npm ci\` (which brings Node 24 as a package), or install Node 24.`,
  );
  process.exit(1);
}
