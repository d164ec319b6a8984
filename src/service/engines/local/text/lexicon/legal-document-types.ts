import { type DocumentType, documentType } from './document-type.ts';

export const contracts: readonly DocumentType[] = [
  documentType('contract', {
    names:
      'contract|agreement|contracts|agreements|vertrag|vertrage|vereinbarung|contrat|convention|accord|contrato|acuerdo|contratto|accordo|overeenkomst|contrato de|memorandum of understanding|letter of intent|deed',
    cues: 'agreement|hereinafter|parties hereto|made and entered into|hereby|whereas|in witness whereof|the parties|governing law|termination|confidential|indemnify|indemnification|entire agreement|force majeure|effective date|obligations|counterparts|severability|vertragspartner|parteien|kundigung|gerichtsstand|les parties|resiliation|las partes|clausula|le parti',
    shape: 'contract',
    includes:
      'nda lease employment_contract license_agreement service_agreement sales_contract partnership_agreement promissory_note purchase_agreement amendment',
  }),
  documentType('nda', {
    names:
      'non disclosure agreement|nondisclosure agreement|nda|confidentiality agreement|confidentiality undertaking|confidentiality deed|secrecy agreement|confidential disclosure agreement|vertraulichkeitsvereinbarung|mutual nondisclosure|geheimhaltungsvereinbarung|verschwiegenheitserklarung|accord confidentialite|acuerdo confidencialidad|accordo riservatezza|geheimhoudingsovereenkomst',
    cues: 'confidential information|disclosing party|receiving party|recipient|disclose|trade secret|return or destroy|proprietary',
    shape: 'contract',
  }),
  documentType('lease', {
    names:
      'lease|lease agreement|rental agreement|rental contract|tenancy agreement|residential lease|commercial lease|mietvertrag|pachtvertrag|bail|contrat location|contrato arrendamiento|contrato alquiler|contratto locazione|huurovereenkomst|huurcontract',
    cues: 'landlord|tenant|lessor|lessee|rent|premises|security deposit|monthly rent|mieter|vermieter|miete|kaution|loyer|locataire|bailleur|arrendador|arrendatario|inquilino',
    shape: 'contract',
  }),
  documentType('employment_contract', {
    names:
      'employment contract|employment agreement|contract of employment|offer letter|job offer|arbeitsvertrag|anstellungsvertrag|contrat travail|contrato trabajo|contratto lavoro|arbeidsovereenkomst|executive employment agreement',
    cues: 'employee|employer|salary|position|job title|start date|vacation|probation|benefits|working hours|arbeitnehmer|arbeitgeber|gehalt|urlaub|salarie|employeur|empleado',
    shape: 'contract',
  }),
  documentType('license_agreement', {
    names:
      'license agreement|licence agreement|licensing agreement|software license|end user license agreement|eula|lizenzvertrag|contrat licence|contrato licencia|contratto licenza|licentieovereenkomst',
    cues: 'licensor|licensee|licensed|sublicense|royalty|royalties|intellectual property|grant of license|software',
    shape: 'contract',
  }),
  documentType('service_agreement', {
    names:
      'service agreement|services agreement|service contract|master service agreement|professional services agreement|statement of work|servicing agreement|dienstleistungsvertrag|contrat service|contrat prestation|contrato servicios|contratto servizi|dienstverleningsovereenkomst|service level agreement',
    cues: 'service provider|the services|scope of services|deliverables|fees|statement of work|work product',
    shape: 'contract',
  }),
  documentType('consulting_agreement', {
    names:
      'consulting agreement|consultancy agreement|consultant agreement|independent contractor agreement|beratervertrag|contrat conseil|contrato consultoria|contratto consulenza',
    cues: 'consultant|consulting services|independent contractor|consulting fee',
    shape: 'contract',
  }),
  documentType('sales_contract', {
    names:
      'sales contract|sale agreement|sales agreement|bill of sale|contract of sale|kaufvertrag|contrat vente|contrato compraventa|contratto vendita|koopovereenkomst|supply agreement',
    cues: 'seller|buyer|purchase price|conveyance|goods|kaufer|verkaufer|vendeur|acheteur|vendedor|comprador',
    shape: 'contract',
  }),
  documentType('purchase_agreement', {
    names:
      'purchase agreement|stock purchase agreement|asset purchase agreement|purchase and sale agreement|real estate purchase',
    cues: 'seller|buyer|purchaser|closing|purchase price|representations and warranties|shares|assets',
    shape: 'contract',
  }),
  documentType('partnership_agreement', {
    names:
      'partnership agreement|operating agreement|shareholders agreement|shareholder agreement|joint venture agreement|joint venture|gesellschaftsvertrag|contrat societe|pacte actionnaires|contrato sociedad|limited liability company agreement',
    cues: 'partner|partners|members|capital contribution|shareholders|profits and losses|managing member|joint venture',
    shape: 'contract',
  }),
  documentType('distribution_agreement', {
    names:
      'distribution agreement|distributor agreement|reseller agreement|dealer agreement|vertriebsvertrag|contrat distribution|contrato distribucion',
    cues: 'distributor|territory|resale|exclusive|minimum purchase|products',
    shape: 'contract',
  }),
  documentType('franchise_agreement', {
    names: 'franchise agreement|franchisevertrag|contrat franchise|contrato franquicia',
    cues: 'franchisee|franchisor|franchise',
    shape: 'contract',
  }),
  documentType('amendment', {
    names: 'amendment|addendum|amendment to agreement|nachtrag|anderungsvereinbarung|avenant|enmienda|adenda',
    cues: 'hereby amended|is amended|amend|remain in full force|as amended',
    shape: 'contract',
  }),
  documentType('terms_and_conditions', {
    names:
      'terms and conditions|general terms conditions|terms of service|terms of use|general conditions|conditions of sale|allgemeine geschaftsbedingungen|agb|conditions generales|condiciones generales|terminos y condiciones|condizioni generali|algemene voorwaarden|policy conditions|policy wording|privacy policy',
    cues: 'these terms|liability|you agree|we may|we will not|exclusions|definitions|conditions|warranty|governing law|you must|what is not covered|what is covered|general exclusions',
    shape: 'prose',
  }),
  documentType('power_of_attorney', {
    names: 'power of attorney|vollmacht|procuration|poder notarial|procura|volmacht',
    cues: 'attorney in fact|principal|agent|appoint|grant|on my behalf|authorize',
    shape: 'contract',
  }),
  documentType('testament', {
    names: 'last will|last will and testament|testament|testamento',
    cues: 'executor|bequeath|testator|estate|beneficiary|heirs',
    shape: 'contract',
  }),
  documentType('court_document', {
    names:
      'court order|summons|complaint|judgment|judgement|subpoena|affidavit|court filing|petition|motion|urteil|klage|beschluss|jugement|assignation|sentencia|demanda|sentenza|vonnis|legal notice',
    cues: 'plaintiff|defendant|court|case number|case no|attorney|jurisdiction|judge|hereby ordered|sworn|notary|klager|beklagte|gericht|tribunal|juzgado',
    shape: 'prose',
  }),
  documentType('deed', {
    names:
      'deed|title deed|warranty deed|grant deed|quitclaim deed|property deed|grundbuchauszug|titre propriete|escritura|atto notarile|akte',
    cues: 'grantor|grantee|convey|parcel|county|recorder|legal description',
    shape: 'contract',
  }),
];

