/** Labels of sums and of amounts carried to the next page. The label must be at the start of a text. */
const sums =
  /^\W*(?:grand |sub[- ]?|net |gross |overall |running |page |group |section )?(?:totals?|\p{L}*summe|gesamt(?:betrag)?|(?:rechnungs|end|zahl|steuer|brutto|netto)betrag|amount due|balance due|somme|sous[- ]total|total g[ée]n[ée]ral|totale|totaal|subtotaal|suma|jumlah|sum)(?![\p{L}-])/iu;
const carried =
  /^\W*(?:übertrag|uebertrag|carr(?:y|ied) (?:over|forward)|brought forward|balance (?:carried|brought) forward|opening balance|closing balance|à reporter|a reporter|report(?:é)?$|suma y sigue|riporto|transport)/iu;

/** Returns whether a text labels a sum, such as `Subtotal` or `Total of page 2`. */
export function isSumLabel(text: string): boolean {
  return text.length <= 45 && (sums.test(text) || carried.test(text)) && text.trim().split(/\s+/).length <= 6;
}
