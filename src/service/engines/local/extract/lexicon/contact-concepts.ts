import { type Concept, list } from './concept.ts';

export const contactConcepts: readonly Concept[] = [
  {
    id: 'iban',
    shape: 'iban',
    names: list('iban|bank account|account iban|bank account number'),
    labels: list('iban|iban no|iban nr|iban code'),
  },
  {
    id: 'bic',
    shape: 'bic',
    names: list('bic|swift|bic code|swift code|swift bic'),
    labels: list('bic|swift|swift code|bic swift|swift bic|bic code|swift no'),
  },
  {
    id: 'bank_name',
    shape: 'text',
    names: list('bank name|bank'),
    labels: list(
      'bank name|bank|Bankname|Kreditinstitut|Bankverbindung|banque|nom de la banque|banco|banca|nama bank',
    ),
  },
  {
    id: 'payment_terms',
    shape: 'text',
    names: list('payment terms|terms|terms of payment|payment conditions|payment term'),
    labels: list(
      'payment terms|terms of payment|payment term|credit terms|Zahlungsbedingungen|Zahlungsbedingung|Zahlungskonditionen|Zahlungsziel|conditions de paiement|conditions de règlement|modalités de paiement|condiciones de pago|termini di pagamento|condizioni di pagamento|betalingsvoorwaarden|betaalconditie|betalingstermijn|condições de pagamento|terma bayaran|terma pembayaran',
    ),
    weakLabels: list('terms'),
  },
  {
    id: 'payment_method',
    shape: 'text',
    names: list('payment method|payment type|payment mode|means of payment|paid by|payment means'),
    labels: list(
      'payment method|payment mode|payment type|method of payment|mode of payment|paid by|paid with|payment by|Zahlungsart|Zahlungsweise|Zahlart|Zahlungsmethode|mode de paiement|mode de règlement|moyen de paiement|forma de pago|método de pago|modalità di pagamento|metodo di pagamento|betaalwijze|betaalmethode|forma de pagamento|método de pagamento|cara bayaran|kaedah bayaran',
    ),
  },
  {
    id: 'email',
    shape: 'email',
    names: list('email|e mail|email address|contact email|seller email|vendor email|customer email'),
    labels: list('email|e mail|email address|mail|courriel|correo electrónico|correo|posta elettronica|emel'),
  },
  {
    id: 'phone',
    shape: 'phone',
    names: list(
      'phone|telephone|phone number|telephone number|tel|contact number|contact phone|mobile|seller phone|vendor phone|customer phone',
    ),
    labels: list(
      'phone|telephone|tel|tel no|phone no|phone number|telephone no|mobile|hotline|Telefon|Telefonnummer|Tel Nr|fon|Mobil|Rufnummer|téléphone|tél|teléfono|telefono|telefoon|telefoonnummer|telefone|no telefon|hp|h p|contact no|contact number',
    ),
  },
  {
    id: 'fax',
    shape: 'phone',
    names: list('fax|fax number|telefax'),
    labels: list('fax|fax no|fax number|Telefax|Faxnummer|télécopie|faks|no faks'),
  },
  {
    id: 'website',
    shape: 'url',
    names: list('website|web|url|homepage|web site|site'),
    labels: list('website|web|url|homepage|internet|site web|sito web|sitio web|laman web|im internet'),
  },
  {
    id: 'contact_person',
    shape: 'text',
    names: list('contact person|contact|contact name|salesperson|sales person|sales rep|account manager'),
    labels: list(
      'contact person|contact name|contact|salesperson|sales person|sales rep|your contact|account manager|Ansprechpartner|Ansprechpartnerin|Sachbearbeiter|Bearbeiter|Ihr Ansprechpartner|personne de contact|votre contact|contact commercial|persona de contacto|persona di contatto|referente|contactpersoon|pessoa de contacto',
    ),
  },
  {
    id: 'cashier',
    shape: 'text',
    names: list('cashier|operator|served by|server'),
    labels: list(
      'cashier|operator|served by|server|cashier name|Kassierer|Bediener|es bediente sie|caissier|cajero|cassiere|kassier|juruwang|salesman|staff|user',
    ),
  },
  {
    id: 'time',
    shape: 'time',
    names: list('time|transaction time|receipt time'),
    labels: list('time|Uhrzeit|Zeit|heure|hora|ora|tijd|masa'),
  },
];
