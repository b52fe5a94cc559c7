/**
 * First file of a worker thread that runs the sources: development and tests of the pool. The bundle has worker-main.ts
 * itself. Worker threads of Node 20 neither read TypeScript nor inherit the loader of the thread that started them, so
 * this registers it and goes on with worker-main.ts.
 */
import { register } from 'tsx/esm/api'

register()
await import('./worker-main.ts')
