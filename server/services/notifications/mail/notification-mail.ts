/** A mail about notifications, as plain text and as simple HTML without images, so that nothing notes who reads it. */
import { notificationPath, notificationSentence, plainName } from '../../../api/notification-sentence'
import type { StoredNotification } from '../../../database/notifications/inbox'
import type { LeasedMail } from '../../../database/notifications/outgoing-mails'
import type { MailMessage } from '../../mail/smtp-sender'

export const CHOICES_PATH = '/settings/account#notifications'

export function notificationMail(
  publicUrl: string,
  { id, form, namespaceName, notifications }: Pick<LeasedMail, 'id' | 'form' | 'namespaceName' | 'notifications'>,
): MailMessage {
  const lines = notifications.map((each) => ({
    sentence: notificationSentence(each),
    url: `${publicUrl}${notificationPath(each)}`,
  }))
  const namespace = plainName(namespaceName)
  const unsubscribeUrl = `${publicUrl}${CHOICES_PATH}`
  const inboxUrl = `${publicUrl}/inbox`
  const footer = `You receive this because you are a member of “${namespace}”. Choose what you receive by mail:`
  return {
    id,
    unsubscribeUrl,
    subject: form === 'single' ? subjectOf(notifications[0]) : `${countWords(lines.length)} in ${namespace}`,
    text: `${lines.map(({ sentence, url }) => `${sentence}\n${url}`).join('\n\n')}\n\n-- \nEverything is in your inbox:\n${inboxUrl}\n${footer}\n${unsubscribeUrl}\n`,
    html: htmlPage([
      ...lines.map(({ sentence, url }) => `<p>${escapeHtml(sentence)}<br><a href="${escapeHtml(url)}">Open</a></p>`),
      `<p><small>Everything is in your <a href="${escapeHtml(inboxUrl)}">inbox</a>. ${escapeHtml(footer)} <a href="${escapeHtml(unsubscribeUrl)}">settings</a>.</small></p>`,
    ]),
  }
}

const LONGEST_SUBJECT = 160

function subjectOf(notification: StoredNotification | undefined): string {
  if (notification === undefined) throw new Error('a mail without notifications')
  const sentence = notificationSentence(notification).replace(/\.$/, '')
  return sentence.length > LONGEST_SUBJECT ? `${sentence.slice(0, LONGEST_SUBJECT).trimEnd()}…` : sentence
}

function countWords(count: number): string {
  return count === 1 ? '1 notification' : `${count} notifications`
}

function htmlPage(paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join('\n')}\n</body></html>\n`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
