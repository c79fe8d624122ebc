// The browser door's static side: the one-time URL that opens a session, and the built renderer behind it, as the build
// compressed it where the browser takes that. Serves nothing without a session but one plain page that says how to get in.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_HEADERS } from '../../shared/model/csp.ts';
import type { Sessions } from './sessions.ts';

const LOCKED_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Festinger Console</title></head>
<body><main><h1>This console is locked</h1>
<p>Open it with the one-time link that Festinger printed when it started. Each link opens one browser, once, within 15 minutes.</p>
<p>For a new link, on the host run: <code>festinger url</code></p></main></body></html>
`;

export interface ConsolePagesOptions {
  readonly sessions: Sessions;
  /** The folder of the built renderer. */
  readonly rendererDir: string;
}

export async function consolePages(
  app: FastifyInstance,
  { sessions, rendererDir }: ConsolePagesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(CONSOLE_HEADERS);
  });
  app.addHook('onRequest', async (request, reply) => {
    const code = codeOf(request);
    if (code !== undefined) return openSession(sessions, code, reply);
    if (!sessions.isOperator(request.headers)) return locked(reply);
    return undefined;
  });
  app.get('/console', (_request, reply) => reply.redirect('/console/'));
  // Seed 002's name for it.
  app.get('/admin', (_request, reply) => reply.redirect('/console/'));
  await app.register(fastifyStatic, {
    root: rendererDir,
    prefix: '/console/',
    // A list: of a string it does not find the compressed one, and says that there is none.
    index: ['index.html'],
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

function codeOf(request: FastifyRequest): string | undefined {
  const { code } = request.query as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function openSession(sessions: Sessions, code: string, reply: FastifyReply): FastifyReply {
  const cookie = sessions.redeem(code);
  if (!cookie) return locked(reply);
  return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect('/console/');
}

function locked(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(LOCKED_PAGE);
}
