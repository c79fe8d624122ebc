// Promise: no spelling of a cloud metadata service or of this program's own address passes, however the address is written or wrapped, and ordinary
// addresses do.
import { describe, expect, it } from 'vitest';
import { targetProblem } from './addresses.ts';

const PORT = 11_435;
const isOwn = (address: string, port: number) => address === '127.0.0.1' && port === PORT;
const problem = (text: string) => targetProblem(text, isOwn);

describe('an address that something is sent to', () => {
  it.each([
    // Link-local and metadata, as numbers.
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.1.1/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://0251.0376.0251.0376/',
    'http://025177524776/',
    'http://169.254.43518/',
    'http://169.16689662/',
    'http://①⑥⑨.254.169.254/',
    'http://169.254.169.254./',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://[fd00:ec2::254]/',
    'http://[fd00:0ec2:0:0:0:0:0:254]/',
    'http://[fd20:ce::254]/',
    'http://[fe80::1]/',
    // Wrapped in IPv6.
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'http://[::a9fe:a9fe]/',
    'http://[::ffff:0:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b::6464:64c8]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[2002:a9fe:a9fe:1::1]/',
    'http://[2002:c000:00c0::1]/',
    // Teredo: the server as it is, the client inverted.
    'http://[2001:0:a9fe:a9fe:0:0:0:0]/',
    'http://[2001::5601:5601]/',
    'http://[2001:db8::5efe:a9fe:a9fe]/',
    // By name.
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://METADATA.google.internal./',
    'http://metadata/',
    'http://metadata.goog/',
    'http://instance-data/',
    'http://instance-data.ec2.internal/',
  ])('%s is a metadata service', async (text) => {
    expect(await problem(text)).toMatch(/metadata/);
  });

  it.each([
    `http://127.0.0.1:${PORT}/hook`,
    `https://127.0.0.1:${PORT}/hook`,
    `http://localhost:${PORT}/`,
    `http://2130706433:${PORT}/`,
    `http://0x7f.1:${PORT}/`,
    `http://0177.0.0.1:${PORT}/`,
    `http://[::ffff:127.0.0.1]:${PORT}/`,
    `http://[::7f00:1]:${PORT}/`,
    `http://[64:ff9b::7f00:1]:${PORT}/`,
    `http://[2002:7f00:1::]:${PORT}/`,
    `http://[2001::80ff:fffe]:${PORT}/`,
  ])('%s is this program', async (text) => {
    expect(await problem(text)).toMatch(/Festinger itself/);
  });

  it.each([
    ['ftp://example.com/x', /http/],
    ['file:///etc/passwd', /http/],
    ['javascript:alert(1)', /http/],
    ['gopher://127.0.0.1:11435/', /http/],
    ['no address', /http/],
    ['https://ada:pw@example.com/x', /user name or password/],
    ['https://ada@example.com/x', /user name or password/],
  ])('%s is refused for what it is', async (text, why) => {
    expect(await problem(text)).toMatch(why);
  });

  it.each([
    `http://127.0.0.1:${PORT + 1}/hook`,
    'http://192.168.1.20/hook',
    'http://[2606:4700::1111]/',
    'http://[2002:c0a8:0114::1]/',
    'http://[64:ff9b::808:808]/',
    'http://[2001:4860:4860::8888]/',
    'http://[::1]:9/',
    'http://169.253.169.254/',
    'https://ntfy.example.invalid/approvals',
  ])('%s is fine', async (text) => {
    expect(await problem(text)).toBeNull();
  });
});
