import { expect, it } from 'vitest'
import { readStreamMessage } from './stream-message'

it('the acknowledgement of an invalid subscription names every wrong field', () => {
  const message = readStreamMessage(JSON.stringify({ action: 'subscribe', topic: '', extra: true }))
  expect(message.kind === 'refused' && JSON.parse(message.ack)).toMatchObject({
    type: 'ack',
    success: false,
    error: {
      code: 'bad_request',
      message:
        'topic: expected at least one character, but received the string "". trace_id: expected a value of type string, but received nothing. extra: expected no such field: the contract does not know it, but received true.',
    },
  })
})
