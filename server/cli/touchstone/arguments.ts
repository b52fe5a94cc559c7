/** The arguments of `touchstone`. */

import { DIALECT_NAMES } from '../../sql/dialect'
import { type CommandReading, type CommandSyntax, readCommandLine, wrong } from '../command/command-line'
import { type HookOptions, readHookOptions } from './hook/hook-options'
import { OUTPUTS, type Output } from './print-report'
import type { SqlOptions } from './sql-file'

export const WORDS = [
  ...(['compile', 'check', 'test', 'format', 'diff', 'analyse', 'coverage', 'sql'] as const),
  ...(['pull', 'push', 'hook', 'language-server'] as const),
] as const
export type Word = (typeof WORDS)[number]

export type TouchstoneCommand =
  | { readonly kind: 'version' }
  | { readonly kind: 'language-server' }
  | { readonly kind: 'pull' | 'push'; readonly url: string; readonly force: boolean }
  | { readonly kind: 'hook'; readonly options: HookOptions }
  | {
      readonly kind: Exclude<Word, 'language-server' | 'pull' | 'push' | 'hook'>
      readonly operands: readonly string[]
      readonly output: Output
      /** Options without a value. */
      readonly flags: ReadonlySet<string>
      /** Only of `sql`. */
      readonly sql: SqlOptions | null
      /** Only of `check`. */
      readonly table: CheckedTable | null
    }

/** A file whose rows are dictionaries. */
export interface CheckedTable {
  readonly kind: 'csv' | 'parquet'
  readonly file: string
  /** Receives the answers of every row, or null. */
  readonly answers: string | null
}

const RULESETS = { operand: 'rulesets', optionalOperand: true, manyOperands: true, values: ['output'] } as const
const SYNTAXES: Readonly<Record<Word | 'version', CommandSyntax>> = {
  compile: RULESETS,
  check: {
    operand: 'a ruleset and a file of claims',
    manyOperands: true,
    values: ['output', 'csv', 'parquet', 'answers'],
    flags: ['lines'],
  },
  test: RULESETS,
  format: { ...RULESETS, flags: ['check'] },
  diff: { operand: 'two rulesets or two folders', manyOperands: true, values: ['output'] },
  analyse: RULESETS,
  coverage: RULESETS,
  sql: {
    operand: 'a ruleset',
    values: ['output', 'dialect', 'table', 'columns'],
    lists: ['key'],
    flags: ['validate'],
  },
  pull: { operand: 'the address of a deployment', flags: ['force'] },
  push: { operand: 'the address of a deployment', flags: ['force'] },
  hook: { operand: 'the address of a deployment', values: ['without-guard', 'wait', 'timeout'], lists: ['guard'] },
  // Editors add the option, and there is no other way.
  'language-server': { flags: ['stdio'] },
  version: {},
}

const WHICH = `<ruleset>... are files, folders (their *.tsr) or - for standard input; without one, the folder policies.`
const FORMS = `--output text|json|junit|sarif chooses the form of the report; text is the default.`

