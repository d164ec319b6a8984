import type { Language } from './formats.ts';

/** Labels and texts of the trade documents other than the invoice. */
export interface TradeWords {
  readonly order: readonly string[];
  readonly orderNumber: readonly string[];
  readonly orderDate: readonly string[];
  readonly supplier: readonly string[];
  readonly deliverTo: string;
  readonly deliverBy: string;
  readonly buyerName: string;
  readonly invoiceTo: readonly string[];
  readonly orderNotes: readonly string[];
  readonly orderTotal: string;
  readonly authorised: string;
  readonly note: readonly string[];
  readonly noteNumber: readonly string[];
  readonly noteDate: readonly string[];
  readonly yourOrder: string;
  readonly carrier: string;
  readonly packages: string;
  readonly weight: string;
  readonly ordered: string;
  readonly delivered: string;
  readonly outstanding: string;
  readonly noteNotes: readonly string[];
  readonly received: string;
  readonly dateSigned: string;
  readonly position: string;
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly price: string;
  readonly sum: string;
  readonly quotation: string;
  readonly quotationNumber: string;
  readonly validUntil: string;
  readonly quotationLead: string;
  readonly quotationNotes: readonly string[];
  readonly customer: string;
  readonly date: string;
  readonly page: string;
}

export const tradeWords: Readonly<Record<Exclude<Language, 'fr'>, TradeWords>> = {
  en: {
    order: ['Purchase Order', 'PURCHASE ORDER', 'Order'],
    orderNumber: ['PO number', 'Order no.', 'Purchase order no.'],
    orderDate: ['Order date', 'Date'],
    supplier: ['Supplier', 'Vendor', 'To'],
    deliverTo: 'Deliver to',
    deliverBy: 'Required by',
    buyerName: 'Ordered by',
    invoiceTo: [
      'Please send your invoice to our accounts department and state our order number on it.',
      'Invoices without our purchase order number cannot be paid.',
    ],
    orderNotes: [
      'Please confirm this order within three working days. Our conditions of purchase apply.',
      'Goods are accepted on weekdays from 8 am to 3 pm. Part deliveries only after agreement.',
      'Prices are fixed until delivery and include packing.',
    ],
    orderTotal: 'Order value excl. VAT',
    authorised: 'Authorised signature',
    note: ['Delivery Note', 'DELIVERY NOTE', 'Packing Slip'],
    noteNumber: ['Delivery note no.', 'Dispatch no.', 'Packing slip no.'],
    noteDate: ['Date of dispatch', 'Date'],
    yourOrder: 'Your order',
    carrier: 'Carrier',
    packages: 'Packages',
    weight: 'Gross weight',
    ordered: 'Ordered',
    delivered: 'Delivered',
    outstanding: 'To follow',
    noteNotes: [
      'The invoice follows separately.',
      'Please check the goods on receipt and tell us of any damage within two days.',
      'Goods remain our property until the invoice is paid in full.',
    ],
    received: 'Received in good order (name, signature)',
    dateSigned: 'Date',
    position: 'Pos.',
    code: 'Article',
    description: 'Description',
    quantity: 'Quantity',
    price: 'Unit price',
    sum: 'Amount',
    quotation: 'Quotation',
    quotationNumber: 'Quotation no.',
    validUntil: 'Valid until',
    quotationLead: 'Thank you for your enquiry. We are pleased to offer you the following:',
    quotationNotes: [
      'This offer is without obligation. Delivery within two weeks of your order.',
      'On ordering, please quote the number of this quotation; you will receive the invoice after delivery.',
    ],
    customer: 'Customer',
    date: 'Date',
    page: 'Page %1 of %2',
  },
  de: {
    order: ['Bestellung', 'BESTELLUNG'],
    orderNumber: ['Bestellnummer', 'Bestell-Nr.'],
    orderDate: ['Bestelldatum', 'Datum'],
    supplier: ['Lieferant', 'An'],
    deliverTo: 'Lieferanschrift',
    deliverBy: 'Liefertermin',
    buyerName: 'Besteller',
    invoiceTo: ['Bitte geben Sie unsere Bestellnummer auf der Rechnung und auf dem Lieferschein an.'],
    orderNotes: [
      'Bitte bestätigen Sie diesen Auftrag schriftlich. Es gelten unsere Einkaufsbedingungen.',
      'Warenannahme montags bis freitags von 7 bis 15 Uhr.',
    ],
    orderTotal: 'Bestellwert netto',
    authorised: 'Unterschrift Einkauf',
    note: ['Lieferschein', 'LIEFERSCHEIN'],
    noteNumber: ['Lieferschein-Nr.', 'Lieferscheinnummer'],
    noteDate: ['Lieferdatum', 'Datum'],
    yourOrder: 'Ihre Bestellung',
    carrier: 'Spedition',
    packages: 'Packstücke',
    weight: 'Bruttogewicht',
    ordered: 'Bestellt',
    delivered: 'Geliefert',
    outstanding: 'Offen',
    noteNotes: [
      'Die Rechnung erhalten Sie mit getrennter Post.',
      'Bitte prüfen Sie die Ware bei Annahme auf Schäden.',
    ],
    received: 'Ware erhalten (Name, Unterschrift)',
    dateSigned: 'Datum',
    position: 'Pos.',
    code: 'Art.-Nr.',
    description: 'Bezeichnung',
    quantity: 'Menge',
    price: 'Einzelpreis',
    sum: 'Betrag',
    quotation: 'Angebot',
    quotationNumber: 'Angebots-Nr.',
    validUntil: 'Gültig bis',
    quotationLead: 'Vielen Dank für Ihre Anfrage. Wir bieten Ihnen freibleibend an:',
    quotationNotes: [
      'Lieferzeit etwa zwei Wochen nach Auftragseingang.',
      'Die Rechnung wird bei Lieferung gestellt.',
    ],
    customer: 'Kunde',
    date: 'Datum',
    page: 'Seite %1 von %2',
  },
};
