// Commands and blocks of code in an answer: a brief proposes and carries nothing out. What looks like a command stands as it is in a remedy, or is none of the brief's; what
// stands in a block of code is copied from a source. Evidence may be anybody's, and a line to paste into a shell is what somebody would plant in it. Pure.
// Called by judge-answer.ts. Source: advisory, Guardrails.
import type { Span } from '../cite/blocks.ts';
import { spoken } from '../cite/plain-signs.ts';
import { blanked, type Reading } from '../cite/reading.ts';
import { sentencesOf } from '../cite/sentences.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import type { BriefFault } from './fault.ts';

type Texts = readonly Pick<CitedSource, 'content'>[];

export interface CommandParts {
  /** Sources that may be recommended. */
  readonly remedies: Texts;
  /** All of the prompt. */
  readonly sources: Texts;
}

/** Joined programs, options, addresses: names and versions have none of them. */
const IS_COMMAND = /[|;&<>$]|(?:^|\s)-{1,2}[A-Za-z]|https?:\/\//;
/** Of a range of versions: signs of comparing, versions, what joins them. */
const OF_RANGE = /^(?:[<>=!~^]{1,3}|\|\||&&|and|or|[<>=!~^]{0,3}v?\d[\w.+:~-]*)$/i;
/** Programs that change or fetch something; those that install packages are judged by the versions they install. */
const PROGRAMS =
  'sudo|doas|su|rm|rmdir|mv|cp|dd|ln|cat|tee|touch|truncate|chmod|chown|chattr|mount|umount|mkfs|fdisk|curl|wget|nc|ncat|ssh|scp|rsync|sh|bash|zsh|dash|ksh|eval|exec|source|python3?|perl|ruby|node|php|systemctl|service|kill|killall|pkill|reboot|shutdown|halt|poweroff|iptables|nft|ufw|setenforce|sysctl|modprobe|rmmod|crontab|useradd|userdel|passwd|docker|podman|kubectl|helm|git|make|echo|export|unset|powershell|cmd';
/** Many of them are names of packages as well, and stand beside a version. */
const BEGINS = new RegExp(`^(?:[$#>] )?(?:(?:${PROGRAMS})\\s(?!v?\\d[\\w.+:~-]*$)|\\.{1,2}/\\w)`, 'i');
/** In prose many of them are words: with an option, a path or another program behind them they are not. */
const IN_PROSE = new RegExp(
  `(?:^|[\\s("'])(?:(?:${PROGRAMS})\\s(?:-{1,2}[A-Za-z]|[~.]?/\\w|https?:)|(?:npm|pnpm|yarn|pip3?|uv|gem|cargo|go|apt|apt-get|apk|dnf|yum|brew)\\s(?:install|get|add|update|upgrade)\\s-{1,2}[A-Za-z]|systemctl\\s\\w|service\\s[\\w-]{1,40}\\s(?:re)?(?:start|stop|load)|\\$\\(\\w|sudo\\s(?:${PROGRAMS}|apt|apt-get|dnf|yum|apk|npm|pip3?)\\s|(?:rm|rmdir|dd|mkfs|chmod|chown|setenforce|useradd|userdel)\\s[\\w./-]|\\|\\s?(?:sudo\\s)?(?:ba|z|da|k)?sh\\s?(?:$|[-\\w.]))`,
  'i',
);
const MOST_SHOWN = 120;
/** `rm x` */
const SHORTEST = 4;

export function commandFaults(reading: Reading, { remedies, sources }: CommandParts): BriefFault[] {
  const { text, code, ticked, markers } = reading;
  const approved = remedies.map(({ content }) => folded(content));
  const all = sources.map(({ content }) => folded(content));
  const isIn = (texts: readonly string[], said: string): boolean => texts.some((one) => one.includes(said));
  const fault = ({ start, end }: Span, said: string, isCommand: boolean): BriefFault => ({
    ...{ code: isCommand ? 'remediation_unapproved' : 'entity_unsupported', start, end },
    ...{ words: `${isCommand ? COMMAND : BLOCK}: ${said.slice(0, MOST_SHOWN).toWellFormed()}` },
  });
  const commands = [...code, ...ticked]
    .map((span) => ({ span, said: folded(bare(text, span)) }))
    .filter(({ said }) => isCommand(said) && !isIn(approved, said))
    .map(({ span, said }) => fault(span, said, true));
  const blocks = code
    .map((span) => ({ span, said: folded(text.slice(span.start, span.end)) }))
    .filter(({ said }) => said !== '' && !isCommand(said) && !isIn(all, said))
    .map(({ span, said }) => fault(span, said, false));
  const prose = blanked(
    text,
    [...markers, ...ticked].toSorted((a, b) => a.start - b.start),
  );
  const told = sentencesOf(reading).flatMap((span) => {
    if (span.end - span.start < SHORTEST) return [];
    const said = folded(spoken(prose.slice(span.start, span.end)));
    return IN_PROSE.test(said) && !isIn(approved, said) ? [fault(span, said, true)] : [];
  });
  return [...commands, ...blocks, ...told];
}

const COMMAND = 'Shows a command that no remedy has';
const BLOCK = 'Stands in a block of code and in no source';

const isCommand = (said: string): boolean =>
  BEGINS.test(said) ||
  (/\s/.test(said) && IS_COMMAND.test(said) && !said.split(/[\s,]+/).every((word) => OF_RANGE.test(word)));

const bare = (text: string, { start, end }: Span): string => text.slice(start, end).replace(/^`+|`+$/g, '');
const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
