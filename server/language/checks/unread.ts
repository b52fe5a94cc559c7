/**
 * What nothing reads, and a ruleset that asks nothing.
 *
 * Promises: silent about unread names while some part of the text could not be read, since that part may read them.
 */
import type { Ruleset } from '../syntax'
import type { Checking } from './checking'

export function checkUnread(c: Checking, ruleset: Ruleset): void {
  const asserts = ruleset.statements.some((statement) => statement.kind === 'assert')
  if (c.parsed.lost) return
  if (!asserts) {
    c.report.add('no-assertion', { start: 0, end: Math.min(c.text.length, c.lines.start(2)) }, [])
    return
  }
  for (const declared of c.values.values()) {
    if (declared.read) continue
    const { name, at, role } = declared
    if (role === 'claim') c.report.add('unread-claim', at, [name])
    else c.report.add('unread-name', at, [name])
  }
}
