#!/usr/bin/env node
// Stands in for the native schema engine of Prisma's command line, which would have to be downloaded: the same JSON-RPC
// over standard input and output, answered by Prisma's WebAssembly build of that engine on a PostgreSQL in memory.
// Enough for `prisma generate`, `validate`, `format` and `migrate diff`, with which migrations are authored. It connects
// to no other database: migrations are applied by server/database/client/migrations.ts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const args = process.argv.slice(2)
if (args.includes('--version')) {
  console.log('schema-engine (WebAssembly)')
  process.exit(0)
}
if (args.includes('cli')) {
  console.error('This schema engine has no database of its own to create, drop or reach.')
  process.exit(1)
}

async function loadEngineModule() {
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import(pathToFileURL(script).href)
  const module = await WebAssembly.compile(readFileSync(script.replace(/\.js$/, '.wasm')))
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}

async function openEngine() {
  const [{ SchemaEngine }, { bindMigrationAwareSqlAdapterFactory }, { PGlite }, { PrismaPGlite }] = await Promise.all([
    loadEngineModule(),
    import('@prisma/driver-adapter-utils'),
    import('@electric-sql/pglite'),
    import('pglite-prisma-adapter'),
  ])
  const schemas = args.flatMap((arg, i) => (arg === '--datamodels' ? [args[i + 1]] : []))
  const datamodels = schemas.length > 0 ? schemas.map((file) => [file, readFileSync(file, 'utf8')]) : undefined
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(new PGlite('memory://')))
  return SchemaEngine.new({ datamodels }, () => {}, adapter)
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

let opening
async function answer({ id, method, params }) {
  try {
    opening ??= openEngine()
    const engine = await opening
    const result = await engine[method === 'getDatabaseVersion' ? 'version' : method](params)
    // The native engine prints a diff by asking its caller to; the WebAssembly build returns it.
    if (method === 'diff' && result.stdout) send({ id: 0, method: 'print', params: { content: result.stdout } })
    send({ id, result: result ?? {} })
  } catch (error) {
    const data = {
      is_panic: false,
      message: String(error?.message ?? error),
      meta: error?.meta ?? {},
      error_code: error?.code ?? null,
    }
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
  }
}

let answered = Promise.resolve()
createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  .on('line', (line) => {
    const message = JSON.parse(line)
    if (message.method) answered = answered.then(() => answer(message))
  })
  .on('close', () => answered.then(() => process.exit(0)))
