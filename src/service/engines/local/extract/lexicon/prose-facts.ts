import { joinedForm } from '../layout/fold-text.ts';
import { list } from './concept.ts';

/** A fact that contracts and other legal documents state in sentences. */
export type ProseFactId =
  | 'document-title'
  | 'agreement-date'
  | 'effective-date'
  | 'end-date'
  | 'governing-law';

interface ProseFact {
  readonly id: ProseFactId;
  /** Names of schema fields that request the fact. */
  readonly names: readonly string[];
}

const proseFacts: readonly ProseFact[] = [
  {
    id: 'document-title',
    names: list(
      'document name|document title|title|agreement name|agreement title|contract name|contract title|contract type|agreement type|Vertragsbezeichnung|Vertragstitel|titre|titre du contrat',
    ),
  },
  {
    id: 'agreement-date',
    names: list(
      'agreement date|contract date|date of agreement|date of contract|signing date|signature date|execution date|date signed|date of execution|Vertragsdatum|Vertragsabschluss|date du contrat|date de signature|fecha del contrato|data del contratto',
    ),
  },
  {
    id: 'effective-date',
    names: list(
      'effective date|date of effect|effective from|start date|commencement date|term start|start of term|contract start|lease start|valid from|in force from|Vertragsbeginn|Inkrafttreten|date d effet|date de prise d effet|fecha de entrada en vigor|data di decorrenza',
    ),
  },
  {
    id: 'end-date',
    names: list(
      'expiration date|expiry date|end date|termination date|maturity date|maturity|term end|end of term|contract end|lease end|valid until|effective to|effective until|Vertragsende|Laufzeitende|date de fin|date d expiration|date d échéance du contrat|fecha de vencimiento del contrato|data di scadenza del contratto',
    ),
  },
  {
    id: 'governing-law',
    names: list(
      'governing law|applicable law|law|governing jurisdiction|choice of law|anwendbares Recht|geltendes Recht|droit applicable|loi applicable|ley aplicable|legge applicabile|toepasselijk recht',
    ),
  },
];

const factByName = new Map(
  proseFacts.flatMap(({ id, names }) => names.map((name) => [joinedForm(name), id] as const)),
);

/** Finds the fact for a field with one of these names. Returns `undefined` if no name requests a fact. */
export function proseFactOf(names: readonly string[]): ProseFactId | undefined {
  for (const name of names) {
    const id = factByName.get(joinedForm(name));
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Field names of lists that contain the parties to a contract. */
export const partyListNames: ReadonlySet<string> = new Set(
  list('parties|contracting parties|contract parties|signatories|Vertragsparteien|parties contractantes').map(
    joinedForm,
  ),
);

/**
 * Phrases that announce a date, such as the start of a contract. In a phrase, a space stands for any white space.
 * `weight` is 1 for a phrase that rarely means anything else, and lower for other phrases.
 */
export const dateClauses: readonly {
  readonly fact: 'agreement-date' | 'effective-date' | 'end-date';
  readonly weight: number;
  readonly phrases: readonly string[];
}[] = [
  {
    fact: 'agreement-date',
    weight: 0.95,
    phrases: list(
      `entered into|entered into this|made and entered into|made this|made as of|made on|is made|is dated|dated as of|dated|executed on|executed as of|executed this|signed on|agreement made|
      geschlossen am|abgeschlossen am|unterzeichnet am|conclu le|conclue le|signé le|fait le|en date du|celebrado el|firmado el|suscrito el|stipulato il|sottoscritto il|gesloten op|celebrado em`,
    ),
  },
  {
    fact: 'effective-date',
    weight: 1,
    phrases: list(
      `effective as of|effective on|effective from|effective date of|effective date is|shall be effective|is effective|becomes effective on|become effective on|with effect from|takes effect on|take effect on|shall commence on|will commence on|shall commence|commences on|commencing on|commencing|shall begin on|begins on|beginning on|beginning|starts on|starting on|
      tritt am|in Kraft am|wirksam ab|wirksam zum|mit Wirkung zum|mit Wirkung vom|mit Wirkung ab|beginnt am|beginnend am|prend effet le|prend effet à compter du|entre en vigueur le|à compter du|à partir du|entrará en vigor el|entra en vigor el|con efecto desde el|entra in vigore il|decorre dal|con decorrenza dal|treedt in werking op|gaat in op|entra em vigor em`,
    ),
  },
  {
    fact: 'end-date',
    weight: 0.95,
    phrases: list(
      `expire on|expires on|shall expire|will expire|terminate on|terminates on|continue through|continue until|through and including|until and including|in effect until|in effect through|in force until|and ending on|ending on|ending|ends on|shall end on|extended to|extended until|extended through|no later than|maturity date is|matures on|
      endet am|endet mit Ablauf des|endet zum|läuft bis zum|läuft bis|befristet bis zum|befristet bis|jusqu'au|expire le|prend fin le|se termine le|arrive à échéance le|vence el|terminará el|finaliza el|hasta el|scade il|termina il|fino al|eindigt op|loopt tot|termina em|até`,
    ),
  },
];

/** Words of a sentence about the duration of a contract. */
export const termWords =
  /\b(?:terms?|period|remain|continue|effect|force|duration|commence|begin|run|extend(?:ed)?)\b|\b(?:laufzeit|vertrag|dauer|gilt|läuft|durée|contrat|période|plazo|duración|vigencia|durata|contratto|looptijd|overeenkomst)\b/iu;

/** Words for `year` and `month` in several languages, each with the number of months: 12 or 1. */
export const termUnits: readonly (readonly [RegExp, number])[] = [
  [/^(?:years?|jahren?|ans?|années?|años?|anni|anno|jaar|jaren|anos?)$/iu, 12],
  [/^(?:months?|monate?n?|mois|mes(?:es)?|mesi|mese|maand(?:en)?|meses)$/iu, 1],
];

/** Number words such as `two`, in the languages of the lexicon. They state the years or months of a duration. */
export const numberNames: ReadonlyMap<string, number> = new Map(
  [
    'one ein eine einen einem einer un une uno una um uma een',
    'two zwei deux dos due twee dois',
    'three drei trois tres tre drie',
    'four vier quatre cuatro quattro quatro',
    'five fünf cinq cinco cinque vijf',
    'six sechs seis sei zes',
    'seven sieben sept siete sette zeven',
    'eight acht huit ocho otto oito',
    'nine neun neuf nueve nove negen',
    'ten zehn dix diez dieci tien dez',
  ]
    .flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const))
    .concat([
      ['twelve', 12],
      ['zwölf', 12],
      ['douze', 12],
      ['doce', 12],
      ['dodici', 12],
      ['twaalf', 12],
      ['fifteen', 15],
      ['eighteen', 18],
      ['twenty', 20],
      ['twenty-four', 24],
      ['vierundzwanzig', 24],
      ['thirty', 30],
      ['thirty-six', 36],
      ['sechsunddreißig', 36],
      ['sixty', 60],
    ]),
);

