// Preloaded before the MCP conformance suite, so that it loads on Node.js 20: the suite imports `globSync` of `fs`, which
// came with Node.js 22, for commands that are not used here. A module of that name stands in, and throws when it is called.
import { register } from 'node:module'

const fs = `export * from 'node:fs'
export function globSync() { throw new Error('fs.globSync is not in this Node.js') }`
const hooks = `const fs = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)}
export async function resolve(specifier, context, next) {
  const ofSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/')
  return ofSuite && specifier === 'fs' ? { url: fs, shortCircuit: true } : next(specifier, context)
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