export const identityDocuments: readonly DocumentType[] = [
  documentType('identity_document', {
    names:
      'identity document|identity card|id card|id|identification|identification card|national id|personalausweis|ausweis|carte identite|carte nationale identite|documento identidad|dni|carta identita|identiteitskaart|identification document|residence permit|aufenthaltstitel',
    cues: 'date of birth|dob|sex|height|eyes|eye color|nationality|expires|exp|iss|issued|surname|given names|given name|place of birth|id no|geburtsdatum|date naissance|nationalite|fecha nacimiento|signature',
    shape: 'card',
    includes: 'driver_license passport',
  }),
  documentType('driver_license', {
    names:
      'driver license|drivers license|driver licence|driving licence|drivers licence|driver licenses|drivers licenses|drivers licences|driving license|fuhrerschein|permis conduire|licencia conducir|permiso conducir|patente guida|rijbewijs|carta conducao|dl',
    cues: 'dl|class|endorsements|restrictions|rest|eyes|hgt|wgt|hair|donor|dob|sex|exp|iss|dd|veteran|end|height|dln',
    shape: 'card',
  }),
  documentType('passport', {
    names: 'passport|reisepass|passeport|pasaporte|passaporto|paspoort|passaporte',
    cues: 'passport no|nationality|place of birth|authority|surname|given names|type|code|date of issue|date of expiry|republic|p',
    shape: 'card',
  }),
  documentType('visa_document', {
    names: 'visa document|travel visa|visa application|entry visa|work permit|visum',
    cues: 'entries|valid from|valid until|number of entries|duration of stay|visa type|passport number',
    shape: 'card',
  }),
  documentType('social_security_card', {
    names: 'social security card|ssn card|sozialversicherungsausweis|carte vitale',
    cues: 'social security|this number has been established for|signature',
    shape: 'card',
  }),
  documentType('health_insurance_card', {
    names:
      'health insurance card|insurance card|medical card|member id card|insurance id card|krankenversicherungskarte|versichertenkarte|gesundheitskarte|carte assurance maladie|tarjeta sanitaria|tessera sanitaria|medicare card',
    cues: 'member id|member|group|group number|rx bin|rxbin|rx pcn|rxpcn|rxgrp|copay|plan|subscriber|deductible|office visit|emergency|ppo|hmo|payer id|dependents|coverage|issuer|versicherter|health plan|urgent care|specialist',
    shape: 'card',
  }),
  documentType('credit_card', {
    names:
      'credit card|debit card|bank card|payment card|kreditkarte|carte bancaire|carte credit|tarjeta credito|carta credito|creditcard',
    cues: 'valid thru|good thru|month year|card number|cardholder|debit|credit|cvv|platinum|gold',
    shape: 'card',
  }),
  documentType('business_card', {
    names:
      'business card|visiting card|visitenkarte|carte visite|tarjeta visita|tarjeta presentacion|biglietto visita|visitekaartje',
    cues: 'mob|mobile|tel|fax|www|com|email|director|manager|engineer|senior|researcher|sales|cell|founder|president|ceo|consultant|department',
    shape: 'card',
  }),
  documentType('birth_certificate', {
    names:
      'birth certificate|certificate of birth|certificate of live birth|geburtsurkunde|acte naissance|partida nacimiento|certificado nacimiento|certificato nascita|geboorteakte',
    cues: 'mother|father|place of birth|date of birth|registrar|live birth|child',
    shape: 'form',
  }),
  documentType('marriage_certificate', {
    names:
      'marriage certificate|certificate of marriage|marriage license|heiratsurkunde|eheurkunde|acte mariage|certificado matrimonio',
    cues: 'bride|groom|spouse|marriage|married|witnesses|officiant',
    shape: 'form',
  }),
  documentType('death_certificate', {
    names: 'death certificate|certificate of death|sterbeurkunde|acte deces|certificado defuncion',
    cues: 'deceased|decedent|cause of death|date of death|place of death',
    shape: 'form',
  }),
  documentType('vehicle_registration', {
    names:
      'vehicle registration|registration certificate|car registration|vehicle title|certificate of title|fahrzeugschein|zulassungsbescheinigung|carte grise|permiso circulacion|libretto circolazione|kentekenbewijs',
    cues: 'vin|license plate|make|model|year|owner|vehicle|registration number|odometer|lienholder|chassis',
    shape: 'form',
  }),
];

