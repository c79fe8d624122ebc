// http-proxy in front of the mock upstream, for bench/proxy.ts.
//   node bench/proxy/http-proxy.mjs UPSTREAM_URL MODULES_FOLDER   prints its port
import { Agent, createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.argv[3] ?? '.', 'package.json'));
const proxy = require('http-proxy').createProxyServer({
  target: process.argv[2],
  agent: new Agent({ keepAlive: true }),
});
proxy.on('error', (_error, _req, res) => res.destroy());
const server = createServer((req, res) => proxy.web(req, res));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
