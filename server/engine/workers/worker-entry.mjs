/**
 * First file of a worker thread. Worker threads of Node 20 neither read TypeScript nor take over the loader of the
 * thread that started them, so this registers it and goes on with worker-main.ts.
 */
import { register } from 'tsx/esm/api'

register()
await import('./worker-main.ts')
