/**
 * Packs the package `touchstone-engine`: the engine for the process of an application, in Node.js and in browsers
 * (decisions/060). One bundle serves both. The solver is in files that are read only if a question needs it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { engineDeclarations } from './engine-declarations'
import { type Manifest, packFolder, readManifest, writeJson } from './pack-command'

const SOLVER = 'node_modules/z3-solver'
const NODE_PARTS = 'server/cli/engine-package/node-parts.ts'
/** The solver's script is CommonJS that asks for Node's modules if it finds itself in Node.js. */
const AS_MODULE = `const require = (name) => process.getBuiltinModule(name)
const __dirname = '', __filename = ''
`

/**
 * @param root the checkout
 * @param target folder that receives the package; other files in it stay
 * @returns the path of the package, `touchstone-engine-<version>.tgz`
 */
export async function packEngine(root: string, target: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-engine-package-'))
  try {
    await buildEngine(root, folder)
    return packFolder(folder, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Copies of zod in one program share a registry by this name, in which a schema replaces another one with the same id.
 * The schemas of the package must not be in that of the application.
 */
const OWN_REGISTRY: Plugin = {
  name: 'own registry of schemas',
  setup: ({ onLoad }) => {
    onLoad({ filter: /zod\/v4\/core\/registries\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll('__zod_globalRegistry', '__touchstone_engine_schemas'),
      loader: 'js',
    }))
  },
}

/** Writes the files of the package. @param folder empty, or without them */
export async function buildEngine(root: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'server/cli/engine-package/touchstone-engine.ts' },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'node20.19'],
    inject: [path.join(root, NODE_PARTS)],
    alias: { 'node:net': path.join(root, NODE_PARTS) },
    plugins: [OWN_REGISTRY],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'inline',
    logLevel: 'warning',
  })
  const script = readFileSync(path.join(root, SOLVER, 'build/z3-built.js'), 'utf8')
  writeFileSync(path.join(folder, 'z3-built.js'), `${AS_MODULE}${script}\nexport default initZ3\n`)
  cpSync(path.join(root, SOLVER, 'build/z3-built.wasm'), path.join(folder, 'z3-built.wasm'))
  cpSync(path.join(root, SOLVER, 'LICENSE.txt'), path.join(folder, 'z3-LICENSE.txt'))
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  cpSync(path.join(root, 'public/docs/programs.md'), path.join(folder, 'README.md'))
  writeFileSync(path.join(folder, 'index.d.ts'), engineDeclarations())
  writeJson(path.join(folder, 'package.json'), packageOf(readManifest(root)))
}

function packageOf({ version, license, engines }: Manifest): object {
  return {
    ...{ name: 'touchstone-engine', version, description: 'Compiles, checks and compares rulesets', license, engines },
    type: 'module',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './z3-built.wasm': './z3-built.wasm',
      './package.json': './package.json',
    },
    sideEffects: false,
    files: ['index.js', 'index.d.ts', 'z3-built.js', 'z3-built.wasm', 'z3-LICENSE.txt'],
  }
}
