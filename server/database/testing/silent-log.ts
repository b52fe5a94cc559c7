/** A log for tests that look at what is stored and not at what is said. */
import type { StoreLog } from '../client/log'

export const silentLog: StoreLog = { debug() {}, info() {}, warn() {}, error() {} }
