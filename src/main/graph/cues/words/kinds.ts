// What the head of a noun phrase says by itself: a class (server), nothing (system), or an activity that only names what
// comes after it (search). Data and tests of single words. Read by noun-phrase.ts and object.ts.
// Source: memory D18.
import { words } from './lists.ts';
import { ADJECTIVES, TITLE_NOUNS } from './nouns.ts';

/** Heads that tell nothing without a noun before them: "a system", but "a messaging system". */
const EMPTY_HEADS = words(`
  system systems tool tools toolset utility project projects platform program programs version
  reimplementation service services microservice microservices application applications app apps software solution
  suite product offering component module feature functionality capability facility environment deployment
  setup initiative effort replacement alternative dependency deliverable requirement concept entry item element
  format entity act action activity procedure operation technique mechanism approach method methodology
  abstraction construct structure resource type object instance wrapper add-on addon addition integration wordplay
  authority variant file helper experience interface rework rewrite flow scheme policy strategy dataset tunnel entry structure command
  practice medium coroutine set route bundle gate artifact layer connection block loop endpoint storage infrastructure one thing piece area term name source technology`);

/** Of those, the ones that say nothing even of something else: "a version of Qdrant". */
const EMPTY_RELATIONS = words(`
  version offering rework rewrite reimplementation replacement alternative wordplay concept thing piece act term name source
  one type`);

/** Classes of things that do not end like an agent noun. */
const KINDS = words(`
  proxy engine library framework toolkit protocol language registry repository distribution dashboard store datastore
  frontend backend wiki database app application bot client cli gui ui ide sdk api interface console terminal shell
  browser plugin extension addon template theme distro os kernel hypervisor runtime daemon agent assistant broker
  queue cache cluster node network plane layer ingress db mesh firewall vpn gateway hub portal site website forum blog cms crm
  solution platform system service suite software tool utility program stack pipeline spec specification format
  fork port clone dialect codec schema standard registry vault archive index catalog catalogue directory
  editor emulator monitor connector processor orchestrator generator aggregator launcher scheduler playbook chart
  container image pod vm vps nas jail machine host box laptop desktop netbook notebook pc mini-pc homeserver tablet nuc access_point mini_pc smart_home virtual_machine operating_system private_network private_cloud continuous_integration replica guest crm erp helpdesk intranet mirror phone camera lamp fan display tv amplifier wallbox webshop homepage sensor switch bridge device appliance board
  city town county country state region district mountain school student business domain subdomain gallery replica release copy fork
  relay warehouse integration home employee lxc vlan dmz chassis ups ci plug page cloud filesystem monorepo subproject sidecar partition log template pi
  company organisation organization foundation team university vendor bank studio lab group
  repo package module webhook hook microservice middleware binary executable implementation authority component model llm algorithm`);

/** Kinds that mostly say of what something is: "an image and video platform", "an image sharing platform". */
export const MATTERS = words('image container network cluster index queue chart node machine');

const AGENT_NOUN = /[a-z]{3}(?:er|or)$/;
/** End like an agent noun and are none. */
const NO_AGENTS = words(
  'contributor successor predecessor receiver owner counter leftover corridor brainer blocker disaster danger winner loser killer keeper reminder lifesaver changer breaker stopper starter integer bummer horror favor humor transfer offer answer cover chapter corner border header footer trigger order number paper matter power error layer water weather center folder character color',
);

/** A word that names a class of things by itself, so that a phrase may end with it. */
export function isKind(lower: string): boolean {
  if (KINDS.has(lower) || TITLE_NOUNS.has(lower)) return true;
  const tail = lower.slice(lower.lastIndexOf('-') + 1);
  if (tail !== lower) return isKind(tail);
  return AGENT_NOUN.test(lower) && !NO_AGENTS.has(lower) && !ADJECTIVES.has(lower);
}

/** Whether a class is one by its own word, and not by an ending that names share. */
export const isListedKind = (lower: string): boolean => KINDS.has(lower) || TITLE_NOUNS.has(lower);

/** Whether a head says something with that many nouns before it. */
export function saysSomething(head: string, modifiers: number, isRelation: boolean): boolean {
  if (!EMPTY_HEADS.has(head)) return true;
  return isRelation ? !EMPTY_RELATIONS.has(head) : modifiers > 0 && !EMPTY_RELATIONS.has(head);
}
