/**
 * Runs the processes of compose.yaml on this machine, with their own PostgreSQL and NATS. If one of these is missing,
 * the test is left out and says so.
 */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { newKeyPem } from '../attestation/signing-key'
import { bundledFile } from '../cli/bundle-server.mjs'
import { namedImages } from '../cli/release/release-contents'
import { VARIABLE_NAMES } from '../config/settings'
import { createExternalDatabase } from '../database/testing/external-database'
import { startOwnNats } from '../messaging/testing/own-nats'
import { docsBlocks, docsText } from './docs-blocks'
import { FrameClient } from './frames/frame-client'
import { EXPENSES, goodAnswer, makeFrameTarget, SUMS } from './frames/frame-target'
import { ProcessFleet } from './frames/process-fleet'
import { until } from './until'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const TEXT = readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8')
const SECRET = () => randomBytes(24).toString('base64url')
const keyText = () => newKeyPem().replaceAll(/-----[^-]+-----|\s/g, '')
const DOTENV: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: SECRET(),
  POSTGRES_SERVER_PASSWORD: SECRET(),
  NATS_PASSWORD: SECRET(),
  AUTH_SECRET: SECRET(),
  SIGNING_KEY_STATEMENT: keyText(),
  SIGNING_KEY_CHECKPOINT: keyText(),
  PUBLIC_URL: 'https://rules.example.org',
}

const composeFile = z.object({
  configs: z.record(z.string(), z.object({ content: z.string() })),
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      env_file: z.string().optional(),
      environment: z.record(z.string(), z.string()).default({}),
      command: z.array(z.string()).optional(),
      deploy: z.object({ replicas: z.int() }).optional(),
      depends_on: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
})
const { services, configs } = composeFile.parse(parse(interpolated(TEXT, DOTENV), { merge: true }))
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)
/** Services that keep running. */
const servers = ours.filter(([name]) => name !== 'migrate')

/** Returns a container's environment: the file's values override those of `env_file`. */
function heldBy({ environment, env_file }: (typeof services)[string]): Readonly<Record<string, string>> {
  return { ...(env_file === '.env' && DOTENV), ...environment }
}

/** Interpolates like Compose. @throws Error for a missing required variable */
function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, word = '') => {
    const value = variables[name] ?? ''
    if (value === '' && kind === '?') throw new Error(`${name}: ${word}`)
    return value === '' ? word : value
  })
}

