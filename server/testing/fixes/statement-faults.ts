/**
 * Faults of whole lines: annotations, comments, policies, the version, declarations.
 */
import type { Random } from '../../engine/testing/random-rules'

export interface FaultyText {
  readonly good: string
  readonly bad: string
}

/**
 * A kind of fault. With `restores`, every fix gives a text with the meaning of `good`. Otherwise a fix may have another
 * meaning that its title states: a similar name, bracket or unit instead of the lost one.
 */
export interface Fault {
  readonly name: string
  readonly restores: boolean
  /** Returns null if the text has no place for the fault. */
  make(text: string, random: Random): FaultyText | null
}

export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

export function spliced(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

/** Makes a fault that replaces a random match of a pattern. */
export function lineFault(
  name: string,
  restores: boolean,
  pattern: RegExp,
  write: (...groups: string[]) => string,
): Fault {
  return {
    name,
    restores,
    make(text, random) {
      const match = pick(random, [...text.matchAll(pattern)])
      if (match === undefined) return null
      const bad = spliced(text, match.index, match.index + match[0].length, write(...match))
      return { good: text, bad }
    },
  }
}

export const STATEMENT_FAULTS: readonly Fault[] = [
  lineFault('a misspelt annotation', true, /@(unit|range) /g, (_, tag) => `@${tag}s `),
  lineFault(
    'an annotation of a misspelt claim',
    false,
    /@(unit|range) (\w)(\w+)/g,
    (_, tag, a, rest) => `@${tag} ${a}${a}${rest}`,
  ),
  lineFault('a unit of an annotation in quotes', true, /(@unit \w+ )(\S+)/g, (_, head, unit) => `${head}"${unit}"`),
  lineFault('a leading zero in a range', true, /(@range \w+ )(\d\S*)/g, (_, head, bounds) => `${head}0${bounds}`),
  lineFault('a lost annotation of a unit', false, /\/\/ @unit .*\n/g, () => ''),
  lineFault('a comment with a number sign', true, /^(declare|assert) /gm, (word) => `# as agreed\n${word}`),
  lineFault('a comment with two dashes', true, /^(declare|assert) /gm, (word) => `-- as agreed\n${word}`),
  lineFault('a policy in round brackets', true, /\[(optimistic|pessimistic|neutral)\]/g, (_, policy) => `(${policy})`),
  lineFault('a policy without its end', true, /\[(optimistic|pessimistic|neutral)\]/g, (_, policy) => `[${policy}`),
  lineFault('an unknown version', false, /version 1\.[23];/g, () => 'version 2.0;'),
  {
    name: 'a citation without a version',
    restores: true,
    make: (text) => {
      const assertion = /^assert (\w+)/m.exec(text)?.[1]
      if (assertion === undefined || text.startsWith('version')) return null
      const bad = `// @cite ${assertion} TE-07 4.2(b)\n${text}`
      return { good: `version 1.4;\n${bad}`, bad }
    },
  },
  {
    name: 'a percentage that meets a quotient of plain numbers',
    restores: true,
    make: (text) => {
      const quotient = `${text}declare debt as numeric;\ndeclare earned as numeric;\nassert share { debt / earned <= `
      return { good: `${quotient}0.43 };\n`, bad: `${quotient}43 "%" };\n` }
    },
  },
  lineFault('members without commas', true, /("small"), /g, (_, member) => `${member} `),
  lineFault('members without quotes', true, /\["small", /g, () => '[small, '),
  lineFault('members without the closing bracket', true, /"large"\];/g, () => '"large";'),
  lineFault(
    'a scale that is written highest first',
    true,
    /"small", "medium", "large"\]/g,
    () => '"large", "medium", "small"]',
  ),
  lineFault('a label without quotes', true, /"(small|medium|large|meal|hotel)":/g, (_, label) => `${label}:`),
  lineFault('arms without a comma', false, /, ("\w+"|DEFAULT):/g, (_, label) => ` ${label}:`),
  lineFault('a condition without its parameter', false, /(condition \w+)\(x0\)/g, (_, head) => head),
  lineFault('a comment that does not end', true, /\n$/g, () => '\n/* as agreed'),
]
