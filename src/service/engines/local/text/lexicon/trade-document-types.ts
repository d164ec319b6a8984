import { type DocumentType, documentType } from './document-type.ts';

export const tradeDocuments: readonly DocumentType[] = [
  documentType('invoice', {
    names:
      'invoice|tax invoice|commercial invoice|sales invoice|rechnung|rechnungen|facture|factures|factura|facturas|fattura|faktuur|factuur|fatura|faktura|bill',
    cues: 'invoice number|invoice no|invoice date|invoice to|bill to|billed to|ship to|due date|payment terms|payment due|amount due|balance due|total due|unit price|quantity|qty|subtotal|vat number|vat|gst|remit to|purchase order|rechnungsnummer|rechnungsdatum|rechnungsnr|rechnungsbetrag|kundennummer|mwst|umsatzsteuer|ust|steuernummer|verkaufer|kaufer|rechnungsempfanger|warenempfanger|leistungsempfanger|leistungsdatum|nettopreis|nettowert|gesamtbetrag|zahlungsbedingungen|skonto|zahlbar|nettobetrag|lieferdatum|einzelpreis|menge|zahlbetrag|iban|numero facture|date facture|tva|montant|echeance|total ttc|net a payer|numero factura|fecha factura|iva|importe|partita iva|imponibile|btw|vencimento',
    shape: 'amounts',
    related: 'credit_note proforma_invoice debit_note utility_bill',
  }),
  documentType('credit_note', {
    names:
      'credit note|credit memo|credit memorandum|gutschrift|gutschriften|rechnungskorrektur|rechnungs korrektur|korrekturrechnung|stornorechnung|storno|avoir|note credit|nota credito|creditnota|nota de credito',
    cues: 'credit|credited|refund|original invoice|reference invoice|credit amount|return|gutgeschrieben|storniert|erstattung|korrektur|remboursement|avoir|abono',
    shape: 'amounts',
    related: 'debit_note',
  }),
  documentType('debit_note', {
    names: 'debit note|debit memo|lastschriftanzeige|belastungsanzeige|note debit|nota debito',
    cues: 'debit|debited',
    shape: 'amounts',
  }),
  documentType('proforma_invoice', {
    names: 'proforma invoice|pro forma invoice|proforma|proformarechnung|facture proforma|factura proforma',
    cues: 'proforma|not a tax invoice|valid until|advance payment',
    shape: 'amounts',
  }),
  documentType('receipt', {
    names:
      'receipt|sales receipt|cash receipt|payment receipt|till receipt|official receipt|quittung|kassenbon|kassenbeleg|bon|recu|ticket caisse|recibo|ticket compra|ricevuta|scontrino|kassabon|kvittering',
    cues: 'cash|change|change due|tender|tendered|cashier|register|till|thank you|thank you for shopping|please come again|debit card|approval code|auth code|authorization|transaction|terminal|items sold|store|tip|gratuity|subtotal|paid|amount paid|payment received|payment method|received from|bar|gegeben|rueckgeld|ruckgeld|vielen dank|especes|rendu|carte bancaire|merci|efectivo|cambio|gracias|round|rounding',
    shape: 'receipt',
    includes: 'restaurant_receipt hotel_receipt fuel_receipt parking_ticket',
  }),
  documentType('restaurant_receipt', {
    names:
      'restaurant receipt|restaurant bill|restaurant check|guest check|dinner check|meal receipt|bewirtungsbeleg|restaurant statement|restaurant|addition',
    cues: 'server|table|guests|tip|gratuity|dine in|food|beverage|drinks|lunch|dinner|cafe|grill|pizza|bistro|bar|waiter|guest|menu|covers|suggested tip|check no|beer|wine|burger|coffee',
    shape: 'receipt',
  }),
  documentType('hotel_receipt', {
    names: 'hotel receipt|hotel bill|hotel invoice|hotel folio|guest folio|hotelrechnung|folio|note hotel',
    cues: 'room|arrival|departure|check in|check out|nights|guest name|room rate|room charge|folio|city tax|occupancy tax',
    shape: 'amounts',
  }),
  documentType('fuel_receipt', {
    names: 'fuel receipt|gas receipt|petrol receipt|tankquittung|tankbeleg',
    cues: 'pump|gallons|litres|liters|unleaded|diesel|fuel|price per gallon|odometer',
    shape: 'receipt',
  }),
  documentType('parking_ticket', {
    names: 'parking ticket|parking receipt|toll receipt|parkschein',
    cues: 'parking|license plate|entry time|exit time|vehicle|toll',
    shape: 'receipt',
  }),
  documentType('purchase_order', {
    names:
      'purchase order|po|order|order form|sales order|work order|bestellung|auftrag|bon commande|commande|orden compra|pedido|pedido compra|ordine|ordine acquisto|inkooporder|bestelling|bestellschein',
    cues: 'purchase order|po number|po date|order number|order date|vendor|supplier|ship to|deliver to|delivery date|ship via|buyer|requisitioner|authorized by|f o b|bestellnummer|bestelldatum|lieferant|liefertermin|auftragsnummer|fournisseur|numero commande|proveedor',
    shape: 'amounts',
    related: 'order_confirmation',
  }),
  documentType('order_confirmation', {
    names:
      'order confirmation|order acknowledgement|order acknowledgment|sales confirmation|auftragsbestatigung|auftragsbestaetigung|bestellbestatigung|confirmation commande|confirmacion pedido|orderbevestiging',
    cues: 'thank you for your order|we confirm|confirmed|expected delivery|wir bestatigen|nous confirmons|order number',
    shape: 'amounts',
  }),
  documentType('quotation', {
    names:
      'quotation|quote|price quote|estimate|offer|bid|cost estimate|angebot|kostenvoranschlag|devis|offre|presupuesto|cotizacion|preventivo|offerte|orcamento|proposal',
    cues: 'quote number|quotation number|valid until|validity|estimate|estimated|prepared for|prepared by|offer|expires|gultig bis|angebotsnummer|valable|validez|proposed',
    shape: 'amounts',
  }),
  documentType('delivery_note', {
    names:
      'delivery note|packing slip|packing list|packing note|dispatch note|delivery slip|goods received note|delivery receipt|lieferschein|bon livraison|albaran|nota entrega|documento trasporto|bolla|pakbon|leveringsbon|guia remessa',
    cues: 'delivery address|delivery date|shipped|shipment|carrier|packages|weight|quantity shipped|quantity ordered|received by|goods received|tracking number|cartons|pallets|driver|dispatched|backorder|lieferdatum|lieferanschrift|empfangen|gewicht|livre|transporteur|colis',
    shape: 'form',
  }),
  documentType('bill_of_lading', {
    names:
      'bill of lading|waybill|air waybill|airway bill|sea waybill|shipping bill|consignment note|frachtbrief|ladeschein|connaissement|lettre voiture|conocimiento embarque|polizza carico|cmr',
    cues: 'shipper|consignee|carrier|vessel|port of loading|port of discharge|notify party|freight|container|gross weight|voyage|place of delivery|freight prepaid|freight collect',
    shape: 'form',
  }),
  documentType('customs_declaration', {
    names:
      'customs declaration|customs form|import declaration|export declaration|certificate of origin|zollanmeldung|zollerklarung|declaration douane|ursprungszeugnis|certificat origine|declaracion aduana',
    cues: 'customs|tariff|hs code|country of origin|declarant|importer|exporter|duty',
    shape: 'form',
  }),
  documentType('statement_of_account', {
    names:
      'statement of account|account statement|customer statement|kontoauszug kunde|releve compte client|estado cuenta|billing statement|statement',
    cues: 'statement date|account number|previous balance|new charges|current balance|amount due|aging|current|past due|payments received|balance forward|opening balance|closing balance|invoices',
    shape: 'amounts',
    related: 'bank_statement',
  }),
  documentType('reminder', {
    names:
      'payment reminder|reminder|dunning letter|overdue notice|past due notice|mahnung|zahlungserinnerung|rappel paiement|rappel|mise en demeure|recordatorio pago|sollecito|aanmaning|betalingsherinnering',
    cues: 'overdue|past due|outstanding|late fee|immediately|reminder|collection|mahngebuhr|falligkeit|offener betrag|retard|vencida',
    shape: 'prose',
  }),
  documentType('expense_report', {
    names:
      'expense report|expense claim|travel expense report|reisekostenabrechnung|spesenabrechnung|note frais|informe gastos|nota spese|declaratieformulier',
    cues: 'employee|reimbursement|mileage|per diem|expense date|purpose|approved by|meals|lodging|total reimbursement',
    shape: 'amounts',
  }),
  documentType('timesheet', {
    names:
      'timesheet|time sheet|time card|time report|stundenzettel|zeiterfassung|arbeitszeitnachweis|feuille temps|hoja horas|urenstaat',
    cues: 'hours worked|regular hours|overtime|week ending|total hours|supervisor|monday|tuesday|wednesday',
    shape: 'form',
  }),
  documentType('price_list', {
    names: 'price list|catalogue|catalog|preisliste|tarif|liste prix|lista precios|listino prezzi|prijslijst',
    cues: 'item|sku|list price|unit price|discount',
    shape: 'amounts',
  }),
];