export const taxForms: readonly DocumentType[] = [
  documentType('tax_form', {
    names:
      'tax form|tax forms|tax document|tax return|income tax return|tax statement|steuerformular|steuererklarung|steuerbescheid|declaration impots|avis imposition|declaracion impuestos|declaracion renta|dichiarazione redditi|belastingaangifte|belastingformulier|tax|irs form|tax assessment',
    cues: 'internal revenue service|department of the treasury|irs|tax year|omb no|taxpayer|taxpayer identification number|federal income tax withheld|social security number|employer identification number|tax|taxable|withheld|ein|tin|finanzamt|steuernummer|copy b|payer|recipient|filing status|adjusted gross income',
    shape: 'form',
    includes: 'w2 w9 w4 w8 f1099 f1098 f1040',
  }),
  documentType('w2', {
    names: 'w2|wage and tax statement|form w2',
    cues: 'wage and tax statement|wages tips other compensation|employer identification number|social security wages|medicare wages and tips|medicare wages|allocated tips|nonqualified plans|statutory employee|state wages|employee social security number|control number',
    shape: 'form',
  }),
  documentType('w9', {
    names:
      'w9|form w9|request for taxpayer identification number|taxpayer identification number and certification',
    cues: 'request for taxpayer|taxpayer identification number|identification number and certification|backup withholding|exempt payee|disregarded entity|requester|federal tax classification|under penalties of perjury',
    shape: 'form',
  }),
  documentType('w4', {
    names: 'w4|form w4|employee withholding certificate|withholding certificate',
    cues: 'withholding certificate|multiple jobs|claim dependents|extra withholding|step 2|allowances',
    shape: 'form',
  }),
  documentType('w8', {
    names: 'w8|w8ben|w8bene|w8imy|w8eci|w8exp|form w8ben|certificate of foreign status',
    cues: 'certificate of foreign status|beneficial owner|foreign tax identifying number|tax treaty|treaty benefits|chapter 3|chapter 4|permanent residence address|country of citizenship',
    shape: 'form',
  }),
  documentType('f1099', {
    names: '1099|form 1099',
    cues: 'payer name|payers name|recipient name|recipients name|payers tin|recipients tin|payer tin|recipient tin|corrected|federal income tax withheld|fatca filing requirement|copy a|copy b|copy c|copy 1|copy 2|void|account number|omb no|2nd tin not',
    shape: 'form',
  }),
  documentType('f1098', {
    names: '1098|form 1098|mortgage interest statement|tuition statement|student loan interest statement',
    cues: 'mortgage interest|recipient lender|lender|payer borrower|borrower|student loan|outstanding mortgage principal|points paid|corrected|copy b',
    shape: 'form',
  }),
  documentType('f1040', {
    names: '1040|form 1040|1040sr|us individual income tax return|individual income tax return',
    cues: 'filing status|adjusted gross income|standard deduction|dependents|taxable income|refund|amount you owe|schedule|head of household|married filing jointly|individual income tax return|profit or loss from business|supplemental income',
    shape: 'form',
  }),
];

