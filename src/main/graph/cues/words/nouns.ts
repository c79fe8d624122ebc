// Open-class words the cue scanner has to know: judgements, data types, parts of texts and prompts, times,
// titles, and the trade's own common nouns that an English dictionary lacks. Data only.
// Source: memory, Cue scanner (evaluative heads, prose about formats, name-like X).

import { words } from './lists.ts';

/** Heads that judge, measure or point instead of classifying: "a mess", "part of the problem", "a bit". */
export const EVALUATIVE = words(`
  problem issue trouble mess disaster nightmare pain hassle headache example case lot bit result outcome thing stuff
  matter question point sign hint proof cause joke shame pity pleasure joy delight dream success failure mistake
  error fault win loss risk threat danger concern challenge blocker bottleneck burden weakness strength benefit
  advantage drawback downside upside bonus gift start beginning end must choice option alternative preference idea
  plan goal target priority need hope opinion gem beast monster legend winner loser breeze hack kludge toy waste
  trap myth mystery puzzle riddle story tale delay surprise moment time half quarter amount total majority variety
  range pile bunch handful friend enemy answer cure fix compromise change difference exception habit placeholder
  work progress good best worse talent beauty unicorn workhorse dinosaur help part piece portion chunk share level
  degree extent`);

/** Days, months and the like, which are capitalised but name nothing. */
export const TIME_NAMES = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december today tomorrow yesterday tonight midnight noon spring summer autumn winter christmas easter`);

/** Data types and serialised shapes: a statement with one of these is about a format. */
export const DATA_TYPES = words(`
  json jsonl ndjson xml yaml yml toml csv tsv html xhtml markdown md utf-8 utf8 ascii base64 hex regex plaintext
  format formats string str number integer int float double decimal boolean bool array arrays list lists object dict
  dictionary hash hashmap tuple enum enumeration null none nil undefined nan uuid guid timestamp datetime date
  key value pair parameter param argument arg field attribute property flag variable token delimiter separator
  schema struct record row column cell payload blob header footer string-literal literal identifier id
  placeholder path filename file directory folder url uri link text plain-text sentence paragraph phrase word line
  bullet title heading headline snippet character symbol sign digit byte char slug suffix prefix
  self cls klass setting settings username password passphrase nickname synonym noun verb adjective pronoun term name acronym abbreviation
  true false yes no function callback constructor method-call expression statement type-alias`);

/** Parts of texts, prompts, dialogues and data: such a common noun as subject or head makes no generic fact. */
export const TEXT_NOUNS = words(`
  tool tools request response reply answer message prompt instruction instructions task subtask thought thoughts
  step memory note notes result output input error warning example history context section summary list table query
  question command comment role rule rules assistant system superior helper reader content action skill hunk diff
  patch change commit secret credential score reason plan goal header footer heading source knowledge description
  function test budget feedback template coder writer screenshot image picture page diagram
  document name hostname hardware owner target`);

/** Common nouns of the trade that the dictionary lacks, so that they are not taken for names. */
export const TRADE_NOUNS = words(`
  api apis app apps backend backends frontend frontends repo repos middleware webhook homelab microservice vm vms gpu gpus
  cpu cpus db dbs config configs cron cronjob codebase dataset datasets devops dev prod staging sandbox hostname localhost
  login metadata namespace plugin plugins popup regex runtime sysadmin admin admins timestamp toolchain tooltip ui ux url
  urls uuid wifi workflow workflows whitelist blacklist allowlist denylist changelog readme roadmap dropdown bot bots chatbot
  llm llms ai ml sdk sdks cli gui ide os ssd hdd nvme ram rom http https tcp udp ip dns dhcp vpn lan wan vlan nas
  orchestrator scraper crawler parser tokenizer tokeniser autoscaler hypervisor bootloader firmware datacenter datacentre
  datastore monorepo submodule subdomain subnet website homepage webpage wiki blog blogs email emails screenshot spreadsheet
  laptop laptops desktop smartphone hotfix bugfix changeset rollback rollout failover standby uptime downtime backlog sprint
  ceo cto cfo coo vp hr qa pm po intern roommate startup kanban standup retro onboarding offboarding daemonset
  inference endpoint endpoints dockerfile makefile env vars stdin stdout stderr tty ssh tls ssl jwt oauth cors csv sla slo
  id ids kpi roi ci cd cicd iot faq todo todos wip gitignore lockfile symlink inode syscall mutex async sync boolean
  subclass superclass tuple enum hashmap runbook playbook postmortem ups psu nic kvm pdu ldap sso mfa
  sidecar ingress egress autoscaling serverless microservices containerization virtualization caching logging linting
  config-file webserver webservice fileserver mailserver nameserver dataplane backplane datalake toolkit toolset
  backup backups reboot setup homeserver vps lxc nuc mini-pc filesystem filesystems keyring checksum bitmask initramfs coroutine allocator syslog kernelspace userspace mountpoint
  ebook podcast vlog selfie hashtag emoji smartwatch touchscreen touchpad trackpad keypad`);

/** Nouns that name the kind of thing a name stands for: "the gnommoweb service", "agent dobby". */
export const TITLE_NOUNS = words(`
  agent agents bot service server repo repository project app application container daemon tool platform cluster node
  host machine box vm stack team group pool package library module system database worker proxy gateway website site
  instance program process product user developer engineer reviewer operator router
  workstation laptop broker cache queue replica component plugin script crawler scraper scheduler monolith network
  framework suite protocol farm crew environment workspace bucket volume
  job pipeline dashboard index rack fleet grid mesh client`);

/** Products whose name before a title noun says of what make it is, not which one it is: "the docker container". */
export const MAKES = words(`
  docker podman kubernetes k8s linux ubuntu debian alpine fedora centos windows macos android ios github gitlab bitbucket
  slack discord telegram whatsapp signal-bot aws gcp azure hetzner python java javascript typescript golang nodejs node.js
  rust ruby php postgres postgresql mysql mariadb sqlite mongodb redis kafka rabbitmq nginx apache traefik haproxy
  jenkins grafana prometheus terraform ansible ollama openai anthropic google microsoft apple intel amd nvidia arm
  http https rest grpc graphql sql nosql json yaml fastapi flask django react vue svelte npm pip systemd kvm qemu xen
  vmware proxmox wordpress spring bash zsh celery cuda`);

/** What hyphenated adjectives end in: "high-performance", "type-safe". */
export const ADJECTIVE_TAILS = words(`
  safe performance friendly based free level side time quality source grade scale ready aware speed cost only first driven
  oriented like wide neutral independent agnostic native tolerant available efficient featured weight compatible capable resistant proof
  specific focused centric purpose memory metal house new old made hosted managed built tested threaded
  powered end less facing term party demand edge class breaking`);

/** Gatherings that are a kind of thing whatever they gather: "agent_pool is a group of agents". */
export const GROUPS = words('group team cluster pool stack crew fleet');

/** Legal forms that end a company's name. */
export const LEGAL_FORMS = words('inc ltd llc corp gmbh plc');

/** Modifiers under which the head does not hold: "a former repo", "a potential container". */
export const PRIVATIVES = words(`
  former ex fake future potential possible would-be so-called alleged supposed proposed planned hypothetical pseudo quasi
  prospective probable likely failed wannabe aspiring imaginary fictional fictitious purported apparent ex-member
  onetime one-time erstwhile intended presumed never-ending non upcoming eventual theoretical non-existent nonexistent
  missing given specified counterfeit mock dummy lesser such`);

/** Adjectives that a careless head search would take for nouns. */
export const ADJECTIVES = words(`
  current slow fast quick big small large little huge tiny good bad great nice fine cool hot cold warm new old young late early
  weird odd strange broken buggy flaky loud quiet noisy heavy light cheap expensive free busy idle full empty ready
  unclear clear hard easy simple complex complicated difficult tricky stable unstable safe unsafe risky secure insecure
  wrong right correct incorrect true false sad happy sorry sure unsure tired confused different similar same special
  important critical useful useless helpful harmful boring funny silly stupid smart clever crazy wild rough smooth
  high low long short wide narrow deep shallow thick thin strong weak rich poor dead alive down up off faster slower
  bigger smaller better worse older newer cheaper larger higher lower easier harder simpler smarter stronger weaker richer
  safer smoother quicker nicer lighter shorter longer wider deeper finer stricter available unavailable capable
  responsible able unable similar close far worth specific unique common popular aware based own whole entire separate
  internal external public private local remote global central main primary secondary virtual physical digital static
  dynamic relational distributed embedded functional open closed modern legacy lightweight standalone dedicated
  managed annoying amazing awesome terrible horrible awful lovely ugly pretty dirty clean wet dry sick healthy
  overloaded outdated obsolete deprecated redundant necessary unnecessary optional mandatory overkill messy dangerous
  elegant efficient resilient redundant persistent consistent transparent independent convenient intelligent excellent
  permanent recent ancient urgent silent patient decent minimal modular portable extensible scalable
  known proven temporary complete total diverse authoritative performant comfortable problematic fragile brittle solid robust reliable unreliable impressive ridiculous hilarious painful`);

/** How somebody sees a thing, or which of them it is: no part of its kind ("the official client", "a single binary"). */
export const EVALUATIONS = words(`
  chosen mature perfect valid abstract universal prominent uniform united last sole ultimate simple powerful popular
  leading pioneering outstanding amazing growing existing running self-improving opensource advanced premium official
  default core main key exact dormant coastal spare hot single dual dual-socket top prime featureful featured
  feature-rich lean tiny mini micro full optional required missing upcoming exciting interesting working promising
  supporting underlying emerging following resulting long-running everyday state-of-the-art class world-class pure
  early experimental custom various common standard online libre financial minimalist beautiful legacy versatile paid
  stateless ideal vibrant graduated unchanged intermediate conventional homemade regular immediate corresponding
  alternative specialised specialized explicit second first third restful little great cute neat handy mainstream
  declarative dominant sister realtime stateful minor major robust de-facto facto fully-featured drop-in plug-and-play
  one-stop all-in-one`);

/** Adjectives that follow their noun: "a service responsible for mail". */
export const TRAILING_ADJECTIVES = words(`
  led available responsible capable useful able similar close full worth ready specific dedicated unique common based
  written rewritten built made used known called named dubbed owned hosted deployed located situated maintained managed run
  popular famous renowned driven born forked derived meant intended designed needed required installed configured connected attached exposed stored kept held
  shared protected backed powered held found sent led bought sold bound lost spoken taken given chosen grown brought seen driven hidden ideal perfect accessible reachable installable split dating alone aware suitable necessary compatible older newer bigger smaller online`);

/** Participles that take an object, so that a noun phrase ends before them: "a repo containing scripts". */
export const OBJECT_PARTICIPLES = words(`
  containing using running serving providing holding powering supporting including covering owning having making doing
  storing handling managing hosting exposing offering wrapping speaking listening talking sitting living working
  collecting exporting importing reading writing sending receiving connecting linking replacing implementing consisting
  comprising featuring targeting driving feeding sharing`);

/** Endings of file names: a token with one of these is a path, not a concept. */
export const FILE_ENDINGS = words(`
  yaml yml json jsonl toml csv tsv xml html htm css md txt log py ts tsx jsx mjs cjs java go rs rb php sh bash zsh ps1 bat
  sql db sqlite ini cfg conf env lock gz zip tar tgz png jpg jpeg gif svg pdf doc docx xls xlsx exe dll so bin iso c h cpp`);

/** What a machine runs itself: "hilbert runs Debian" says nothing of where Debian is. */
export const OPERATING_SYSTEMS = words(`
  linux debian ubuntu kubuntu fedora centos rocky alma almalinux arch alpine nixos opensuse suse gentoo raspbian raspberry freebsd openbsd netbsd
  windows macos osx android proxmox pve truenas freenas unraid openwrt opnsense pfsense esxi talos hassos haos dsm coreos flatcar omv`);

/** What things are said to be on. */
export const MACHINES = words(
  'server host box nas vm lxc vps pi nuc node machine cluster laptop workstation desktop hypervisor router homelab pc phone',
);

/** Makes that run what is handed to them. */
export const HOSTING_MAKES = words(`
  docker podman kubernetes k8s k3s proxmox lxc lxd incus minikube nomad wsl wsl2 vmware virtualbox kvm qemu aws gcp azure
  terraform ansible systemd jenkins traefik cron npm pip celery ollama`);

export const LANGUAGES = words(
  'python javascript typescript java go golang rust php ruby perl haskell erlang elixir scala kotlin swift bash',
);

export const INTENSIFIERS = words('very quite rather pretty really well so too more most');
