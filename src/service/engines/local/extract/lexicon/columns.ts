import { list, type ValueShape } from './concept.ts';

/** Meaning of a column in a table of items, such as quantity. */
export interface ColumnConcept {
  readonly id: string;
  readonly shape: ValueShape;
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

/** Column headers of item tables, in the languages of the concepts. */
export const columnConcepts: readonly ColumnConcept[] = [
  {
    id: 'position',
    shape: 'number',
    names: list(
      'position|line number|line no|item no|pos|line|line id|row number|index|number|line item number|sequence',
    ),
    labels: list(
      'pos|position|line|line no|no|nr|#|item no|ln|sl no|s no|sr no|lp|ligne|riga|regel|bil|item #',
    ),
  },
  {
    id: 'item_code',
    shape: 'identifier',
    names: list(
      'item code|sku|product code|article number|item number|product id|item id|part number|code|article no|seller item id|gtin|ean|product number|item sku|material number|catalog number',
    ),
    labels: list(
      'item code|code|sku|product code|product no|article no|article number|article code|part no|part number|item number|item #|stock code|barcode|material|material no|cat no|product id|Artikelnummer|Artikel Nr|Art Nr|Artnr|Artikelnr|GTIN|EAN|Material Nr|Bestell Nr|Art Nr Lieferant|Artikel Nr Lieferant|référence|réf|code article|réf article|referencia|código|codice|codice articolo|cod|artikelnummer|artikelcode|referência|kod|art|ref|article|Artikel|artículo|articolo|artigo',
    ),
  },
  {
    id: 'description',
    shape: 'text',
    names: list(
      'description|name|item|product|item name|product name|item description|product description|article|details|service|line description|title|designation|goods|label|particulars|desc',
    ),
    labels: list(
      'description|item description|item desc|product description|description of goods|goods description|product service|item name|product|product name|particulars|details|service|services|items|item|article|desc|description of services|goods|activity|line item|item details|Beschreibung|Bezeichnung|Artikelbezeichnung|Artikel|Produkt|Leistung|Leistungsbeschreibung|Text|Produktbezeichnung|Artikelbeschreibung|Warenbezeichnung|Position Beschreibung|désignation|libellé|produit|prestation|désignation des produits|descripción|concepto|artículo|producto|detalle|descrizione|descrizione articolo|prodotto|articolo|omschrijving|beschrijving|artikelomschrijving|produkt|descrição|designação|produto|artigo|keterangan|butiran|perihal|barangan',
    ),
  },
  {
    id: 'quantity',
    shape: 'number',
    names: list(
      'quantity|qty|count|units|amount of items|number of units|billed quantity|quantity billed|nos|hours|number of items',
    ),
    labels: list(
      'quantity|qty|qnty|units|count|hours|hrs|no of units|qty shipped|qty ordered|shipped|ordered|billed qty|Menge|Anzahl|Stück|Stk|Std|Stunden|quantité|qté|nombre|cantidad|cant|uds|unidades|quantità|qtà|q tà|qta|aantal|hoeveelheid|quantidade|qtd|quant|kuantiti',
    ),
  },
  {
    id: 'unit',
    shape: 'text',
    names: list('unit|unit of measure|uom|quantity unit|unit code|measure'),
    labels: list(
      'unit|uom|u/m|um|unit of measure|measure|Einheit|ME|Mengeinheit|Mengeneinheit|Einh|unité|unidad|unità|u m|unità di misura|eenheid|unidade|unit ukuran',
    ),
  },
  {
    id: 'unit_price',
    shape: 'amount',
    names: list(
      'unit price|price|price per unit|rate|unit cost|price unit|net price|unit net price|item price|price each|cost|unit amount|net unit price',
    ),
    labels: list(
      'unit price|price per unit|price each|price|unit cost|rate|u price|u/price|u/p|cost|price unit|unit rate|price rm|unit price rm|list price|each|net price|Einzelpreis|Preis|Stückpreis|E Preis|EP|Einheitspreis|Nettopreis|Einzelpreis netto|Preis pro Einheit|VK Preis|Preis Einheit|Preis je Einheit|Netto Preis|EK Preis|prix unitaire|p u|pu|prix|pu ht|prix unitaire ht|p u ht|prix unit|precio|precio unitario|p unitario|p unit|prezzo|prezzo unitario|prijs|stukprijs|eenheidsprijs|prijs per stuk|Satz|Stundensatz|Tarif|tarif horaire|taux horaire|hourly rate|preço|preço unitário|harga|harga seunit',
    ),
  },
  {
    id: 'amount',
    shape: 'amount',
    names: list(
      'amount|total|line total|line amount|net amount|total price|subtotal|extended price|sum|total amount|line net amount|price subtotal|line sum|value|extension|item total|line total amount|net total|gross amount|line net total',
    ),
    labels: list(
      'amount|total|line total|line amount|net amount|total price|extended price|ext price|extension|subtotal|sub total|total amount|amount rm|total rm|amt|value|sum|net|total net|line value|net value|nett|Betrag|Gesamt|Gesamtpreis|Summe|Nettobetrag|Zeilenbetrag|Nettowert|Entgelt|Positionswert|Wert|Positionsbetrag ohne USt|Zeilensumme|Positionsbetrag|Positionspreis|G Preis|GP|Gesamtbetrag|Gesamt netto|Betrag netto|Warenwert|Betrag EUR|Gesamt EUR|Preis gesamt|montant|montant ht|total ht|prix ht|prix total|total ligne|importe|total línea|subtotal|importo|totale|importo totale|bedrag|totaal|totaalprijs|regeltotaal|prijs incl btw|total linha|valor|valor total|montante|jumlah|amaun|ticket price|total eur|amount eur|amount usd|line total ex vat',
    ),
  },
  {
    id: 'tax_rate',
    shape: 'percent',
    names: list(
      'tax rate|vat rate|vat|tax|tax percent|line tax percent|vat percent|gst rate|tax percentage|vat percentage|gst',
    ),
    labels: list(
      'vat|vat %|vat rate|tax|tax %|tax rate|gst|gst %|tax code|vat code|sst|USt|USt %|MwSt|MwSt %|MwSt Satz|Steuer|Steuersatz|USt Satz|tva|tva %|taux tva|taxe|iva|iva %|% iva|aliquota|btw|btw %|btw tarief|taxa|taxa iva|cukai',
    ),
  },
  {
    id: 'tax_amount',
    shape: 'amount',
    names: list('tax amount|vat amount|gst amount|line tax amount|line tax'),
    labels: list(
      'tax amount|vat amount|gst amount|tax amt|gst amt|tax rm|gst rm|Steuerbetrag|MwSt Betrag|USt Betrag|montant tva|importe iva|importo iva|btw bedrag|valor iva',
    ),
  },
  {
    id: 'discount',
    shape: 'amount',
    names: list('discount|discount amount|discount percent|rebate|line discount|discount rate'),
    labels: list(
      'discount|disc|disc %|disc amt|discount %|rebate|Rabatt|Rabatt %|Nachlass|remise|rem|remise %|descuento|dto|dto %|sconto|sconto %|sc|korting|korting %|desconto|desc %|diskaun',
    ),
  },
  {
    id: 'date',
    shape: 'date',
    names: list('date|service date|line date|delivery date|transaction date|posting date'),
    labels: list(
      'date|service date|delivery date|transaction date|posting date|value date|Datum|Lieferdatum|Leistungsdatum|Buchungstag|Valuta|fecha|data|tarikh',
    ),
  },
];
