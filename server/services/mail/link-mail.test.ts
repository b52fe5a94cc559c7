import { expect, it } from 'vitest'
import { createSoloGroup } from '../access/process-group'
import { createLinkMail, MAILS_OF_NAMESPACE, MAILS_TO_ADDRESS } from './link-mail'

const MESSAGE = { subject: 'Invitation', text: 'Open this link.' }

function mailOfTest() {
  const clock = { now: 0 }
  const sentTo: string[] = []
  const sender = {
    send: async (to: string) => {
      sentTo.push(to)
      return 'sent' as const
    },
  }
  return {
    clock,
    sentTo,
    mail: createLinkMail(
      sender,
      createSoloGroup(() => clock.now),
    ),
  }
}

it('says that a mail server is missing', async () => {
  const mail = createLinkMail(
    null,
    createSoloGroup(() => 0),
  )
  expect(mail.isConfigured).toBe(false)
  expect(await mail.send('n', 'a@example.org', MESSAGE)).toEqual({ kind: 'not_sent', reason: 'not_configured' })
})

it('limits a flooding namespace until its allowance refills, and limits no other namespace', async () => {
  const { clock, sentTo, mail } = mailOfTest()
  for (let nth = 0; nth < 3 * MAILS_OF_NAMESPACE.calls; nth++) await mail.send('flood', `${nth}@example.org`, MESSAGE)
  expect(sentTo).toHaveLength(MAILS_OF_NAMESPACE.calls)
  const limited = { kind: 'not_sent', reason: 'limited' }
  expect(await mail.send('flood', 'last@example.org', MESSAGE)).toEqual(limited)
  expect(await mail.send('other', 'last@example.org', MESSAGE)).toEqual({ kind: 'sent', to: 'last@example.org' })
  clock.now += MAILS_OF_NAMESPACE.periodMs
  expect(await mail.send('flood', 'last@example.org', MESSAGE)).toMatchObject({ kind: 'sent' })
})

it('keeps several namespaces from flooding one address, and refunds the mails that it refuses', async () => {
  const { sentTo, mail } = mailOfTest()
  for (let nth = 0; nth < 10; nth++) await mail.send(`namespace ${nth}`, 'victim@example.org', MESSAGE)
  expect(sentTo).toHaveLength(MAILS_TO_ADDRESS.calls)
  for (let nth = 0; nth < MAILS_OF_NAMESPACE.calls; nth++)
    expect(await mail.send('namespace 9', `${nth}@example.org`, MESSAGE)).toMatchObject({ kind: 'sent' })
})
