// Promise: what destroys data or locks people out is high, in each of the ways it is written; what is beside it is not. Source: agent, Intent
// classification.
import { describe, expect, it } from 'vitest';
import { policyOf } from './policy.ts';

const riskOf = (command: string) => policyOf(command, { onOwnHost: false, hasSandbox: false }).risk;

/** A line a command; what follows the name of a group is high. */
const HIGH: Readonly<Record<string, string>> = {
  'recursive deletes': `
    rm -r x
    rm -fR x
    rm --recursive x
    rm x -rf
    sudo rm -rf /srv/x
    find /srv -name '*.log' -delete
    find /srv -exec rm {} +
    fd -x rm
    rsync -a --delete a/ b/
    rsync -a --delete-after a/ b/
    rsync -a --remove-source-files a/ b/
    git clean -fdx
    git clean -xdf
    git reset --hard
    git push --force
    git push -f origin main
    git branch -D x
    git stash drop
    git checkout -- .
    git checkout HEAD -- x
    git checkout .
    git restore .
  `,
  'what is cut short': `
    truncate -s 0 /srv/db.sqlite
    truncate --size=0 x
    shred -u x
  `,
  'disks and file systems': `
    mkfs.ext4 /dev/sdb1
    mkfs -t xfs /dev/sdb1
    mkswap /dev/sdb2
    wipefs -a /dev/sdb
    dd if=/dev/zero of=/srv/x
    parted /dev/sdb mklabel gpt
    fdisk /dev/sdb
    cfdisk /dev/sdb
    swapoff -a
    umount /srv
    cryptsetup luksFormat /dev/sdb
    lvremove vg/x
    lvreduce -L 1G vg/x
    vgremove vg
    pvremove /dev/sdb
    zfs destroy tank/x
    zfs destroy -r tank/x@y
    zfs rollback tank/x@y
    zpool destroy tank
    btrfs subvolume delete /srv/x
    mdadm --stop /dev/md0
    dmsetup remove x
  `,
  'backups and their stores': `
    restic forget --prune --keep-last 1
    restic forget abc
    restic prune
    restic -r /srv/r forget --keep-daily 7
    restic key remove abc
    borg delete repo::a
    borg delete --force repo
    borg prune --keep-daily 7 repo
    borgmatic prune
    kopia snapshot delete abc
    duplicity remove-all-but-n-full 1 file:///x
    rclone purge r:x
    rclone delete r:x
    rclone deletefile r:x/y
    rclone sync a r:b
    rclone move a r:b
    rclone rmdirs r:x
    aws s3 rm s3://b --recursive
    aws s3 rb s3://b --force
    aws s3 sync a s3://b --delete
    aws ec2 terminate-instances --instance-ids i-1
    aws rds delete-db-instance --db-instance-identifier x
    gsutil rm -r gs://b
    gcloud compute instances delete x
    az group delete -n x
    mc rm -r --force m/b
    mc rb --force m/b
    mc mirror --remove a m/b
    s3cmd del --recursive s3://b
    proxmox-backup-client forget vm/100/2026-01-01T00:00:00Z
    proxmox-backup-client prune vm/100
    tmutil delete x
    snapper delete 1
    timeshift --delete
  `,
  'infrastructure as code': `
    terraform destroy
    terraform destroy -auto-approve
    terraform -chdir=x destroy
    terraform apply -destroy
    terraform state rm x
    terraform workspace delete x
    tofu destroy
    terragrunt destroy
    terragrunt run-all destroy
    pulumi destroy -y
    vagrant destroy -f
  `,
  containers: `
    docker system prune -af
    docker volume prune
    docker volume rm x
    docker rm -f x
    docker container rm x
    docker image prune
    docker rmi x
    docker compose down -v
    docker-compose down
    docker kill x
    docker swarm leave --force
    docker stack rm x
    podman system reset
    podman pod rm x
    buildah rm x
    skopeo delete docker://x
  `,
  clusters: `
    kubectl delete pod x
    kubectl -n a delete deployment/x
    kubectl drain n1
    kubectl replace --force -f x
    kubectl apply --prune -f x
    helm uninstall x
    helm delete x
    oc delete project x
    k3s-uninstall.sh
    kubeadm reset
    etcdctl del x
    flux delete kustomization x
    argocd app delete x
    nomad job stop -purge x
    consul kv delete x
    vault delete secret/x
    vault kv destroy x
  `,
  guests: `
    qm destroy 100
    qm stop 100
    qm rollback 100 x
    qm delsnapshot 100 x
    pct destroy 100
    pct stop 100
    virsh undefine --remove-all-storage x
    virsh undefine x
    virsh destroy x
    virsh vol-delete x
    virsh snapshot-delete x y
    virsh pool-destroy x
    lxc-destroy -n x
    incus delete x
    VBoxManage unregistervm x --delete
    machinectl remove x
    multipass purge
    pvesh delete /nodes/a/qemu/100
    pvecm delnode a
    pvesm free local:x
  `,
  models: `
    ollama rm llama3
    huggingface-cli delete-cache
    hf cache delete
  `,
  databases: `
    psql -c 'DROP TABLE t'
    psql -c 'truncate t'
    psql -c 'DELETE FROM t'
    mysql -e 'DROP DATABASE x'
    mariadb -e 'TRUNCATE TABLE x'
    sqlite3 x.db 'drop table t'
    mongosh --eval 'db.dropDatabase()'
    redis-cli flushall
    redis-cli FLUSHDB
    redis-cli -h x del y
    redis-cli unlink y
    valkey-cli flushall
    dropdb x
    dropuser x
    mysqladmin drop x
    pg_resetwal x
    influx delete --bucket x
    influx bucket delete -n x
    clickhouse-client -q 'drop table t'
    duckdb x 'drop table t'
    cqlsh -e 'TRUNCATE t'
    echo 'drop table t' | psql
    psql -f x.sql
    mysql db < x.sql
    curl -X DELETE http://es:9200/index
    curl -XDELETE http://es:9200/index
    curl --request DELETE http://es:9200/index
    http DELETE http://es:9200/index
  `,
  'ways in': `
    systemctl stop sshd
    systemctl stop ssh
    systemctl stop ssh.socket
    systemctl stop sshd.service
    systemctl restart sshd
    systemctl disable --now ssh
    systemctl mask sshd
    systemctl stop networking
    systemctl restart NetworkManager
    systemctl stop systemd-networkd
    systemctl stop systemd-resolved
    systemctl stop tailscaled
    systemctl stop wg-quick@wg0
    systemctl --now disable sshd
    systemctl kill sshd
    systemctl isolate rescue
    service ssh stop
    service networking restart
    /etc/init.d/ssh stop
    rc-service sshd stop
    rc-update del sshd
    killall sshd
    pkill sshd
    sudo systemctl stop sshd
    tailscale down
    tailscale logout
    wg-quick down wg0
    zerotier-cli leave x
    cloudflared tunnel delete x
    ip link set eth0 down
    ip addr del 10.0.0.1/24 dev eth0
    ip route del default
    ip addr flush dev eth0
    ifconfig eth0 down
    ifdown eth0
    nmcli con down x
    nmcli networking off
    netplan apply
    rfkill block all
    ufw enable
    ufw deny 22
    iptables -F
    iptables -P INPUT DROP
    nft flush ruleset
    firewall-cmd --panic-on
    passwd -l bob
    usermod -L bob
    userdel -r bob
    deluser bob
    gpasswd -d bob sudo
    visudo
    loginctl terminate-user bob
  `,
  packages: `
    apt remove x
    apt-get purge x
    apt autoremove
    dnf remove x
    pacman -Rns x
    apk del x
    rpm -e x
    dpkg --purge x
    snap remove x
    pip uninstall x
    npm uninstall x
    nix-collect-garbage -d
    cargo uninstall x
    pipx uninstall x
  `,
  'by force': `
    kill -9 5
    kill -KILL 5
    kill -s KILL 5
    kill --signal=KILL 5
    pkill -9 x
    killall x
    fuser -k /srv
    fuser -km /srv
    systemctl kill -s KILL x
  `,
  'the machine': `
    reboot
    shutdown -r now
    systemctl poweroff
    ipmitool power off
    ipmitool chassis power cycle
    crontab -r
    chmod -R 777 x
    chown -R bob x
  `,
};

