/**
 * Random rules over texts of language 1.4, with their meaning: each part prints itself and is evaluated on texts directly.
 * It shares no code with the compiler; shapes are regular expressions of JavaScript.
 */
export interface TextCase {
  readonly x: string
  readonly y: string
  readonly flag: boolean
  readonly list: readonly string[]
  readonly owner: { readonly name: string } | 'absent'
}

export interface TextRule {
  readonly text: string
  readonly value: (on: TextCase) => boolean
}

interface Shape {
  readonly name: string
  readonly pattern: string
  readonly check?: (text: string) => boolean
}

const SHAPES: readonly Shape[] = [
  { name: 'word', pattern: '[ab]+' },
  { name: 'starting', pattern: 'a.*' },
  { name: 'digits', pattern: '[0-9]{2,3}' },
  { name: 'pairs', pattern: '(ab)*' },
  { name: 'solid', pattern: '[^ ]*' },
  { name: 'two', pattern: '.{2}|A' },
  { name: 'card', pattern: '[0-9]{1,3}', check: hasLuhnDigit },
]

function hasLuhnDigit(text: string): boolean {
  const digits = [...text].reverse().map(Number)
  const sum = digits.map((digit, i) => (i % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!))
  return sum.reduce((all, each) => all + each, 0) % 10 === 0
}

const LITERALS = ['a', 'ab', 'A', '0', '', 'b b', '00'] as const
const ALPHABET = ['a', 'b', 'A', '0', '1', ' ', '中'] as const

/** Every text of the alphabet with at most four characters, which is as long as the rules look. */
export const ALL_TEXTS: readonly string[] = (() => {
  const texts: string[] = ['']
  for (let at = 0; texts[at]!.length < 4; at++) for (const letter of ALPHABET) texts.push(texts[at]! + letter)
  return texts
})()

/** Codes of a claim, and whether its case counts. */
interface Claim {
  readonly codes: readonly string[]
  readonly ignoring: boolean
}

export class RandomTexts {
  readonly claims: Readonly<Record<'x' | 'y' | 'list' | 'owner', Claim>>

  constructor(private readonly random: () => number) {
    const claim = () => ({ codes: this.pick([[], [], ['NA'], ['NA', 'a']]), ignoring: random() < 0.3 })
    this.claims = { x: claim(), y: claim(), list: claim(), owner: claim() }
  }

  rules(count: number): { readonly text: string; readonly rules: readonly TextRule[] } {
    const { x, y, list, owner } = this.claims
    const shapes = SHAPES.map(
      ({ name, pattern, check }) => `shape ${name} = "${pattern}"${check ? ' check luhn' : ''};`,
    )
    const rules = Array.from({ length: count }, () => this.condition(2))
    const asserts = rules.map(({ text }, i) => `assert r${i} { Or(And(flag, Not(flag)), ${text}) };`)
    const text = [
      'version 1.4;',
      ...shapes,
      `declare x as ${printType(x)};`,
      `declare y as ${printType(y)};`,
      `declare list as list of ${printType(list)} up to 2;`,
      `declare owner as optional record { name as ${printType(owner)} };`,
      'declare flag as boolean;',
      ...asserts,
    ]
    return { text: text.join('\n'), rules }
  }

