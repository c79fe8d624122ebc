// Promise (decision 084): a known name that is also everybody's word is recalled where a sentence speaks of one such thing, and
// not where it asks for knowledge, wants words, or takes it for a kind of thing.
import { describe, expect, it } from 'vitest';
import { isAddressed } from './addressed.ts';

const NAME = /grafana|home assistant|nextcloud|redis cache|git server|plex|consul/i;

function isMeant(text: string): boolean {
  const { 0: name, index } = NAME.exec(text) as RegExpExecArray;
  return isAddressed(text, { start: index, end: index + name.length });
}

describe('one thing is meant where', () => {
  it.each([
    ['something is told of it', 'Grafana is down'],
    ['', 'I looked, but nextcloud keeps crashing'],
    ['', 'Mira says nextcloud logged her out three times.'],
    ['', 'The redis cache is full, drop what is old.'],
    ['', 'plex drops frames on the television upstairs'],
    ['', 'no data in grafana since the update'],
    ['', 'plex in the attic has a red light'],
    ['', 'git server of Mira is out of space'],
    ['its state is asked for', 'is plex up?'],
    ['', 'Is the git server reachable from the office?'],
    ['', 'Is the redis cache huge – or tiny?'],
    ['', 'why was nextcloud down last week?'],
    ['where it is, who has it', 'Where does plex run?'],
    ['', 'which host runs grafana?'],
    ['', 'Who owns nextcloud?'],
    ['something is to be done to it', 'restart grafana'],
    ['', 'Could you please reboot home assistant? The tablet hangs.'],
    ['', 'Roll back grafana to the last snapshot.'],
    ['', 'Stop the backup and start plex'],
    ['', 'Add a user for Olaf to nextcloud.'],
    ['', 'Delete the old dashboards from grafana.'],
    ['', 'tail the grafana log'],
    ['it is ours', 'How do I reset the password of our grafana?'],
    ['a host, a source of a log, a command’s argument', 'https://grafana.lan/d/1 is slow'],
    ['', 'ERROR [consul] no leader'],
    ['', 'run `docker restart grafana`'],
  ])('%s: %s', (_, text) => {
    expect(isMeant(text)).toBe(true);
  });
});

describe('everybody’s word stands where', () => {
  it.each([
    ['the way to do something is asked for', 'how do I install grafana'],
    ['', 'How does the quorum in Consul work?'],
    ['', 'In Grafana, how do I make a variable?'],
    ['', 'When should I use a gauge in Grafana?'],
    ['what it is, can and does', 'What is Grafana used for?'],
    ['', 'Can Plex play HDR on an old television?'],
    ['', 'Does Nextcloud sync calendars?'],
    ['', 'Is Grafana free for companies?'],
    ['', 'What hardware do I need for Home Assistant?'],
    ['words are wanted', 'Explain the architecture of Grafana.'],
    ['', 'Write a provisioning file for Grafana with two sources.'],
    ['', 'Compare Nextcloud and Seafile for photos.'],
    ['', "Translate into French: 'Grafana is down again.'"],
    ['', 'Please summarise what Consul gives you.'],
    ['a kind of thing', 'Should a post say a Redis cache or a cache in Redis?'],
    ['', 'How do I move a Nextcloud to PostgreSQL?'],
    ['', 'plex vs jellyfin'],
    ['', 'Prometheus or Grafana for a beginner?'],
    ['', 'plex in docker has no sound'],
    ['nothing is said of it', 'grafana alert rule example'],
    ['', 'home assistant blueprint for motion lights'],
    ['', 'best grafana dashboards'],
    ['', 'install nextcloud on a raspberry pi'],
    ['', 'grafana'],
  ])('%s: %s', (_, text) => {
    expect(isMeant(text)).toBe(false);
  });
});
