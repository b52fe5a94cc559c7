/** Thrown in the reading thread for a file that cannot become a document; the message says what to do. */
export class FileProblemError extends Error {}

/** Size of all parts of an archive together. */
export const MAX_UNPACKED_BYTES = 50_000_000
export const MAX_PAGES = 500
export const MAX_FILE_BYTES = 5_000_000

/** The problems that prevent a file from becoming a document, and what to do then. */
export const FILE_PROBLEMS = {
  oldWord: 'The file is encrypted or in the old .doc format. Save it as .docx without a password, and upload that.',
  notText: 'The file is not a text. Upload a .txt, .md, .html, .docx or .pdf file, or paste the text.',
  encryptedPdf: 'The PDF is encrypted. Save a copy without a password, and upload that.',
  damagedPdf: 'The file is damaged or is not a PDF. Print the policy to a new PDF, or paste its text.',
  scannedPdf: 'The PDF has pictures of pages and no text. Recognise its text (OCR) first, or paste the text.',
  notWord: 'The file is not a Word document. Save it as .docx in your word processor, and upload that.',
  damagedArchive:
    'The file is damaged or is not a .docx file. Open it in your word processor, save it again as .docx, and upload that.',
  encryptedWord: 'The file is encrypted. Remove the password in your word processor, and upload it again.',
  largeArchive: 'The file unpacks to more than 50 MB. Remove pictures and embedded files, or paste the text.',
  damagedWord: 'The file is damaged. Open it in your word processor, save it again as .docx, and upload that.',
  deepNesting: 'The file is nested too deeply to be read. Paste the text instead.',
} as const
