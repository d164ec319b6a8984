type Verdict = 'supported' | 'unsupported';

/**
 * A box, in fractions of the page width and height. `verdict` states whether the box contains the gold value at this
 * path.
 */
export type HandChecked = readonly [
  item: string,
  path: string,
  page: number,
  box: readonly [left: number, top: number, right: number, bottom: number],
  verdict: Verdict,
];

/**
 * Boxes on 20 real documents of ../shared/data, by dataset. A person compared the drawn box of each case with the
 * value. Right boxes come from the labels of the forms and from the local engine. A wrong box is the box of another
 * value.
 */
export const handChecked: Readonly<Record<string, readonly HandChecked[]>> = {
  'zugferd:zugferd': [
    ['fx__EN16931_1_Teilrechnung', 'invoice_number', 1, [0.3844, 0.0627, 0.458, 0.0797], 'supported'],
    ['fx__EN16931_1_Teilrechnung', 'line_items[0].amount', 2, [0.8672, 0.1694, 0.8978, 0.179], 'supported'],
    ['fx__EN16931_1_Teilrechnung', 'line_items[3].amount', 1, [0.3844, 0.0627, 0.458, 0.0797], 'unsupported'],
    [
      'fx__EN16931_Betriebskostenabrechnung',
      'invoice_number',
      1,
      [0.3844, 0.0627, 0.458, 0.0797],
      'supported',
    ],
    ['fx__EN16931_Betriebskostenabrechnung', 'seller_name', 1, [0.4387, 0.2553, 0.6127, 0.2675], 'supported'],
    [
      'fx__EN16931_Betriebskostenabrechnung',
      'line_items[0].amount',
      1,
      [0.3844, 0.0627, 0.458, 0.0797],
      'unsupported',
    ],
    ['fx__EN16931_Einfach', 'invoice_number', 1, [0.3844, 0.0627, 0.458, 0.0797], 'supported'],
    ['fx__EN16931_Einfach', 'buyer_name', 1, [0.4387, 0.4454, 0.5597, 0.4575], 'supported'],
    ['fx__EN16931_Einfach', 'line_items[1].amount', 1, [0.3844, 0.0627, 0.458, 0.0797], 'unsupported'],
    ['fx__EN16931_Einfach_DueDate', 'invoice_number', 1, [0.3844, 0.0627, 0.458, 0.0797], 'supported'],
    ['fx__EN16931_Einfach_DueDate', 'buyer_name', 1, [0.4387, 0.4454, 0.5597, 0.4575], 'supported'],
    [
      'fx__EN16931_Einfach_DueDate',
      'line_items[1].amount',
      1,
      [0.3844, 0.0627, 0.458, 0.0797],
      'unsupported',
    ],
    [
      'fx__EN16931_Einfach_negativePaymentDue',
      'invoice_number',
      1,
      [0.3844, 0.0627, 0.458, 0.0797],
      'supported',
    ],
    [
      'fx__EN16931_Einfach_negativePaymentDue',
      'buyer_name',
      1,
      [0.4387, 0.4454, 0.5597, 0.4575],
      'supported',
    ],
    [
      'fx__EN16931_Einfach_negativePaymentDue',
      'line_items[1].amount',
      1,
      [0.3844, 0.0627, 0.458, 0.0797],
      'unsupported',
    ],
    ['fx__EN16931_Gutschrift', 'invoice_number', 1, [0.6146, 0.0627, 0.6882, 0.0797], 'supported'],
    ['fx__EN16931_Gutschrift', 'buyer_name', 1, [0.4387, 0.4454, 0.5597, 0.4575], 'supported'],
    ['fx__EN16931_Gutschrift', 'line_items[1].amount', 1, [0.6146, 0.0627, 0.6882, 0.0797], 'unsupported'],
    [
      'fx__EN16931_Haftpflichtversicherung_Versicherungssteuer',
      'invoice_number',
      1,
      [0.4769, 0.0627, 0.6789, 0.0797],
      'supported',
    ],
    // The gold has "Herrn" before the name. The word is printed, but outside the box.
    [
      'fx__EN16931_Haftpflichtversicherung_Versicherungssteuer',
      'buyer_name',
      1,
      [0.4387, 0.4228, 0.5637, 0.4349],
      'unsupported',
    ],
    [
      'fx__EN16931_Haftpflichtversicherung_Versicherungssteuer',
      'line_items[1].amount',
      1,
      [0.4769, 0.0627, 0.6789, 0.0797],
      'unsupported',
    ],
    ['fx__EN16931_Rabatte', 'invoice_number', 1, [0.3844, 0.0627, 0.458, 0.0797], 'supported'],
    ['fx__EN16931_Rabatte', 'line_items[0].amount', 2, [0.8672, 0.1694, 0.8978, 0.179], 'supported'],
    ['fx__EN16931_Rabatte', 'line_items[3].amount', 1, [0.3844, 0.0627, 0.458, 0.0797], 'unsupported'],
  ],
  'azure-labels:azure-forms/w9-training-data': [
    ['fw9_1', 'name', 1, [0.1001, 0.1228, 0.1658, 0.1337], 'supported'],
    ['fw9_1', 'ein', 1, [0.6897, 0.4952, 0.9089, 0.5061], 'supported'],
    ['fw9_1', 'business_name', 1, [0.1001, 0.1228, 0.1658, 0.1337], 'unsupported'],
    ['fw9_2', 'name', 1, [0.1001, 0.1224, 0.226, 0.1354], 'supported'],
    ['fw9_2', 'ein', 1, [0.6897, 0.4952, 0.9095, 0.5061], 'supported'],
    ['fw9_2', 'business_name', 1, [0.1001, 0.1224, 0.226, 0.1354], 'unsupported'],
    ['fw9_3', 'name', 1, [0.1006, 0.1224, 0.2001, 0.1337], 'supported'],
    ['fw9_3', 'ein', 1, [0.6892, 0.4957, 0.9095, 0.5061], 'supported'],
    ['fw9_3', 'business_name', 1, [0.1006, 0.1224, 0.2001, 0.1337], 'unsupported'],
  ],
  'azure-labels:azure-forms/w8-training-data': [
    ['fw8ben_1', 'name', 1, [0.0612, 0.3051, 0.1635, 0.3147], 'supported'],
    ['fw8ben_1', 'name_of_signer', 1, [0.1798, 0.9275, 0.282, 0.9371], 'supported'],
    ['fw8ben_1', 'citizenship', 1, [0.0612, 0.3051, 0.1635, 0.3147], 'unsupported'],
    ['fw8ben_2', 'name', 1, [0.0612, 0.3051, 0.1494, 0.3151], 'supported'],
    ['fw8ben_2', 'name_of_signer', 1, [0.1798, 0.9275, 0.2669, 0.9371], 'supported'],
    ['fw8ben_2', 'citizenship', 1, [0.0612, 0.3051, 0.1494, 0.3151], 'unsupported'],
    ['fw8ben_3', 'name', 1, [0.0618, 0.3051, 0.1489, 0.3164], 'supported'],
    ['fw8ben_3', 'capacity_acting', 1, [0.6034, 0.9275, 0.65, 0.9379], 'supported'],
    ['fw8ben_3', 'citizenship', 1, [0.0618, 0.3051, 0.1489, 0.3164], 'unsupported'],
  ],
  'azure-labels:azure-forms/1099-training-data': [
    ['f1099msc_payer', 'payer_name', 1, [0.0848, 0.0768, 0.1725, 0.0881], 'supported'],
    ['f1099msc_payer', 'state_no', 1, [0.7197, 0.4271, 0.7365, 0.4362], 'supported'],
    ['f1099msc_payer', 'payer_address', 1, [0.0848, 0.0768, 0.1725, 0.0881], 'unsupported'],
    ['f1099msc_recipient', 'payer_name', 1, [0.0865, 0.0786, 0.1809, 0.0903], 'supported'],
    ['f1099msc_recipient', 'state_income', 1, [0.9067, 0.4271, 0.9388, 0.4362], 'supported'],
    ['f1099msc_recipient', 'payer_address', 1, [0.0865, 0.0786, 0.1809, 0.0903], 'unsupported'],
    ['f1099msc_state', 'payer_name', 1, [0.0865, 0.079, 0.1612, 0.0885], 'supported'],
    ['f1099msc_state', 'state_income', 1, [0.9067, 0.4271, 0.9388, 0.4362], 'supported'],
    ['f1099msc_state', 'payer_address', 1, [0.0865, 0.079, 0.1612, 0.0885], 'unsupported'],
  ],
  'azure-labels:azure-forms/contoso-invoice': [
    ['Invoice_1', 'receipt_no', 1, [0.8952, 0.1134, 0.9319, 0.1229], 'supported'],
    ['Invoice_1', 'id', 1, [0.2729, 0.2209, 0.3206, 0.2287], 'supported'],
    ['Invoice_1', 'sold_to', 1, [0.8952, 0.1134, 0.9319, 0.1229], 'unsupported'],
    ['Invoice_2', 'receipt_no', 1, [0.8953, 0.1134, 0.9316, 0.1229], 'supported'],
    ['Invoice_2', 'id', 1, [0.2729, 0.2209, 0.3227, 0.2287], 'supported'],
    ['Invoice_2', 'sold_to', 1, [0.8953, 0.1134, 0.9316, 0.1229], 'unsupported'],
    ['Invoice_3', 'receipt_no', 1, [0.8953, 0.1134, 0.9317, 0.1229], 'supported'],
    ['Invoice_3', 'id', 1, [0.2721, 0.2209, 0.3206, 0.2287], 'supported'],
    ['Invoice_3', 'sold_to', 1, [0.8953, 0.1134, 0.9317, 0.1229], 'unsupported'],
  ],
};