const ABOUT: Readonly<Record<Word, string>> = {
  compile: `touchstone compile [<ruleset>...] [--output <form>]
  finds errors and warnings. With --output json, the answer of POST /v1/compile for each ruleset, one a line.
  ${WHICH}
  It ends with 0 if every ruleset compiles, and with 1 if one does not.`,
  check: `touchstone check <ruleset> <claims> [--lines] [--output <form>]
touchstone check <ruleset> --csv <file> | --parquet <file> [--answers <file>] [--output <form>]
  checks a claim dictionary, a JSON object in a file or in standard input (-). With --lines, or in a file named *.jsonl,
  each line is a dictionary. With --output json, the answer of POST /v1/check for each dictionary, one a line.
  With --csv or --parquet, each row of the file is a dictionary. DuckDB, an optional package, decides what it can, and the
  engine the rest. The report counts the answers of each assertion; --answers writes those of every row (.csv, .parquet).
  It ends with 0 only if every assertion is TRUE, with 1 if one is FALSE, UNKNOWN or AMBIGUOUS, with 2 if the claims
  do not fit the ruleset, and with 3 if an answer was not reached within the budgets.`,
  test: `touchstone test [<ruleset>...] [--output <form>]
  runs the test cases next to each ruleset: travel.cases.json and travel.cases.csv for travel.tsr.
  ${WHICH}
  It ends with 0 if every case has the expected answers, and with 1 if one has not.`,
  format: `touchstone format [<ruleset>...] [--check] [--output <form>]
  formats rulesets in their files; of standard input, it prints the formatted text. With --check it changes nothing.
  ${WHICH}
  It ends with 0; with 1 if a ruleset has a syntax error or, with --check, if one is not formatted.`,
  diff: `touchstone diff <before> <after> [--output <form>]
  compares the meaning of two rulesets, or of the rulesets in two folders by their names; one may be - for standard input.
  With --output json, the answer of POST /v1/comparison for each pair, one a line.
  It ends with 0 if every answer is proved the same, with 10 if the later one is stricter, with 11 if it is looser, with
  12 if it is both or changes otherwise, and with 3 if it was not decided within the budgets.`,
  analyse: `touchstone analyse [<ruleset>...] [--output <form>]
  finds contradictions, parts that change nothing, and gaps. With --output json, the answer of POST /v1/analysis.
  ${WHICH}
  It ends with 0 if there is at most a note, with 1 if there is a warning, and with 3 if something was not decided.`,
  coverage: `touchstone coverage [<ruleset>...] [--output <form>]
  finds changes of a ruleset that no test case next to it notices. With --output json, the answer of POST /v1/coverage.
  ${WHICH}
  It ends with 0 if every case has the expected answers, with 1 if one has not, and with 3 if something was not decided.`,
  sql: `touchstone sql <ruleset> --dialect postgres|duckdb|sqlite --key <column>... [--table <name>] [--columns <file>]
    [--validate] [--output <form>]
  writes one SELECT: for each row of a table, the answer of each assertion, and whether only the engine can give it.
  --table is claims by default. --columns names a JSON file of columns and their types by claim. With --validate, the SELECT
  lists the values that the ruleset refuses. Assertions that are open in every row are named on standard error.
  It ends with 0, and with 1 if the ruleset does not compile.`,
  pull: `touchstone pull <address> [--force]
  writes the stored rulesets of a namespace to the folder policies, and its units to units.txt and touchstone.json. The
  environment variable TOUCHSTONE_CREDENTIAL holds a full credential of the namespace.
  It ends with 0; with 1, having written nothing, if a file was changed here and there, except with --force.`,
  push: `touchstone push <address> [--force]
  saves a revision of each ruleset in the folder policies that differs from the stored one. It never approves.
  It ends with 0; with 1, having saved nothing, if someone else saved a revision since the last pull, except with --force,
  or if a ruleset does not compile.`,
  hook: `touchstone hook <address> [--guard <tool>=<guard>...] [--without-guard refuse|pass] [--wait <seconds>]
    [--timeout <seconds>]
  answers the hook of a coding agent before a tool runs: it reads the event from standard input and asks the deployment.
  --guard names the guard of a tool; any other tool has the guard with the tool's name. Tools without a guard are refused unless
  --without-guard says pass. A call that waits for a person is blocked after --wait seconds (0), and everything else may
  take --timeout seconds (10). The environment variable TOUCHSTONE_CREDENTIAL holds a credential of the namespace.
  It ends with 0 if the call passes, and with 2 in every other case, with the reason on standard error.`,
  'language-server': `touchstone language-server [--stdio]
  answers an editor over standard input and output (Language Server Protocol) until the editor ends. It takes the unit
  library from the nearest touchstone.json at or above each file.
  It ends with 0 after the editor asked it to, and with 1 if the editor is gone.`,
}

