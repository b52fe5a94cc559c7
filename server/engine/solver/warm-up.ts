/**
 * A first run through what questions use, so that none of it is set up again for every question.
 *
 * Promises: fixed calls. Asserts linear and nonlinear arithmetic, truncation, choices, a bounded whole number.
 */
import { integer, ONE } from '../../exact/rational'
import { Terms } from './terms'
import type { Z3Machine } from './z3-machine'

export function warmUp(machine: Z3Machine): void {
  const terms = new Terms(machine)
  const [x, y, z] = [terms.realVariable(), terms.realVariable(), terms.realVariable()]
  const code = terms.wholeVariable()
  const truth = terms.truthVariable()
  const two = terms.real(integer(2))
  machine.assert(terms.atMost(terms.whole(0), code))
  machine.assert(terms.atMost(code, terms.whole(3)))
  machine.assert(terms.or([truth, terms.below(terms.sum([x, y]), two), terms.equal(code, terms.whole(1))]))
  machine.assert(terms.below(two, terms.choose(truth, terms.product(x, x), terms.quotient(y, two))))
  machine.assert(
    terms.equal(terms.difference(z, terms.product(two, terms.floor(terms.quotient(z, two)))), terms.real(ONE)),
  )
  machine.assert(terms.equal(terms.product(x, y), two))
  if (machine.check() !== 'sat') throw new Error('the solver failed its warm-up')
  machine.model()
}