describe('compose.yaml', () => {
  it('starts one web, one api and two evaluators after their database and their bus', () => {
    expect(servers.map(([name, { environment, deploy }]) => [name, environment.ROLE, deploy?.replicas ?? 1])).toEqual([
      ['web', 'web', 1],
      ['api', 'api', 1],
      ['evaluator', 'evaluator', 2],
    ])
    for (const [, { depends_on }] of servers)
      expect(depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        nats: { condition: 'service_healthy' },
      })
  })

  it('gives the address and password of the tables’ owner only to the migration', () => {
    const owner = `postgresql://touchstone:${DOTENV.POSTGRES_PASSWORD}@postgres:5432/touchstone`
    expect(services.migrate).toMatchObject({
      command: ['node', 'server/cli/run-command.mjs', 'data', 'migrate'],
      environment: { DATABASE_OWNER_URL: owner },
      depends_on: { postgres: { condition: 'service_healthy' } },
    })
    for (const [name, service] of servers) {
      const held = JSON.stringify(heldBy(service))
      expect(held, name).not.toContain(owner)
      expect(held, name).not.toContain(DOTENV.POSTGRES_PASSWORD)
    }
    expect(configs['server-role']?.content).toBe(
      `CREATE ROLE touchstone_server LOGIN PASSWORD '${DOTENV.POSTGRES_SERVER_PASSWORD}';`,
    )
  })

  it('requires every secret, and sets no variable that its processes do not know', () => {
    for (const name of Object.keys(DOTENV)) {
      const { [name]: _left, ...others } = DOTENV
      expect(() => interpolated(TEXT, others), name).toThrow(`${name}: set it in .env`)
    }
    for (const [, { environment, env_file }] of ours) {
      const set = Object.keys(environment).filter((name) => environment[name] !== '')
      expect(set.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
      expect(env_file).toBe('.env')
    }
  })

  it('runs the image as the documentation says', () => {
    const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
    expect(dockerfile).toContain('CMD ["node", "--enable-source-maps", ".build/server/main.js"]')
    const config = docsBlocks(docsText('scale.md')).find(({ text }) => text.includes('POSTGRES_PASSWORD='))
    const named = [...(config?.text ?? '').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(Object.keys(DOTENV).toSorted())
  })
})

describe('the image', () => {
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1)

  it('has two stages on exact versions of a supported Node.js', () => {
    expect(stages).toHaveLength(2)
    const images = namedImages([dockerfile])
    expect(images).toHaveLength(1)
    expect(images[0]).toMatch(/^node:22\.\d+\.\d+-bookworm-slim(@sha256:[0-9a-f]{64})?$/)
  })

  it('runs as an ordinary user, installs nothing, and holds no packages for development', () => {
    const [build, final] = stages as [string, string]
    expect(build).toContain('npm prune --omit=dev')
    expect(final).toMatch(/^USER node$/m)
    expect(final).toContain('rm -rf /usr/local/lib/node_modules')
    expect(final).not.toMatch(/npm (ci|install|run)|apt-get/)
  })

  it('is read-only except a volume for its data', () => {
    for (const [name] of ours) {
      const service = (parse(interpolated(TEXT, DOTENV), { merge: true }) as { services: Record<string, unknown> })
        .services[name]
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
      expect(services[name]?.environment.DATA_DIR).toBe('/data')
    }
    expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  })

  it('names the exact versions of the other images', () => {
    const others = namedImages([TEXT]).filter((image) => !image.startsWith('node:'))
    expect(others.map((image) => image.split(':')[0])).toEqual(['postgres', 'nats'])
    for (const image of others) expect(image).toMatch(/:\d+\.\d+/)
  })
})

const login = { user: 'touchstone', password: DOTENV.NATS_PASSWORD ?? '' }
const what = 'the processes of compose.yaml'
const database = await createExternalDatabase(what)
const nats = database === null ? null : await startOwnNats(what, login)

