// Whether what mongosh evaluates only reads: one chain of calls on `db` or `rs`, of methods of a list, with plain values for arguments.
// Any other JavaScript is not known. Called by judge-argv.ts.
// Source: decision 051; the reference of mongosh.
import { conditional, refused, type Verdict, worst } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure, valuesOf } from './inspection.ts';

const MONGOSH = row({
  short: 'u:p:h:',
  words:
    'quiet eval= norc json=? host= port= username= password= authenticationDatabase= tls apiVersion= version help',
  most: 1,
});

export const inspectMongosh: Inspect = ({ words }) => {
  const read = plainArguments(words, MONGOSH);
  if (
    read.plain.some(
      (name) =>
        !/^(mongodb(\+srv)?:\/\/[\w.@:,/%?=&-]+|[\w.-]+(:\d+)?(\/[\w-]+)?)$/.test(name) ||
        /\.(js|mjs|mongodb)$/.test(name),
    )
  )
    return unsure('a script, or a database that is no name');
  const programs = valuesOf(read, 'eval');
  if (programs.length === 0)
    return read.options.some(({ name }) => /^(version|help)$/.test(name))
      ? conditional('tells of itself')
      : refused('endless', 'mongosh waits at a prompt');
  return worst(programs.map(judgeProgram)) ?? unsure('nothing to evaluate');
};

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const METHODS = set(
  `find findOne count countDocuments estimatedDocumentCount distinct aggregate stats sort limit skip projection hint explain toArray pretty size itcount hasNext
   getIndexes getIndices indexes dataSize storageSize totalIndexSize totalSize getCollectionNames getCollectionInfos serverStatus serverBuildInfo currentOp version getName hostInfo
   hello isMaster getSiblingDB getCollection getMongo getDBNames status conf config printReplicationInfo printSecondaryReplicationInfo getReplicationInfo getProfilingStatus
   collation maxTimeMS batchSize isCapped latencyStats`,
);
const OBJECTS = set('ISODate ObjectId NumberLong NumberInt NumberDecimal Date UUID');
const WRAPPERS = set('printjson print tojson');
const COMMANDS = set(
  'ping serverStatus hello isMaster buildInfo listDatabases listCollections connPoolStats replSetGetStatus dbStats collStats getLog hostInfo top whatsmyuri count distinct listIndexes',
);

/** What may follow a dollar as a key. `$where`, `$function`, `$accumulator`, `$out` and `$merge` are not among them. */
const OPERATORS = set(
  `gt gte lt lte eq ne in nin and or not nor exists type regex options expr all elemMatch size mod match group project sort limit skip count unwind lookup sum avg min max first last push addToSet
   facet bucket bucketAuto sample addFields unset replaceRoot replaceWith sortByCount graphLookup geoNear near geoWithin geoIntersects text search cond if ifNull switch concat substr substrCP toLower toUpper
   toString toInt toLong toDate toDouble dateToString dateTrunc dateDiff year month dayOfMonth hour minute second add subtract multiply divide abs ceil floor round arrayElemAt filter map reduce slice
   mergeObjects objectToArray arrayToObject literal indexStats collStats currentOp natural comment jsonSchema unionWith setWindowFields densify fill stdDevPop stdDevSamp strLenCP split trim isArray range dateFromString
   maxN minN firstN lastN top bottom topN bottomN median percentile cmp setUnion setIntersection anyElementTrue allElementsTrue bitsAllSet`,
);

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
}

class NotPlain extends Error {}

function judgeProgram(program: string): Verdict {
  try {
    const reader = new Reader(tokens(program));
    reader.statement();
    return conditional('MongoDB only reads');
  } catch (error) {
    if (error instanceof NotPlain) return unsure(`MongoDB: ${error.message}`);
    throw error;
  }
}

