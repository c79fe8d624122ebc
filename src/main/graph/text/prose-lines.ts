// Tells lines of prose from lines that machines wrote or that are meant for machines: logs, stack traces, SQL, shell,
// code, tables. One decision per line, on its head and tail only, so a line may be as long as it likes.
// Used by prose.ts. Source: memory, Segmenting. When in doubt a line is prose: cues have rules of their own.

/** What of a line is looked at. */
const HEAD = 300;
const TAIL = 40;

const MONTH_DAY = '[A-Z][a-z]{2} {1,2}\\d{1,2} \\d{2}:\\d{2}:\\d{2}';

/** What a line starts with, trimmed, when a machine wrote it or is meant to read it. */
const MACHINE_HEADS: readonly RegExp[] = [
  // Logs: time stamps, levels, klog, dmesg, access logs, package managers.
  new RegExp(`^[[(]?(?:\\d{4}[-/]\\d{2}[-/]\\d{2}[T ]\\d{2}:\\d{2}|\\d{1,2}:\\d{2}:\\d{2}\\b|${MONTH_DAY})`),
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|PANIC|HINT|DETAIL)\]?(?:[: |-]|$)/,
  /^\[(?:[Tt]race|[Dd]ebug|[Ii]nfo|[Nn]otice|[Ww]arn|[Ww]arning|[Ee]rror|[Ff]atal)\]/,
  /^(?:[IWEF]\d{4} \d{2}:|\[ *\d+\.\d+\]|npm (?:ERR!|WARN |error |warn |notice )|time=|ts=|level=)/,
  /^\d{1,3}(?:\.\d{1,3}){3} - /,
  // Stack traces.
  /^(?:Traceback \(most recent call last\)|File ".{1,200}", line \d+|Caused by: |Exception in thread|Uncaught |stack backtrace:)/,
  /^at (?:async |new )?[\w$.<>[\]#/ ]{1,120}\(|^at \S{1,200}:\d+(?::\d+)?\)?$/,
  /^(?:goroutine \d+ \[|panic: |thread '.{1,80}' panicked|#\d+ +(?:0x|\S{1,80} \()|\.\.\. \d+ more$)/,
  /^(?:[a-z]\w*\.){0,8}[A-Z]\w{0,60}(?:Error|Exception)(?::|$)/,
  // SQL, in capitals as people paste it.
  /^(?:SELECT\b|INSERT INTO |UPDATE \S+ SET\b|DELETE FROM |(?:CREATE|ALTER|DROP|TRUNCATE) [A-Z ]{3,40}|GRANT |REVOKE |EXPLAIN |FROM \S|WHERE \S|(?:LEFT |RIGHT |INNER |OUTER |CROSS )?JOIN \S|GROUP BY |ORDER BY |HAVING |VALUES ?\(|BEGIN;|COMMIT;|ROLLBACK;|ON CONFLICT\b|RETURNING \S|UNION\b)/,
  /^(?:select\s.{1,200}\sfrom\s|insert\s+into\s.{1,200}\(|update\s\S+\sset\s\S+\s*=|delete\s+from\s.{1,100}[=;]|(?:create|alter|drop)\s+(?:table|index|view)\s.{0,200}[(;])/,
  // Shells: prompts, assignments, our own command.
  /^(?:[$%] \S|PS [A-Z]:.{0,100}> ?|[\w.-]{1,40}@[\w.-]{1,60}[: ][^$#]{0,80}[$#] |>>> |sudo \S|export \w+=|[A-Z_][A-Z0-9_]{1,60}=\S*(?: |$)|#!)/,
  // Code.
  /^(?:import (?:[\w.]+(?: as \w+)?$|[\w*{"'][^;]{0,120}(?:from )?["'])|from \S{1,100} import |#include ?[<"]|@\w[\w.]*(?:\(.*\))?$|\/\/|\/\*|\*\/|package \w+;?$)/,
  /^(?:(?:export |async |public |private |protected |static |pub ){0,4}(?:def|fn|func|function)\*? ?\w* ?[(<]|(?:export )?(?:const|let|var|final|val) [\w{[][^=]{0,80}=\s*\S)/,
  /^(?:export |public |private |abstract |pub ){0,3}(?:class|interface|struct|enum|impl|trait|namespace) \w[^.]{0,120}[{:]$/,
  /^(?:return|throw|yield|await|assert) ?[\w('"[{!-].{0,120};$/,
  /^[\w.$[\]]{1,60} ?[+*/|&-]?= ?\S(?:.{0,200}[)\]}"';]|(?!(?:\S{1,40} ){3}).{0,200}\d)$|^[\w.$]{1,60}\(.{0,200}\);?$/,
  /^(?:FROM|RUN|CMD|COPY|ENTRYPOINT|ENV|WORKDIR|EXPOSE|ARG) [\w"[./$-]/,
  // Diffs, JSON lines, tables, boxes.
  /^(?:@@ |diff --git |index [0-9a-f]{7}|\+\+\+ |--- [ab]\/)/,
  /^(?:"[^"]{1,100}"\s*:|[{}[\]()]+[,;]?$|[+|][-=+|: ]{2,}$|:?-{3,}:? ?\|)/,
  /^\||[\u2500-\u257f]{2}|\|.{0,200}\||\t[^\t]{0,200}\t/,
  /=> ?[{(\w]|\) ?-> |\blevel=\w|"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/|2>&1|\\$/,
];

/** One expression instead of twenty: every line of prose fails them all, so the calls are what costs. */
const MACHINE_HEAD = new RegExp(MACHINE_HEADS.map((pattern) => pattern.source).join('|'));

/** Our own command, or a fact told by one like it. */
const OUR_COMMAND = /^[$>#`* -]*gutask\b|\biknowthat\b|[ \t]-is(?:a|part)[ \t]/i;

/** Commands that also are words or names: a line that starts with one is a command only with a flag, a pipe or so. */
const COMMAND =
  /^(?:ansible|apt|apt-get|awk|brew|bun|cargo|cat|cd|chmod|chown|cp|curl|deno|dig|dnf|docker|docker-compose|echo|find|git|go|grep|helm|ip|journalctl|kill|kubectl|ls|make|mkdir|mv|nano|node|npm|npx|ollama|pip|pip3|pnpm|ps|psql|python|python3|rm|rsync|scp|sed|service|ssh|systemctl|tail|tar|terraform|top|uv|vim|wget|yarn|yum) /;
const COMMAND_SIGN = / --?[A-Za-z]| && | \|\|? | >>? | ; |\$\(|\$\w/;
const SUBCOMMAND =
  /^(?:apt|apt-get|brew|dnf|yum|pip|pip3|npm|pnpm|yarn|bun|cargo|go|uv) (?:add|build|get|i|install|mod|remove|run|start|test|uninstall|update|upgrade)\b|^docker (?:build|compose|exec|image|images|logs|network|ps|pull|push|rm|rmi|run|start|stop|volume)\b|^git (?:add|branch|checkout|clone|commit|diff|fetch|init|log|merge|pull|push|rebase|reset|stash|status|switch|tag)\b|^kubectl (?:apply|create|delete|describe|edit|exec|get|logs|rollout|scale)\b|^helm (?:install|list|repo|uninstall|upgrade)\b|^systemctl (?:daemon-reload|disable|enable|reload|restart|start|status|stop)\b|^ollama (?:create|list|ps|pull|push|rm|run|serve|show)\b|^terraform (?:apply|destroy|init|plan)\b/;
/** What makes a sentence of a line that starts like a command ("docker run is a command"). */
const SENTENCE = / (?:is|are|was|runs|belongs|means|does|has|and then) /;

const CODE_TAIL = /[{}]$|[=(][^=]*\)?;$|\)\s*;$/;

/** Whether the line is anything but prose. Empty lines are prose. */
export function isMachineLine(line: string): boolean {
  const head = line.slice(0, HEAD).trim();
  if (head === '') return false;
  if (MACHINE_HEAD.test(head) || OUR_COMMAND.test(head)) return true;
  const tail = line.length > HEAD ? line.slice(-TAIL).trimEnd() : head.slice(-TAIL);
  return CODE_TAIL.test(tail) || isCommand(head);
}

function isCommand(head: string): boolean {
  if (!COMMAND.test(head)) return false;
  return COMMAND_SIGN.test(head) || (SUBCOMMAND.test(head) && !SENTENCE.test(head));
}

const TRACE_OPENING = /^\s*(?:Traceback \(most recent call last\)|File ".{1,200}", line \d+)/;

/** Whether the line opens a stack trace whose indented lines below belong to it. */
export function opensTrace(line: string): boolean {
  return TRACE_OPENING.test(line.slice(0, HEAD));
}