describe.each(database !== null && nats !== null ? [{ database, nats }] : [])(
  'the processes of compose.yaml',
  { tags: ['nightly'] },
  ({ database, nats }) => {
    const fleet = new ProcessFleet()
    afterAll(async () => {
      await fleet.stop()
      await nats.remove()
      await database.drop()
    })

    /** Returns the environment of a service with this machine's hosts. */
    const environmentOf = (name: string): Record<string, string> => {
      const environment = services[name]?.environment ?? {}
      expect(environment.DATABASE_URL).toBe(
        `postgresql://touchstone_server:${DOTENV.POSTGRES_SERVER_PASSWORD}@postgres:5432/touchstone`,
      )
      expect(environment.BUS_URL).toBe(`nats://touchstone:${DOTENV.NATS_PASSWORD}@nats:4222`)
      const { DATA_DIR: _container, ...others } = environment
      const here = {
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: database.url,
        ...(environment.DATABASE_OWNER_URL !== undefined && { DATABASE_OWNER_URL: database.ownerUrl }),
        BUS_URL: nats.url,
      }
      return { ...DOTENV, ...others, ...here, SOLVER_WORKERS: '1' }
    }

    it('start only after the migration', async () => {
      const early = await run(process.execPath, [bundledFile(ROOT, 'main')], {
        cwd: ROOT,
        env: {
          ...process.env,
          ...environmentOf('api'),
          DATA_DIR: mkdtempSync(path.join(tmpdir(), 'touchstone-early-')),
        },
      }).catch((error: { stdout: string; stderr: string }) => error)
      expect(`${early.stdout}${early.stderr}`).toContain('The database must be migrated')
      const [command = '', ...args] = services.migrate?.command ?? []
      expect(command).toBe('node')
      const env = { ...process.env, ...environmentOf('migrate') }
      const { stdout } = await run(process.execPath, args, { cwd: ROOT, env })
      expect(stdout).toMatch(/^The tables are those of this release: \d+ migrations were applied\.\n/)
      expect(stdout).toContain('The role of the server owns no table and has the grants that it needs.')
      expect((await run(process.execPath, args, { cwd: ROOT, env })).stdout).toContain('nothing was migrated')
    }, 120_000)

    it('answer every frame once while evaluators and an api process are killed', async () => {
      const api = await fleet.add(environmentOf('api'))
      await Promise.all([fleet.add(environmentOf('evaluator')), fleet.add(environmentOf('evaluator'))])
      await fleet.add(environmentOf('web'))
      const target = await makeFrameTarget(api, database, SUMS)
      const sender = new FrameClient({ target, url: () => fleet.url('api') })
      const reader = new FrameClient({ target, url: () => fleet.url('web') })
      const traces = Array.from({ length: 240 }, () => randomUUID())
      const waiting = [...traces]
      const sending = Promise.all(
        Array.from({ length: 6 }, async () => {
          for (let trace = waiting.pop(); trace !== undefined; trace = waiting.pop()) {
            reader.expect(trace)
            await sender.send(trace, goodAnswer(waiting.length))
          }
        }),
      )
      const first = () => 0
      await until(() => reader.answers.size >= 20, 'first answers', 180_000)
      expect(await fleet.kill(['evaluator'], first)).toBe(true)
      await until(() => reader.answers.size >= 60, 'answers of the other evaluator', 180_000)
      expect(await fleet.kill(['api'], first)).toBe(true)
      await until(() => reader.answers.size >= 100, 'answers after the api came back', 180_000)
      expect(await fleet.kill(['evaluator'], first)).toBe(true)
      await sending
      await until(() => reader.answers.size === traces.length, 'every answer', 300_000)
      sender.close()
      reader.close()
      expect([...sender.refusals, ...reader.refusals]).toEqual([])
      for (const { messageIds, outcomes } of reader.answers.values())
        expect([messageIds.size, ...outcomes]).toEqual([1, 'YES'])
      const { rows } = await query(database.url, 'SELECT message_id::text AS id FROM frame_response')
      expect(rows.map(({ id }) => id).toSorted()).toEqual(
        [...reader.answers.values()].flatMap(({ messageIds }) => [...messageIds]).toSorted(),
      )
    }, 900_000)

    it('answer a service inside the stack, as the documentation shows', async () => {
      await fleet.whole()
      const api = await fleet.add(environmentOf('api'))
      const target = await makeFrameTarget(api, database, EXPENSES)
      const program = docsBlocks(docsText('bus.md')).find(({ kind }) => kind === 'ts')?.text ?? ''
      mkdirSync(path.join(ROOT, '.data'), { recursive: true })
      const folder = mkdtempSync(path.join(ROOT, '.data/bus-'))
      try {
        const file = path.join(folder, 'inside.ts')
        // This test's NATS requires a user, which the client takes as options.
        const asUser = `{ servers, user: '${login.user}', pass: '${login.password}' }`
        writeFileSync(file, `${program.replace('{ servers }', asUser)}\nexport {}\n`)
        const server = new URL(nats.url).host
        const { stdout } = await run(process.execPath, ['--import', 'tsx', file, server, target.id], {
          cwd: ROOT,
          timeout: 180_000,
        })
        expect(stdout).toContain(`E: { conclusion: 'YES', confidence: 1 }`)
        expect(stdout).toContain('Error: null')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }, 400_000)
  },
)

async function query(url: string, sql: string): Promise<pg.QueryResult<{ id: string }>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<{ id: string }>(sql)
  } finally {
    await client.end()
  }
}
