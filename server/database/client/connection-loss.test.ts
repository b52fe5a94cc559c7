import { describe, expect, it } from 'vitest'
import { isConnectionLoss } from './connection-loss'

const adapterError = (cause: object) => ({
  code: 'P2010',
  message: 'Raw query failed.',
  meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause }) },
})

describe('isConnectionLoss', () => {
  // Errors of a server that was killed under load, and their neighbours.
  it.each<[string, unknown]>([
    ['the socket is gone', Object.assign(new Error('connect ENOENT /x/.s.PGSQL.5432'), { code: 'ENOENT' })],
    ['the pipe is broken', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
    ['the connection ended', new Error('Connection terminated unexpectedly')],
    ['the client is spent', new Error('Client has encountered a connection error and is not queryable')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['no server listens', adapterError({ kind: 'DatabaseNotReachable', host: '/x' })],
    ['starting up', adapterError({ kind: 'postgres', code: '57P03', originalCode: '57P03' })],
    ['shut down', adapterError({ kind: 'postgres', code: '57P01', originalCode: '57P01' })],
    ['connection exception', adapterError({ kind: 'postgres', code: '08006', originalCode: '08006' })],
    ['closed in a transaction', Object.assign(new Error('ConnectionClosed'), { cause: { kind: 'ConnectionClosed' } })],
    ['a lost transaction', adapterError({ kind: 'TransactionWriteConflict', originalCode: '40001' })],
    ['Prisma cannot reach it', Object.assign(new Error('P1001'), { code: 'P1001' })],
  ])('%s', (_, error) => expect(isConnectionLoss(error)).toBe(true))

  it.each<[string, unknown]>([
    ['a constraint', adapterError({ kind: 'postgres', code: '23514', originalCode: '23514' })],
    ['a duplicate', Object.assign(new Error('Unique constraint failed'), { code: 'P2002' })],
    ['bad SQL', adapterError({ kind: 'postgres', code: '42601', originalCode: '42601' })],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', null],
    ['a string', 'ECONNREFUSED'],
  ])('not %s', (_, error) => expect(isConnectionLoss(error)).toBe(false))
})
