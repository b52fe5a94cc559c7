/**
 * First file of a worker thread that runs the sources, in development and tests of the pool. Worker threads of Node 20
 * neither read TypeScript nor inherit the loader, so this registers it. The bundle uses worker-main.ts directly.
 */
import { register } from 'tsx/esm/api'

register()
await import('./worker-main.ts')
