import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from './budgets'
import { describeProblems, parseEnvironment, type Settings, VARIABLE_NAMES } from './settings'

const EXAMPLE = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')

function settings(environment: Record<string, string | undefined>): Settings {
  const parsed = parseEnvironment(environment)
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems))
  return parsed.settings
}

function wrongVariables(environment: Record<string, string>): string[] {
  const parsed = parseEnvironment(environment)
  return parsed.ok ? [] : parsed.problems.map(({ variable }) => variable)
}

describe('.env.example', () => {
  it('gives every variable its default', () => {
    const written = parseEnv(EXAMPLE)
    expect(settings(written)).toEqual(settings({}))
    // Each uncommented line matters: a wrong value in it is noticed.
    for (const name of Object.keys(written)) {
      if (['HOST', 'DATA_DIR', 'IDP_GROUPS_CLAIM'].includes(name)) continue // any text is valid
      expect(wrongVariables({ [name]: '-' })).toEqual([name])
    }
  })

  it('names every variable exactly once', () => {
    const named = [...EXAMPLE.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].sort())
  })

  it('shows accepted values for variables without a default', () => {
    const shown = Object.fromEntries(
      [...EXAMPLE.matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
    )
    // The example's secret is public, so it is refused.
    expect(wrongVariables(shown)).toEqual(['AUTH_SECRET'])
    expect(settings({ ...shown, AUTH_SECRET: undefined })).toMatchObject({
      databaseUrl: 'postgresql://user:password@host:5432/database',
      publicUrl: 'https://rules.example.org',
      trustedProxies: [
        { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
        { address: '::1', prefix: 128, family: 'ipv6' },
      ],
      mcpOrigins: ['https://assistant.example.org'],
      solverWorkers: 2,
    })
  })
})

describe('parseEnvironment', () => {
  it('derives the documentation address from the public one, and that from the port', () => {
    expect(settings({ PORT: '8080' })).toMatchObject({
      publicUrl: 'http://localhost:8080',
      configuredUrl: null,
      docsUrl: 'http://localhost:8080/docs',
    })
    expect(settings({ PUBLIC_URL: 'https://a.test/rules/' })).toMatchObject({
      publicUrl: 'https://a.test/rules',
      configuredUrl: 'https://a.test/rules',
      docsUrl: 'https://a.test/rules/docs',
    })
    expect(settings({ DOCS_URL: 'https://docs.test/' })).toMatchObject({ docsUrl: 'https://docs.test' })
  })

  it('treats an empty variable as unset', () => {
    expect(settings({ PORT: '', DATABASE_URL: ' ', BUDGET_CLAIMS: '', TRUSTED_PROXIES: '' })).toEqual(settings({}))
  })

  it('reports every wrong variable at once, by name', () => {
    const wrong = {
      PORT: '65536',
      DATABASE_URL: 'mysql://localhost/x',
      DATABASE_OWNER_URL: 'host:5432/x',
      AUTH_SECRET: 'x'.repeat(31),
      PUBLIC_URL: 'localhost:3000',
      DOCS_URL: 'https://a.test/?q',
      CREDENTIALS: 'no',
      EVALUATION_CALLS_PER_DAY: '1e3',
      EVALUATION_CALLS_TOTAL: '-1',
      EVALUATION_TTL_DAYS: '0',
      EVALUATION_ISSUED_PER_HOUR: '1.5',
      TRUSTED_PROXIES: '10.0.0.0/33',
      MCP_ORIGINS: 'https://a.test/path',
      CORS_ORIGINS: '*',
      SOLVER_WORKERS: '0',
      SOLVER_WAIT_MS: 'soon',
      LOG_LEVEL: 'loud',
      BUDGET_CLAIMS: '0',
      BUDGET_CLAIM: '5',
    }
    expect(wrongVariables(wrong).toSorted()).toEqual(Object.keys(wrong).sort())
    const parsed = parseEnvironment(wrong)
    const description = parsed.ok ? '' : describeProblems(parsed.problems)
    for (const name of Object.keys(wrong)) expect(description).toContain(`\n  ${name} `)
  })

  it('reports single and combined errors of all areas at once', () => {
    const alone = { PORT: 'x', ROLE: 'api', MODEL_NAME: 'small', OIDC_ISSUER: 'https://login.test', BUDGET_CLAIMS: '0' }
    const missing = ['MODEL_BASE_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
    expect(wrongVariables(alone).toSorted()).toEqual(['BUDGET_CLAIMS', ...missing, 'PORT', 'ROLE'].sort())
    expect(wrongVariables({ MODEL_BASE_URL: 'https://models.test/v1' })).toEqual(['MODEL_NAME'])
    expect(wrongVariables({ DATABASE_OWNER_URL: 'postgresql://a@b/c' })).toEqual(['DATABASE_OWNER_URL'])
  })

  it('accepts variables that belong together if all of them are set', () => {
    const together = {
      ...{ ROLE: 'api', DATABASE_URL: 'postgresql://a@b/c', DATABASE_OWNER_URL: 'postgresql://o@b/c' },
      ...{ MODEL_NAME: 'small', MODEL_BASE_URL: 'https://models.test/v1/' },
      ...{ OIDC_ISSUER: 'https://login.test/', OIDC_CLIENT_ID: 'touchstone', OIDC_CLIENT_SECRET: 'secret' },
      ...{ IDP_ISSUER: 'https://idp.test', IDP_AUDIENCE: 'touchstone' },
    }
    expect(settings(together)).toMatchObject({
      ...{ role: 'api', databaseUrl: 'postgresql://a@b/c', databaseOwnerUrl: 'postgresql://o@b/c' },
      model: { baseUrl: 'https://models.test/v1', name: 'small', apiKey: null },
      provider: { issuer: 'https://login.test', name: 'login.test', joining: 'invited' },
      platform: { identityProvider: { issuer: 'https://idp.test', audience: 'touchstone', groupsClaim: 'groups' } },
    })
  })

  it('requires a token for metrics beyond this machine, and accepts the headers of a collector', () => {
    expect(settings({})).toMatchObject({ metrics: null, traces: null })
    expect(settings({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464, token: null })
    expect(wrongVariables({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual(['METRICS_TOKEN'])
    expect(wrongVariables({ METRICS_PORT: '9464', METRICS_HOST: '127.0.0.1.example.org' })).toEqual(['METRICS_TOKEN'])
    expect(wrongVariables({ METRICS_TOKEN: 'short' })).toEqual(['METRICS_TOKEN'])
    const token = 'long-enough-a-token'
    expect(settings({ METRICS_PORT: '1', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics).toMatchObject({
      token,
    })
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', OTEL_EXPORTER_OTLP_HEADERS: 'a=b, c=d==' }
    expect(settings(collector).traces).toEqual({
      ...{ endpoint: 'http://c:4318', headers: { a: 'b', c: 'd==' }, serviceName: 'touchstone' },
      sampler: { parentBased: true, ratio: 0.01 },
    })
    expect(wrongVariables({ OTEL_EXPORTER_OTLP_HEADERS: 'a' })).toEqual(['OTEL_EXPORTER_OTLP_HEADERS'])
  })

  it('samples traces as the variables of OpenTelemetry say', () => {
    const samplerOf = (OTEL_TRACES_SAMPLER: string, OTEL_TRACES_SAMPLER_ARG: string) =>
      settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }).traces
        ?.sampler
    for (const [name, argument, parentBased, ratio] of [
      ['', '0.5', true, 0.5],
      ['parentbased_traceidratio', '', true, 1],
      ['parentbased_always_on', '0.5', true, 1],
      ['parentbased_always_off', '', true, 0],
      ['always_on', '', false, 1],
      ['always_off', '0.5', false, 0],
      ['traceidratio', '0.25', false, 0.25],
    ] as const)
      expect(samplerOf(name, argument), name).toEqual({ parentBased, ratio })
    const problemsOf = (given: Record<string, string>) => {
      const parsed = parseEnvironment(given)
      return parsed.ok ? [] : parsed.problems
    }
    expect(problemsOf({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toEqual([
      {
        variable: 'OTEL_TRACES_SAMPLER',
        problem: expect.stringMatching(/^must be one of always_on, .*, parentbased_traceidratio$/),
      },
    ])
    for (const share of ['2', '-1', '5%', 'half'])
      expect(problemsOf({ OTEL_TRACES_SAMPLER_ARG: share }), share).toEqual([
        {
          variable: 'OTEL_TRACES_SAMPLER_ARG',
          problem: 'must be a share from 0 to 1, for example 0.01 for one trace in a hundred',
        },
      ])
  })

  it('accepts several NATS servers, and refuses addresses that the client cannot reach', () => {
    const several = 'nats://user:password@a:4222, tls://b'
    expect(settings({ BUS_URL: several })).toMatchObject({ busUrl: several })
    for (const wrong of ['ws://a', 'http://a:4222', 'a:4222', 'nats://a:4222,', 'nats://a b'])
      expect(wrongVariables({ BUS_URL: wrong }), wrong).toEqual(['BUS_URL'])
  })

  it('accepts a secret of 32 characters, and never prints one that it refuses', () => {
    expect(settings({}).authSecret).toBeNull()
    expect(settings({ AUTH_SECRET: 's'.repeat(32) }).authSecret).toBe('s'.repeat(32))
    const parsed = parseEnvironment({ AUTH_SECRET: 'short-but-secret' })
    expect(parsed.ok ? '' : describeProblems(parsed.problems)).toMatch(
      /\n {2}AUTH_SECRET must have at least 32 characters$/,
    )
    expect(JSON.stringify(parsed)).not.toContain('short-but-secret')
  })

  it('names each of several wrong proxies', () => {
    const parsed = parseEnvironment({ TRUSTED_PROXIES: 'proxy, 10.0.0.1, 1.2.3.4/a' })
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ problem: expect.stringContaining('"proxy"') }, { problem: expect.stringContaining('"1.2.3.4/a"') }],
    })
  })

  it('accepts only origins as browsers write them', () => {
    const origins = 'https://a.test, http://b.test:8080'
    const both = ['https://a.test', 'http://b.test:8080']
    expect(settings({ MCP_ORIGINS: origins }).mcpOrigins).toEqual(both)
    expect(settings({ CORS_ORIGINS: origins }).corsOrigins).toEqual(both)
    expect(settings({}).corsOrigins).toEqual([])
    for (const wrong of [
      ...['*', 'a.test', 'https://a.test/', 'https://A.test', 'https://a.test:443', 'null', 'https://*.a.test'],
      ...['https://ann@a.test', 'https://a.test,', 'https://a.test https://b.test'],
    ])
      for (const variable of ['MCP_ORIGINS', 'CORS_ORIGINS'])
        expect(wrongVariables({ [variable]: wrong }), wrong).toEqual([variable])
  })

  it('sets each budget by its own variable', () => {
    for (const name of Object.keys(DEFAULT_BUDGETS)) {
      expect(settings({ [`BUDGET_${name.toUpperCase()}`]: '7' }).budgets).toEqual({ ...DEFAULT_BUDGETS, [name]: 7 })
    }
  })

  it('never throws, whatever the environment holds', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...VARIABLE_NAMES), fc.string()), (environment) => {
        const parsed = parseEnvironment(environment)
        if (parsed.ok) expect(parsed.settings.budgets.claims).toBeGreaterThan(0)
        else expect(parsed.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})
