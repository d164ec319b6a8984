/** A term of the report, explained for readers who do not know evaluation. */
export interface ReaderTerm {
  readonly label: string;
  /** Two sentences: what the term means, and how to interpret it. */
  readonly text: string;
  readonly example: string;
}

/**
 * The terms that the report sections of the group `everyone` use. The page explains each term where it appears, and the
 * section Method lists all terms.
 */
export const readerTerms = {
  fullyRight: {
    label: 'fully right',
    text: 'A document is fully right if every value in it is right, and no value is missing or extra. One wrong value is enough for a document to need a person.',
    example: '20 of 21 values right: the document is not fully right.',
  },
  right: {
    label: 'right',
    text: 'Of all values that the documents have or that the version gave, the share on which both agree. Wrong, missing and extra values lower this share.',
    example: '97 means: 97 of 100 values agree.',
  },
  range: {
    label: 'range',
    text: 'The documents of this report are a sample, so each figure is uncertain. In 95 of 100 such samples, the range contains the figure for all documents of this kind.',
    example: '48 (35 to 61): the true figure may be as low as 35.',
  },
  verdict: {
    label: 'verdict',
    text: 'Better or worse means that the change is too large to be chance, even though many fields were compared. Inconclusive means that the documents are too few to decide.',
    example: '▲ better: the version reads this field better, also in other documents.',
  },
  newErrors: {
    label: 'new errors',
    text: 'A new error is a value that the earlier version read right and the later version reads wrong. A document with new errors may still have fewer errors in total.',
    example: '15 → 10 errors, 5 new: 10 old errors are gone, and 5 new ones came.',
  },
  missing: {
    label: 'missing',
    text: 'The document has a value, and the version gave none. A person has to type it in.',
    example: 'The due date is on the page, and the answer has no due date.',
  },
  extra: {
    label: 'extra',
    text: 'The version gave a value where the document has none. A reviewer who compares the page with the values can easily overlook it.',
    example: 'The answer has a tax number that the page does not show.',
  },
  confidence: {
    label: 'confidence',
    text: 'The version states for each value how sure it is, from 0 to 1. The section Confidence shows whether these statements can be relied on.',
    example: '0.93 should mean: right in 93 of 100 cases.',
  },
  typicalTime: {
    label: 'typical time',
    text: 'Half of the documents are done in this time. The time starts with the accepted request, and ends when the client has the result.',
    example: '0.27 s: 27 of 54 documents took at most 0.27 s.',
  },
  credits: {
    label: 'credits',
    text: 'The service counts its work in credits. Your contract says what a credit costs.',
    example: '3.33 credits per document at EUR 0.01 are EUR 33 per 1,000 documents.',
  },
  trivialAnswer: {
    label: 'trivial answer',
    text: 'An answer that needs no reading of the document. A version is useful only if it is clearly better than this answer.',
    example: 'If most documents are invoices, the type "invoice" for every document is usually right.',
  },
  cut: {
    label: 'cut',
    text: 'A packet is one file with several documents, and a cut is the place where a new document starts. A wrong cut tears a document apart, and a missing cut joins two.',
    example: '✂ a wrong cut, ⌒ a missing cut.',
  },
  correctAnswer: {
    label: 'expected',
    text: 'The correct answer, which a person entered for this document. Evaluation calls it gold; all versions are compared with it.',
    example: 'expected 00-2945989: this is on the page.',
  },
} as const satisfies Record<string, ReaderTerm>;

export type ReaderTermName = keyof typeof readerTerms;
