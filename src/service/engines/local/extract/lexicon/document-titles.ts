/** Titles of business documents in several languages, by English document type. */
export const documentTitles: Readonly<Record<string, readonly string[]>> = {
  'credit note': list(
    'credit note|credit memo|credit invoice|gutschrift|rechnungskorrektur|stornorechnung|avoir|facture d avoir|nota de crédito|factura rectificativa|nota di credito|creditnota|creditfactuur|nota kredit',
  ),
  invoice: list('invoice|tax invoice|rechnung|facture|factura|fattura|factuur|fatura|invois'),
  receipt: list('receipt|quittung|kassenbon|reçu|ticket|recibo|ricevuta|scontrino|kassabon|resit'),
  'delivery note': list(
    'delivery note|packing slip|lieferschein|bon de livraison|albarán|documento di trasporto|pakbon|guia de remessa|nota hantaran',
  ),
  quotation: list(
    'quotation|quote|estimate|angebot|kostenvoranschlag|devis|presupuesto|preventivo|offerte|orçamento|sebut harga',
  ),
  'purchase order': list(
    'purchase order|bestellung|bon de commande|orden de compra|ordine di acquisto|inkooporder|pesanan belian',
  ),
  reminder: list(
    'reminder|payment reminder|dunning notice|mahnung|zahlungserinnerung|rappel|relance|recordatorio|sollecito|aanmaning|herinnering',
  ),
  proforma: list('proforma|pro forma|proforma invoice|pro forma invoice|proformarechnung|facture proforma'),
};

function list(words: string): readonly string[] {
  return words.split('|');
}
