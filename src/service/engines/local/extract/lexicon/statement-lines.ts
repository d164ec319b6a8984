const list = (words: string): readonly string[] => words.split('|').map((word) => word.trim());

/**
 * Labels of the lines of financial statements. Each list contains labels with the same meaning. Words such as
 * `total` are left out.
 */
export const statementLines: readonly (readonly string[])[] = [
  list(
    'revenue|revenues|net revenue|net revenues|sales|net sales|sales revenue|turnover|Umsatzerlöse|Umsatz|chiffre d affaires|ventas|ingresos|ricavi|omzet|receitas',
  ),
  list(
    'cost of revenue|cost of revenues|cost of sales|cost of goods sold|cost of products sold|cost of services|Umsatzkosten|Herstellungskosten des Umsatzes|coût des ventes|costo de ventas|costo del venduto',
  ),
  list(
    'gross profit|gross income|Bruttoergebnis|Bruttoergebnis vom Umsatz|marge brute|beneficio bruto|utile lordo',
  ),
  list(
    'operating expenses|operating expense|selling and administrative expense|selling general and administrative expenses|costs and expenses|Betriebsaufwand|charges d exploitation|gastos de explotación',
  ),
  list(
    'operating income|income from operations|operating profit|operating earnings|earnings from operations|earnings before interest and taxes|ebit|Betriebsergebnis|résultat d exploitation|resultado de explotación|risultato operativo|bedrijfsresultaat',
  ),
  list(
    'net income|net earnings|net profit|profit for the period|profit for the year|net income attributable to common shareholders|Jahresüberschuss|Periodenergebnis|Konzernergebnis|résultat net|resultado neto|utile netto|nettowinst',
  ),
  list(
    'income tax expense|income tax provision|provision for income taxes|income taxes|provision for taxes|tax expense|Steuern vom Einkommen und Ertrag|Ertragsteuern|impôt sur les bénéfices|impuesto sobre beneficios|imposte sul reddito',
  ),
  list('interest expense|interest expense net|finance costs|Zinsaufwand|Zinsaufwendungen|charges d intérêts'),
  list(
    'income before income taxes|earnings before income taxes|profit before tax|pretax income|income before taxes|Ergebnis vor Steuern|résultat avant impôt',
  ),
  list(
    'stock based compensation|stock based compensation expense|share based compensation|share based payments',
  ),
  list('restructuring charge|restructuring charges|restructuring|restructuring costs|restructuring expense'),
  list('basic eps|basic earnings per share|basic earnings per common share|earnings per share basic'),
  list('diluted eps|diluted earnings per share|diluted earnings per common share|earnings per share diluted'),
  list(
    'cash|cash and cash equivalents|cash and equivalents|Zahlungsmittel|liquide Mittel|Zahlungsmittel und Zahlungsmitteläquivalente|trésorerie et équivalents de trésorerie|efectivo y equivalentes de efectivo|disponibilità liquide',
  ),
  list(
    'cash and short term investments|cash and st investments|cash st investments|cash and equivalents and short term investments',
  ),
  list(
    'accounts receivable|accounts receivable net|accounts receivable trade net|trade receivables|trade and other receivables|receivables net|Forderungen aus Lieferungen und Leistungen|créances clients|clientes|crediti commerciali',
  ),
  list('inventories|inventory|inventories net|inventory net|Vorräte|stocks|existencias|rimanenze|voorraden'),
  list(
    'current assets|Umlaufvermögen|kurzfristige Vermögenswerte|actifs courants|activo corriente|attività correnti',
  ),
  list('assets|Bilanzsumme|Aktiva|Vermögenswerte|actif|activo|attivo'),
  list(
    'property plant and equipment|property plant and equipment net|property and equipment net|net property plant and equipment|Sachanlagen|immobilisations corporelles|inmovilizado material|immobili impianti e macchinari',
  ),
  list('goodwill|Geschäfts oder Firmenwert|écart d acquisition|fondo de comercio|avviamento'),
  list(
    'accounts payable|trade payables|trade and other payables|Verbindlichkeiten aus Lieferungen und Leistungen|dettes fournisseurs|proveedores|debiti commerciali',
  ),
  list(
    'current liabilities|kurzfristige Verbindlichkeiten|passifs courants|pasivo corriente|passività correnti',
  ),
  list(
    'short term debt|current portion of long term debt|short term borrowings|notes payable current|kurzfristige Finanzschulden',
  ),
  list(
    'long term debt|long term debt net|long term debt less current portion|non current borrowings|langfristige Finanzschulden|dettes à long terme',
  ),
  list('liabilities|Verbindlichkeiten|Schulden|dettes|pasivo|passività'),
  list(
    'shareholders equity|stockholders equity|equity|stockholders equity attributable to shareholders|Eigenkapital|capitaux propres|patrimonio neto|patrimonio netto|eigen vermogen',
  ),
  list('retained earnings|accumulated deficit|Gewinnrücklagen|réserves|reservas|utili portati a nuovo'),
  list(
    'additional paid in capital|capital in excess of par value|capital in excess of stated value|paid in capital|share premium|Kapitalrücklage|primes d émission',
  ),
  list(
    'marketable securities|short term investments|short term marketable securities|Wertpapiere|valeurs mobilières',
  ),
  list('dividends payable|dividend payable'),
  list(
    'capex|capital expenditures|capital expenditure|purchases of property plant and equipment|additions to property plant and equipment|purchase of property plant and equipment|purchases of property and equipment|Investitionen in Sachanlagen',
  ),
  list(
    'dividends paid|cash dividends paid|payments of dividends|payment of dividends|dividends common and preferred|dividends|gezahlte Dividenden',
  ),
  list(
    'share repurchases|stock repurchases|repurchases of common stock|repurchase of common stock|purchases of treasury shares|purchases of treasury stock|purchase of treasury stock|repurchase of shares|Rückkauf eigener Aktien',
  ),
  list(
    'operating cash flow|cash flow from operations|net cash provided by operating activities|net cash flows provided by operating activities|net cash from operating activities|cash provided by operations|net cash used in operating activities|cash flow from operating activities|Cashflow aus laufender Geschäftstätigkeit|flux de trésorerie d exploitation',
  ),
  list(
    'investing cash flow|net cash used in investing activities|net cash flows used in investing activities|cash provided by investing activities|net cash provided by investing activities|cash flow from investing activities|Cashflow aus Investitionstätigkeit',
  ),
  list(
    'financing cash flow|net cash provided by financing activities|net cash flows provided by financing activities|net cash used in financing activities|cash provided by financing activities|cash flow from financing activities|Cashflow aus Finanzierungstätigkeit',
  ),
];
