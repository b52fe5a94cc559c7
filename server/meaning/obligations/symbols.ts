/**
 * Names as SMT-LIB 2.6 symbols. Different names get different symbols. Names that SMT-LIB or a solver uses are marked
 * (`|mod (claim)|`), because quoting does not change a symbol.
 */

/** Words that z3 or cvc5 refuse to declare, and reserved words of the standard. */
export const RESERVED: ReadonlySet<string> = new Set(
  `_ as let exists forall match par lambda assert echo exit pop push reset eval simplify minimize maximize
  BINARY DECIMAL HEXADECIMAL NUMERAL STRING Bool Int Real String Array Set Seq RegEx RegLan Tuple Sequence Relation Bag
  true false not and or xor distinct ite implies iff if div mod rem abs to_real to_int is_int divisible
  exp sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot sinh cosh tanh asin acos atan asinh acosh atanh
  sqrt pi e euler iand select store concat extract map union intersection setminus subset member singleton complement
  emptyset univset insert card join product transpose tclosure tuple mkTuple update is const array_ext char
  bv2nat int2bv nat2bv witness choose model sat unsat unknown`.split(/\s+/),
)

/** Allowed between the bars of a quoted symbol. */
const QUOTABLE = /^[ -[\]-{}~]*$/
const SIMPLE = /^[A-Za-z_][A-Za-z0-9_]*$/

export class Symbols {
  private readonly taken = new Set<string>()

  /** @param mark added to words of SMT-LIB, such as `claim` */
  add(name: string, mark: string): string {
    const plain = RESERVED.has(name) ? `${name} (${mark})` : QUOTABLE.test(name) ? name : spellCodePoints(name)
    let symbol = plain
    for (let count = 2; this.taken.has(symbol); count++) symbol = `${plain} (${count})`
    this.taken.add(symbol)
    return SIMPLE.test(symbol) ? symbol : `|${symbol}|`
  }
}

/** Replaces characters that a quoted symbol or a terminal may not show by code points. */
function spellCodePoints(name: string): string {
  return [...name]
    .map((character) =>
      QUOTABLE.test(character) ? character : `{U+${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
    )
    .join('')
}