function tokens(program: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < program.length) {
    const char = program[at] as string;
    let end = at + 1;
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (/[A-Za-z_$]/.test(char)) {
      while (/[\w$]/.test(program[end] ?? '')) end++;
      found.push({ kind: 'name', text: program.slice(at, end) });
    } else if (/\d/.test(char)) {
      while (/[\d.]/.test(program[end] ?? '')) end++;
      found.push({ kind: 'number', text: program.slice(at, end) });
    } else if (char === "'" || char === '"') {
      end = program.indexOf(char, at + 1) + 1;
      const inside = program.slice(at + 1, end - 1);
      if (end === 0 || /[\\\n]/.test(inside)) throw new NotPlain('a text with escapes, or without its end');
      found.push({ kind: 'text', text: inside });
    } else if ('.,:;(){}[]-'.includes(char)) found.push({ kind: 'sign', text: char });
    else throw new NotPlain(`the sign ${char}`);
    at = end;
  }
  return found;
}

const DEEPEST = 40;

class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  statement(): void {
    this.wrapped();
    while (this.isSign(';')) this.at++;
    if (this.at < this.tokens.length) throw new NotPlain('more than one statement');
  }

  private wrapped(): void {
    const [first, point, method, bracket] = this.tokens.slice(this.at, this.at + 4);
    const isJson =
      /^E?JSON$/.test(first?.text ?? '') &&
      point?.text === '.' &&
      method?.text === 'stringify' &&
      bracket?.text === '(';
    if (!isJson && !(first?.kind === 'name' && WRAPPERS.has(first.text) && point?.text === '(')) {
      this.chain();
      return;
    }
    this.at += isJson ? 4 : 2;
    this.chain();
    while (this.isSign(',')) {
      this.at++;
      this.value();
    }
    this.sign(')');
  }

  /** `db.c.find({…}).limit(3)` */
  private chain(): void {
    const first = this.next();
    if (first.kind !== 'name' || !/^(db|rs)$/.test(first.text))
      throw new NotPlain(`begins with ${first.text.slice(0, 40)}`);
    while (this.isSign('.')) {
      this.at++;
      const name = this.next();
      if (name.kind !== 'name' || /^(constructor|__proto__|prototype)$/.test(name.text))
        throw new NotPlain('a member that is no name');
      if (this.isSign('(')) this.call(name.text);
    }
  }

  private call(name: string): void {
    const isCommand = name === 'runCommand' || name === 'adminCommand';
    if (!METHODS.has(name) && !isCommand) throw new NotPlain(`${name} is not known to only read`);
    this.sign('(');
    if (isCommand) {
      const command = this.isSign('{') ? this.tokens[this.at + 1] : this.tokens[this.at];
      if (!COMMANDS.has(command?.text ?? '')) throw new NotPlain('a command that is not known to only read');
    }
    while (!this.isSign(')')) {
      this.value();
      if (this.isSign(',')) this.at++;
      else break;
    }
    this.sign(')');
  }

  private value(): void {
    if (++this.depth > DEEPEST) throw new NotPlain('nested too deep');
    if (this.isSign('-')) this.at++;
    const token = this.next();
    if (token.kind === 'name') this.named(token.text);
    else if (token.kind === 'sign') {
      if (token.text === '{') this.members();
      else if (token.text === '[') this.list(']', () => this.value());
      else throw new NotPlain(`${token.text} in place of a value`);
    }
    this.depth--;
  }

  private named(name: string): void {
    if (/^(true|false|null|undefined)$/.test(name)) return;
    const made = name === 'new' ? this.next().text : name;
    if (!OBJECTS.has(made) || !this.isSign('(')) throw new NotPlain(`${made} in place of a value`);
    this.sign('(');
    this.list(')', () => this.value());
  }

  private members(): void {
    this.list('}', () => {
      const key = this.next();
      if (key.kind === 'sign') throw new NotPlain('a member without a name');
      if (key.text.startsWith('$') && !OPERATORS.has(key.text.slice(1)))
        throw new NotPlain(`${key.text} is not known to only read`);
      this.sign(':');
      this.value();
    });
  }

  private list(end: string, one: () => void): void {
    while (!this.isSign(end)) {
      one();
      if (this.isSign(',')) this.at++;
      else break;
    }
    this.sign(end);
  }

  private isSign(text: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && token.text === text;
  }

  private sign(text: string): void {
    if (!this.isSign(text)) throw new NotPlain(`no ${text} where one belongs`);
    this.at++;
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new NotPlain('no end');
    return token;
  }
}
