// Whether redis-cli only reads: its options end at the first word, which is a command of a list. Called by judge-argv.ts.
// Source: decision 051; the command reference of Redis (commands flagged `readonly` or that only tell).
import { conditional, refused, type Verdict } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure } from './inspection.ts';

const REDIS = row({
  short: 'h:p:s:n:a:u:c23',
  words:
    'user= pass= no-auth-warning raw no-raw json csv tls insecure cacert= sni= scan bigkeys memkeys hotkeys pattern= count= quoted-pattern= version',
  stop: true,
});

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const READS = set(
  `get mget exists type ttl pttl expiretime pexpiretime keys scan randomkey dbsize strlen getrange substr getbit bitcount bitpos bitfield_ro
   hget hmget hgetall hkeys hvals hlen hexists hstrlen hscan hrandfield lrange llen lindex lpos smembers scard sismember smismember srandmember sscan sdiff
   sinter sintercard sunion zrange zrangebyscore zrangebylex zrevrange zrevrangebyscore zrevrangebylex zrank zrevrank zscore zmscore zcard zcount zlexcount
   zscan zrandmember zdiff zinter zintercard zunion xrange xrevrange xlen xpending geopos geodist geohash geosearch georadius_ro georadiusbymember_ro
   pfcount dump sort_ro lcs info ping echo time lastsave role lolwut command`,
);

/** Commands of which only some sub-commands read. */
const PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  config: set('get'),
  client: set('list info id getname tracking'),
  memory: set('usage stats doctor'),
  object: set('encoding freq idletime refcount'),
  slowlog: set('get len'),
  latency: set('latest history doctor histogram'),
  cluster: set('info nodes slots shards keyslot myid links countkeysinslot'),
  xinfo: set('stream groups consumers'),
  acl: set('whoami cat'),
  module: set('list'),
  function: set('list stats'),
  script: set('exists'),
  pubsub: set('channels numsub numpat'),
  command: set('count info docs list getkeys'),
};

export const inspectRedis: Inspect = ({ words }) => {
  const read = plainArguments(words, REDIS);
  const [command, part, ...rest] = read.plain;
  if (command === undefined)
    return read.options.some(({ name }) =>
      ['scan', 'bigkeys', 'memkeys', 'hotkeys', 'version'].includes(name),
    )
      ? conditional('redis-cli lists keys')
      : refused('endless', 'redis-cli without a command waits at a prompt');
  if (read.operands.some(({ isPattern }) => isPattern)) return unsure('a pattern in a statement');
  return judgeCommand(command.toLowerCase(), part?.toLowerCase(), rest);
};

function judgeCommand(command: string, part: string | undefined, rest: readonly string[]): Verdict {
  const parts = Object.hasOwn(PARTS, command) ? PARTS[command] : undefined;
  if (parts !== undefined && part !== undefined) {
    if (!parts.has(part) || (command === 'client' && part === 'tracking'))
      return unsure(`${command} ${part} is not known to only read`);
    if (
      command === 'config' &&
      !rest.every((name) => /^[a-z*][a-z-]*\*?$/i.test(name) && !/^\*|pass|auth|user|key/i.test(name))
    )
      return refused('secrets', 'shows passwords among the configuration');
    return conditional(`Redis only reads for ${command} ${part}`);
  }
  if (!READS.has(command)) return unsure(`Redis may write for ${command}`);
  const needsKey = !/^(info|ping|time|lastsave|role|lolwut|command|dbsize|randomkey)$/.test(command);
  return needsKey && part === undefined
    ? unsure(`${command} without a key`)
    : conditional(`Redis only reads for ${command}`);
}
