/**
 * Reads command lines: words, operands and options.
 * Every mistake gets a message that quotes it, and no unknown option is ignored. `--help`, `-h` and the
 * word `help` ask for the usage in any place.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'

/** The arguments of a command. */
export interface CommandSyntax {
  /** The operand, such as `a file`; absent if the command takes no operand. */
  readonly operand?: string
  /** Whether the operand may be left out. */
  readonly optionalOperand?: boolean
  /** Whether the command itself reads operands after the first. */
  readonly manyOperands?: boolean
  /** The advice if an operand is given to a command without one. */
  readonly insteadOfOperand?: string
  /** Options with a value. */
  readonly values?: readonly string[]
  /** Options with a value that may be repeated. */
  readonly lists?: readonly string[]
  readonly flags?: readonly string[]
}

export interface CommandLine<Word extends string> {
  readonly word: Word
  readonly operands: readonly string[]
  /** Values by option; options that were not given are absent. */
  readonly values: Readonly<Partial<Record<string, string>>>
  readonly lists: Readonly<Partial<Record<string, readonly string[]>>>
  readonly flags: ReadonlySet<string>
}

/** Asks for the usage; `word` if a command is named. */
export interface HelpCommand {
  readonly kind: 'help'
  readonly word?: string
}

export type CommandReading<Command> =
  | { readonly ok: true; readonly command: Command | HelpCommand }
  | { readonly ok: false; readonly problem: string }

type CommandOf<Word extends string, Command> = (line: CommandLine<Word>) => CommandReading<Command>

/**
 * Reads the command line of a program whose first operand is a word, such as `issue` or `list`.
 * @param commandOf returns the command, or what is wrong with its values
 */
export function readCommandLine<Word extends string, Command>(
  args: readonly string[],
  syntaxes: Readonly<Record<Word, CommandSyntax>>,
  commandOf: CommandOf<Word, Command>,
): CommandReading<Command> {
  const { operands, options } = tokensOf(args, Object.values<CommandSyntax>(syntaxes))
  const [word, ...rest] = operands
  if (word === 'help' || asksForHelp(options)) {
    const about = word === 'help' ? rest[0] : word
    return { ok: true, command: about === undefined ? { kind: 'help' } : { kind: 'help', word: about } }
  }
  const words = Object.keys(syntaxes).join(', ')
  if (word === undefined) return wrong(`No command was given; the commands are: ${words}.`)
  if (!isWord(syntaxes, word)) return wrong(`There is no command "${word}"; the commands are: ${words}.`)
  return readLine(word, syntaxes[word], rest, options, commandOf)
}

/**
 * Reads the command line of a program without such words.
 * @param name name of the program, for error messages
 */
export function readOptions<Name extends string, Command>(
  args: readonly string[],
  name: Name,
  syntax: CommandSyntax,
  commandOf: CommandOf<Name, Command>,
): CommandReading<Command> {
  const { operands, options } = tokensOf(args, [syntax])
  if (asksForHelp(options)) return { ok: true, command: { kind: 'help' } }
  return readLine(name, syntax, operands, options, commandOf)
}

export function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem }
}

/** A day begins in UTC. */
export const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day such as 2027-01-01')
  .transform((text) => new Date(text))

interface GivenOption {
  readonly name: string
  /** As written, with its dashes. */
  readonly rawName: string
  readonly value?: string | undefined
  /** Whether the value follows `=`. */
  readonly inlineValue?: boolean | undefined
}

function tokensOf(args: readonly string[], syntaxes: readonly CommandSyntax[]) {
  const types = syntaxes.flatMap(({ values = [], lists = [], flags = [] }) => [
    ...[...values, ...lists].map((name) => [name, { type: 'string' as const }] as const),
    ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
  ])
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: Object.fromEntries(types) })
  return {
    operands: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    options: tokens.flatMap((token): GivenOption[] => (token.kind === 'option' ? [token] : [])),
  }
}

function asksForHelp(options: readonly GivenOption[]): boolean {
  return options.some(({ name }) => name === 'help' || name === 'h')
}

function isWord<Word extends string>(syntaxes: Readonly<Record<Word, CommandSyntax>>, word: string): word is Word {
  return Object.hasOwn(syntaxes, word)
}

function readLine<Word extends string, Command>(
  word: Word,
  syntax: CommandSyntax,
  operands: readonly string[],
  options: readonly GivenOption[],
  commandOf: CommandOf<Word, Command>,
): CommandReading<Command> {
  const problem = optionProblem(word, syntax, options) ?? operandProblem(word, syntax, operands)
  if (problem !== null) return wrong(problem)
  const { values = [], lists = [], flags = [] } = syntax
  const given = (name: string) => options.flatMap((option) => (option.name === name ? [option.value ?? ''] : []))
  return commandOf({
    word,
    operands,
    values: Object.fromEntries(values.flatMap((name) => given(name).map((value) => [name, value]))),
    lists: Object.fromEntries(lists.map((name) => [name, given(name)])),
    flags: new Set(flags.filter((name) => given(name).length > 0)),
  })
}

function optionProblem(word: string, syntax: CommandSyntax, options: readonly GivenOption[]): string | null {
  const { values = [], lists = [], flags = [] } = syntax
  for (const [index, { name, rawName, value, inlineValue }] of options.entries()) {
    if (![...values, ...lists, ...flags].includes(name)) return `${word} takes no ${rawName}.`
    if (!lists.includes(name) && options.findIndex((other) => other.name === name) !== index)
      return `${rawName} is given twice.`
    if (flags.includes(name)) {
      if (value !== undefined) return `${rawName} takes no value.`
    } else if (value === undefined || value === '') return `${rawName} needs a value.`
    else if (inlineValue !== true && /^-\D/.test(value))
      return `${rawName} needs a value; one that begins with a dash is written ${rawName}=${value}.`
  }
  return null
}

function operandProblem(word: string, syntax: CommandSyntax, operands: readonly string[]): string | null {
  const {
    operand,
    optionalOperand = false,
    manyOperands = false,
    insteadOfOperand,
    values = [],
    lists = [],
    flags = [],
  } = syntax
  const [first, second] = operands
  if (operand === undefined) {
    if (first === undefined) return null
    const takes = values.length + lists.length + flags.length === 0 ? 'nothing else' : 'options only'
    return `${word} takes ${takes}, not "${first}"${insteadOfOperand === undefined ? '' : `; ${insteadOfOperand}`}.`
  }
  if (first === undefined) return optionalOperand ? null : `${word} needs ${operand}.`
  return second === undefined || manyOperands ? null : `${word} takes ${operand} and nothing else, not "${second}".`
}
