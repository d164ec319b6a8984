type Node = Readonly<Record<string, unknown>>;

const text = (description: string): Node => ({ type: ['string', 'null'], description });
const number = (description: string): Node => ({ type: ['number', 'null'], description });
const date = (description: string): Node => ({
  type: ['string', 'null'],
  'service:type': 'date',
  description,
});
const currency = (description: string): Node => ({
  type: 'object',
  'service:type': 'currency',
  description,
  properties: {
    amount: { type: ['number', 'null'] },
    iso_4217_currency_code: { type: ['string', 'null'] },
  },
  required: ['amount', 'iso_4217_currency_code'],
});

function object(properties: Readonly<Record<string, Node>>, description?: string): Node {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties),
  };
}

/**
 * Returns the schema of the invoice processor. `dueDate` is the description of the due date. The draft has another
 * description.
 */
export function invoiceSchema(dueDate: string): Node {
  return object({
    invoice_number: text(
      'Number of the invoice or of the credit note itself, not of an order, a customer or another invoice.',
    ),
    is_credit_note: {
      type: ['boolean', 'null'],
      description: 'True if the document is a credit note, false if it is an invoice.',
    },
    issue_date: date('Date on which the invoice was issued.'),
    due_date: date(dueDate),
    purchase_order: text(
      "Number of the buyer's purchase order, as the buyer gave it. Null if none is stated.",
    ),
    seller_name: text('Name of the company that issued the document.'),
    seller_vat_id: text('VAT or tax registration number of the seller.'),
    buyer_name: text('Name of the company that the document is addressed to.'),
    shipping_address: object(
      {
        city: text('Town of the delivery address.'),
        postal_code: text('Postal code of the delivery address.'),
        country: text('Country of the delivery address as printed.'),
      },
      'Where the goods go, if a separate delivery address is printed.',
    ),
    currency: {
      type: ['string', 'null'],
      enum: ['EUR', 'USD', 'GBP', 'CHF', 'JPY', null],
      description: 'Currency of the amounts; null if the document does not name it.',
    },
    line_items: {
      type: 'array',
      description: 'The rows of the table of goods or services, in their order. Empty if there is no table.',
      items: object({
        item_code: text('Article number or code of the item.'),
        description: text('What was sold.'),
        quantity: number('How many or how much.'),
        unit_price: number('Net price of one unit.'),
        amount: number('Total of the row; negative if it is credited.'),
      }),
    },
    subtotal: currency('Net sum of the rows, before discount, carriage and tax.'),
    tax_amount: currency('Sum of all taxes (VAT, sales tax).'),
    total_amount: currency(
      'Total including tax, before anything already paid is taken off. Negative on a credit note.',
    ),
    payment_terms: text('Terms of payment as worded on the document.'),
  });
}
