import { doesNotApply, gap, OWN_TEST, type Requirement, shown } from '../requirement'

export const FILES: readonly Requirement[] = [
  shown('5.1.1', 2, 'A document names the files that are taken and their limits', OWN_TEST),
  shown(
    '5.2.1',
    1,
    'A file larger than the server can work on is refused',
    OWN_TEST,
    'server/testing/golden/hostile-bodies.test.ts > 10 MB in pieces without a length',
    'server/services/library/test-cases.test.ts > are refused as a whole if one of them is wrong, and beyond a thousand',
  ),
  shown(
    '5.2.2',
    1,
    'The content of a file is read strictly, as its type demands',
    'server/services/documents/readers/read-file.test.ts > is refused with a sentence: %s',
    'server/services/checks/batch.test.ts > refuses only the wrong line, says why, and skips blank ones',
    'server/services/checks/batch.test.ts > finds no ruleset of another namespace and reads only UTF-8',
    'server/database/backup/transfer.test.ts > is refused, named and before anything is read from it, when a byte is changed or the end is missing',
    'server/database/backup/transfer.test.ts > is refused when its text was changed, however well it was packed again',
  ),
  shown(
    '5.2.3',
    2,
    'Compressed content cannot unpack to more than is allowed',
    OWN_TEST,
    'server/services/documents/readers/read-file.test.ts > is refused with a sentence: %s',
  ),
  doesNotApply(
    '5.3.1',
    1,
    'Stored uploads are never executed by the server',
    'What users upload becomes rows of the database; no transport and no service writes a file.',
    { code: /multipart\/form-data|upload_tmp_dir/ },
  ),
  shown('5.3.2', 1, 'Paths of files are never made of what users send', OWN_TEST),
  doesNotApply(
    '5.4.1',
    2,
    'Names of files in requests are ignored or checked',
    'Files are saved by the page itself under names that it makes; the server answers no request with a file name.',
    { code: /content-disposition/i },
  ),
  doesNotApply(
    '5.4.2',
    2,
    'File names in headers are encoded',
    'No answer of the server has a header that names a file.',
    { code: /content-disposition|filename\*=/i },
  ),
  gap(
    '5.4.3',
    2,
    'Files of strangers are scanned before they are served',
    'Members of a namespace can get the uploaded file of a policy document as it was sent. It is not scanned.',
  ),
]
