// Three builds: main (Electron entry, command line, threads), preload (one CJS file), renderer. Libraries are built in, for
// quick starts (decision 050), but for the native ones, which are found in node_modules.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { ownSbomPlugin } from './scripts/own-sbom.ts';
import { precompress } from './scripts/precompress.ts';

const from = (path: string) => resolve(import.meta.dirname, path);
const ownSbom = ownSbomPlugin(import.meta.dirname);

const OTHER_LANGUAGES =
  /react-(aria|stately)[^?]*[\\/]intl[\\/](?:[^\\/]*[\\/])*(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

export default defineConfig({
  main: {
    plugins: [ownSbom],
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      minify: false,
      rollupOptions: {
        // What ssh2 uses where it is there: native code, which it does without.
        external: ['better-sqlite3', 'pg-native', 'cpu-features', /\.node$/],
        input: {
          index: from('src/main/index.ts'),
          cli: from('src/main/cli.ts'),
          'sqlite-worker': from('src/main/store/sqlite/sqlite-worker.ts'),
          'transfer-worker': from('src/main/transfer/transfer-worker.ts'),
          'evidence-worker': from('src/main/advisory/evidence/evidence-worker.ts'),
          'offline-worker': from('src/main/offline/offline-worker.ts'),
          'postgres-scan-worker': from('src/main/store/postgres/postgres-scan-worker.ts'),
          'program-launcher': from('src/main/infra/executors/launch/program-launcher.ts'),
          'word-lists-worker': from('src/main/store/words/word-lists-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [ownSbom],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: from('src/preload/index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: from('src/renderer'),
    base: './',
    plugins: [
      react(),
      ownSbom,
      {
        // What react-aria says in 32 other languages: the console is in English.
        name: 'english-only',
        load: (id) => (OTHER_LANGUAGES.test(id) ? 'export default undefined' : null),
      },
      { name: 'precompress', apply: 'build', closeBundle: () => precompress(from('out/renderer')) },
    ],
    build: {
      outDir: from('out/renderer'),
      emptyOutDir: true,
      minify: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rollupOptions: {
        input: { index: from('src/renderer/index.html'), card: from('src/renderer/card.html') },
        output: {
          // A file of its own costs a kilobyte of headers: what every screen draws with comes together.
          codeSplitting: {
            groups: [
              { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
              {
                name: 'ui',
                test: /src[\\/]renderer[\\/]src[\\/]ui[\\/](?!charts|filters|grid|virtual-grid|inputs[\\/](combo|drop-zone)|sentence)/,
              },
            ],
          },
        },
      },
    },
  },
});