describe('high is', () => {
  it.each(
    Object.entries(HIGH).flatMap(([group, lines]) =>
      lines
        .trim()
        .split('\n')
        .map((line) => [group, line.trim()] as const),
    ),
  )('what belongs to %s: %s', (_group, command) => {
    expect(riskOf(command)).toBe('high');
  });
});

describe('medium stays', () => {
  it.each([
    'echo x > /srv/data.csv',
    'tee /srv/x',
    'cp a b',
    'mv a b',
    'rm x',
    'systemctl restart nginx',
    'systemctl stop jellyfin',
    'systemctl disable sshdx',
    'service nginx restart',
    'docker restart x',
    'docker stop x',
    'restic backup /srv',
    'borg create repo::a /srv',
    'rclone copy a r:b',
    'aws s3 cp a s3://b',
    'mc cp a m/b',
    'kubectl apply -f x',
    'kubectl rollout restart deploy/x',
    'kubectl scale deploy/x --replicas=3',
    'helm upgrade x y',
    'terraform init',
    'virsh autostart x',
    'redis-cli set a b',
    "psql -c 'insert into t values (1)'",
    'git commit -m x',
    'apt install x',
    'tailscale up',
    'git commit -m "remove x"',
    'cp delete /srv/x',
    'terraform apply',
    "mysql -e 'insert into t values (1)'",
    'kill 5',
    'chmod 644 x',
    'journalctl --rotate',
    'curl -X POST http://x',
  ])('%s', (command) => {
    expect(riskOf(command)).toBe('medium');
  });
});

it.each(['systemctl start sshd', 'systemctl reload sshd', 'service ssh start', 'mkdir delete', 'git pull'])(
  'low stays %s',
  (command) => {
    expect(riskOf(command)).toBe('low');
  },
);

it('is not raised by reading the status of sshd', () => {
  expect(riskOf('cp a b; systemctl status sshd')).toBe('medium');
});
