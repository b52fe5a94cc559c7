import { configDefaults, defineConfig } from 'vitest/config'
import { bundledThreads } from './server/cli/bundle-server.mjs'
import { memoryFolder } from './server/testing/memory-folder.mjs'

const store = 'server/database/**/*.test.ts'
/** The quick check: these need no server, database or thread. */
const pure = [
  'server/{language,documents,guard,api,attestation,config}/**/*.test.ts',
  'server/engine/*.test.ts',
  'server/engine/{claims,evaluate,search,solver,decide,explain,batch}/**/*.test.ts',
  'server/meaning/**/*.test.ts',
  'components/**/*.test.ts',
]
/** These replace a module, so they run apart from the files that share their modules. */
const replacing = ['server/services/signing/under-older-engine.test.ts', 'server/cli/upgrade-check.test.ts']
/**
 * These share one database server and the modules of a process, because loading those takes most of the time of a small
 * file.
 */
const services = [
  'server/services/**/*.test.ts',
  'server/http/**/*.test.ts',
  'components/checks/batch/answer-part.test.ts',
]
/** The suite of a security standard, which shares one server. */
const asvs = 'server/testing/security/asvs-*.test.ts'
/** Tag of the long series: `npm run test:nightly` runs these tests, `npm test` does not. */
const NIGHTLY = 'nightly'
/**
 * Tag of tests in both series, which try random properties a few times in `npm test` and often in the nightly series
 * (server/testing/repetitions.ts).
 */
const REPEATED = 'repeated'
/** Vitest documents this option only for its command line, but the configuration accepts it too. */
const series = { tagsFilter: [process.env.TEST_SERIES === NIGHTLY ? `${NIGHTLY} || ${REPEATED}` : `!${NIGHTLY}`] }

// Set here instead of in `test.env`, because the main process starts the databases that files share.
if (process.env.TMPDIR === undefined) {
  const memory = memoryFolder()
  if (memory !== undefined) process.env.TMPDIR = memory
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  plugins: [bundledThreads(import.meta.dirname)],
  test: {
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two at a time: the suites start real databases and solver threads, and the machine may have two cores.
    maxWorkers: 2,
    // Most servers under test get few questions.
    env: { ENGINE_WARM_UP: 'off' },
    // The servers, commands and threads of the tests run the bundle.
    globalSetup: 'server/testing/bundle-for-tests.mjs',
    setupFiles: 'server/testing/repetitions.ts',
    tags: [
      { name: 'thorough', description: '`npm test` and not the quick check' },
      { name: NIGHTLY, description: 'the long series alone' },
      { name: REPEATED, description: 'both series; a random property more often in the long one' },
    ],
    ...series,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['server/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts'],
          exclude: [...configDefaults.exclude, store, asvs, ...services, ...pure, ...replacing],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replacing', include: replacing } },
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: [...configDefaults.exclude, ...services],
          pool: 'threads',
          isolate: false,
        },
      },
      // Separate projects, so that their databases are started only when one of their tests runs.
      {
        extends: true,
        test: {
          name: 'services',
          include: services,
          exclude: [...configDefaults.exclude, ...replacing],
          isolate: false,
          globalSetup: 'server/services/testing/services-database.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'store',
          include: [store],
          exclude: configDefaults.exclude,
          isolate: false,
          globalSetup: 'server/database/testing/databases-under-test.ts',
        },
      },
      // One server for all files of the suite, started only when one of its tests runs.
      {
        extends: true,
        test: {
          name: 'asvs',
          include: [asvs],
          isolate: false,
          globalSetup: 'server/testing/security/testing/server-under-test.ts',
        },
      },
    ],
  },
})
