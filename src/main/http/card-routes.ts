// The card that a one-time link opens on a phone: its page, its session, and the three calls a session may make on its own approval. Everything
// else refuses the session, because its cookie is sent to and read by these routes alone. Source: decision 078.
import type { IncomingMessage, ServerResponse } from 'node:http';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { CONSOLE_HEADERS } from '../../shared/model/csp.ts';
import { AppError, success } from '../../shared/model/envelope.ts';
import type { CardLinks, CardSession } from '../infra/approvals/card-links.ts';
import { readUnparsed } from './held-bodies.ts';
import { parsed } from './parsed.ts';

const COOKIE = 'festinger_card';
const COOKIES = new RegExp(`(?:^|;[ \\t]*)${COOKIE}=([\\w-]{43})(?=;|$)`);
/** The approval and what is done to it; nothing behind it. */
const CALL = /^\/card\/api\/approvals\/([\w-]{1,100})(\/approve|\/deny)?$/;
/** What of the built renderer the page needs: no other page. */
const PAGE_FILES = /^\/(?:card\.html|boot\.js|mark\.svg|assets\/[\w.-]+)$/;
const ONE_TIME = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'a token of a link') });

export interface CardRoutesOptions {
  readonly links: CardLinks;
  /** The folder of the built renderer. */
  readonly rendererDir: string;
  /** Where phones reach the console: an origin, or empty. */
  readonly publicUrl: () => string;
  readonly now: () => number;
  /** Serves a call of the contract for whoever `actor` names. */
  readonly serveCard: (request: IncomingMessage, response: ServerResponse, actor: string) => Promise<void>;
}

export async function cardRoutes(app: FastifyInstance, options: CardRoutesOptions): Promise<void> {
  const { links, rendererDir } = options;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...CONSOLE_HEADERS, 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
    if (!links.isOn) throw new AppError('NOT_FOUND', 'One-time links are off. Turn them on in Settings.');
  });
  await app.register(fastifyStatic, {
    root: rendererDir,
    prefix: '/card/',
    index: ['card.html'],
    decorateReply: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => path === '/' || PAGE_FILES.test(path),
  });
  app.post('/card/session', async (request, reply) => {
    const { session, cookie } = links.redeem(parsed(ONE_TIME, request.body, 'POST /card/session').token);
    const secure = options.publicUrl().startsWith('https:') ? '; Secure' : '';
    const seconds = Math.max(1, Math.ceil((session.until - options.now()) / 1000));
    reply.header(
      'set-cookie',
      `${COOKIE}=${cookie}; Path=/card/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
    );
    return success(shown(session, options.now()));
  });
  app.get('/card/session', async (request) => success(shown(sessionOf(request, links), options.now())));
  await app.register(async (calls) => cardCalls(calls, options));
}

/** The calls of the contract that a session may make, as REST. */
async function cardCalls(app: FastifyInstance, { links, serveCard }: CardRoutesOptions): Promise<void> {
  readUnparsed(app);
  app.all('/card/api/*', async (request, reply) => {
    const session = sessionOf(request, links);
    const [, id = '', write] = CALL.exec(request.raw.url ?? '') ?? [];
    const isCall = id !== '' && request.method === (write === undefined ? 'GET' : 'POST');
    if (!isCall || !(await links.isFor(session, id)))
      throw new AppError('POLICY_BLOCKED', 'This one-time link opens one card only.');
    reply.hijack();
    // What the hook has set is lost with the reply.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await serveCard(request.raw, reply.raw, `operator (one-time link, ${session.channel})`).catch(() =>
      reply.raw.destroy(),
    );
  });
}

/** @throws AppError UNAUTHENTICATED */
function sessionOf({ headers }: FastifyRequest, links: CardLinks): CardSession {
  return links.session(COOKIES.exec(headers.cookie ?? '')?.[1] ?? '');
}

const shown = ({ approvalId, until }: CardSession, now: number) => ({ approvalId, until, now });
