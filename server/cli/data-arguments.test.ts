import { expect, it } from 'vitest'
import { readArguments, USAGE } from './data-arguments'

const A_MOMENT = 'a day such as 2027-01-01, or a moment such as 2027-01-01T12:00:00Z'

const problem = (...args: string[]) => {
  const read = readArguments(args)
  return read.ok ? read.command : read.problem
}

it('reads every command', () => {
  expect(problem('migrate')).toEqual({ kind: 'migrate' })
  const checks = { kind: 'checks', file: 'a.parquet', namespace: 'Claims', from: null, to: null, withClaims: false }
  expect(problem('checks', 'a.parquet', '--namespace', 'Claims')).toEqual(checks)
  const range = ['--from', '2027-01-01', '--to=2027-01-01T12:00:00+01:00', '--with-claims']
  expect(problem('checks', 'a.parquet', '--namespace=Claims', ...range)).toEqual({
    ...{ ...checks, withClaims: true },
    ...{ from: new Date('2027-01-01T00:00:00Z'), to: new Date('2027-01-01T11:00:00Z') },
  })
  expect(problem('backup', 'a.backup')).toEqual({ kind: 'backup', file: 'a.backup' })
  expect(problem('restore', 'a.backup')).toEqual({ kind: 'restore', file: 'a.backup', replace: false })
  expect(problem('restore', '--replace', 'a.backup')).toEqual({ kind: 'restore', file: 'a.backup', replace: true })
  const url = 'postgresql://user:password@host:5432/database'
  expect(problem('to-postgres', url)).toEqual({ kind: 'to-postgres', url, replace: false })
  expect(problem('to-postgres', url, '--replace')).toEqual({ kind: 'to-postgres', url, replace: true })
  for (const args of [['--help'], ['-h']]) expect(problem(...args)).toEqual({ kind: 'help' })
  expect(problem('backup', '--help')).toEqual({ kind: 'help', word: 'backup' })
})

it.each([
  [[], 'No command was given; the commands are: backup, restore, to-postgres, migrate, checks.'],
  [['dump', 'x'], 'There is no command "dump"; the commands are: backup, restore, to-postgres, migrate, checks.'],
  [['backup'], 'backup needs a file.'],
  [['restore'], 'restore needs a file.'],
  [['to-postgres'], 'to-postgres needs the address of a PostgreSQL database.'],
  [['backup', 'a', 'b'], 'backup takes a file and nothing else, not "b".'],
  [['restore', 'a', 'b'], 'restore takes a file and nothing else, not "b".'],
  [['migrate', 'x'], 'migrate takes nothing else, not "x".'],
  [['backup', 'a', '--replace'], 'backup takes no --replace: a file is never written over.'],
  [
    ['to-postgres', 'mysql://x/y'],
    'to-postgres needs an address of the form postgresql://user:password@host:5432/database.',
  ],
  [
    ['to-postgres', 'localhost'],
    'to-postgres needs an address of the form postgresql://user:password@host:5432/database.',
  ],
  [['restore', 'a', '--force'], 'restore takes no --force.'],
  [['checks', '--namespace', 'x'], 'checks needs a new file.'],
  [['checks', 'a'], 'checks needs --namespace, the id or name of a namespace.'],
  [['checks', 'a', '--replace'], 'checks takes no --replace.'],
  [['checks', 'a', '--namespace', 'x', '--from', '2027-02-29'], `--from takes ${A_MOMENT}, not "2027-02-29".`],
  [['checks', 'a', '--namespace', 'x', '--to', 'now'], `--to takes ${A_MOMENT}, not "now".`],
  [['checks', 'a', '--namespace', 'x', '--from', '2027-01-02', '--to', '2027-01-02'], '--to has to be after --from.'],
  [['restore', 'a', '--replace=yes'], '--replace takes no value.'],
])('says what is wrong with %j', (args, message) => {
  expect(problem(...args)).toBe(message)
})

it('names every command in its usage', () => {
  for (const command of [
    'backup <file>',
    'restore <file> [--replace]',
    'to-postgres <url> [--replace]',
    'checks <new file>',
  ])
    expect(USAGE).toContain(`npm run data -- ${command}`)
})
