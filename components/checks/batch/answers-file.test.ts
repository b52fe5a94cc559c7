import { expect, it } from 'vitest'
import { claimField, recordField } from '../testing/claim-field'
import { answersFile } from './answers-file'
import { ALL_ROWS, BatchAnswers } from './batch-answers'
import { openBatchInput, UnreadableRecordsError } from './batch-input'

const CLAIMS = [claimField('paid'), claimField('n', { type: 'numeric' })]
const FIELDS = [recordField('paid'), recordField('n', { kind: 'numeric' })]
const open = (text: string | Uint8Array<ArrayBuffer>, form: 'csv' | 'json lines') =>
  openBatchInput(new File([text], 'rows'), form, FIELDS, new AbortController().signal)
const answered = (rows: number, answers: string, refused: readonly number[]) => {
  const batchAnswers = new BatchAnswers(['is_paid', 'small'], rows)
  batchAnswers.add(0, {
    ok: true,
    assertions: ['is_paid', 'small'],
    rows: answers.length / 2,
    answers,
    refused: refused.map((row) => ({ row, code: 'BAD_REQUEST', message: 'not "this", no' })),
    unit_library_hash: '',
    stopped: null,
  })
  return batchAnswers
}

it('reads CSV with a byte order mark, semicolons and malformed cells, and writes it back with the answers', async () => {
  const input = await open('\ufeffid;n;paid\r\n"a;""b\r\nc";1.50;yes\r\n\r\n2;;\r\n', 'csv')
  expect(input).toMatchObject({ rows: 2, head: { delimiter: ';' }, header: 'id;n;paid' })
  expect(await (await input.lines(0, 2)).text()).toBe('{"paid":true,"n":1.50}\n{"paid":null,"n":null}')
  const answers = answered(2, 'TF--', [1])
  const file = await answersFile('csv', input, { answers, before: null }, answers.filtered(ALL_ROWS), CLAIMS)
  expect(await file.text()).toBe(
    'id;n;paid;is_paid;small;refused_because\r\n"a;""b\r\nc";1.50;yes;TRUE;FALSE;\r\n2;;;;;"not ""this"", no"\r\n',
  )
  const lines = await answersFile(
    'json lines',
    input,
    { answers, before: null },
    answers.filtered({ kind: 'refused' }),
    CLAIMS,
  )
  expect(await lines.text()).toBe('{"row":2,"claims":{"paid":null,"n":null},"refused_because":"not \\"this\\", no"}\n')
})

it('passes JSON Lines on unchanged, and also writes them as CSV', async () => {
  const input = await open('{"n":12345678901234567890.10,"paid":true}\n\n{"n": 1, "x": 2}\n', 'json lines')
  expect(input).toMatchObject({ rows: 2, sample: { unused: ['x'], missing: ['paid'] } })
  const answers = answered(2, 'TFUU', [])
  const rows = answers.filtered(ALL_ROWS)
  expect(await (await answersFile('json lines', input, { answers, before: null }, rows, CLAIMS)).text()).toBe(
    '{"row":1,"claims":{"n":12345678901234567890.10,"paid":true},"answers":{"is_paid":"TRUE","small":"FALSE"}}\n' +
      '{"row":2,"claims":{"n": 1, "x": 2},"answers":{"is_paid":"UNKNOWN","small":"UNKNOWN"}}\n',
  )
  expect(await (await answersFile('csv', input, { answers, before: null }, rows, CLAIMS)).text()).toBe(
    'paid,n,is_paid,small,refused_because\r\ntrue,12345678901234567890.10,TRUE,FALSE,\r\n,1,UNKNOWN,UNKNOWN,\r\n',
  )
})

it('preserves empty cells at the end of a row', async () => {
  const input = await open('\tn\tpaid\t\n\t1\t\t\n', 'csv')
  expect(await input.records(0, 1)).toEqual(['\t1\t\t'])
  expect(await (await input.lines(0, 1)).text()).toBe('{"paid":null,"n":1}')
})

it('matches the columns of a file separately for each revision', async () => {
  const kilograms = recordField('n', { kind: 'numeric', unit: 'kg' })
  const input = await open('paid,n,x\nyes,1,no\n', 'csv')
  const other = input.under([kilograms, recordField('x'), recordField('y')])
  expect([input.columns?.unused, other.columns?.unused]).toEqual([['x'], ['paid']])
  const kinds = other.columns?.sources.map(({ field, kind }) => [field.name, kind])
  expect(kinds).toEqual([
    ['n', 'column'],
    ['x', 'column'],
    ['y', 'unknown'],
  ])
  expect(await (await input.lines(0, 1)).text()).toBe('{"paid":true,"n":1}')
  expect(await (await other.lines(0, 1)).text()).toBe('{"n":"1","x":false,"y":null}')
  const lines = await open('{"n":1,"paid":true}\n', 'json lines')
  expect(lines.under([recordField('x')]).sample).toEqual({ unused: ['n', 'paid'], missing: ['x'], defaults: [] })
})

