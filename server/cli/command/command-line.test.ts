import { describe, expect, it } from 'vitest'
import { type CommandLine, readCommandLine, readOptions } from './command-line'

const SYNTAXES = {
  copy: { operand: 'a file', values: ['to'], flags: ['replace'] },
  join: { lists: ['with'], insteadOfOperand: '--with <file> gives a file' },
  name: { operand: 'an address', manyOperands: true },
  list: {},
}
const asIs = (line: CommandLine<string>) => ({ ok: true, command: { kind: 'line', ...line } }) as const
const read = (...args: string[]) => readCommandLine(args, SYNTAXES, asIs)
const problemOf = (...args: string[]) => {
  const reading = read(...args)
  return reading.ok ? reading.command : reading.problem
}

describe('a command line', () => {
  it('consists of a word, operands and options in any order', () => {
    const line = {
      kind: 'line',
      word: 'copy',
      operands: ['a'],
      values: { to: 'b' },
      lists: {},
      flags: new Set(['replace']),
    }
    for (const args of [
      ['copy', 'a', '--to', 'b', '--replace'],
      ['--replace', '--to=b', 'copy', 'a'],
    ])
      expect(problemOf(...args)).toEqual(line)
    expect(problemOf('copy', '--', '--to')).toMatchObject({ operands: ['--to'], values: {} })
    expect(problemOf('join', '--with', 'a', '--with=b')).toMatchObject({ lists: { with: ['a', 'b'] } })
    expect(problemOf('name', 'a', 'b', 'c')).toMatchObject({ operands: ['a', 'b', 'c'] })
  })

  it('accepts a negative number, and a value with a dash after an equals sign', () => {
    expect(problemOf('copy', 'a', '--to=--b')).toMatchObject({ values: { to: '--b' } })
    expect(problemOf('copy', 'a', '--to', '-1')).toMatchObject({ values: { to: '-1' } })
  })

  it.each([[['--help']], [['-h']], [['help']]])('asks for help: %j', (args) => {
    expect(read(...args)).toEqual({ ok: true, command: { kind: 'help' } })
  })

  it.each([[['copy', '-h']], [['copy', '--force', '--help']], [['help', 'copy']]])(
    'asks for help about a command: %j',
    (args) => {
      expect(read(...args)).toEqual({ ok: true, command: { kind: 'help', word: 'copy' } })
    },
  )

  it.each<[string[], string]>([
    [[], 'No command was given; the commands are: copy, join, name, list.'],
    [['toString'], 'There is no command "toString"; the commands are: copy, join, name, list.'],
    [['copy'], 'copy needs a file.'],
    [['copy', 'a', 'b'], 'copy takes a file and nothing else, not "b".'],
    [['copy', 'a', '--force'], 'copy takes no --force.'],
    [['copy', 'a', '-f'], 'copy takes no -f.'],
    [['copy', 'a', '--with', 'b'], 'copy takes no --with.'],
    [['copy', 'a', '--to'], '--to needs a value.'],
    [['copy', 'a', '--to='], '--to needs a value.'],
    [['copy', 'a', '--to', '--replace'], '--to needs a value; one that begins with a dash is written --to=--replace.'],
    [['copy', 'a', '--to', 'b', '--to', 'c'], '--to is given twice.'],
    [['copy', 'a', '--replace=yes'], '--replace takes no value.'],
    [['join', 'a'], 'join takes options only, not "a"; --with <file> gives a file.'],
    [['list', 'a'], 'list takes nothing else, not "a".'],
  ])('%j is refused with a message', (args, problem) => {
    expect(problemOf(...args)).toBe(problem)
  })
})

it('a program without words reads only its options', () => {
  const options = (...args: string[]) => readOptions(args, 'fuzz', { values: ['seed'] }, asIs)
  expect(options('--seed', '7')).toMatchObject({ command: { word: 'fuzz', values: { seed: '7' } } })
  expect(options('--seeds', '7')).toEqual({ ok: false, problem: 'fuzz takes no --seeds.' })
  expect(options('7')).toEqual({ ok: false, problem: 'fuzz takes options only, not "7".' })
  expect(options('-h')).toEqual({ ok: true, command: { kind: 'help' } })
})
