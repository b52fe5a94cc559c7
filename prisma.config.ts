import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma's command line downloads a native schema engine unless another one is configured. Ours runs Prisma's
// WebAssembly build from a package, so that generating code and writing migrations need no download.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./prisma/engine/schema-engine.mjs', import.meta.url))
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
