#!/bin/sh
# gutask: tells Festinger facts and asks it for them. For agents that have a shell and curl or wget, but not Festinger's own
# command, which knows the same verbs. A running Festinger gives this file out at GET /gutask, with its own address in it.
# What is said goes out percent-encoded, byte by byte, so that nothing in it means anything to a shell, to curl or in a form.
# Needs curl or wget, and od, tr and sed, which every POSIX system and busybox have.
set -u
LC_ALL=C
export LC_ALL

default_url='http://127.0.0.1:11435'

usage() {
  cat <<END
gutask iknowthat 'FACT'   store a fact: gutask iknowthat 'gnommoweb -isa repo in context of glitch_university'
gutask forget 'FACT'      say that a fact is so no more
gutask recall NAME        what agents are told about a name, in any spelling
    --until DATE          with iknowthat: when it ends, 2026-12-24 or 2026-12-24T18:00+01:00
    --ttl TIME            with iknowthat: how long it holds, 30d, 2h or seconds
    --project NAME        not the default project
    --url URL             where Festinger answers agents, if not in FESTINGER_URL (default $default_url)
FESTINGER_CLIENT_KEY is the client key, where agents need one.
Ends with 0 done, 1 refused or nothing answers, 2 misused, 3 in conflict with what is known, 4 nothing known.
END
}

# end CODE MESSAGE
end() {
  printf 'gutask: %s\n' "$2" >&2
  exit "$1"
}

# Every byte of a text as %XX.
encoded() {
  printf '%s' "$1" | od -An -v -tx1 | tr -d ' \t\n' | sed 's/../%&/g'
}

# by_curl PATH FORM: the answer into $said, its HTTP status into $status. An empty form asks; any other is posted.
# All of it reaches curl on standard input: arguments are for every user of a machine to read.
by_curl() {
  said=$(
    {
      printf 'url = "%s"\n' "$url$1"
      [ -z "$2" ] || printf 'data = "%s"\n' "$2"
      [ -z "$key" ] || printf 'header = "Authorization: Bearer %s"\n' "$key"
    } | curl -q -g -sS --connect-timeout 10 -H 'Accept: text/plain' -w '\n%{http_code}' -K -
  )
  status=${said##*"$newline"}
  said=${said%"$newline"*}
  said=${said%"$newline"}
}

# The same by wget, which says of the status only whether it was a good one. Busybox's gives no body of a refusal away, and in
# Debian 12 it crashes on a timeout beside a form.
by_wget() {
  case $(wget --version 2>/dev/null) in
    GNU*) set -- "$1" "$2" --no-config --content-on-error --tries=1 --max-redirect=0 -T 60 ;;
  esac
  path=$1 form=$2
  shift 2
  [ -z "$form" ] || set -- "$@" "--post-data=$form"
  [ -z "$key" ] || set -- "$@" "--header=Authorization: Bearer $key"
  said=$(wget -q -O - '--header=Accept: text/plain' "$@" "$url$path")
  case $? in
    0) status=200 ;;
    8) status=400 ;;
    6) status=401 said="$url wants a client key of its own in FESTINGER_CLIENT_KEY (HTTP 401)." ;;
    4) status=000 ;;
    *) status='' ;;
  esac
}

# ask PATH FORM: sets $said; ends when nothing answers or the answer is a refusal.
ask() {
  if command -v curl >/dev/null 2>&1; then
    by_curl "$1" "$2"
  elif command -v wget >/dev/null 2>&1; then
    by_wget "$1" "$2"
  else
    end 1 'There is neither curl nor wget here.'
  fi
  case $status in
    2??) ;;
    000) end 1 "Nothing answers at $url. Say where Festinger answers agents with --url or FESTINGER_URL." ;;
    '') end 1 "No good answer from $url." ;;
    *) end 1 "${said:-$url answered HTTP $status.}" ;;
  esac
}

# The first word tells what became of the fact.
tell() {
  form="$1=$(encoded "$words")"
  [ -z "$until" ] || form="$form&until=$(encoded "$until")"
  [ -z "$ttl" ] || form="$form&ttl=$(encoded "$ttl")"
  [ -z "$project" ] || form="$form&project=$(encoded "$project")"
  ask /iknowthat "$form"
  case $said in
    conflict:*) code=3 ;;
    inserted:* | confirmed:* | corrected:* | refined:* | retracted:* | absent:*) code=0 ;;
    *) end 1 "What answers at $url is not Festinger." ;;
  esac
  printf '%s\n' "$said"
  exit "$code"
}

recall() {
  query="concept=$(encoded "$words")"
  [ -z "$project" ] || query="$query&project=$(encoded "$project")"
  ask "/recall?$query" ''
  printf '%s\n' "$said"
  case $said in
    'Nothing is known about '*) exit 4 ;;
  esac
  exit 0
}

newline='
'
verb='' words='' project='' until='' ttl=''
url=${FESTINGER_URL:-$default_url}
key=${FESTINGER_CLIENT_KEY:-}
while [ $# -gt 0 ]; do
  case $1 in
    --project | --url | --until | --ttl)
      [ $# -gt 1 ] || end 2 "$1 wants a value."
      case $1 in
        --project) project=$2 ;;
        --url) url=$2 ;;
        --until) until=$2 ;;
        --ttl) ttl=$2 ;;
      esac
      shift
      ;;
    -h | --help) verb=help ;;
    *) if [ -z "$verb" ]; then verb=$1; else words=${words:+"$words "}$1; fi ;;
  esac
  shift
done

case $url in
  http://?* | https://?*) ;;
  *) end 2 "The address of Festinger is http://HOST:PORT, not '$url'." ;;
esac
case $url in
  *[!][A-Za-z0-9._~:/@%-]*) end 2 "The address of Festinger is http://HOST:PORT, not '$url'." ;;
esac
url=${url%/}
case $key in
  *[!A-Za-z0-9._~+/=-]*) end 2 'FESTINGER_CLIENT_KEY holds what no key holds.' ;;
esac
[ ${#words} -le 16384 ] || end 2 'A fact has at most 4096 characters.'

case $verb in
  iknowthat | forget | recall)
    case $words in
      *[![:space:]]*) ;;
      *) end 2 "Say what: gutask $verb '...'. See gutask --help." ;;
    esac
    ;;
esac
case $verb in
  iknowthat) tell fact ;;
  forget) tell retract ;;
  recall) recall ;;
  help) usage ;;
  '') usage >&2 && exit 2 ;;
  *) end 2 "There is no 'gutask $verb'. See gutask --help." ;;
esac
