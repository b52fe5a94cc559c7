import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { tokenLines } from './token-lines'

const given = {
  origin: 'https://rules.example.org',
  username: 'night-run',
  clientId: 'touchstone',
  group: "O'Hara & Co",
}

/** Runs the lines in a shell with a `curl` that prints its arguments. @returns the arguments of each call */
function wordsOf(lines: string): string[][] {
  const script = `curl() { for word in "$@"; do printf '%s\\t' "$word"; done; printf '\\n'; }\n${lines}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').filter((word) => word !== ''))
}

test('a service token is exchanged at the client API', () => {
  expect(wordsOf(tokenLines({ ...given, kind: 'service_token', secret: null }))).toEqual([
    [
      ...['-s', 'https://rules.example.org/client-api/auth/token', '--data-urlencode', 'username=night-run'],
      ...['--data-urlencode', 'service_token=<SERVICE_TOKEN>'],
    ],
  ])
})

test('an API key is exchanged at the identity provider, and its token names the group', () => {
  const [token = [], use = []] = wordsOf(tokenLines({ ...given, kind: 'api_key', secret: "it's $HOME" }))
  expect(token).toContain('grant_type=client_credentials')
  expect(token).toContain('client_id=touchstone')
  expect(token).toContain("password=it's $HOME")
  expect(token).toContain('scope=openid profile email')
  expect(use).toContain("X-Service-Active-Group: O'Hara & Co")
})