/** Insurance, health and office documents. */
export const officeDocuments: readonly DocumentType[] = [
  documentType('insurance_policy', {
    names:
      'insurance policy|policy|policy schedule|policy declarations|declarations page|insurance contract|versicherungsschein|versicherungspolice|versicherungsvertrag|police assurance|contrat assurance|poliza seguro|poliza|polizza assicurazione|polizza|verzekeringspolis',
    cues: 'policy number|policyholder|policy holder|insured|insurer|premium|coverage|deductible|excess|sum insured|period of insurance|policy period|limits of liability|endorsements|underwriter|versicherungsnehmer|versicherungsnummer|beitrag|assure|prime|franchise|asegurado|prima',
    shape: 'form',
  }),
  documentType('insurance_certificate', {
    names:
      'insurance certificate|certificate of insurance|certificate of liability insurance|certificate of motor insurance|certificate motor insurance|proof of insurance|versicherungsbestatigung|versicherungsnachweis|attestation assurance|certificado seguro|certificato assicurazione|verzekeringsbewijs',
    cues: 'certificate|certificate number|certificate holder|certify|this is to certify|insured|producer|effective date|expiry|persons entitled to drive|limitations as to use|registration mark',
    shape: 'form',
  }),
  documentType('insurance_application', {
    names:
      'insurance application|application for insurance|homeowners insurance application|homeowner application|insurance proposal|versicherungsantrag|demande assurance|solicitud seguro|proposal form',
    cues: 'applicant|application|coverage|dwelling|prior carrier|loss history|agent|agency|carrier|deductible|premium|property|construction type|year built|roof|occupancy|policy|limits',
    shape: 'form',
  }),
  documentType('insurance_claim', {
    names:
      'insurance claim|claim form|claim|notice of loss|schadenmeldung|schadensmeldung|schadenanzeige|declaration sinistre|parte siniestro|reclamacion|denuncia sinistro|schadeformulier|loss report|accident report',
    cues: 'claim number|date of loss|claimant|loss|damage|accident|incident|policy number|adjuster|police report|witness|schaden|unfall',
    shape: 'form',
  }),
  documentType('explanation_of_benefits', {
    names: 'explanation of benefits|eob|benefit statement',
    cues: 'this is not a bill|plan paid|amount billed|you may owe|patient responsibility|allowed amount|provider|claim number|deductible|coinsurance',
    shape: 'amounts',
  }),
  documentType('medical_bill', {
    names:
      'medical bill|hospital bill|medical invoice|patient statement|arztrechnung|krankenhausrechnung|facture medicale|factura medica',
    cues: 'patient|diagnosis|procedure|cpt|date of service|provider|physician|insurance paid|patient balance|hospital',
    shape: 'amounts',
  }),
  documentType('medical_record', {
    names:
      'medical record|medical report|lab report|laboratory report|test results|discharge summary|clinical report|pathology report|radiology report|arztbrief|befund|laborbericht|compte rendu medical|informe medico|referto|medisch verslag|doctor note|health record|patient record',
    cues: 'patient|physician|diagnosis|history|symptoms|treatment|medication|blood|specimen|reference range|findings|impression|allergies|vital signs|admission|discharge|mrn',
    shape: 'prose',
  }),
  documentType('prescription', {
    names: 'prescription|rezept|ordonnance|receta medica|ricetta|recept',
    cues: 'rx|dosage|mg|tablets|refill|refills|pharmacy|prescriber|take|daily|dispense|sig',
    shape: 'form',
  }),
  documentType('resume', {
    names: 'resume|curriculum vitae|cv|lebenslauf|curriculum|hoja vida|levensloop',
    cues: 'experience|work experience|professional experience|education|skills|languages|references|employment history|objective|summary|university|bachelor|master|certifications|berufserfahrung|ausbildung|kenntnisse|formation|competences|experiencia|educacion|publications|volunteer|internship|gpa|cum laude|honors|awards|bachelors|mba|phd|juris doctor|professional summary|work history|employment|fellowship|memberships|achievements|present',
    shape: 'prose',
  }),
  documentType('letter', {
    names:
      'letter|cover letter|business letter|correspondence|brief|anschreiben|lettre|courrier|carta|lettera|schreiben',
    cues: 'dear|sincerely|yours sincerely|yours faithfully|best regards|kind regards|yours truly|re|enclosed|enclosure|sehr geehrte|freundlichen grussen|betreff|madame monsieur|cordialement|veuillez agreer|estimado|atentamente|saludos|egregio|cordiali saluti|geachte|hoogachtend',
    shape: 'prose',
  }),
  documentType('email', {
    names: 'email|e mail|electronic mail|courriel|correo electronico',
    cues: 'from|sent|subject|cc|to|forwarded|re|original message|wrote|attachment|betreff|gesendet|objet',
    shape: 'prose',
  }),
  documentType('memo', {
    names: 'memo|memorandum|internal memo|interoffice memorandum|aktennotiz|vermerk|note service|memorando',
    cues: 'memorandum|to|from|subject|date|re|cc',
    shape: 'prose',
  }),
  documentType('minutes', {
    names:
      'minutes|meeting minutes|minutes of meeting|protokoll|sitzungsprotokoll|proces verbal|compte rendu|acta|acta reunion|verbale|notulen',
    cues: 'attendees|present|absent|agenda|action items|called to order|adjourned|motion|seconded|next meeting|teilnehmer|tagesordnung|ordre jour',
    shape: 'prose',
  }),
  documentType('report', {
    names:
      'report|technical report|inspection report|white paper|study|bericht|gutachten|rapport|informe|relazione|verslag|audit report|survey report',
    cues: 'introduction|conclusion|summary|findings|results|recommendations|methodology|abstract|executive summary|appendix|figure|table of contents',
    shape: 'prose',
  }),
  documentType('scientific_paper', {
    names:
      'scientific paper|research paper|journal article|scientific article|academic paper|publication|paper|article',
    cues: 'abstract|introduction|references|et al|figure|method|results|discussion|conclusion|doi|journal|university|keywords|preprint|proceedings|theorem|experiments|acknowledgments|acknowledgements|related work',
    shape: 'prose',
  }),
  documentType('presentation', {
    names: 'presentation|slides|slide deck|prasentation|presentacion|presentatie',
    cues: 'agenda|overview|thank you|questions|slide',
    shape: 'card',
  }),
  documentType('certificate', {
    names:
      'certificate|diploma|certification|zertifikat|urkunde|zeugnis|bescheinigung|certificat|attestation|certificado|diplome|certificato|attestato|getuigschrift|award|transcript',
    cues: 'this is to certify|certify|awarded|completed|hereby certifies|successfully|presented to|bescheinigt|certifie|certifica',
    shape: 'card',
  }),
  documentType('application_form', {
    names:
      'application form|application|registration form|enrollment form|enrolment form|antrag|antragsformular|anmeldung|formulaire|formulaire inscription|demande|solicitud|formulario|domanda|modulo|aanvraagformulier|questionnaire|survey|form',
    cues: 'applicant|please print|date of birth|check one|signature|for office use only|please complete|antragsteller|bitte ausfullen|cocher|demandeur|solicitante',
    shape: 'form',
  }),
  documentType('news_article', {
    names:
      'news article|newspaper|press release|newsletter|pressemitteilung|communique presse|comunicado prensa|zeitung|news',
    cues: 'press release|for immediate release|reporter|published|media contact|about the company|editor',
    shape: 'prose',
  }),
  documentType('advertisement', {
    names:
      'advertisement|flyer|brochure|leaflet|advert|werbung|prospekt|publicite|anuncio|folleto|pubblicita',
    cues: 'sale|offer|discount|call now|visit us|free|limited time|save',
    shape: 'card',
  }),
  documentType('manual', {
    names:
      'manual|user guide|user manual|instructions|handbook|bedienungsanleitung|handbuch|mode emploi|notice|manual usuario|istruzioni|handleiding|data sheet|datasheet|specification|safety data sheet|sicherheitsdatenblatt',
    cues: 'warning|caution|step|install|installation|operation|troubleshooting|safety|specifications|figure|press|switch',
    shape: 'prose',
  }),
  documentType('ticket', {
    names:
      'boarding pass|flight ticket|train ticket|airline ticket|e ticket|itinerary|travel itinerary|bordkarte|fahrkarte|flugticket|carte embarquement|billet train|billete|tarjeta embarque|carta imbarco|biglietto|booking confirmation',
    cues: 'flight|gate|seat|boarding|boarding time|departure|arrival|passenger|booking reference|pnr|train|platform|class',
    shape: 'card',
  }),
];
