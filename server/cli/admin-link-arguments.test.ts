import { describe, expect, it } from 'vitest'
import { readArguments, USAGE } from './admin-link-arguments'

describe('npm run admin-link', () => {
  it.each<[string[], object]>([
    [[], { kind: 'link', namespace: null }],
    [['--namespace', 'Payroll service'], { kind: 'link', namespace: 'Payroll service' }],
    [['--person', ' Ada@Example.org '], { kind: 'password', email: 'ada@example.org', output: 'link' }],
    [['--person=ada@example.org'], { kind: 'password', email: 'ada@example.org', output: 'link' }],
    [['--person', 'ada@example.org', '--send'], { kind: 'password', email: 'ada@example.org', output: 'mail' }],
    [['--message', '--person', 'ada@example.org'], { kind: 'password', email: 'ada@example.org', output: 'message' }],
    [['--allow-passwords', 'Payroll service'], { kind: 'allow_passwords', namespace: 'Payroll service' }],
    [['--help'], { kind: 'help' }],
    [['-h', '--person', 'x'], { kind: 'help' }],
  ])('understands %j', (args, command) => {
    expect(readArguments(args)).toEqual({ ok: true, command })
  })

  it.each([
    [['--namespace', ''], /--namespace needs/],
    [['--person', ''], /--person needs a value/],
    [['--person', 'Ada'], /"Ada" is not an e-mail address/],
    [['--person'], /--person/],
    [['--person', 'ada@example.org', '--namespace', 'team'], /two links/],
    [['--allow-passwords', ''], /--allow-passwords needs/],
    [['--allow-passwords', 'team', '--namespace', 'team'], /no other option/],
    [['--allow-passwords', 'team', '--person', 'ada@example.org'], /no other option/],
    [['--send'], /--send goes with --person/],
    [['--message', '--namespace', 'team'], /--message goes with --person/],
    [['--person', 'ada@example.org', '--send', '--message'], /not go together/],
    [['--email', 'ada@example.org'], /--email/],
    [['ada@example.org'], /ada@example.org/],
  ])('refuses %j with a message that names it', (args, words) => {
    expect(readArguments(args)).toEqual({ ok: false, problem: expect.stringMatching(words) })
  })

  it('names every option in its usage', () => {
    for (const option of ['--namespace', '--person', '--allow-passwords', '--send', '--message'])
      expect(USAGE).toContain(option)
  })
})
