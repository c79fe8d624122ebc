// Promise: every file that a command executes or applies is named, or what cannot be named is said with the reason; a name that only looks
// like one costs a line on a card, a name that is missed runs unseen.
import { describe, expect, it } from 'vitest';
import { executedFiles } from './executed-files.ts';

/** As one line: `./x` a file, `?./x` one that may be missing, `a|b` the first that exists, `!name` one nobody can read. */
const shown = (command: string): string =>
  executedFiles(command)
    .map((one) => ('reason' in one ? `!${one.name}` : `${one.isOptional ? '?' : ''}${one.paths.join('|')}`))
    .join(' ');

describe('a command executes or applies', () => {
  it.each([
    ['./deploy.sh --now', '././deploy.sh'],
    ['/opt/x/run', '/opt/x/run'],
    ['/usr/bin/systemctl restart x', ''],
    ['/usr/local/bin/tool', ''],
    ['/usr/bin/../../tmp/x', '!/usr/bin/../../tmp/x'],
    ['sh /srv/a.sh', '/srv/a.sh'],
    ['bash -eu /srv/a.sh arg', '/srv/a.sh'],
    ['bash -o pipefail /srv/a.sh', '/srv/a.sh'],
    ['source env.sh', './env.sh'],
    ['. /etc/profile.d/x.sh', '/etc/profile.d/x.sh'],
    ['python3.12 -u -W ignore /srv/x.py', '/srv/x.py'],
    ['python3 -c "print(1)"', ''],
    ['perl -w x.pl', './x.pl'],
    ['perl -pi -e s/a/b/ /etc/x', ''],
    ['ruby x.rb', './x.rb'],
    ['node --env-file=/srv/e /srv/x.js', '/srv/e /srv/x.js'],
    ['php x.php', './x.php'],
    ['sudo -u www-data ./x', '././x'],
    ['sudo -n X=1 sh x', './x'],
    ['env A=1 ./x', '././x'],
    ['timeout -k 5 30s nohup ./x', '././x'],
    ['nice -n 5 ionice -c 3 ./x', '././x'],
    ['env -C /srv ./x', '/srv/./x'],
    ['kubectl apply -f a.yaml -f /srv/b.yaml', './a.yaml /srv/b.yaml'],
    ['kubectl -n prod delete --filename=a.yaml,b.yaml', './a.yaml ./b.yaml'],
    ['kubectl apply -k overlays/prod', './overlays/prod'],
    ['kubectl apply -f https://x.example/y.yaml', '!https://x.example/y.yaml'],
    ['kubectl get pods', ''],
    ['kubectl apply -Rf /srv/k', '/srv/k'],
    ['docker-compose -f /srv/c.yaml up', '/srv/c.yaml'],
    ['env - ./x', '././x'],
    ['sudo --user=app -- ./x', '././x'],
    ['sudo -uapp ./x', '././x'],
    ['flock /l -c ./x', '././x'],
    ['flock /l ./x', '././x'],
    ['xargs -n1 ./x', '././x'],
    ['busybox sh x', './x'],
    ['coproc ./x', '././x'],
    ['! time ./x &', '././x'],
    ["$'./x'", '././x'],
    ['sysctl --load=/srv/x.conf', '/srv/x.conf'],
    ['bash -s arg < /srv/x', '/srv/x'],
    ['ssh delly bash -s < /srv/x', '/srv/x'],
    ['cat a.yaml | kubectl apply -f -', './a.yaml'],
    ['kubectl apply -f - < a.yaml', './a.yaml'],
    ['docker compose -f /srv/c.yaml --env-file /srv/e up -d', '/srv/c.yaml /srv/e'],
    [
      'cd /srv/media && docker compose up -d',
      '/srv/media/compose.yaml|/srv/media/compose.yml|/srv/media/docker-compose.yaml|/srv/media/docker-compose.yml ' +
        '?/srv/media/compose.override.yaml|/srv/media/compose.override.yml|/srv/media/docker-compose.override.yaml|/srv/media/docker-compose.override.yml ?/srv/media/.env',
    ],
    ['docker build -t x -f Dockerfile.prod .', './Dockerfile.prod'],
    ['docker build -t x /srv/app', '/srv/app /srv/app/Dockerfile|/srv/app/Containerfile'],
    ['docker load -i /srv/i.tar', '/srv/i.tar'],
    ['docker load < /srv/i.tar', '/srv/i.tar'],
    ['docker restart web', ''],
    ['crontab -u root /srv/cron', '/srv/cron'],
    ['crontab -r', ''],
    ['psql -U app -f /srv/x.sql db', '/srv/x.sql'],
    ['mysql db < /srv/x.sql', '/srv/x.sql'],
    ['sh < /srv/x.sh', '/srv/x.sh'],
    ['wc -l < /srv/x.sh', ''],
    ['systemctl enable --now /srv/x.service', '/srv/x.service'],
    ['systemctl enable nginx', ''],
    ['ansible-playbook -i hosts -l web site.yml', './hosts ./site.yml'],
    ['terraform apply /srv/plan', '/srv/plan'],
    ['terraform apply -auto-approve', '!the configuration in its directory'],
    ['nft -f /etc/nftables.conf', '/etc/nftables.conf'],
    ['iptables-restore < /srv/rules', '/srv/rules'],
    ['ip -batch /srv/b', '/srv/b'],
    ['sysctl -p /etc/sysctl.d/x.conf', '/etc/sysctl.d/x.conf'],
    ['sysctl -p', '/etc/sysctl.conf'],
    ['sysctl -w a=b', ''],
    ['xargs -a /srv/list rm', '/srv/list'],
    ['make -f /srv/Make all', '/srv/Make'],
    ['make -C /srv all', '/srv/GNUmakefile|/srv/makefile|/srv/Makefile'],
    ['at -f /srv/x now', '/srv/x'],
    ['git apply /srv/x.patch', '/srv/x.patch'],
    ['patch -p1 -i /srv/x.patch', '/srv/x.patch'],
    ['apt-get install ./x.deb curl', '././x.deb'],
    ['cd /srv && ./x && cd y && ./z', '/srv/./x /srv/y/./z'],
    ['(cd /srv && ./x); ./y', '/srv/./x ././y'],
    ['cd /srv || exit 1; ./x', '/srv/./x'],
    ['cd ~/app && ./x', '~/app/./x'],
    ['~/bin/x', '~/bin/x'],
    ["sh '~/x'", './~/x'],
    ['sh -c "cd /srv && ./x"', '/srv/./x'],
    ['bash -lc ./x', '././x'],
    ["sudo bash -c 'sh /srv/a; python /srv/b'", '/srv/a /srv/b'],
    ['su - app -c /srv/x', '/srv/x'],
    ['find . -name x -exec /srv/x {} \\;', '/srv/x'],
    ['if true; then ./x; fi', '././x'],
    ['for f in a b; do sh /srv/x; done', '/srv/x'],
    ['echo "$(sh /srv/x)"', '/srv/x'],
    ['diff <(sh /srv/a) <(sh /srv/b)', '/srv/a /srv/b'],
    ['sh <<EOF\n/srv/x\nEOF', '/srv/x'],
    ['echo /srv/x | sh', '/srv/x'],
    ['LD_PRELOAD=/srv/x.so ls', '/srv/x.so'],
    ['rm -rf /srv/x && systemctl restart y', ''],
  ])('%s', (command, expected) => {
    expect(shown(command)).toBe(expected);
  });

  it.each<[string, string | null]>([
    ['./x', null],
    ['cd /srv && chmod +x x && ./x', null],
    ['git pull && ./x', 'git'],
    ['echo evil > x; sh x', 'echo'],
    ["sh -c 'curl -o x u && ./x'", 'curl'],
    ['./x && git pull && ./x', 'git'],
    ['./x "$(git pull)"', 'git'],
  ])('and says what runs before a file and could change it: %s', (command, after) => {
    expect(executedFiles(command).map((one) => 'after' in one && one.after)).toEqual([after]);
  });

  it.each([
    ['sh "$FILE"', '"$FILE"', /variable/],
    ['$SCRIPT now', '$SCRIPT', /variable/],
    ['sh /srv/*.sh', '/srv/*.sh', /pattern/],
    ['sh <(curl x)', '<(curl x)', /another command/],
    ['curl x | sh', 'the input of sh', /another command/],
    ['cd $X && ./x', './x', /directory/],
    ['cd /a || cd /b; ./x', './x', /directory/],
    ['sudo -i ./x', './x', /directory/],
    ['for d in a b; do ./x; cd $d; done', './x', /directory/],
    ['f() { ./x; }; cd /srv; f', './x', /directory/],
    ['sh /srv/../x', '/srv/../x', /\.\./],
    ['python -Z /srv/x.py', 'the script of python', /-Z/],
    ['find . | xargs sh', 'the words it reads', /where it runs/],
    ['find . -exec sh {} +', '{}', /where it runs/],
    ['docker exec web sh /x.sh', '/x.sh', /container/],
    ['ssh delly sh /x.sh', '/x.sh', /another host/],
    ['PATH=/tmp:$PATH deploy', 'PATH', /programs/],
    ['sudo env PATH=/tmp deploy', 'PATH', /programs/],
    ['sh /srv/x.sh; (', 'sh /srv/x.sh; (', /parsed/],
  ])('what cannot be read beforehand, and says why: %s', (command, name, why) => {
    const notes = executedFiles(command).flatMap((one) => ('reason' in one ? [one] : []));
    expect(notes.find((one) => one.name === name)?.reason).toMatch(why);
  });

  it.each(['sudo ', 'find . -exec ', 'env A=1 ', '1.1;', 'x;'])('and stops where %s is repeated', (text) => {
    const notes = executedFiles(text.repeat(20_000 / text.length)).map(
      (one) => 'reason' in one && one.reason,
    );
    expect(notes.join()).toMatch(/too many/);
  });
});
