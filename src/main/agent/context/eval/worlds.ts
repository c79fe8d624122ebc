// What there is in the worlds that the labelled messages are said in: names as providers give them, with what comes along in real life (volumes, images,
// networks, services of the system, backups), since that is what a name is confused with. Used by sets.ts. Source: agent, Context (fuzzy matching).
import { RESOURCE_KINDS, type ResourceKind } from '../../../../shared/model/resource.ts';
import type { Candidate } from '../mentions.ts';

/** By kind, names between commas; what else it is called behind `=`, between blanks. */
type Written = Partial<Record<ResourceKind, string>>;

const SYSTEM =
  'ssh=ssh.service,cron=cron.service,docker=docker.service,dbus=dbus.service,systemd-journald=systemd-journald.service,systemd-resolved=systemd-resolved.service,systemd-logind=systemd-logind.service,user@1000=user@1000.service';
const NETWORKS = 'bridge=0f1e2d3c4b5a,host=1f1e2d3c4b5a,none=2f1e2d3c4b5a';

const WRITTEN = {
  homelab: {
    host: 'kestrel=localhost,nas01=192.168.1.20',
    node: 'pve1,pve2,pve3',
    storage: 'local,local-lvm,tank,pbs-main',
    vm: 'home-assistant=100 vm100 qemu/100,opnsense=101 vm101 qemu/101,truenas=102 vm102 qemu/102,jellyfin=103 vm103 qemu/103,win11=104 vm104 qemu/104,docker-01=105 vm105 qemu/105',
    lxc: 'pihole=200 ct200 lxc/200,db=201 ct201 lxc/201,unifi-controller=202 ct202 lxc/202,wireguard=203 ct203 lxc/203,paperless=204 ct204 lxc/204',
    backup:
      'backup of home-assistant=pbs-main:backup/vm/100,backup of pihole=pbs-main:backup/ct/200,backup of db=pbs-main:backup/ct/201',
    docker_container:
      'jellyfin=a1b2c3d4e5f6,sonarr,radarr,prowlarr,qbittorrent,immich-server=immich/immich-server,immich-machine-learning=immich/immich-machine-learning,immich_postgres=database immich/database,immich_redis=immich/redis,nextcloud=app nextcloud/app,nextcloud-db=nextcloud/db,uptime-kuma,watchtower,redis,web,db,backup,media,proxy,test,vaultwarden,paperless-ngx=webserver paperless/webserver,mosquitto,zigbee2mqtt,frigate,grafana,prometheus,loki,portainer,nginx-proxy-manager=app npm/app,gitea,authelia,adguardhome,homepage,mealie,syncthing,cloudflared,speedtest-tracker,ollama',
    docker_volume:
      'nextcloud_data=data,immich_model-cache=model-cache,grafana-storage,portainer_data=data,vaultwarden_data=data',
    docker_image:
      'jellyfin/jellyfin:latest=docker.io/jellyfin/jellyfin:latest,redis:7-alpine,nginx:1.27,containrrr/watchtower:latest,louislam/uptime-kuma:1,postgres:16,ghcr.io/immich-app/immich-server:release',
    docker_network: `${NETWORKS},media_default=default,proxy_net`,
    service: `${SYSTEM},nginx=nginx.service,smbd=smbd.service,NetworkManager=NetworkManager.service`,
    disk: '/=/dev/sda2,/boot=/dev/sda1,/mnt/tank=tank/data,/var/lib/docker=/dev/sdb1',
    model: 'llama3.2:3b,qwen2.5:7b,nomic-embed-text:latest=nomic-embed-text',
    upstream: 'ollama-main=http://127.0.0.1:11434 127.0.0.1:11434',
  },
  cluster: {
    k8s_cluster: 'prod-eu,staging',
    k8s_deployment:
      'api-gateway=shop/api-gateway,checkout=shop/checkout,payments=shop/payments,frontend=shop/frontend,worker=shop/worker,mailer=shop/mailer,search=shop/search,auth-service=shop/auth-service,ingress-nginx-controller=ingress-nginx/ingress-nginx-controller,cert-manager=cert-manager/cert-manager,cert-manager-webhook=cert-manager/cert-manager-webhook,coredns=kube-system/coredns,argocd-server=argocd/argocd-server,kafka-ui=data/kafka-ui,loki=monitoring/loki,external-dns=kube-system/external-dns',
    k8s_pod:
      'api-gateway-7d9c6b5f4-x2x9q=shop/api-gateway-7d9c6b5f4-x2x9q,checkout-5d4f6b7c8-zzzzz=shop/checkout-5d4f6b7c8-zzzzz,payments-6b8c7d9f5-qqqqq=shop/payments-6b8c7d9f5-qqqqq,worker-5f7d8c9b6-abcde=shop/worker-5f7d8c9b6-abcde,redis-master-0=data/redis-master-0,postgres-0=data/postgres-0,kafka-0=data/kafka-0,kafka-1=data/kafka-1,coredns-6f6b679f8f-abcde=kube-system/coredns-6f6b679f8f-abcde,loki-0=monitoring/loki-0,mailer-7c5ddbdf54-mmmmm=shop/mailer-7c5ddbdf54-mmmmm',
    k8s_service:
      'api-gateway=shop/api-gateway,checkout=shop/checkout,payments=shop/payments,frontend=shop/frontend,search=shop/search,postgres=data/postgres,kafka=data/kafka,redis-master=data/redis-master,kubernetes=default/kubernetes',
  },
  words: {
    host: 'saturn=192.168.7.2,titan=192.168.7.3',
    lxc: 'vault=301 ct301,library=302 ct302,garden=303 ct303',
    vm: 'office=401 vm401,studio=402 vm402,workshop=403 vm403',
    docker_container:
      'atlas,orbit,mercury,falcon,hammer,beacon,harbor,forge,raven,oracle,home,mail,wiki,blog,shop,cloud,music,photos,game,notes,calendar,status,dashboard,search,chat,cache,queue,queue-worker,api,echo,scout',
    docker_volume: 'mail-data,wiki_data=data,music',
    docker_network: NETWORKS,
    service: `${SYSTEM},postfix=postfix.service,nginx=nginx.service`,
    model: 'mistral:7b,phi4:latest=phi4',
  },
  lab: {
    host: 'gpu-rig=localhost,kestrel=192.168.1.40',
    docker_container:
      'open-webui,comfyui,litellm,qdrant-store,searxng,whisper-api,langfuse-web,langfuse-worker,n8n,flowise,text-generation-webui',
    docker_image: 'ghcr.io/open-webui/open-webui:main,n8nio/n8n:latest',
    docker_volume: 'open-webui=open-webui,comfyui_models=models',
    docker_network: NETWORKS,
    model:
      'llama3.2:3b,llama3.1:8b,qwen2.5-coder:7b,deepseek-r1:14b,gemma3:12b,phi4:latest=phi4,mxbai-embed-large:latest=mxbai-embed-large,bge-m3:latest=bge-m3,nomic-embed-text:latest=nomic-embed-text',
    upstream:
      'ollama-main=http://gpu-rig:11434 gpu-rig:11434,ollama-spare=http://kestrel:11434 kestrel:11434',
    service: `${SYSTEM},ollama=ollama.service,tailscaled=tailscaled.service`,
    gpu: 'NVIDIA GeForce RTX 4090=GPU-8f3c',
    disk: '/=/dev/nvme0n1p2,/models=/dev/nvme1n1p1',
  },
} satisfies Readonly<Record<string, Written>>;

export type WorldName = keyof typeof WRITTEN;
export const WORLD_NAMES = Object.keys(WRITTEN) as [WorldName, ...WorldName[]];

/** Ids are `{kind}:{name}`. */
export function worldOf(name: WorldName): readonly Candidate[] {
  const written: Written = WRITTEN[name];
  return RESOURCE_KINDS.flatMap((kind) =>
    (written[kind] ?? '')
      .split(',')
      .filter((one) => one !== '')
      .map((one) => {
        const [said = '', others = ''] = one.split('=');
        const aliases = others.split(' ').filter((alias) => alias !== '');
        return { id: `${kind}:${said}`, kind, name: said, aliases };
      }),
  );
}
