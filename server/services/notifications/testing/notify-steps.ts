/** A namespace with an author, reviewers and an administrator, whose notifications a test makes and reads. */
import { randomUUID } from 'node:crypto'
import type { Json } from '../../../api/canonical-json'
import type { LogKind } from '../../../api/terms/log-kinds'
import type { InboxView } from '../../../api/terms/notification-terms'
import type { Caller } from '../../calls/caller'
import type { MailSender } from '../../mail/smtp-sender'
import { SigningSteps } from '../../signing/testing/signing-steps'
import type { ServicesUnderTest } from '../../testing/services-under-test'
import { Notifier } from '../notifier'
import { type WebhookNetwork, webhookNetwork } from '../webhooks/post-to-webhook'

export const NOTIFIER_SECRET = 'a secret of these tests, long enough'

export interface NotifierOptions {
  readonly mail?: MailSender | null
  readonly network?: Partial<WebhookNetwork>
}

export function notifierOf(under: ServicesUnderTest, { mail = null, network = {} }: NotifierOptions = {}): Notifier {
  return new Notifier({
    store: under.store,
    mail,
    network: { ...webhookNetwork([{ host: '127.0.0.1', port: null }]), ...network },
    publicUrl: 'https://rules.example.org',
    authSecret: NOTIFIER_SECRET,
    now: () => new Date(under.now()),
    reportTrouble: (error) => {
      throw error
    },
  })
}

export class NotifySteps {
  private constructor(
    readonly under: ServicesUnderTest,
    readonly signing: SigningSteps,
  ) {}

  static async open(under: ServicesUnderTest): Promise<NotifySteps> {
    return new NotifySteps(under, await SigningSteps.open(under))
  }

  get namespaceId(): string {
    return this.signing.namespaceId
  }

  get author(): Caller {
    return this.signing.author
  }

  get reviewer(): Caller {
    return this.signing.reviewer
  }

  get administrator(): Caller {
    return this.signing.administrator
  }

  /** Appends an entry as another part of the product does. */
  async note(kind: LogKind, by: Caller, details: Readonly<Record<string, Json>>): Promise<void> {
    const at = new Date(this.under.now())
    await this.under.store.noteEvent(this.namespaceId, at, { kind, actor: by.label, details })
  }

  async openReview(hash: string, reviewers: readonly Caller[], by = this.author, name = 'policy'): Promise<string> {
    const review_id = randomUUID()
    const details = { review_id, name, hash, due_on: '2026-12-03', any_reviewer: reviewers.length === 0 }
    await this.note('review_opened', by, { ...details, reviewer_ids: reviewers.map((each) => idOf(each)) })
    return review_id
  }

  async comment(
    review_id: string,
    by: Caller,
    { hash, parent = null, mentioned = [] }: { hash: string; parent?: string | null; mentioned?: readonly Caller[] },
  ): Promise<string> {
    const comment_id = randomUUID()
    await this.note('comment_added', by, {
      ...{ review_id, name: 'policy', hash, comment_id, parent_id: parent, is_suggestion: false, text_sha256: '' },
      subject: { kind: 'assertion', name: 'is_paid' },
      mentioned_ids: mentioned.map(idOf),
    })
    return comment_id
  }

  /** Sentences with the kind, newest first. */
  async inbox(who: Caller, view: InboxView = 'all'): Promise<string[]> {
    const { rows } = await this.under.workbenches[0]!.notifications.list(who, view, null)
    return rows.map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
}

export function idOf({ person }: Caller): string {
  if (person === null) throw new Error('not a person')
  return person.id
}
