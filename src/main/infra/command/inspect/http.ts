// Whether curl and wget only fetch and show: GET or HEAD of http and https, nothing sent, nothing written but to the screen or
// /dev/null. Called by judge-argv.ts.
// Source: decision 051.
import { conditional, refused, type Verdict } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure, valuesOf } from './inspection.ts';

const SCREEN = /^(-|\/dev\/null|\/dev\/stdout)$/;
const NOT_FROM_FILE = /^[^@]/;
/** `X-HTTP-Method-Override: DELETE` makes a GET something else. */
const HEADER = /^(?!@)(?!.{0,40}method)/i;

const CURL = row({
  short: 'sSfvikLIGgNq46jlJ01h#X:H:A:e:m:u:x:w:o:D:b:r:y:Y:z:d:',
  long: `silent show-error fail fail-with-body fail-early verbose include insecure location head get globoff no-buffer ipv4 ipv6 compressed
    http1.0 http1.1 http2 http2-prior-knowledge http3 tlsv1.2 tlsv1.3 path-as-is tcp-nodelay no-keepalive progress-bar no-progress-meter styled-output
    no-styled-output tr-encoding raw ssl-reqd retry-connrefused retry-all-errors location-trusted disable
    request= header= user-agent= referer= max-time= connect-timeout= user= proxy= noproxy= write-out= output= dump-header= cookie= range= resolve=
    connect-to= interface= max-redirs= retry= retry-delay= retry-max-time= limit-rate= url= cacert= unix-socket= abstract-unix-socket= proto= tls-max=
    speed-time= speed-limit= time-cond= data= data-urlencode= keepalive-time= dns-servers= doh-url= max-filesize= oauth2-bearer=`,
  values: {
    X: /^(GET|HEAD|OPTIONS)$/,
    request: /^(GET|HEAD|OPTIONS)$/,
    o: SCREEN,
    output: SCREEN,
    D: SCREEN,
    'dump-header': SCREEN,
    w: /^(?!@)(?!.*%output\{)/s,
    'write-out': /^(?!@)(?!.*%output\{)/s,
    H: HEADER,
    header: HEADER,
    b: /=/,
    cookie: /=/,
    d: NOT_FROM_FILE,
    data: NOT_FROM_FILE,
    'data-urlencode': /^[^@]*$/,
    proto: /^=?https?(,https?)?$/,
  },
});

export const inspectCurl: Inspect = ({ words }) => {
  const read = plainArguments(words, CURL);
  if (read.options.some(({ name }) => name === 'version' || name === 'help'))
    return conditional('curl tells of itself');
  const given = new Set(read.options.map(({ name }) => name));
  const isQuery = given.has('G') || given.has('get');
  if (!isQuery && ['d', 'data', 'data-urlencode'].some((name) => given.has(name)))
    return unsure('curl sends data');
  return addresses(
    [...read.plain, ...valuesOf(read, 'url')],
    read.operands.some(({ isPattern }) => isPattern),
  );
};

const WGET = row({
  short: 'qSO:T:t:U:46d',
  long: 'quiet server-response spider output-document= timeout= tries= user-agent= header= no-check-certificate no-verbose max-redirect= connect-timeout= read-timeout= user= password= no-proxy no-cache no-hsts',
  values: { O: SCREEN, 'output-document': SCREEN },
});

export const inspectWget: Inspect = ({ words }) => {
  const read = plainArguments(words, WGET);
  if (!read.options.some(({ name }) => ['spider', 'O', 'output-document', 'help', 'version'].includes(name)))
    return unsure('wget writes what it fetches to a file');
  return addresses(
    read.plain,
    read.operands.some(({ isPattern }) => isPattern),
  );
};

/** Some servers act on a GET. */
const ACTION =
  /[/?&=._-](shut-?down|reboot|restart|reload|delete|remove|destroy|stop|kill|reset|purge|flush|drop|quit|logout|poweroff|format|update|create|set|save|write|exec|run|install|toggle|enable|disable)([/?&=._-]|$)/i;

/** curl guesses other protocols from how a host is called. */
const GUESSED = /^(ftp|dict|ldap|imap|smtp|pop3|gopher|telnet|tftp|file|scp|sftp|rtsp|mqtt)\b/i;

function addresses(urls: readonly string[], isPattern: boolean): Verdict {
  if (urls.length === 0) return unsure('no address');
  for (const url of urls) {
    if (url.length > 2048) return unsure('an address that is too long');
    const isHttp = /^https?:\/\//i.test(url);
    if (!isHttp && (GUESSED.test(url) || !/^[\w.-]+(:\d{1,5})?([/?].*)?$/s.test(url)))
      return unsure(`${url} is no address of http or https`);
    if (/^[^/?]*(\/\/)?[^/?]*[{}]/.test(url)) return unsure('a host made of several');
    if (ACTION.test(url)) return unsure('an address that names an action');
    if (/169\.254\.169\.254|metadata\.google|\/security-credentials/i.test(url))
      return refused('secrets', 'asks the cloud for its credentials');
  }
  // an unquoted `?` or `[` in an address: the shell finds no such file and hands it on as it stands
  return isPattern && urls.some((url) => /^[*?[]/.test(url))
    ? unsure('a pattern for an address')
    : conditional('fetches and shows');
}
