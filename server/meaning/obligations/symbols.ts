/**
 * Names as symbols of SMT-LIB 2.6: a claim is called in the file what it is called in the ruleset.
 *
 * Promises: two names never become one symbol. A symbol is quoted where its characters need it, and a name that SMT-LIB
 * or a solver uses itself is marked (`|mod (claim)|`), because a quoted symbol is the same as the one without bars.
 */

/** Words that z3 or cvc5 refuse to declare (obligations.test.ts tries each), reserved words of the standard included. */
export const RESERVED: ReadonlySet<string> = new Set(
  `_ as let exists forall match par lambda assert echo exit pop push reset eval simplify minimize maximize
  BINARY DECIMAL HEXADECIMAL NUMERAL STRING Bool Int Real String Array Set Seq RegEx RegLan Tuple Sequence Relation Bag
  true false not and or xor distinct ite implies iff if div mod rem abs to_real to_int is_int divisible
  exp sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot sinh cosh tanh asin acos atan asinh acosh atanh
  sqrt pi e euler iand select store concat extract map union intersection setminus subset member singleton complement
  emptyset univset insert card join product transpose tclosure tuple mkTuple update is const array_ext char
  bv2nat int2bv nat2bv witness choose model sat unsat unknown`.split(/\s+/),
)

/** May stand in a quoted symbol, between the bars. */
const QUOTABLE = /^[ -[\]-{}~]*$/
const SIMPLE = /^[A-Za-z_][A-Za-z0-9_]*$/

export class Symbols {
  private readonly taken = new Set<string>()

  /**
   * @param name as a reader should see it
   * @param mark what distinguishes it from a word of SMT-LIB, such as `claim`
   */
  add(name: string, mark: string): string {
    const plain = RESERVED.has(name) ? `${name} (${mark})` : QUOTABLE.test(name) ? name : spelled(name)
    let symbol = plain
    for (let count = 2; this.taken.has(symbol); count++) symbol = `${plain} (${count})`
    this.taken.add(symbol)
    return SIMPLE.test(symbol) ? symbol : `|${symbol}|`
  }
}

/** With code points in place of what no quoted symbol may contain or a reader's terminal may not show. */
function spelled(name: string): string {
  return [...name]
    .map((character) =>
      QUOTABLE.test(character) ? character : `{U+${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
    )
    .join('')
}
