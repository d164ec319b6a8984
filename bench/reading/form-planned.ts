import { officialPlans } from './form-planned-official.ts';
import {
  choice,
  city,
  code,
  company,
  count,
  day,
  digits,
  email,
  type FormPlan,
  money,
  note,
  person,
  plannedForm,
  street,
  yesNo,
} from './form-plans.ts';

/**
 * Forms with drawn boxes, printed values and form fields, in several styles. They were written after the rules for
 * reading forms and measured before any rule was corrected for them.
 */
const plans: readonly FormPlan[] = [
  {
    name: 'boat registration',
    title: 'Application for registration of a boat',
    style: 'numberedBoxes',
    columns: 2,
    parts: [
      {
        fields: [
          ['owner_name', 'Name of owner', person],
          ['owner_address', 'Street address of owner', street],
          ['hull_number', 'Hull identification number', code('AAA99999A999')],
          ['boat_length', 'Length overall (ft)', count(10, 60)],
          ['purchase_price', 'Purchase price', money(900, 90000)],
          ['purchase_date', 'Date purchased', day('us', 2010, 2025)],
          ['hull_material', 'Hull material', choice('Wood', 'Fibreglass', 'Steel')],
          ['has_engine', 'Does the boat have an engine?', yesNo()],
        ],
      },
    ],
  },
  {
    name: 'royalty statement',
    title: 'Annual royalty statement',
    style: 'letteredBoxes',
    columns: 2,
    parts: [
      {
        title: 'Payer',
        fields: [
          ['payer.name', 'Payer name', company],
          ['payer.tax_id', 'Payer tax ID', code('99-9999999')],
        ],
      },
      {
        title: 'Recipient',
        fields: [
          ['recipient.name', 'Recipient name', person],
          ['recipient.tax_id', 'Recipient tax ID', code('999-99-9999')],
        ],
      },
      {
        title: 'Amounts',
        fields: [
          ['gross_royalties', 'Gross royalties', money(100, 20000)],
          ['tax_withheld', 'Tax withheld', money(10, 4000)],
          ['net_paid', 'Net amount paid', money(100, 18000)],
          ['paid_on', 'Date of payment', day('us', 2020, 2025)],
        ],
      },
    ],
  },
  {
    name: 'gym contract',
    title: 'Membership contract',
    style: 'colons',
    parts: [
      {
        title: 'Member',
        fields: [
          ['member.name', 'Name', person],
          ['member.street', 'Street', street],
          ['member.city', 'Town', city],
          ['member.email', 'E-mail', email],
        ],
      },
      {
        title: 'Contract',
        fields: [
          ['membership_number', 'Membership no.', digits(7)],
          ['start_date', 'Membership starts on', day('words', 2022, 2026)],
          ['monthly_fee', 'Monthly fee', money(10, 99)],
          ['plan', 'Plan', choice('Basic', 'Plus', 'Premium')],
          ['auto_renewal', 'Renew automatically', yesNo()],
        ],
      },
    ],
  },
  {
    name: 'dental referral',
    title: 'REFERRAL TO A DENTAL SPECIALIST',
    style: 'columns',
    isBeside: true,
    parts: [
      {
        title: 'Patient',
        fields: [
          ['patient.name', 'Name', person],
          ['patient.date_of_birth', 'Date of birth', day('uk', 1940, 2015)],
          ['patient.phone', 'Phone', digits(10)],
        ],
      },
      {
        title: 'Referring dentist',
        fields: [
          ['dentist.name', 'Name', person],
          ['dentist.practice', 'Practice', company],
          ['dentist.phone', 'Phone', digits(10)],
        ],
      },
    ],
  },
  {
    name: 'grant budget',
    title: 'Budget of the project',
    style: 'leaders',
    parts: [
      {
        fields: [
          ['project_title', 'Title of the project', note],
          ['applicant', 'Applicant organisation', company],
          ['staff_costs', 'Staff costs', money(1000, 90000)],
          ['travel_costs', 'Travel costs', money(100, 9000)],
          ['equipment_costs', 'Equipment', money(100, 30000)],
          ['own_contribution', 'Own contribution', money(100, 9000)],
          ['requested_amount', 'Amount requested', money(1000, 99000)],
          ['start_date', 'Planned start', day('iso', 2024, 2027)],
          ['months', 'Duration in months', count(3, 48)],
        ],
      },
    ],
  },
  {
    name: 'visitor pass',
    title: 'Visitor pass request',
    style: 'underlines',
    columns: 2,
    parts: [
      {
        fields: [
          ['visitor', 'Visitor (first and last name)', person],
          ['visitor_company', 'Company of the visitor', company],
          ['host', 'Host (employee to be visited)', person],
          ['badge_number', 'Badge no.', code('V-99999')],
          ['visit_date', 'Date of visit', day('words', 2023, 2026)],
          ['vehicle_plate', 'Licence plate', code('AA99 AAA')],
          ['escort_required', 'Escort required', yesNo()],
          ['purpose', 'Purpose', choice('Meeting', 'Delivery', 'Repair')],
        ],
      },
    ],
  },
  {
    name: 'property card',
    title: 'Property record card',
    style: 'grid',
    parts: [
      {
        fields: [
          ['parcel_id', 'Parcel ID', code('99-999-9999')],
          ['owner', 'Owner of record', person],
          ['location', 'Property location', street],
          ['land_value', 'Land value', money(10000, 400000, 0)],
          ['building_value', 'Building value', money(10000, 900000, 0)],
          ['year_built', 'Year built', count(1900, 2024)],
          ['bedrooms', 'Bedrooms', count(1, 7)],
          ['last_sale_date', 'Date of last sale', day('us', 1990, 2025)],
          ['heating', 'Heating', choice('Gas', 'Oil', 'Electric')],
        ],
      },
    ],
  },
  {
    name: 'Swiss event permit',
    title: 'Gesuch um Bewilligung einer Veranstaltung',
    style: 'numberedBoxes',
    language: 'de',
    columns: 2,
    parts: [
      {
        fields: [
          ['veranstalter', 'Veranstalter', company],
          ['verantwortliche_person', 'Verantwortliche Person', person],
          ['strasse', 'Strasse und Hausnummer', street],
          ['ort', 'Ort', city],
          ['datum', 'Datum der Veranstaltung', day('dots', 2024, 2027)],
          ['besucher', 'Anzahl Besucher', count(20, 900)],
          ['ausschank_alkohol', 'Ausschank von Alkohol', yesNo('Ja', 'Nein')],
          ['gebuehr', 'Gebühr', money(50, 900)],
        ],
      },
    ],
  },
  {
    name: 'German storage contract',
    title: 'Lagervertrag',
    style: 'colons',
    language: 'de',
    isBeside: true,
    parts: [
      {
        title: 'Mieter',
        fields: [
          ['mieter.name', 'Name', person],
          ['mieter.strasse', 'Straße', street],
          ['mieter.ort', 'Ort', city],
        ],
      },
      {
        title: 'Vermieter',
        fields: [
          ['vermieter.firma', 'Firma', company],
          ['vermieter.strasse', 'Straße', street],
          ['vermieter.ort', 'Ort', city],
        ],
      },
      {
        title: 'Vertrag',
        fields: [
          ['vertragsnummer', 'Vertragsnummer', code('LV-99999')],
          ['mietbeginn', 'Mietbeginn', day('dots', 2022, 2026)],
          ['monatsmiete', 'Monatsmiete', money(20, 400)],
        ],
      },
    ],
  },
  {
    name: 'French association grant',
    title: 'Demande de subvention',
    style: 'underlines',
    language: 'fr',
    columns: 2,
    parts: [
      {
        fields: [
          ['association', "Nom de l'association", company],
          ['president', 'Nom du président', person],
          ['adresse', 'Adresse du siège', street],
          ['commune', 'Commune', city],
          ['numero_siret', 'Numéro SIRET', digits(14)],
          ['montant_demande', 'Montant demandé', money(200, 9000)],
          ['date_demande', 'Date de la demande', day('uk', 2023, 2026)],
          ['deja_subventionnee', 'Déjà subventionnée', yesNo('Oui', 'Non')],
        ],
      },
    ],
  },
  {
    name: 'Spanish hotel register',
    title: 'Parte de entrada de viajeros',
    style: 'letteredBoxes',
    language: 'es',
    columns: 2,
    parts: [
      {
        fields: [
          ['numero_documento', 'Número de documento', code('99999999A')],
          ['nombre_completo', 'Nombre y apellidos', person],
          ['fecha_nacimiento', 'Fecha de nacimiento', day('uk', 1940, 2006)],
          ['direccion', 'Dirección', street],
          ['localidad', 'Localidad', city],
          ['fecha_entrada', 'Fecha de entrada', day('uk', 2023, 2026)],
          ['sexo', 'Sexo', choice('Mujer', 'Hombre')],
          ['precio_noche', 'Precio por noche', money(40, 300)],
        ],
      },
    ],
  },
];

export const plannedForms = [...plans, ...officialPlans].map(plannedForm);
