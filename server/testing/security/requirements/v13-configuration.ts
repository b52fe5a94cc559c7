import { gap, OWN_TEST, type Requirement, shown } from '../requirement'

export const CONFIGURATION: readonly Requirement[] = [
  shown('13.1.1', 2, 'A document lists every connection that the server makes', OWN_TEST),
  gap(
    '13.2.1',
    2,
    'Parts of a deployment prove themselves to each other by short-lived means',
    'Database and bus are opened with passwords of the operator, which last until they are changed.',
  ),
  shown(
    '13.2.2',
    2,
    'Parts of a deployment have the fewest rights that suffice',
    'server/database/roles/table-protection.test.ts > is ordinary and owns nothing',
    'server/database/roles/table-protection.test.ts > may not: %s',
    'server/database/roles/table-protection.test.ts > may call no function that runs as its owner but those of retention',
  ),
  shown('13.2.3', 2, 'No password or key has a default value', OWN_TEST),
  shown('13.2.4', 2, 'Outgoing connections go to configured addresses, and to public addresses of webhooks', OWN_TEST),
  shown('13.2.5', 2, 'The server loads files and addresses from a fixed list', OWN_TEST),
  gap(
    '13.3.1',
    2,
    'Secrets are held by a system made for them',
    'Secrets come from the environment or from files for their owner alone; the product speaks to no vault.',
  ),
  shown(
    '13.3.2',
    2,
    'Secrets are readable by those that need them only',
    'server/database/access/auth-secret.test.ts > is made once, in a file that only the owner reads, and found again',
    'server/database/signing/signing-key-files.test.ts > are made once, two different ones, that only the owner reads',
    'server/database/access/auth-secret.test.ts > is closed to others again after a copy opened it',
    'server/database/signing/signing-key-files.test.ts > are never made in the place of a key that the database lists, and the refusal says how to continue',
  ),
  shown('13.4.1', 1, 'Folders of version control cannot be reached', OWN_TEST),
  shown('13.4.2', 2, 'A production server runs without debugging aids', OWN_TEST),
  shown('13.4.3', 2, 'No address lists the files of a folder', OWN_TEST),
  shown('13.4.4', 2, 'The method TRACE is not answered', OWN_TEST),
  shown('13.4.5', 2, 'Documentation and status addresses are public on purpose only', OWN_TEST),
]
