import { doesNotApply, gap, OWN_TEST, type Requirement, shown } from '../requirement'

export const COMMUNICATION: readonly Requirement[] = [
  shown('12.1.1', 1, 'TLS older than 1.2 is never spoken', OWN_TEST),
  shown('12.1.2', 2, 'Weak cipher suites are off, and the strongest comes first', OWN_TEST),
  doesNotApply(
    '12.1.3',
    2,
    'Certificates of clients are verified before they identify anybody',
    'No interface reads a client certificate: callers prove themselves by session, credential or token.',
    { code: /requestCert|getPeerCertificate/ },
  ),
  gap(
    '12.2.1',
    1,
    'Clients reach the deployment by TLS only',
    'The server speaks HTTP and leaves TLS to the proxy in front of it; it warns at the start where a public address has no https, and does not refuse.',
  ),
  gap(
    '12.2.2',
    1,
    'Public addresses have publicly trusted certificates',
    'The certificate is that of the operator’s proxy; the product neither holds one nor checks it.',
  ),
  gap(
    '12.3.1',
    2,
    'All connections of the server are encrypted',
    'The operator encrypts the database by sslmode in DATABASE_URL and the bus by tls:// in BUS_URL; plain ones are taken too.',
  ),
  shown('12.3.2', 2, 'Certificates of servers that are called are verified', OWN_TEST),
  gap(
    '12.3.3',
    2,
    'Services inside a deployment speak TLS to each other',
    'Processes meet through the database and the bus only; both may be reached without TLS, as the operator configures them.',
  ),
  gap(
    '12.3.4',
    2,
    'Inside a deployment only its own authorities are trusted',
    'Node.js trusts the authorities of NODE_EXTRA_CA_CERTS beside the public ones; the product has no setting that leaves out the public ones.',
  ),
]