it('reads rows without any value, and rows with one empty cell', async () => {
  const tabs = await open('n\tpaid\n\t\n1\tyes\n', 'csv')
  expect(await (await tabs.lines(0, tabs.rows)).text()).toBe('{"paid":null,"n":null}\n{"paid":true,"n":1}')
  const one = await open('paid\n""\n\n \nyes\n\u00a0\n', 'csv')
  expect(await (await one.lines(0, one.rows)).text()).toBe(
    '{"paid":null,"n":null}\n{"paid":true,"n":null}\n{"paid":"\u00a0","n":null}',
  )
})

it('finds the header and the rows between blank lines', async () => {
  const input = await open('\r\n \nid;n\r\n\r\n\n1;2\r\n', 'csv')
  expect(input).toMatchObject({ head: { delimiter: ';' }, header: 'id;n', rows: 1 })
  const answers = answered(1, 'TF', [])
  const file = await answersFile('csv', input, { answers, before: null }, answers.filtered(ALL_ROWS), CLAIMS)
  expect(await file.text()).toBe('id;n;is_paid;small;refused_because\r\n1;2;TRUE;FALSE;\r\n')
})

it('aligns answers with their headers if a row has fewer cells than the header', async () => {
  const input = await open('id;"a;b";n;paid\n"x;y";2\n', 'csv')
  const answers = answered(1, 'TF', [])
  const file = await answersFile('csv', input, { answers, before: null }, answers.filtered(ALL_ROWS), CLAIMS)
  expect(await file.text()).toBe('id;"a;b";n;paid;is_paid;small;refused_because\r\n"x;y";2;;;TRUE;FALSE;\r\n')
})

it('writes each answer next to its own line after a line of only a byte order mark or a no-break space', async () => {
  const input = await open('\u00a0\n{"n":1,"paid":true}\n', 'json lines')
  const marked = await open('{"n":1,"paid":true}\n\ufeff\n{"n":2,"paid":true}\n', 'json lines')
  const written = async (each: typeof input, answers: BatchAnswers, rows: Uint32Array) =>
    (await answersFile('json lines', each, { answers, before: null }, rows, CLAIMS)).text()
  expect(await written(input, answered(2, '--TF', [0]), Uint32Array.of(1))).toContain('"row":2,"claims":{"n":1')
  expect(await written(input, answered(2, '--TF', [0]), Uint32Array.of(0, 1))).toContain('"row":2,"claims":{"n":1')
  expect(await written(marked, answered(3, 'TF--TF', [1]), Uint32Array.of(1, 2))).toContain('"row":3,"claims":{"n":2')
})

it('says that a file is not UTF-8', async () => {
  await expect(
    open(Uint8Array.from([0x6e, 0x0a, 0xfc, 0x0a]), 'csv').then((input) => input.lines(0, 1)),
  ).rejects.toThrow(UnreadableRecordsError)
})

it('writes the answers of another revision next to those of this one', async () => {
  const input = await open('{"n":1,"paid":true}\n{"n":2,"paid":true}\n', 'json lines')
  const shown = { answers: answered(2, 'TF--', [1]), before: answered(2, 'TTFU', []) }
  const rows = shown.answers.filtered(ALL_ROWS)
  expect(await (await answersFile('csv', input, shown, rows, CLAIMS)).text()).toBe(
    'paid,n,is_paid,small,is_paid_before,small_before,refused_because\r\ntrue,1,TRUE,FALSE,TRUE,TRUE,\r\ntrue,2,,,FALSE,UNKNOWN,"not ""this"", no"\r\n',
  )
  expect((await (await answersFile('json lines', input, shown, rows, CLAIMS)).text()).split('\n')[0]).toBe(
    '{"row":1,"claims":{"n":1,"paid":true},"answers":{"is_paid":"TRUE","small":"FALSE"},"answers_before":{"is_paid":"TRUE","small":"TRUE"}}',
  )
})

it('writes the defaults that a row took next to its answers', async () => {
  const fields = [recordField('paid', { fallback: false }), recordField('n', { kind: 'numeric', fallback: '0' })]
  const table = (await open('n\n1\n', 'csv')).under(fields)
  const shown = { answers: answered(1, 'TF', []), before: null }
  const rows = Uint32Array.of(0)
  expect(await (await answersFile('csv', table, shown, rows, CLAIMS)).text()).toBe(
    'n,is_paid,small,refused_because,taken_by_default\r\n1,TRUE,FALSE,,paid = no\r\n',
  )
  expect(await (await answersFile('json lines', table, shown, rows, CLAIMS)).text()).toBe(
    '{"row":1,"claims":{"paid":false,"n":1},"answers":{"is_paid":"TRUE","small":"FALSE"},"taken_by_default":{"paid":false}}\n',
  )
  const lines = (await open('{"n":1}\n{"n":2,"paid":null}\n', 'json lines')).under(fields)
  const two = { answers: answered(2, 'TFTF', []), before: null }
  expect(await (await answersFile('json lines', lines, two, Uint32Array.of(0, 1), CLAIMS)).text()).toBe(
    '{"row":1,"claims":{"n":1,"paid":false},"answers":{"is_paid":"TRUE","small":"FALSE"},"taken_by_default":{"paid":false}}\n' +
      '{"row":2,"claims":{"n":2,"paid":null},"answers":{"is_paid":"TRUE","small":"FALSE"},"taken_by_default":{}}\n',
  )
})
