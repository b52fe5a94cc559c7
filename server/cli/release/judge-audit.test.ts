import { describe, expect, it } from 'vitest'
import { describeAudit, judgeAudit } from './judge-audit'

const reportOf = (vulnerabilities: object, total: number) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { high: total, total } } })

describe('the audit of the dependencies', () => {
  it('is clean only if the registry answered and names nothing', () => {
    expect(judgeAudit(reportOf({}, 0))).toEqual({ kind: 'clean' })
  })

  it('names every vulnerable package', () => {
    const judgement = judgeAudit(reportOf({ left: { name: 'left', severity: 'high', via: [] } }, 1))
    expect(judgement).toEqual({ kind: 'vulnerable', packages: [{ name: 'left', severity: 'high' }] })
    expect(describeAudit(judgement)).toContain('left (high)')
  })

  it('is not clean if the count differs from the list', () => {
    expect(judgeAudit(reportOf({}, 2)).kind).toBe('vulnerable')
  })

  it.each([
    ['an error of the endpoint', '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}'],
    ['nothing', ''],
    ['a page', '<html>'],
    ['an empty object', '{}'],
    ['a report without counts', '{"vulnerabilities":{}}'],
  ])('is not clean for %s', (_, output) => {
    const judgement = judgeAudit(output)
    expect(judgement.kind).toBe('unanswered')
    expect(describeAudit(judgement)).toContain('NOT audited')
  })
})
