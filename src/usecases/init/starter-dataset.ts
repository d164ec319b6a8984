/** A few texts with gold, so that a first run needs no documents. */
export interface FirstDataset {
  readonly kind: 'EXTRACT' | 'CLASSIFY';
  readonly config: object;
  readonly items: readonly object[];
  readonly metric: string;
}

const numbers = [101, 102, 103, 104, 105];

const fields = {
  invoice_number: { type: ['string', 'null'], description: 'Number of the invoice.' },
  issue_date: { type: ['string', 'null'], 'service:type': 'date', description: 'Date of the invoice.' },
  total: { type: ['number', 'null'], description: 'Total amount.' },
};

const extract: FirstDataset = {
  kind: 'EXTRACT',
  metric: 'f1',
  config: {
    type: 'EXTRACT',
    baseProcessor: 'extraction_performance',
    schema: { type: 'object', properties: fields, required: Object.keys(fields) },
  },
  items: numbers.map((n, i) => ({
    id: `invoice-${i + 1}`,
    text: `Invoice number: R-${n}\nInvoice date: 2026-01-1${i}\nTotal: ${i + 1}0.50 EUR`,
    expectedOutput: {
      value: { invoice_number: `R-${n}`, issue_date: `2026-01-1${i}`, total: (i + 1) * 10 + 0.5 },
    },
    tags: { layout: 'plain' },
  })),
};

const texts = {
  invoice: 'Invoice R-101\nInvoice date: 2026-01-12\nAmount due: 120.00 EUR\nPlease pay within 30 days.',
  delivery_note:
    'Delivery note L-7\nDelivered goods: 3 boxes of paper\nReceived by the warehouse, no prices shown.',
};

const classify: FirstDataset = {
  kind: 'CLASSIFY',
  metric: 'accuracy',
  config: {
    type: 'CLASSIFY',
    baseProcessor: 'classification_performance',
    classifications: [
      { id: 'invoice', type: 'invoice', description: 'Invoice: asks for payment of an amount.' },
      { id: 'delivery_note', type: 'delivery_note', description: 'Delivery note: lists delivered goods.' },
    ],
  },
  items: Object.entries(texts).map(([type, text]) => ({
    id: type,
    text,
    expectedOutput: { id: type, type },
    tags: { layout: 'plain' },
  })),
};

export const firstDatasets: Readonly<Record<string, FirstDataset>> = { EXTRACT: extract, CLASSIFY: classify };
