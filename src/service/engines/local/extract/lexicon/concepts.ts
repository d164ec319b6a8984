import { type Concept, list } from './concept.ts';
import { contactConcepts } from './contact-concepts.ts';
import { totalsWithoutTax, totalsWithTax } from './tax-phrases.ts';

/**
 * General business vocabulary in English, German, French, Spanish, Italian, Dutch, Portuguese and Malay. Matching
 * ignores case, accents, punctuation and spaces.
 */
export const concepts: readonly Concept[] = [
  {
    id: 'invoice_number',
    shape: 'identifier',
    names: list(
      'invoice number|invoice no|invoice id|invoice num|invoice reference|document number|document id|document no|bill number|bill no|inv no|invoice',
    ),
    labels: list(
      `invoice number|invoice no|invoice num|invoice nr|invoice id|invoice code|inv no|inv number|tax invoice no|tax invoice number|document no|document number|doc no|bill no|bill number|credit note no|credit note number|credit memo no|
      Rechnungsnummer|Rechnungsnr|Rechnungs Nr|Rechnung Nr|Rechnung Nummer|Re Nr|Belegnummer|Beleg Nr|Belegnr|Gutschrift Nr|Gutschriftnummer|Dokumentnummer|Rg Nr|Rechnung Id|
      numéro de facture|n° de facture|facture n°|facture no|no de facture|no facture|facture numéro|numéro facture|n° facture|avoir n°|numéro d'avoir|n° avoir|n° document|
      número de factura|factura n°|factura núm|nº de factura|nº factura|núm factura|factura número|factura no|
      numero fattura|fattura n|fattura numero|n fattura|fattura nr|numero documento|nr fattura|
      factuurnummer|factuur nr|factuurnr|factuur nummer|creditnota nummer|
      número da fatura|fatura n|fatura nº|número da factura|nota fiscal nº|
      no invois|nombor invois|no bil`,
    ),
    weakLabels: list(
      'invoice|Rechnung|facture|factura|fattura|factuur|fatura|receipt no|receipt number|ref no|Gutschrift|avoir|credit note|Nr|bill #|numéro|numero|number|Nummer|slip no|no resit|trans no|transaction no|check no|folio no',
    ),
  },
  {
    id: 'receipt_number',
    shape: 'identifier',
    names: list('receipt number|receipt no|receipt id|ticket number|transaction number|transaction id'),
    labels: list(
      'receipt no|receipt number|receipt id|no resit|Bonnummer|Bon Nr|ticket no|numéro de ticket|n° ticket|número de recibo|kassabon nummer|scontrino n|slip no|trans no|transaction no|transaction id|trn no|trx no',
    ),
    weakLabels: list('receipt|slip|trans|check no|bill no'),
  },
  {
    id: 'purchase_order',
    shape: 'identifier',
    names: list(
      'purchase order|purchase order number|po number|po|purchase order no|buyer reference|buyer order number|customer order number|customer po|your order',
    ),
    labels: list(
      `purchase order number|purchase order no|purchase order|po number|po no|p.o. number|p.o. no|your order|your order no|your order number|customer po|customer order no|customer order number|
      Bestellnummer|Bestell Nr|Bestellnr|Ihre Bestellung|Ihre Bestellnummer|Ihre Bestell Nr|Ihr Auftrag|Ihre Auftragsnummer|
      bon de commande|votre commande|votre n° de commande|n° de commande client|commande client|su pedido|vostro ordine|inkoopordernummer|bestelnummer|uw bestelling|sua encomenda|pesanan no`,
    ),
    weakLabels: list(
      'order number|order no|order id|order|numéro de commande|n° de commande|commande n°|n° commande|número de pedido|pedido n|nº pedido|nº de pedido|numero ordine|ordine n|ordine nr|ordernummer|order nr|número da encomenda|encomenda n|your reference|your ref|Ihr Zeichen|Ihre Referenz|votre référence|uw referentie|su referencia',
    ),
  },
  {
    id: 'order_number',
    shape: 'identifier',
    names: list('order number|order id|order reference|order no'),
    labels: list(
      `order number|order no|order id|purchase order number|purchase order no|purchase order|po number|po no|your order|your order no|Bestellnummer|Bestell Nr|Bestellnr|Ihre Bestellung|Ihre Bestellnummer|Ihr Auftrag|Auftragsnummer|Auftrags Nr|Auftragsnr|
      numéro de commande|n° de commande|commande n°|n° commande|bon de commande|número de pedido|pedido n|nº pedido|nº de pedido|numero ordine|ordine n|ordine nr|ordernummer|bestelnummer|order nr|número da encomenda|encomenda n|pesanan no`,
    ),
    weakLabels: list('order|sales order no|sales order number|our order no|our order number'),
  },
  {
    id: 'sales_order_number',
    shape: 'identifier',
    names: list(
      'sales order number|sales order|sales order no|so number|our reference|our order number|job number',
    ),
    labels: list(
      `sales order number|sales order no|sales order|so number|so no|our order no|our order number|our order|our reference|our ref|job ref|job no|job number|Auftragsnummer|Auftrags Nr|Auftragsnr|unsere Auftragsnummer|unsere Auftrags Nr|unser Auftrag|unser Zeichen|unsere Referenz|
      notre référence|notre commande|notre n° de commande|nuestra referencia|nuestro pedido|nostro riferimento|nostro ordine|onze referentie|ons kenmerk|nossa referência`,
    ),
  },
  {
    id: 'customer_number',
    shape: 'identifier',
    names: list(
      'customer number|customer id|customer no|client number|client id|buyer id|account number|customer account',
    ),
    labels: list(
      `customer number|customer no|customer id|customer code|client no|client id|client number|cust no|account no|account number|acct no|
      Kundennummer|Kunden Nr|Kundennr|Kd Nr|numéro client|n° client|code client|n° de client|número de cliente|nº cliente|cod cliente|codice cliente|klantnummer|klant nr|debiteurnummer|debiteur nr|número do cliente|no pelanggan`,
    ),
  },
  {
    id: 'delivery_note_number',
    shape: 'identifier',
    names: list(
      'delivery note number|delivery note|delivery number|despatch advice number|delivery order number',
    ),
    labels: list(
      'delivery note no|delivery note number|delivery note|delivery order no|despatch note|packing slip no|Lieferscheinnummer|Lieferschein Nr|Lieferscheinnr|bon de livraison n°|bon de livraison|albarán n|albarán|documento di trasporto|ddt n|pakbonnummer|guia de remessa|do no',
    ),
  },
  {
    id: 'contract_number',
    shape: 'identifier',
    names: list('contract number|contract id|contract no|contract reference|agreement number'),
    labels: list(
      'contract number|contract no|contract id|agreement number|agreement no|Vertragsnummer|Vertrags Nr|Vertragsnr|numéro de contrat|n° de contrat|contrat n°|número de contrato|contrato n|numero contratto|contratto n|contractnummer|contract nr|no kontrak',
    ),
  },
  {
    id: 'issue_date',
    shape: 'date',
    names: list(
      'invoice date|issue date|date|document date|date of issue|issued on|issued|bill date|receipt date|transaction date|date issued|purchase date|statement date|issue dt|invoice dt',
    ),
    labels: list(
      `dated|invoice date|date of invoice|date of issue|issue date|issued on|issued|date issued|ausgestellt am|ausgestellt|émise le|fait le|bill date|billing date|tax point|tax date|document date|doc date|receipt date|transaction date|inv date|statement date|date time|purchase date|credit note date|
      Rechnungsdatum|Rechnungs Datum|Belegdatum|Beleg Datum|Ausstellungsdatum|Datum der Rechnung|Rechnung vom|date de facture|date de facturation|date facture|date d'émission|émis le|date de la facture|date du document|date avoir|
      fecha de factura|fecha factura|fecha de emisión|fecha de expedición|data fattura|data documento|data di emissione|data emissione|factuurdatum|factuur datum|data da fatura|data de emissão|data da factura|data emissão|tarikh invois|tarikh`,
    ),
    weakLabels: list('date|dated|Datum|fecha|data|dato|le|Datum Uhrzeit|time'),
  },
  {
    id: 'due_date',
    shape: 'date',
    names: list('due date|payment due date|date due|due|payment due|pay by|payment date due|maturity date'),
    labels: list(
      `due date|payment due date|payment due|date due|due on|pay by|payable by|please pay by|payment due by|payable until|due by|payable on or before|due on or before|
      Fälligkeitsdatum|Fälligkeit|Zahlungsziel|zahlbar am|Zahlungstermin|zahlbar spätestens|fällig am|fällig bis|zahlbar bis|remit until|please remit until|pay before|zahlbar bis zum|zu zahlen bis|überweisen Sie bis|überweisen Sie bis zum|Zahlungsziel bis|Zahlungsfrist|spätestens bis|netto bis|Tagen netto bis|bis spätestens|
      date d'échéance|date échéance|échéance|échéance le|à payer avant le|payable avant le|à régler avant le|date limite de paiement|date limite de règlement|date limite|à régler le|règlement avant le|
      fecha de vencimiento|vencimiento|vence el|data di scadenza|scadenza|data scadenza|scadenza pagamento|vervaldatum|verval datum|te betalen voor|uiterlijk betalen|data de vencimento|vencimento|pagar até|tarikh akhir bayaran|bayar sebelum`,
    ),
    weakLabels: list('due'),
  },
  {
    id: 'delivery_date',
    shape: 'date',
    names: list(
      'delivery date|service date|date of supply|supply date|shipping date|ship date|performance date',
    ),
    labels: list(
      `delivery date|date of delivery|date of supply|supply date|ship date|shipping date|shipped on|service date|despatch date|date shipped|delivered on|
      Lieferdatum|Liefer Datum|Leistungsdatum|Leistungs Datum|Liefer und Leistungsdatum|Liefertermin|Lieferung am|Leistungszeitpunkt|date de livraison|livré le|date de prestation|fecha de entrega|data di consegna|data consegna|leverdatum|leveringsdatum|data de entrega|tarikh penghantaran`,
    ),
  },
  {
    id: 'order_date',
    shape: 'date',
    names: list('order date|purchase order date|po date'),
    labels: list(
      'order date|date of order|ordered on|po date|purchase order date|Bestelldatum|Bestell Datum|Bestellung vom|Auftragsdatum|Auftrag vom|date de commande|commande du|fecha de pedido|fecha del pedido|data ordine|besteldatum|orderdatum|data da encomenda|Vertragsdatum|Vertrags Datum|Lieferschein Datum|Lieferscheindatum|Auftrag Datum|Auftrag Datum Lief',
    ),
  },
  {
    id: 'grand_total',
    shape: 'amount',
    names: list(
      'total|grand total|total amount|invoice total|amount total|gross total|gross amount|total gross|total incl tax|total including tax|total with tax|total inc vat|total due|amount|invoice amount|total payable|total price|sum|total sum|receipt total|total value|total to pay|grand total amount|tax inclusive amount|total incl vat|amount gross|gross',
    ),
    labels: [
      ...totalsWithTax,
      ...list(
        `grand total|invoice total|total amount|total amount payable|amount payable|total payable|total incl gst|total inclusive of gst|total inc gst|total including gst|total sales inclusive of gst|total sales inclusive gst|total sales incl gst|total amt incl gst|total amount incl gst|total incl vat|total including vat|total inc vat|total including tax|total incl tax|total with tax|total gross|gross total|gross amount|net total incl gst|total rounded|rounded total|total after rounding|total after adj|total after adj incl gst|total after adjustment|total after rounding adj|total rounding adjusted|total amount due|total due|total rm|total myr|total eur|total usd|total gbp|total chf|total to pay|total price|total invoice|total invoice amount|invoice amount|total value|total rounded amount|round total|rounded amount|nett total|net amount payable|total sales|total incl taxes|total charge|total charges|total for this invoice|order total|
      Gesamtbetrag|Rechnungsbetrag|Rechnungsbeitrag|Rechnungssumme brutto|Rechnungssumme brutto inkl USt|Bruttobetrag|Bruttosumme|Gesamtsumme|Endbetrag|Gesamtpreis|Gesamt brutto|Summe brutto|Rechnungssumme|Endsumme|Gesamtbetrag brutto|Rechnungsendbetrag|Rechnungsgesamtbetrag|Gesamtbetrag inkl MwSt|Brutto Rechnungsbetrag|Bruttorechnungsbetrag|Summe inkl MwSt|Rechnungsbetrag brutto|Endbetrag brutto|Rechnungssumme mit USt|Gesamt inkl MwSt|
      total ttc|montant ttc|montant total ttc|montant dû|total dû|somme due|somme à payer|total toutes taxes comprises|total de la facture|total facture|montant total|total général|total à payer|
      importe total|total factura|total general|total con iva|total iva incluido|totale fattura|totale documento|importo totale|totale complessivo|totale ivato|
      totaalbedrag|totaal incl btw|totaal inclusief btw|totaal bedrag|te betalen bedrag|factuurbedrag|totaal inclusief|total da fatura|valor total|total com iva|total geral|jumlah besar|jumlah keseluruhan|jumlah perlu dibayar`,
      ),
    ],
    weakLabels: list(
      'total|totals|Summe|Gesamt|totaal|totale|jumlah|ttc|Betrag|amount|due|brutto|gross|net total|nett|total amt|amount chargeable|total nett',
    ),
  },
  {
    id: 'amount_due',
    shape: 'amount',
    names: list(
      'amount due|balance due|due amount|payable amount|amount to pay|balance|outstanding amount|due payable|total payable amount|amount payable',
    ),
    labels: list(
      `amount due|due payable|balance due|amount to pay|outstanding balance|balance outstanding|please pay|new balance|total outstanding|
      Zahlbetrag|zu zahlen|zu zahlender Betrag|offener Betrag|Restbetrag|noch zu zahlen|fälliger Betrag|Zahlungsbetrag|zahlbar|
      net à payer|solde à payer|montant à payer|reste à payer|solde dû|importe a pagar|total a pagar|saldo|netto a pagare|totale da pagare|importo da pagare|saldo dovuto|te betalen|openstaand bedrag|valor a pagar|baki perlu dibayar`,
    ),
    weakLabels: list('balance|solde'),
  },
  {
    id: 'net_total',
    shape: 'amount',
    names: list(
      'net total|subtotal|sub total|total net|net amount|total without tax|total excl tax|total excluding tax|tax basis|taxable amount|amount untaxed|net|total before tax|tax exclusive amount|untaxed amount|subtotal amount|tax basis total|total net amount',
    ),
    labels: [
      ...totalsWithoutTax,
      ...list(
        `sub total|subtotal|sub-total|total net amount|net sum|net amount total|untaxed amount|total untaxed|total before vat|total excl gst|total excluding gst|total excl vat|total excluding vat|total ex vat|total before tax|total without tax|net amount|total net|taxable amount|total excl tax|total excluding tax|total sales excluding gst|total sales excl gst|total exclude gst|total amount excl gst|total taxable|taxable total|sub total ex|subtotal excl gst|net value|amount before tax|amount excl gst|amt excl gst|total ex gst|
      Nettobetrag|Nettosumme|Rechnungssumme netto|Rechnungssumme netto excl USt|Rechnungssumme netto exkl USt|Gesamt netto|Summe netto|Zwischensumme|Rechnungssumme ohne USt|Netto gesamt|Gesamtbetrag netto|Nettogesamtbetrag|Rechnungsbetrag netto|Summe ohne MwSt|Gesamtnetto|Netto Summe|Gesamtpreis netto|Endbetrag netto|
      total ht|montant ht|total hors taxes|sous total|montant total ht|total hors taxe|base imponible|subtotal sin iva|importe neto|total neto|imponibile|totale imponibile|totale netto|
      subtotaal|totaal excl btw|totaal exclusief btw|exclusief btw|netto bedrag|nettobedrag|total sem iva|valor líquido|total líquido|jumlah kecil`,
      ),
    ],
    weakLabels: list('net total|Warenwert|net|netto|ht|Basisbetrag|neto|total sales'),
  },
  {
    id: 'tax_total',
    shape: 'amount',
    names: list(
      'tax total|total tax|tax amount|vat amount|vat total|total vat|tax|vat|gst|gst amount|sales tax|total tax amount|amount tax|tax value',
    ),
    labels: list(
      `total tax|tax total|tax amount|total vat|vat amount|vat total|total gst|gst amount|gst total|total gst amount|sales tax|total sales tax|gst payable|add gst|total tax amount|tax payable|service tax|
      Steuerbetrag|Umsatzsteuerbetrag|USt Betrag|MwSt Betrag|Mehrwertsteuerbetrag|Gesamtsteuer|USt Gesamt|MwSt Gesamt|Summe MwSt|Summe USt|zzgl MwSt|zzgl USt|zuzüglich MwSt|zzgl Mehrwertsteuer|Umsatzsteuer gesamt|enthaltene MwSt|inkl MwSt|Steuer gesamt|Gesamtsteuerbetrag|Versicherungssteuer|Versicherungsteuer|insurance premium tax|
      total tva|montant tva|total taxes|tva totale|montant de la tva|total iva|cuota iva|importe iva|iva total|totale iva|imposta|totale imposta|importo iva|btw bedrag|totaal btw|bedrag btw|valor do iva|valor iva|jumlah cukai|cukai`,
    ),
    weakLabels: list(
      'tax|vat|gst|sst|USt|MwSt|Umsatzsteuer|Mehrwertsteuer|tva|iva|btw|taxe|taxes|gst @ 6%|gst 6%',
    ),
  },
  {
    id: 'tax_rate',
    shape: 'percent',
    names: list(
      'tax rate|vat rate|tax percent|vat percentage|tax percentage|gst rate|vat percent|line tax percent',
    ),
    labels: list(
      'tax rate|vat rate|gst rate|vat %|tax %|gst %|Steuersatz|MwSt Satz|USt Satz|MwSt %|USt %|taux tva|taux de tva|taux|tva %|tipo iva|% iva|aliquota|aliquota iva|btw tarief|btw %|taxa de iva|taxa iva|kadar cukai',
    ),
  },
  {
    id: 'amount_paid',
    shape: 'amount',
    names: list('amount paid|paid amount|prepaid amount|paid|total prepaid|deposit|advance payment'),
    labels: list(
      'amount paid|paid|paid amount|less deposit|deposit paid|deposit|already paid|Erhaltene Anzahlungen|erhaltene Anzahlung|Anzahlung|bereits bezahlt|acompte versé|acompte|montant payé|déjà payé|importe pagado|anticipo|acconto|reeds betaald|aanbetaling|valor pago|payments received|payment received',
    ),
    weakLabels: list('payment|payments|bezahlt|pagado|betaald|tendered'),
  },
  {
    id: 'cash_tendered',
    shape: 'amount',
    names: list('cash|cash tendered|tendered|cash paid|amount tendered'),
    labels: list(
      'cash tendered|cash received|total paid|credit|amount tendered|tendered|cash|bar|espèces|efectivo|contanti|contant|tunai|dinheiro|gegeben|visa|mastercard|visa card|master card|credit card|debit card|card|card payment|paid amount|master|amex|maestro|bank card|e wallet',
    ),
  },
  {
    id: 'change',
    shape: 'amount',
    names: list('change|change due|change given'),
    labels: list(
      'change due|change returned|change amt|change amount|change|rückgeld|zurück|rendu|monnaie rendue|cambio|resto|wisselgeld|troco|baki|balance change|chg|change rm',
    ),
  },
  {
    id: 'rounding',
    shape: 'amount',
    names: list('rounding|rounding amount|rounding adjustment'),
    labels: list(
      'rounding adjustment|rounding adj|rounding|rounding amount|round adj|round off|rounding diff|Rundung|Rundungsdifferenz|arrondi|redondeo|arrotondamento|afronding|arredondamento|pelarasan|pembundaran|rnd adj|rounding off|adjustment|rm rounding|bill rounding',
    ),
  },
  {
    id: 'discount_total',
    shape: 'amount',
    names: list('discount|discount amount|total discount|allowance total|rebate'),
    labels: list(
      'total discount|discount amount|discount total|less discount|item discount|total disc|Gesamtbetrag der Abschläge|Rabattbetrag|remise totale|montant remise|descuento total|sconto totale|totale sconti|korting totaal|desconto total|jumlah diskaun|total saving|total savings|discount given',
    ),
    weakLabels: list('discount|Rabatt|remise|descuento|sconto|korting|desconto|diskaun|Abschläge|disc'),
  },
  {
    id: 'charge_total',
    shape: 'amount',
    names: list('charge total|charges|surcharge|service charge|service charges'),
    labels: list(
      'service charge|svc charge|serv charge|service chg|surcharge|Gesamtbetrag der Zuschläge|Zuschläge|frais|recargo|supplemento|toeslag|sobretaxa|cas perkhidmatan',
    ),
  },
  {
    id: 'shipping_total',
    shape: 'amount',
    names: list(
      'shipping|shipping cost|shipping amount|freight|delivery charge|shipping total|delivery fee|shipping handling',
    ),
    labels: list(
      'shipping and handling|shipping & handling|shipping cost|shipping costs|shipping|freight|delivery charge|delivery fee|postage|Versandkosten|Versand|Fracht|Transportkosten|Lieferkosten|frais de port|frais de livraison|gastos de envío|spese di spedizione|spese di trasporto|verzendkosten|portes de envio|caj penghantaran',
    ),
  },
  {
    id: 'line_total_sum',
    shape: 'amount',
    names: list('line total sum|line items total|sum of lines|items total'),
    labels: list(
      'Positionssumme|sum of lines|items total|total of items|lines total|total lignes|totale righe',
    ),
  },
  {
    id: 'total_quantity',
    shape: 'number',
    names: list('total quantity|total qty|item count|number of items|total items'),
    labels: list(
      "total qty|total quantity|qty total|total items|total item|no of items|number of items|item count|items count|item s|qty s|total no of items|Gesamtmenge|Anzahl Artikel|quantité totale|nombre d'articles|cantidad total|quantità totale|totaal aantal|total pcs|jumlah kuantiti|bil item|total unit",
    ),
  },
  {
    id: 'currency',
    shape: 'currency',
    names: list(
      'currency|currency code|invoice currency|document currency|iso currency|iso 4217 currency code|currency iso',
    ),
    labels: list(
      'currency|Währung|Rechnungswährung|Währungscode|devise|monnaie|moneda|divisa|valuta|munteenheid|moeda|mata wang|invoice currency|all amounts in|amounts in|Beträge in|alle Beträge in|montants en|montants exprimés en|importes en|importi in',
    ),
  },
  {
    id: 'seller_name',
    shape: 'company',
    names: list(
      'seller name|seller|vendor|vendor name|supplier|supplier name|company|company name|merchant|merchant name|issuer|issuer name|store|store name|shop|shop name|business name|provider|provider name|from|sender|sender name|service provider|restaurant|restaurant name|biller|bill from|partner name|seller company|retailer',
    ),
    labels: list(
      'seller|sold by|vendor|vendor name|supplier|supplier name|seller name|issued by|bill from|remit to|merchant|payee|Verkäufer|Lieferant|Rechnungssteller|Rechnung von|Leistungserbringer|Rechnungsaussteller|Auftragnehmer|vendeur|fournisseur|émetteur|prestataire|vendedor|proveedor|emisor|venditore|fornitore|cedente|cedente prestatore|leverancier|verkoper|fornecedor|emitente|pembekal|penjual|company name|Rechnungsersteller',
    ),
    weakLabels: list(
      'Kontoinhaber|account holder|account name|beneficiary|titulaire du compte|titulaire|from|von|company|Firma|sender|Absender',
    ),
  },
  {
    id: 'seller_address',
    shape: 'address',
    names: list(
      'seller address|vendor address|supplier address|company address|merchant address|store address|issuer address|business address|shop address|address|sender address|from address|location|restaurant address',
    ),
    labels: list(
      'seller address|vendor address|supplier address|registered office|registered address|business address|remit to address|head office|office address|company address|merchant address',
    ),
  },
  {
    id: 'buyer_name',
    shape: 'company',
    names: list(
      'buyer name|buyer|customer|customer name|client|client name|bill to|bill to name|billed to|purchaser|recipient|recipient name|invoice recipient|sold to|debtor|customer company|consignee name|buyer company|invoiced to|billing name',
    ),
    labels: list(
      `bill to|billed to|billing to|invoice to|invoiced to|sold to|buyer|customer name|buyer name|purchaser|client name|customer|Käufer|Käufer Leistungsempfänger|Leistungsempfänger|Rechnungsempfänger|Rechnungsadresse|Rechnungsanschrift|Auftraggeber|Kunde|Kundenname|
      client|acheteur|facturé à|à l'attention de|client facturé|Rechnung an|Rechnung für|adresse de facturation|destinataire|comprador|facturar a|datos del cliente|acquirente|cessionario|cessionario committente|intestatario|destinatario|afnemer|koper|factuuradres|klant|factureren aan|comprador|faturar a|adquirente|pelanggan|pembeli|bil kepada|billing address|invoice address|bill to address`,
    ),
    weakLabels: list('to|an|recipient|attn|cust|debtor'),
  },
  {
    id: 'buyer_address',
    shape: 'address',
    names: list(
      'buyer address|customer address|client address|bill to address|billing address|recipient address|invoice address',
    ),
    labels: list(
      'billing address|bill to address|customer address|invoice address|client address|buyer address|Rechnungsadresse|Rechnungsanschrift|adresse de facturation|dirección de facturación|indirizzo di fatturazione|factuuradres|morada de faturação',
    ),
  },
  {
    id: 'ship_to',
    shape: 'address',
    names: list(
      'ship to|shipping address|delivery address|ship to address|deliver to|ship to name|consignee',
    ),
    labels: list(
      'ship to|shipping address|delivery address|deliver to|shipped to|consignee|ship to address|Lieferadresse|Lieferanschrift|Warenempfänger|Lieferung an|adresse de livraison|livré à|dirección de entrega|dirección de envío|indirizzo di consegna|destinazione merce|afleveradres|bezorgadres|leveringsadres|endereço de entrega|morada de entrega|alamat penghantaran',
    ),
  },
  {
    id: 'seller_vat_id',
    shape: 'vat-id',
    names: list(
      'vat id|seller vat id|seller vat|vat number|vat no|vendor vat id|supplier vat|seller vat number|vat registration number|vat reg no|uid|seller tax id|vendor tax id|supplier vat number|tax id|gst number|gst id|gst reg no|gst no|vat code|vat identification number|tax registration number|vat',
    ),
    labels: list(
      `vat id|vat no|vat number|vat reg no|vat registration no|vat registration number|vat identification number|gst no|gst id|gst id no|gst reg no|gst registration no|gst number|gst reg number|tax id|tax identification number|tax reg no|sst no|sst id|
      USt IdNr|USt Id Nr|USt Id|USt IdentNr|USt Identnummer|UStId|USt ID Nr|Umsatzsteuer Identifikationsnummer|Umsatzsteuer Id|UID Nr|UID Nummer|UID|MwSt Nr|CHE MWST|
      n° tva|numéro de tva|numéro tva|tva intracommunautaire|n° tva intracommunautaire|identifiant tva|nif iva|cif|nif|nif cif|partita iva|p iva|btw nummer|btw nr|btw id|btw identificatienummer|nif contribuinte|contribuinte n|no gst|no cukai`,
    ),
    weakLabels: list('vat|gst|tva|btw|iva'),
  },
  {
    id: 'seller_tax_number',
    shape: 'identifier',
    names: list('tax number|tax no|seller tax number|fiscal number|steuernummer|vendor tax number'),
    labels: list(
      'Steuernummer|Steuer Nr|Steuernr|St Nr|tax number|tax no|fiscal number|numéro fiscal|número fiscal|codice fiscale|fiscaal nummer|no cukai pendapatan',
    ),
  },
  {
    id: 'buyer_vat_id',
    shape: 'vat-id',
    names: list(
      'buyer vat id|buyer vat|customer vat id|customer vat number|client vat|client vat number|buyer vat number|buyer tax id|customer tax id|customer vat',
    ),
    labels: list(
      'customer vat|customer vat no|your vat no|your vat number|your vat id|client vat no|Ihre USt IdNr|Ihre USt Id|Ihre USt IdentNr|Ihre UID|n° tva client|votre n° tva|tva client|nif cliente|p iva cliente|uw btw nummer|nif do cliente',
    ),
  },
  {
    id: 'registration_number',
    shape: 'identifier',
    names: list(
      'registration number|company registration number|company number|commercial register number|business registration number|co reg no|registration no|partner coc|siret|reg no',
    ),
    labels: list(
      'company registration no|company reg no|co reg no|registration no|registration number|company no|company number|reg no|roc no|roc|business reg no|Handelsregisternummer|HRB|HRB Nr|HRA|siret|siren|rcs|kvk|kvk nummer|rea|registro mercantil|no pendaftaran|brn',
    ),
  },
  ...contactConcepts,
];
