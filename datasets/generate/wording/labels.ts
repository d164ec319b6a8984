import type { Language } from './formats.ts';

/** Labels of the parts of an invoice, with several choices, because sellers use different words. */
export interface LabelChoices {
  readonly invoice: readonly string[];
  readonly creditNote: readonly string[];
  readonly invoiceNumber: readonly string[];
  readonly creditNumber: readonly string[];
  readonly issueDate: readonly string[];
  readonly dueDate: readonly string[];
  readonly purchaseOrder: readonly string[];
  readonly terms: readonly string[];
  readonly vatId: readonly string[];
  readonly billTo: readonly string[];
  readonly shipTo: readonly string[];
  readonly customerNumber: readonly string[];
  readonly orderNumber: readonly string[];
  readonly deliveryDate: readonly string[];
  readonly originalInvoice: readonly string[];
  readonly code: readonly string[];
  readonly description: readonly string[];
  readonly quantity: readonly string[];
  readonly unitPrice: readonly string[];
  readonly amount: readonly string[];
  readonly subtotal: readonly string[];
  readonly tax: readonly string[];
  readonly taxTotal: readonly string[];
  readonly total: readonly string[];
  readonly creditTotal: readonly string[];
  readonly discount: readonly string[];
  readonly freight: readonly string[];
  readonly deposit: readonly string[];
  readonly balance: readonly string[];
  readonly carried: readonly string[];
  readonly brought: readonly string[];
  readonly page: readonly string[];
  readonly bank: readonly string[];
  readonly allAmountsIn: readonly string[];
}

export const labelChoices: Readonly<Record<Language, LabelChoices>> = {
  en: {
    invoice: ['INVOICE', 'Invoice', 'Tax Invoice'],
    creditNote: ['CREDIT NOTE', 'Credit Note', 'Credit Memo'],
    invoiceNumber: ['Invoice No.', 'Invoice Number', 'Invoice #', 'Bill No.', 'Document number'],
    creditNumber: ['Credit note no.', 'Credit Note Number', 'Credit memo #'],
    issueDate: ['Invoice Date', 'Date', 'Date of issue', 'Issued', 'Dated'],
    dueDate: ['Due Date', 'Payment due', 'Due', 'Pay by', 'Payable until'],
    purchaseOrder: ['PO Number', 'Purchase Order', 'Your order no.', 'P.O. No.', 'Customer PO'],
    terms: ['Terms', 'Payment Terms', 'Terms of payment'],
    vatId: ['VAT Reg No', 'VAT ID', 'Tax ID', 'VAT No.'],
    billTo: ['Bill To', 'Sold To', 'Billed to', 'Customer'],
    shipTo: ['Ship To', 'Deliver To', 'Delivery address'],
    customerNumber: ['Customer No.', 'Account No.', 'Client ID'],
    orderNumber: ['Our order no.', 'Sales order', 'Job ref.'],
    deliveryDate: ['Delivery date', 'Dispatched on', 'Date of supply'],
    originalInvoice: ['Original invoice', 'Relates to invoice', 'Ref. invoice'],
    code: ['Item', 'Code', 'Article', 'SKU'],
    description: ['Description', 'Details', 'Product / Service'],
    quantity: ['Qty', 'Quantity', 'Units'],
    unitPrice: ['Unit Price', 'Price', 'Rate', 'Unit cost'],
    amount: ['Amount', 'Line Total', 'Total', 'Net amount'],
    subtotal: ['Subtotal', 'Net total', 'Sub-total', 'Total excl. VAT'],
    tax: ['VAT', 'Tax', 'Sales tax'],
    taxTotal: ['Total VAT', 'Tax total'],
    total: ['Total', 'Invoice Total', 'Grand Total', 'Amount Due', 'Total incl. VAT'],
    creditTotal: ['Total credit', 'Credit total', 'Total'],
    discount: ['Discount'],
    freight: ['Carriage', 'Shipping & handling'],
    deposit: ['Deposit received', 'Less payment on account'],
    balance: ['Balance to pay', 'Outstanding balance'],
    carried: ['Carried forward'],
    brought: ['Brought forward'],
    page: ['Page %1 of %2'],
    bank: ['Bank details'],
    allAmountsIn: ['All amounts in %1'],
  },
  de: {
    invoice: ['Rechnung', 'RECHNUNG'],
    creditNote: ['Gutschrift', 'Rechnungskorrektur'],
    invoiceNumber: ['Rechnungsnummer', 'Rechnungs-Nr.', 'Rechnung Nr.'],
    creditNumber: ['Gutschrift-Nr.', 'Belegnummer'],
    issueDate: ['Rechnungsdatum', 'Datum', 'Belegdatum'],
    dueDate: ['Fällig am', 'Zahlbar bis', 'Fälligkeitsdatum'],
    purchaseOrder: ['Ihre Bestellnummer', 'Ihre Bestellung', 'Bestell-Nr.'],
    terms: ['Zahlungsbedingungen', 'Zahlungsziel'],
    vatId: ['USt-IdNr.', 'USt-ID'],
    billTo: ['Rechnungsempfänger', 'Rechnungsanschrift'],
    shipTo: ['Lieferanschrift', 'Lieferadresse'],
    customerNumber: ['Kundennummer', 'Kunden-Nr.'],
    orderNumber: ['Auftragsnummer', 'Unsere Auftrags-Nr.'],
    deliveryDate: ['Lieferdatum', 'Leistungsdatum'],
    originalInvoice: ['Zur Rechnung', 'Bezug: Rechnung'],
    code: ['Art.-Nr.', 'Artikel'],
    description: ['Bezeichnung', 'Beschreibung'],
    quantity: ['Menge', 'Anzahl'],
    unitPrice: ['Einzelpreis', 'E-Preis', 'Preis/Einheit'],
    amount: ['Gesamtpreis', 'Betrag', 'Gesamt'],
    subtotal: ['Nettobetrag', 'Zwischensumme', 'Summe netto'],
    tax: ['MwSt.', 'USt.'],
    taxTotal: ['MwSt. gesamt'],
    total: ['Gesamtbetrag', 'Rechnungsbetrag', 'Bruttobetrag', 'Zu zahlen'],
    creditTotal: ['Gutschriftsbetrag', 'Gesamtbetrag'],
    discount: ['Rabatt'],
    freight: ['Versandkosten', 'Fracht'],
    deposit: ['Anzahlung'],
    balance: ['Restbetrag'],
    carried: ['Übertrag'],
    brought: ['Übertrag von Vorseite'],
    page: ['Seite %1 von %2'],
    bank: ['Bankverbindung'],
    allAmountsIn: ['Alle Beträge in %1'],
  },
  fr: {
    invoice: ['Facture', 'FACTURE'],
    creditNote: ['Avoir', 'AVOIR'],
    invoiceNumber: ['Facture n°', 'N° de facture', 'Numéro de facture'],
    creditNumber: ['Avoir n°', "N° d'avoir"],
    issueDate: ['Date', 'Date de facture', "Date d'émission"],
    dueDate: ['Échéance', "Date d'échéance", 'À régler avant le'],
    purchaseOrder: ['Votre commande', 'Bon de commande', 'N° de commande client'],
    terms: ['Conditions de paiement', 'Conditions de règlement'],
    vatId: ['N° TVA', 'TVA intracom.'],
    billTo: ['Facturé à', 'Client'],
    shipTo: ['Livré à', 'Adresse de livraison'],
    customerNumber: ['N° client', 'Code client'],
    orderNumber: ['Notre référence', 'Dossier'],
    deliveryDate: ['Date de livraison', 'Livré le'],
    originalInvoice: ['Facture initiale', 'Réf. facture'],
    code: ['Réf.', 'Référence'],
    description: ['Désignation', 'Description'],
    quantity: ['Qté', 'Quantité'],
    unitPrice: ['Prix unitaire', 'P.U. HT'],
    amount: ['Montant HT', 'Total HT', 'Montant'],
    subtotal: ['Total HT', 'Montant HT'],
    tax: ['TVA'],
    taxTotal: ['Total TVA'],
    total: ['Total TTC', 'Net à payer', 'Montant TTC'],
    creditTotal: ['Total avoir', 'Total TTC'],
    discount: ['Remise'],
    freight: ['Frais de port'],
    deposit: ['Acompte versé'],
    balance: ['Reste à payer'],
    carried: ['À reporter'],
    brought: ['Report'],
    page: ['Page %1 sur %2'],
    bank: ['Coordonnées bancaires'],
    allAmountsIn: ['Montants en %1'],
  },
};

