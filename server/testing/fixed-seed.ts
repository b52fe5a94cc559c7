/** Seeds random properties: the same cases in every `npm test`, new ones in each nightly series. */
import fc from 'fast-check'
import { IS_LONG, SEED } from './repetitions'

if (!IS_LONG) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
