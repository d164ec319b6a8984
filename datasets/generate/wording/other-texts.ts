/** An office document that belongs to no class of the set. `near` names the class that uses similar words. */
export interface OtherText {
  readonly title: string;
  readonly heading: 'letter' | 'memo' | 'sheet';
  readonly paragraphs: readonly string[];
  readonly near: string;
}

export const otherTexts = {
  reminder: {
    title: 'Payment reminder',
    heading: 'letter',
    near: 'invoice',
    paragraphs: [
      'Our invoice {number} of {past} over {sum} has been due for two weeks. It may have escaped your notice; we have not received a payment so far.',
      'Please transfer the amount within the next ten days. If the payment crossed with this letter, take it as settled.',
      'For questions about the invoice our accounts department is at your service.',
    ],
  },
  minutes: {
    title: 'Minutes of the project meeting',
    heading: 'memo',
    near: 'none',
    paragraphs: [
      'Present: {person}, {other}, and the team leads. Apologies: none.',
      '1. The minutes of the last meeting were agreed without changes.',
      '2. Procurement: two suppliers have sent quotations. {person} will compare prices and prepare a purchase order by {coming}.',
      '3. Staffing: the contract of the second engineer starts next month. The desk is ready.',
      '4. Any other business: the coffee machine will be replaced. Next meeting in two weeks, same room.',
    ],
  },
  memo: {
    title: 'Internal memo',
    heading: 'memo',
    near: 'none',
    paragraphs: [
      'From {coming} on the goods entrance on the north side is closed for repairs. Deliveries arrive at gate 2 until further notice.',
      'Please tell carriers and visitors in time. Delivery notes are to be handed in at the reception desk, not in the warehouse.',
      'The work is expected to take three weeks.',
    ],
  },
  reference: {
    title: 'Letter of reference',
    heading: 'letter',
    near: 'employment_contract',
    paragraphs: [
      '{person} was employed with us as a technician in our test laboratory until {past}.',
      'The tasks included the maintenance of measuring equipment, the training of new staff and the ordering of consumables. All work was done with care and to our full satisfaction.',
      'The employment ended at the wish of the employee. We regret this and wish all the best for the future.',
    ],
  },
  newsletter: {
    title: 'News for our customers',
    heading: 'sheet',
    near: 'none',
    paragraphs: [
      'Spring is coming, and with it our new catalogue. On forty pages you will find everything for workshop and office, with many products from the region.',
      'New opening hours: from {coming} our showroom is open on Saturdays as well. Come by and try the new chairs.',
      'Do you know our paperless invoice already? Register on our website and receive all documents by e-mail.',
      'This month we introduce {person}, who looks after our customers in the north.',
    ],
  },
  complaint: {
    title: 'Notice of defects',
    heading: 'letter',
    near: 'delivery_note',
    paragraphs: [
      'On {past} we received your delivery with delivery note {number}. On inspection three of the boxes were damaged and the goods in them cannot be used.',
      'We ask you to send replacements within a week, or to issue a credit note over {sum}.',
      'Photographs of the damage are enclosed. The damaged goods are ready for collection.',
    ],
  },
  vacancy: {
    title: 'We are looking for you',
    heading: 'sheet',
    near: 'employment_contract',
    paragraphs: [
      'For our site we are looking for a warehouse supervisor, full time, from {coming}.',
      'You plan the shifts of a small team, see to goods in and goods out, and keep the stock in order. Experience in a similar position is welcome.',
      'We offer a permanent position, 30 days of holiday, a pension scheme and a fair salary. Send your application to {person}.',
    ],
  },
  sepa: {
    title: 'Change of our bank details',
    heading: 'letter',
    near: 'bank_statement',
    paragraphs: [
      'Our company changes its bank. From {coming} please make all payments to the new account with the number XX00 0000 {number}.',
      'The old account will be closed three months later. Standing orders and your master data should be changed before then.',
      'If in doubt, call us on the number you know before you pay; this letter was signed by {person}.',
    ],
  },
} as const satisfies Readonly<Record<string, OtherText>>;
export type OtherName = keyof typeof otherTexts;
