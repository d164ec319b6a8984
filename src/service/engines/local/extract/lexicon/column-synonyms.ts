import { list } from './concept.ts';

/**
 * Groups of words for the same kind of table column. A header and a field name with words of one group can mean the
 * same column.
 */
export const columnSynonyms: readonly (readonly string[])[] = [
  list(
    'name|full name|employee|employee name|worker|member|person|participant|student|patient|athlete|player|passenger|guest|contact|candidate|driver|Mitarbeiter|Teilnehmer|nom|nombre|nome',
  ),
  list(
    'description|details|particulars|narrative|transaction|transaction details|text|purpose|memo|remittance information|Verwendungszweck|Buchungstext|libellé|concepto',
  ),
  list('task|activity|work|work done|job|assignment|Tätigkeit|tâche|tarea'),
  list(
    'date|day|booking date|transaction date|posting date|posted|value date|entry date|Buchungstag|Datum|jour|fecha',
  ),
  list('time|start|start time|from|begin|beginning|Uhrzeit|Beginn|heure|hora'),
  list('end|end time|to|until|finish|Ende|fin'),
  list('duration|length|period|Dauer|durée|duración'),
  list('hours|hrs|time h|Stunden|heures|horas'),
  list('amount|value|sum|debit credit|Betrag|montant|importe|importo'),
  list('debit|withdrawal|withdrawals|paid out|money out|payments|charges|Soll|débit|cargo|debe|dare'),
  list('credit|deposit|deposits|paid in|money in|receipts|Haben|crédit|abono|haber|avere'),
  list('balance|running balance|closing balance|Saldo|solde'),
  list(
    'test|test name|analyte|parameter|investigation|examination|determination|Untersuchung|Analyt|analyse|prueba|determinación',
  ),
  list(
    'result|value|finding|measured value|measurement|Ergebnis|Befund|Messwert|résultat|resultado|risultato',
  ),
  list(
    'reference range|normal range|reference interval|reference|range|reference values|Referenzbereich|Normbereich|valeurs de référence|valores de referencia',
  ),
  list('unit|units|uom|unit of measure|Einheit|unité|unidad'),
  list('rank|place|position|pos|pl|Platz|Rang|classement|puesto|posizione'),
  list('team|club|school|organisation|organization|Verein|Mannschaft|équipe|equipo|squadra'),
  list('country|nation|nationality|nat|fed|federation|noc|Land|Nationalität|pays|país'),
  list('year of birth|birth year|year birth|yb|yob|born|Jahrgang|année de naissance'),
  list('age|Alter|âge|edad'),
  list('points|score|pts|Punkte|puntos|punti'),
  list('grade|mark|note|Note|nota|voto'),
  list('credits|credit points|ects|credit hours|Leistungspunkte|crédits|créditos'),
  list('course|module|subject|class|course title|title|Fach|Modul|cours|materia|corso'),
  list('title|topic|session|subject|name|Titel|Thema|titre|título|titolo'),
  list('speaker|presenter|lecturer|instructor|teacher|host|Referent|Dozent|intervenant|ponente|relatore'),
  list('room|hall|location|venue|place|Raum|Ort|salle|sala|lieu|lugar'),
  list('weight|gross weight|net weight|mass|Gewicht|poids|peso'),
  list('volume|capacity|Volumen|volumen'),
  list('size|dimensions|measurements|Größe|Maße|taille|tamaño|dimensioni'),
  list('colour|color|Farbe|couleur|color|colore'),
  list('pieces|pcs|packages|parcels|cartons|units|colli|Stück|Packstücke|colis|bultos'),
  list('quantity|qty|count|number of units|units held|shares|no of shares|nominal|Menge|Anzahl|Stückzahl'),
  list('contents|content|description of contents|goods|cargo|commodity|Inhalt|contenu|contenido'),
  list('destination|ship to|to|destination city|consignee|delivery place|Ziel|Bestimmungsort|destino'),
  list('origin|from|departure|Herkunft|Abfahrt|origine|origen'),
  list('security|holding|instrument|name of security|stock|fund|Wertpapier|titre|valor|titolo'),
  list('market value|value|current value|valuation|Kurswert|Marktwert|valeur'),
  list('price|unit price|market price|rate|Kurs|Preis|cours|precio|prezzo'),
  list('department|dept|section|division|unit|team|Abteilung|service|departamento|reparto'),
  list('joined|member since|start date|date joined|entry date|since|hire date|Eintritt|Beitritt'),
  list('role|position|job title|title|function|Funktion|Stelle|fonction|cargo|ruolo'),
  list('status|state|condition|Status|Zustand|statut|estado|stato'),
  list('remarks|comments|notes|comment|note|remark|Bemerkung|Bemerkungen|remarques|observaciones|note'),
  list('category|type|class|kind|group|Art|Kategorie|Typ|type|tipo|categoría'),
  list('id|no|number|ref|reference|code|Nr|Nummer|numéro|número|numero'),
  list('phone|telephone|tel|mobile|Telefon|téléphone|teléfono'),
  list('email|e mail|mail'),
  list('address|street|Adresse|Anschrift|adresse|dirección|indirizzo'),
  list('city|town|Stadt|Ort|ville|ciudad|città'),
  list('dose|dosage|strength|Dosis|Dosierung|posologie|dosis'),
  list('medication|medicine|drug|Medikament|Arzneimittel|médicament|medicamento'),
  list('frequency|interval|how often|Häufigkeit|fréquence|frecuencia'),
  list(
    'item|product|article|description|description of goods|part|Artikel|Bezeichnung|article|artículo|articolo',
  ),
];
