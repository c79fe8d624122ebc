// The thread that reads the lists of words and hands them over. Started by word-lists.ts alone.
import { parentPort } from 'node:worker_threads';
import { readWordLists } from './word-lists-read.ts';

if (parentPort === null) throw new Error('word-lists-worker.ts runs as a worker thread only');
const lists = await readWordLists();
parentPort.postMessage(lists, [lists.words.buffer, lists.stems.buffer] as ArrayBuffer[]);
