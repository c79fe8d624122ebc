import { describe, expect, it } from 'vitest';
import { Sessions } from './sessions.ts';

function setup() {
  let now = 1_000_000;
  const clock = { now: () => now, monotonic: () => now, after: () => () => {} };
  return { sessions: new Sessions('t'.repeat(43), clock), pass: (ms: number) => (now += ms) };
}

const cookieOf = (header: string | undefined) => header?.split(';')[0];

describe('operator sessions', () => {
  it('a one-time code opens a session exactly once', () => {
    const { sessions } = setup();
    const code = sessions.issueCode();
    const header = sessions.redeem(code);
    expect(header).toMatch(/HttpOnly; SameSite=Strict/);
    expect(sessions.isOperator({ cookie: cookieOf(header) })).toBe(true);
    expect(sessions.redeem(code)).toBeUndefined();
    expect(sessions.redeem('made-up')).toBeUndefined();
  });

  it('a session ends after 30 days and cannot be prolonged by editing the cookie', () => {
    const { sessions, pass } = setup();
    const cookie = cookieOf(sessions.redeem(sessions.issueCode())) ?? '';
    pass(31 * 86_400_000);
    expect(sessions.isOperator({ cookie })).toBe(false);
    expect(sessions.isOperator({ cookie: cookie.replace(/=\d+/, '=99999999999999') })).toBe(false);
  });

  it('accepts the bearer token and nothing like it', () => {
    const { sessions } = setup();
    expect(sessions.isOperator({ authorization: `Bearer ${'t'.repeat(43)}` })).toBe(true);
    expect(sessions.isOperator({ authorization: `Bearer ${'t'.repeat(42)}u` })).toBe(false);
    expect(sessions.isOperator({ authorization: 'Bearer' })).toBe(false);
    expect(sessions.isOperator({})).toBe(false);
  });
});
