import { list } from './concept.ts';

/** Words of one language for sums, for taxes, and for "with" and "without" tax. */
interface TaxWords {
  readonly sums: readonly string[];
  readonly including: readonly string[];
  readonly excluding: readonly string[];
  readonly taxes: readonly string[];
}

const languages: readonly TaxWords[] = [
  {
    sums: list(
      'total|totals|total amount|total amt|grand total|amount|amt|sum|total price|total sales|net total|total due|amount due|invoice total|total payable|amt paid|amount paid|bill total|total bill|balance due|order total',
    ),
    including: list('incl|including|inclusive|inclusive of|inc|includes|included|with'),
    excluding: list('excl|excluding|exclusive|exclusive of|exc|excludes|before|without|ex|less|net of'),
    taxes: list('gst|vat|tax|taxes|sst|sales tax|service tax'),
  },
  {
    sums: list(
      'Summe|Gesamt|Gesamtsumme|Gesamtbetrag|Gesamtpreis|Rechnungsbetrag|Rechnungssumme|Betrag|Endbetrag|Endsumme|Total|Endpreis|Zahlbetrag|Bruttobetrag|Nettobetrag',
    ),
    including: list('inkl|inklusive|incl|einschl|einschließlich|mit|inkl gesetzl|inkl der'),
    excluding: list('exkl|exklusive|excl|ohne|zzgl|vor|o'),
    taxes: list('MwSt|USt|Umsatzsteuer|Mehrwertsteuer|Steuer|Steuern|gesetzl MwSt'),
  },
  {
    sums: list('total|montant|montant total|total général|total facture|somme|net'),
    including: list('tva incluse|tva comprise|toutes taxes comprises|taxes comprises|avec tva|incl tva|ttc'),
    excluding: list('hors taxes|hors taxe|hors tva|ht|hors|sans tva|avant taxes|excl tva'),
    taxes: [''],
  },
  {
    sums: list('total|importe|importe total|total factura|suma|totale|totale fattura|importo|importo totale'),
    including: list('iva incluido|iva incl|con iva|iva incluida|iva inclusa|iva compresa|incl iva|iva inc'),
    excluding: list('sin iva|iva no incluido|antes de iva|senza iva|iva esclusa|escl iva|al netto iva'),
    taxes: [''],
  },
  {
    sums: list('totaal|totaalbedrag|bedrag|factuurbedrag|te betalen'),
    including: list('incl|inclusief|inc'),
    excluding: list('excl|exclusief|ex|zonder'),
    taxes: list('btw'),
  },
];

/** Labels of sums with tax, such as `Total incl. VAT`, `Total (GST incl.)` and `Summe inkl. USt`. */
export const totalsWithTax: readonly string[] = languages.flatMap((words) => phrases(words, words.including));

/** Labels of sums without tax, such as `Total excl. VAT` and `Summe ohne USt`. */
export const totalsWithoutTax: readonly string[] = languages.flatMap((words) =>
  phrases(words, words.excluding),
);

function phrases({ sums, taxes }: TaxWords, links: readonly string[]): string[] {
  return sums.flatMap((sum) =>
    links.flatMap((link) =>
      taxes.flatMap((tax) =>
        tax === '' ? [`${sum} ${link}`] : [`${sum} ${link} ${tax}`, `${sum} ${tax} ${link}`],
      ),
    ),
  );
}