  case(): TextCase {
    const text = (claim: Claim) =>
      this.random() < 0.2 ? this.pick([...claim.codes, 'a', 'A', 'na', 'Na']) : this.pick(ALL_TEXTS)
    const { x, y, list, owner } = this.claims
    return {
      x: text(x),
      y: text(y),
      flag: this.random() < 0.5,
      list: this.pick([[], [text(list)], [text(list), text(list)]]),
      owner: this.random() < 0.3 ? 'absent' : { name: text(owner) },
    }
  }

  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.random() * of.length)]!
  }

  private condition(depth: number): TextRule {
    if (depth === 0) return this.leaf()
    const [a, b] = [this.condition(depth - 1), this.condition(depth - 1)]
    return this.pick<() => TextRule>([
      () => ({ text: `And(${a.text}, ${b.text})`, value: (on) => a.value(on) && b.value(on) }),
      () => ({ text: `Or(${a.text}, ${b.text})`, value: (on) => a.value(on) || b.value(on) }),
      () => ({ text: `Implies(${a.text}, ${b.text})`, value: (on) => !a.value(on) || b.value(on) }),
      () => ({ text: `Xor(${a.text}, ${b.text})`, value: (on) => a.value(on) !== b.value(on) }),
      () => ({ text: `Not(${a.text})`, value: (on) => !a.value(on) }),
    ])()
  }

  private leaf(): TextRule {
    const { x, y, list, owner } = this.claims
    return this.pick<() => TextRule>([
      () => this.about('x', x, (ask) => (on) => ask(on.x)),
      () => this.about('x', x, (ask) => (on) => ask(on.x)),
      () => this.about('y', y, (ask) => (on) => ask(on.y)),
      () => {
        const inner = this.about('e', list, (ask) => (on) => ask(on.list[0]!))
        const value = (on: TextCase) => on.list.every((entry) => inner.value({ ...on, list: [entry] }))
        return { text: `ForAll(e in list, ${inner.text})`, value }
      },
      () => {
        const inner = this.about('e', list, (ask) => (on) => ask(on.list[0]!))
        const value = (on: TextCase) => on.list.filter((entry) => inner.value({ ...on, list: [entry] })).length >= 1
        return { text: `Count(e in list, ${inner.text}) >= 1`, value }
      },
      () => {
        const inner = this.about('owner.name', owner, (ask) => (on) => on.owner !== 'absent' && ask(on.owner.name))
        return { text: `And(IsGiven(owner), ${inner.text})`, value: inner.value }
      },
    ])()
  }

  private about(
    name: string,
    claim: Claim,
    of: (ask: (text: string) => boolean) => (on: TextCase) => boolean,
  ): TextRule {
    const isSame = (text: string, other: string) =>
      claim.ignoring ? text.toLowerCase() === other.toLowerCase() : text === other
    // One spelling of each text, if the case does not count.
    const literals = claim.ignoring ? LITERALS.filter((literal) => literal !== 'A') : LITERALS
    const literal = this.pick([...literals, ...claim.codes])
    const other = this.pick([...literals, ...claim.codes])
    const shape = this.pick(SHAPES)
    const pattern = new RegExp(`^(?:${shape.pattern})$`, claim.ignoring ? 'isu' : 'su')
    const bound = Math.floor(this.random() * 4)
    const operator = this.pick(['<', '<=', '==', '>', '>='] as const)
    return this.pick<() => TextRule>([
      () => ({ text: `${name} == "${literal}"`, value: of((text) => isSame(text, literal)) }),
      () => ({ text: `${name} != "${literal}"`, value: of((text) => !isSame(text, literal)) }),
      () => ({
        text: `IsMember(${name}, {"${literal}", "${other}"})`,
        value: of((text) => isSame(text, literal) || isSame(text, other)),
      }),
      () => ({ text: `IsGiven(${name})`, value: of((text) => !isCode(claim, text) && text.trim() !== '') }),
      () => ({
        text: `Matches(${name}, ${shape.name})`,
        value: of((text) => !isCode(claim, text) && pattern.test(text) && (shape.check?.(text) ?? true)),
      }),
      () => ({
        text: `Length(${name}) ${operator} ${bound}`,
        value: of((text) => !isCode(claim, text) && COMPARE[operator]([...text].length, bound)),
      }),
    ])()
  }
}

function isCode({ codes, ignoring }: Claim, text: string): boolean {
  return ignoring ? codes.some((code) => code.toLowerCase() === text.toLowerCase()) : codes.includes(text)
}

const COMPARE = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '==': (a: number, b: number) => a === b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
} as const

function printType({ codes, ignoring }: Claim): string {
  const or = codes.length === 0 ? '' : ` or {${codes.map((code) => `"${code}"`).join(', ')}}`
  return `text${ignoring ? ' ignoring case' : ''}${or}`
}
