// Whether the Festinger of this container answers: exit code 0 or 1. Asks where its lock says that the console is, so that no address
// is written down twice. Run by the container's health check.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const data = process.env.FESTINGER_DATA_DIR;
const locks = [join(data, 'festinger.lock'), join(data, 'demo', 'festinger.lock')];
const lock = locks.find((file) => existsSync(file));
if (!lock) throw new Error(`no Festinger has begun in ${data}`);
// A line each: the process, its console, since when, its host.
const [, url] = readFileSync(lock, 'utf8').split('\n');
const { ok, status } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(4000) });
console.log(`${url}/healthz ${status}`);
process.exitCode = ok ? 0 : 1;