export const financialDocuments: readonly DocumentType[] = [
  documentType('bank_statement', {
    names:
      'bank statement|bank account statement|checking account statement|savings account statement|checking statement|kontoauszug|releve bancaire|releve compte|releve de compte|extracto bancario|estado cuenta bancario|estratto conto|bankafschrift|rekeningafschrift|extrato bancario|checking summary|consolidated statement',
    cues: 'account number|account summary|beginning balance|opening balance|ending balance|closing balance|deposits|withdrawals|checks paid|statement period|account holder|available balance|sort code|iban|bic|transaction|transactions|interest paid|overdraft|debit|credit|balance|routing number|checking|savings|anfangssaldo|endsaldo|kontostand|buchungstag|valuta|saldo|solde|fecha operacion|direct deposit|member fdic|atm',
    shape: 'amounts',
    related: 'statement_of_account',
  }),
  documentType('credit_card_statement', {
    names:
      'credit card statement|card statement|card account statement|kreditkartenabrechnung|releve carte credit|extracto tarjeta|estratto conto carta',
    cues: 'minimum payment|payment due date|credit limit|available credit|new balance|cash advance|purchases|annual percentage rate|apr|rewards|previous balance|late payment',
    shape: 'amounts',
  }),
  documentType('cheque', {
    names: 'cheque|check|bank check|bank cheque|scheck|assegno|money order|cashier check',
    cues: 'pay to the order of|order of|dollars|memo|void after|routing|payable|zahlen sie gegen|payez contre|authorized signature',
    shape: 'card',
  }),
  documentType('remittance_advice', {
    names:
      'remittance advice|payment advice|payment notice|zahlungsavis|avis paiement|aviso pago|betalingsadvies|avviso pagamento|remittance',
    cues: 'remittance|payment amount|payment reference|invoice amount|paid amount|payee|cheque number|bank transfer',
    shape: 'amounts',
  }),
  documentType('payslip', {
    names:
      'payslip|pay slip|pay stub|paystub|paycheck|wage slip|salary slip|salary statement|earnings statement|payroll|gehaltsabrechnung|lohnabrechnung|entgeltabrechnung|verdienstabrechnung|fiche paie|bulletin paie|bulletin salaire|nomina|busta paga|loonstrook|salarisspecificatie|holerite',
    cues: 'gross pay|net pay|pay period|pay date|earnings|deductions|year to date|ytd|employee id|employee number|employer|hours|rate|overtime|withholding|social security|medicare|federal income tax|401k|salary|allowance|bruttolohn|nettolohn|auszahlungsbetrag|steuerklasse|sozialversicherung|salaire brut|net a payer|cotisations',
    shape: 'amounts',
  }),
  documentType('utility_bill', {
    names:
      'utility bill|utility statement|utility invoice|electricity bill|electric bill|energy bill|gas bill|water bill|phone bill|telephone bill|internet bill|stromrechnung|gasrechnung|wasserrechnung|energierechnung|facture electricite|facture energie|factura luz|factura electricidad|bolletta|energierekening|utility',
    cues: 'kwh|meter|meter number|meter reading|usage|electric|electricity|gas|water|sewer|therms|service address|billing period|service period|current charges|previous balance|account number|utility|power|energy|delivery charge|customer charge|average daily|tariff|zahlerstand|verbrauch|consommation|consumo|outage',
    shape: 'amounts',
  }),
  documentType('loan_application', {
    names:
      'loan application|credit application|mortgage application|uniform residential loan application|residential loan application|kreditantrag|darlehensantrag|demande pret|solicitud prestamo|form 1003|1003|urla',
    cues: 'borrower|co borrower|lender|loan amount|loan terms|property|monthly income|assets|liabilities|employment|mortgage|down payment|purpose of loan|interest rate|amortization|applicant',
    shape: 'form',
  }),
  documentType('mortgage', {
    names:
      'mortgage|mortgage form|mortgage statement|deed of trust|mortgage deed|mortgage note|hypothek|grundschuld|hypotheque|hipoteca|ipoteca|hypotheek',
    cues: 'mortgage|borrower|lender|loan|principal|interest rate|escrow|property|closing costs|promissory note|amortization|monthly payment|title|mortgagee',
    shape: 'form',
    includes: 'loan_application closing_disclosure loan_estimate promissory_note',
  }),
  documentType('closing_disclosure', {
    names: 'closing disclosure|settlement statement|hud 1|closing statement',
    cues: 'closing cost|closing date|cash to close|loan terms|projected payments|disbursement date|settlement agent|seller|borrower|escrow|prepayment penalty|balloon payment',
    shape: 'form',
  }),
  documentType('loan_estimate', {
    names: 'loan estimate|good faith estimate',
    cues: 'estimated closing costs|estimated cash to close|rate lock|projected payments|loan terms',
    shape: 'form',
  }),
  documentType('promissory_note', {
    names:
      'promissory note|loan agreement|loan contract|schuldschein|darlehensvertrag|kreditvertrag|contrat pret|billet ordre|pagare|contrato prestamo|credit agreement|note',
    cues: 'promise to pay|principal amount|maturity|borrower|lender|interest rate|default|holder|repayment',
    shape: 'contract',
  }),
  documentType('balance_sheet', {
    names:
      'balance sheet|statement of financial position|bilanz|bilan|balance general|stato patrimoniale|balans',
    cues: 'assets|liabilities|equity|current assets|total assets|retained earnings|aktiva|passiva|eigenkapital|actif|passif',
    shape: 'amounts',
  }),
  documentType('income_statement', {
    names:
      'income statement|profit and loss|profit loss statement|statement of operations|gewinn verlustrechnung|compte resultat|cuenta resultados|conto economico|resultatenrekening',
    cues: 'revenue|net income|gross profit|operating expenses|cost of goods sold|earnings per share|ebitda|umsatzerlose',
    shape: 'amounts',
  }),
  documentType('annual_report', {
    names:
      'annual report|financial report|quarterly report|financial statement|financial statements|form 10 k|10 k|10 q|geschaftsbericht|jahresabschluss|rapport annuel|informe anual|bilancio|jaarverslag|cash flow statement',
    cues: 'fiscal year|shareholders|consolidated|audit|auditors|board of directors|management discussion|revenue|net income|securities and exchange commission|registrant',
    shape: 'prose',
    includes: 'balance_sheet income_statement',
  }),
];