export type Labels = Readonly<Record<keyof LabelChoices, string>>;

/** Chooses one label per part. */
export function chooseLabels(language: Language, pick: (words: readonly string[]) => string): Labels {
  const chosen: Partial<Record<keyof LabelChoices, string>> = {};
  for (const [part, words] of Object.entries(labelChoices[language])) {
    chosen[part as keyof LabelChoices] = pick(words as readonly string[]);
  }
  return chosen as Labels;
}

/** Payment terms in the words of sellers. `days` counts from the date of issue. */
export const termsChoices: Readonly<
  Record<Language, readonly { readonly text: string; readonly days: number }[]>
> = {
  en: [
    { text: 'Net 30', days: 30 },
    { text: '30 days net', days: 30 },
    { text: 'Net 14 days', days: 14 },
    { text: '2% 10 days, net 30', days: 30 },
    { text: 'Due on receipt', days: 0 },
    { text: '60 days from date of invoice', days: 60 },
  ],
  de: [
    { text: '30 Tage netto', days: 30 },
    { text: '14 Tage ohne Abzug', days: 14 },
    { text: '10 Tage 2 % Skonto, 30 Tage netto', days: 30 },
    { text: 'sofort ohne Abzug', days: 0 },
  ],
  fr: [
    { text: '30 jours net', days: 30 },
    { text: '45 jours fin de mois', days: 45 },
    { text: 'Paiement à réception', days: 0 },
  ],
};

/**
 * Payment terms as a sentence below the totals, without a label. In this case the due date is not on the page.
 */
export const termsSentences: Readonly<Record<Language, readonly string[]>> = {
  en: ['Payable within 14 days without deduction', 'Please pay within 30 days of receipt'],
  de: ['Zahlbar innerhalb von 14 Tagen ohne Abzug', 'Bitte zahlen Sie innerhalb von 30 Tagen'],
  fr: ['Payable sous 30 jours, sans escompte'],
};
