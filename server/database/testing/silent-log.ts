import type { StoreLog } from '../client/log'

export const silentLog: StoreLog = { debug() {}, info() {}, warn() {}, error() {} }