/** Nouns for a contract or similar document: the last word of a title, and the subject of its first sentence. */
export const agreementNouns = list(
  `agreement|contract|lease|amendment|addendum|deed|undertaking|indenture|memorandum of understanding|letter of intent|guaranty|guarantee|policy|plan|license|licence|note|waiver|assignment|
  vertrag|vereinbarung|nachtrag|abkommen|satzung|contrat|accord|convention|avenant|bail|contrato|acuerdo|convenio|contratto|accordo|overeenkomst|acordo`,
);

/** Words before the first party of a contract. */
export const betweenWords = list(
  'by and between|by and among|between|among|entered into by|made by|zwischen|entre|tra|fra|tussen',
);
/** Words between two parties. */
export const andWords = list('and|und|et|y|e|en');

/** Words that begin the description of a party, after its name. */
export const afterPartyName = list(
  `a|an|as|with|having|whose|located|hereinafter|hereafter|herein|represented|at|is|d/b/a|dba|acting|by|organized|incorporated|for|on|in|
  mit|vertreten|nachfolgend|nachstehend|im folgenden|handelnd|ansässig|geschäftsansässig|société|ayant|dont|sise|sis|ci-après|représentée?|immatriculée?|au capital|con|representada|en adelante|con sede|di seguito|rappresentata|gevestigd|hierna|vertegenwoordigd`,
);

/** Words that end the list of parties. */
export const afterParties =
  /\b(?:WHEREAS|WITNESSETH|RECITALS?|BACKGROUND|NOW,? THEREFORE|Whereas|Dated|DATED|THIS|This)\b|W I T N E S S|R E C I T A L|\b(?:Präambel|PRÄAMBEL|Vorbemerkung|VORBEMERKUNG|wird folgende[rs]?|IL A ÉTÉ|Il a été|PRÉAMBULE|Préambule|CONSIDERANDO|EXPONEN|PREMESSO|OVERWEGENDE)\b/u;

/** Terms that contracts define in quotation marks, but that are not short names of one party. */
export const notRoles: ReadonlySet<string> = new Set(
  list(
    'agreement|contract|amendment|lease|party|parties|effective date|term|Vertrag|Parteien|contrat|les parties',
  ).map(joinedForm),
);

/** Words in sentences on the governing law, in lower case. They are never part of the name of a place. */
export const lawSentenceWords: ReadonlySet<string> = new Set(
  `of the and in accordance with laws law by governed construed shall be is are this agreement under to without regard giving effect applicable contracts
  made performed entirely within such any conflict conflicts principles provisions thereof its choice rules rule internal substantive as or that interpreted enforced according pursuant
  validity construction enforceability including but not limited all respects except which would result application hereof parties hereby agree`.split(
    /\s+/,
  ),
);