const ALL = `How it is used:
${WORDS.map((word) => `  ${ABOUT[word].split('\n')[0]}`).join('\n')}
  touchstone version
touchstone <command> --help explains a command. ${FORMS}
A file touchstone.json in the current folder names a unit library. Only pull, push and hook open a network
connection. Every command ends with 2 if it is used wrongly.`

/** @param word of a command, if help about it is wanted */
export function usage(word: string | undefined): string {
  const about = WORDS.find((each) => each === word)
  if (about === undefined) return ALL
  return ['language-server', 'pull', 'push', 'hook'].includes(about) ? ABOUT[about] : `${ABOUT[about]}\n  ${FORMS}`
}

export function readArguments(args: readonly string[]): CommandReading<TouchstoneCommand> {
  return readCommandLine<Word | 'version', TouchstoneCommand>(
    args,
    SYNTAXES,
    ({ word, operands, values, lists, flags }) => {
      if (word === 'version' || word === 'language-server') return { ok: true, command: { kind: word } }
      if (word === 'pull' || word === 'push')
        return { ok: true, command: { kind: word, url: operands[0] ?? '', force: flags.has('force') } }
      if (word === 'hook') {
        const options = readHookOptions(operands[0] ?? '', values, lists.guard ?? [])
        return 'problem' in options ? wrong(options.problem) : { ok: true, command: { kind: word, options } }
      }
      const output = OUTPUTS.find((each) => each === (values.output ?? 'text'))
      if (output === undefined) return wrong(`--output takes ${OUTPUTS.join(', ')}, not "${values.output}".`)
      const table = word === 'check' ? tableOf(values) : null
      if (table !== null && 'problem' in table) return wrong(table.problem)
      if (table !== null && operands.length !== 1)
        return wrong(`check needs a ruleset and --${table.kind}, and no other file.`)
      if (((word === 'check' && table === null) || word === 'diff') && operands.length !== 2)
        return wrong(`${word} needs ${SYNTAXES[word].operand}: two operands, not ${operands.length}.`)
      if (operands.filter((each) => each === '-').length > 1) return wrong('Standard input (-) can be read once.')
      const sql = word === 'sql' ? sqlOptions(values, lists.key ?? [], flags) : null
      if (sql !== null && 'problem' in sql) return wrong(sql.problem)
      return { ok: true, command: { kind: word, operands, output, flags, sql, table } }
    },
  )
}

type Values = Readonly<Partial<Record<string, string>>>

function tableOf({ csv, parquet, answers: written }: Values): CheckedTable | { readonly problem: string } | null {
  const answers = written ?? null
  if (csv !== undefined && parquet !== undefined) return { problem: 'check takes --csv or --parquet, not both.' }
  if (answers !== null && !/\.(csv|parquet)$/.test(answers))
    return { problem: `--answers needs a file named *.csv or *.parquet, not "${answers}".` }
  if (answers !== null && (answers === csv || answers === parquet))
    return { problem: '--answers would overwrite the table.' }
  if (csv !== undefined) return { kind: 'csv', file: csv, answers }
  if (parquet !== undefined) return { kind: 'parquet', file: parquet, answers }
  return answers === null ? null : { problem: '--answers needs --csv or --parquet.' }
}

function sqlOptions(
  { dialect: named, table = 'claims', columns }: Values,
  keys: readonly string[],
  flags: ReadonlySet<string>,
): SqlOptions | { readonly problem: string } {
  const dialect = DIALECT_NAMES.find((each) => each === named)
  if (dialect === undefined)
    return { problem: `--dialect takes ${DIALECT_NAMES.join(', ')}${named === undefined ? '' : `, not "${named}"`}.` }
  if (keys.length === 0)
    return { problem: 'sql needs --key: a column that identifies a row. It may be given several times.' }
  return { dialect, table, keys, columns: columns ?? null, isValidation: flags.has('validate') }
}
