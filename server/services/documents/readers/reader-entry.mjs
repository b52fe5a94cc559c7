/** First file of the reading thread when the sources run; the bundle uses reader-main.ts directly. */
import { register } from 'tsx/esm/api'

register()
await import('./reader-main.ts')
