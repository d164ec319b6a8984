import { bool, date, type FormLayout, group, integer, list, number, oneOf, text } from './form-sheet.ts';

/** Forms of public offices, schools and clinics. */
export const officeForms: readonly FormLayout[] = [
  {
    name: 'school enrolment',
    properties: {
      child_first_name: text(),
      child_last_name: text(),
      date_of_birth: date(),
      gender: oneOf(['Girl', 'Boy', 'Other']),
      mother: group({ name: text(), phone: text(), occupation: text() }),
      father: group({ name: text(), phone: text(), occupation: text() }),
      allergies: text('Allergies or medical conditions the school must know'),
      school_meals: bool('Child takes school meals'),
    },
    draw: (s) => {
      s.form.print('Greenfield Primary School - Enrolment form', 50, 800, 14);
      const first = s.word('first');
      const last = s.word('last');
      const born = s.day('uk', 2012, 2020);
      s.form.print("Child's details", 50, 775, 10);
      s.left('First name', first, [50, 750, 180]);
      s.left('Last name', last, [50, 728, 180]);
      s.left('Date of birth (dd/mm/yyyy)', born.shown, [50, 706, 100], 140);
      s.form.print('Gender', 50, 688, 9);
      const gender = s.oneChecked(['Girl', 'Boy', 'Other'], 160, 686, 60);
      const parent = (title: string, y: number) => {
        s.form.print(title, 50, y, 10);
        const value = { name: s.person(), phone: s.digits(10), occupation: s.word('job') };
        s.left('Full name', value.name, [50, y - 24, 220]);
        s.left('Daytime phone', value.phone, [50, y - 46, 140]);
        s.left('Occupation', value.occupation, [50, y - 68, 180]);
        return value;
      };
      const mother = parent('Mother', 655);
      const father = parent('Father', 565);
      const allergies = s.word('note');
      s.above('Please list any allergies or medical conditions', allergies, [50, 420, 480], 40);
      return {
        child_first_name: first,
        child_last_name: last,
        date_of_birth: born.value,
        gender,
        mother,
        father,
        allergies,
        school_meals: s.yesNo('Will your child take school meals?', 50, 395, 180),
      };
    },
  },
  {
    name: 'patient intake',
    properties: {
      patient_name: text(),
      dob: date(),
      marital_status: oneOf(['Single', 'Married', 'Divorced', 'Widowed']),
      emergency_contact_name: text(),
      emergency_contact_phone: text(),
      primary_physician: text(),
      is_smoker: bool(),
      current_medications: text(),
      insurance_member_id: text(),
    },
    draw: (s) => {
      s.form.print('PATIENT REGISTRATION', 220, 800, 13);
      const name = s.person();
      const born = s.day('us', 1940, 2010);
      s.below('Patient name (last, first, middle)', name, [50, 755, 250]);
      s.below('Date of birth', born.shown, [320, 755, 110]);
      s.form.print('Marital status:', 50, 726);
      const status = s.oneChecked(['Single', 'Married', 'Divorced', 'Widowed'], 130, 725, 75);
      const contact = s.person();
      const phone = s.code('(999) 999-9999');
      s.below('Person to notify in case of emergency', contact, [50, 690, 250]);
      s.below('Telephone', phone, [320, 690, 110]);
      const doctor = s.maybe(() => `Dr. ${s.draw.pick(['Alan Reyes', 'B. Stein', 'Yuki Mori'])}`);
      const member = s.code('AAA999999999');
      s.below('Primary care physician', doctor, [50, 650, 250]);
      s.below('Insurance member ID', member, [320, 650, 110]);
      const smoker = s.yesNo('Do you smoke?', 50, 610, 90);
      const drugs = s.maybe(() =>
        s.draw.pick(['Metformin 500 mg\nLisinopril', 'none', 'Ibuprofen as needed']),
      );
      s.above('Medications you take now', drugs, [50, 540, 480], 45);
      return {
        patient_name: name,
        dob: born.value,
        marital_status: status,
        emergency_contact_name: contact,
        emergency_contact_phone: phone,
        primary_physician: doctor,
        is_smoker: smoker,
        current_medications: drugs,
        insurance_member_id: member,
      };
    },
  },
  {
    name: 'wage statement',
    properties: {
      employee_ssn: text("Employee's social security number"),
      employer_id: text('Employer identification number (EIN)'),
      employer_name: text(),
      control_number: text(),
      wages: number('Wages, tips and other compensation'),
      federal_tax_withheld: number(),
      social_security_wages: number(),
      medicare_tax: number('Medicare tax withheld'),
      retirement_plan: bool(),
      third_party_sick_pay: bool(),
    },
    draw: (s) => {
      const ssn = s.code('999-99-9999');
      const ein = s.code('99-9999999');
      const name = s.word('company');
      const control = s.digits(6);
      const [wages, tax, social, medicare] = [
        s.amount(20000, 90000),
        s.amount(900, 9000),
        s.amount(20000, 90000),
        s.amount(100, 900),
      ];
      s.inside("a  Employee's social security number", ssn, [150, 770, 140]);
      s.inside('b  Employer identification number (EIN)', ein, [40, 735, 250]);
      s.inside("c  Employer's name, address, and ZIP code", name, [40, 670, 250], 60);
      s.inside('d  Control number', control, [40, 635, 250]);
      s.inside('1  Wages, tips, other compensation', wages.shown, [295, 735, 130]);
      s.inside('2  Federal income tax withheld', tax.shown, [428, 735, 130]);
      s.inside('3  Social security wages', social.shown, [295, 702, 130]);
      s.inside('4  Social security tax withheld', '', [428, 702, 130]);
      s.inside('5  Medicare wages and tips', '', [295, 669, 130]);
      s.inside('6  Medicare tax withheld', medicare.shown, [428, 669, 130]);
      s.form.box([295, 636, 263, 30]).print('13', 298, 656, 6.5);
      const over = (caption: string, x: number) => {
        const checked = s.draw.chance(0.5);
        s.form.print(caption, x, 656, 6).checkbox(checked, x + 15, 640);
        return checked;
      };
      over('Statutory employee', 315);
      const retirement = over('Retirement plan', 395);
      const sick = over('Third-party sick pay', 475);
      return {
        employee_ssn: ssn,
        employer_id: ein,
        employer_name: name,
        control_number: control,
        wages: wages.value,
        federal_tax_withheld: tax.value,
        social_security_wages: social.value,
        medicare_tax: medicare.value,
        retirement_plan: retirement,
        third_party_sick_pay: sick,
      };
    },
  },
  {
    name: 'customs declaration',
    properties: {
      sender: group({ name: text(), street: text(), city: text(), country: text() }),
      addressee: group({ name: text(), street: text(), city: text(), country: text() }),
      category: oneOf(['Gift', 'Documents', 'Commercial sample', 'Other']),
      contents: list({ description: text(), quantity: integer(), net_weight_kg: number(), value: number() }),
      total_weight: number('Total gross weight in kg'),
      date: date(),
    },
    draw: (s) => {
      s.form.print('CUSTOMS DECLARATION    CN 23', 200, 810, 12);
      const party = (title: string, x: number) => {
        s.form.print(title, x, 790, 10);
        const value = {
          name: s.person(),
          street: s.word('street'),
          city: s.word('city'),
          country: s.maybe(() => s.draw.pick(['Ireland', 'Canada', 'Japan', 'Chile'])),
        };
        ['Name', 'Street', 'City', 'Country'].forEach((caption, at) => {
          const key = (['name', 'street', 'city', 'country'] as const)[at] ?? 'name';
          s.left(caption, value[key], [x, 766 - at * 20, 180], 50);
        });
        return value;
      };
      const sender = party('From', 40);
      const addressee = party('To', 310);
      s.form.print('Category of item:', 40, 680);
      const category = s.oneChecked(['Gift', 'Documents', 'Commercial sample', 'Other'], 120, 679, 100);
      const columns = [40, 260, 340, 430];
      ['Detailed description of contents', 'Quantity', 'Net weight (kg)', 'Value'].forEach((head, at) => {
        s.form.print(head, columns[at] ?? 0, 655);
      });
      const contents = ['Wool scarf', 'Books', 'Ceramic mug, blue', 'Toy train']
        .slice(0, s.draw.int(1, 4))
        .map((description, at) => {
          const y = 635 - at * 18;
          const row = {
            description,
            quantity: s.draw.int(1, 9),
            net_weight_kg: s.draw.int(1, 40) / 10,
            value: s.draw.int(5, 90),
          };
          s.form
            .text(description, [40, y, 210, 15])
            .text(String(row.quantity), [260, y, 70, 15])
            .text(String(row.net_weight_kg), [340, y, 80, 15])
            .text(row.value.toFixed(2), [430, y, 80, 15]);
          return row;
        });
      for (let at = contents.length; at < 5; at++)
        columns.forEach((x) => {
          s.form.text('', [x, 635 - at * 18, 70, 15]);
        });
      const weight = s.amount(1, 20, 1);
      const signed = s.day('iso', 2020, 2025);
      s.left('Total gross weight (kg)', weight.shown.replace('$', ''), [40, 520, 80]);
      s.left("Date and sender's signature", signed.shown, [310, 520, 100], 130);
      return { sender, addressee, category, contents, total_weight: weight.value, date: signed.value };
    },
  },
  {
    name: 'German residence registration',
    properties: {
      familienname: text(),
      vorname: text(),
      geburtsdatum: date(),
      geburtsort: text(),
      einzugsdatum: date('Datum des Einzugs in die neue Wohnung'),
      familienstand: oneOf(['ledig', 'verheiratet', 'geschieden', 'verwitwet']),
      neue_wohnung: group({ strasse: text(), plz: text(), ort: text() }),
      bisherige_wohnung: group({ strasse: text(), plz: text(), ort: text() }),
      hauptwohnung: bool('Die neue Wohnung ist Hauptwohnung'),
    },
    draw: (sheet) => {
      const s = sheet.in('de');
      s.form.print('Anmeldung bei der Meldebehörde', 50, 805, 13);
      const home = (title: string, x: number) => {
        s.form.print(title, x, 780, 10);
        const value = { strasse: s.word('street'), plz: s.digits(5), ort: s.word('city') };
        s.above('Straße, Hausnummer', value.strasse, [x, 745, 230]);
        s.above('PLZ', value.plz, [x, 708, 60]);
        s.above('Ort', value.ort, [x + 70, 708, 160]);
        return value;
      };
      const neue = home('Neue Wohnung', 50);
      const alte = home('Bisherige Wohnung', 310);
      const einzug = s.day('dots', 2015, 2025);
      s.above('Tag des Einzugs', einzug.shown, [50, 670, 90]);
      const haupt = s.yesNo('Ist die neue Wohnung Hauptwohnung?', 310, 672, 150, ['Ja', 'Nein']);
      const born = s.day('dots', 1940, 2005);
      const value = { name: s.word('last'), vorname: s.word('first'), ort: s.word('city') };
      s.above('Familienname, ggf. Geburtsname', value.name, [50, 620, 170]);
      s.above('Vorname(n)', value.vorname, [230, 620, 120]);
      s.above('Geburtsdatum', born.shown, [360, 620, 80]);
      s.above('Geburtsort', value.ort, [450, 620, 100]);
      s.form.print('Familienstand', 50, 600);
      const stand = s.oneChecked(['ledig', 'verheiratet', 'geschieden', 'verwitwet'], 120, 598, 85);
      return {
        familienname: value.name,
        vorname: value.vorname,
        geburtsdatum: born.value,
        geburtsort: value.ort,
        einzugsdatum: einzug.value,
        familienstand: stand,
        neue_wohnung: neue,
        bisherige_wohnung: alte,
        hauptwohnung: haupt,
      };
    },
  },
  {
    name: 'French housing request',
    properties: {
      civilite: oneOf(['Madame', 'Monsieur']),
      nom: text(),
      prenom: text(),
      date_naissance: date(),
      adresse: text(),
      code_postal: text(),
      ville: text(),
      nombre_personnes: integer('Nombre de personnes à loger'),
      revenu_mensuel: number('Revenu mensuel du foyer en euros'),
      handicap: bool("Situation de handicap d'une personne du foyer"),
    },
    draw: (sheet) => {
      const s = sheet.in('fr');
      s.form.print('DEMANDE DE LOGEMENT SOCIAL', 180, 805, 12).print('cerfa n° 14069*04', 450, 820, 7);
      const civility = s.oneChecked(['Madame', 'Monsieur'], 50, 775, 80);
      const [last, first, street, city] = [s.word('last'), s.word('first'), s.word('street'), s.word('city')];
      const born = s.day('uk', 1950, 2004);
      s.left('Nom de naissance :', last, [50, 750, 300]);
      s.left('Prénom :', first, [50, 730, 300]);
      s.form
        .print('Né(e) le :', 50, 714, 9)
        .text(born.shown.replaceAll('/', ''), [160, 710, 130, 15], { comb: 8 });
      s.left('Adresse :', street, [50, 690, 300]);
      const zip = s.digits(5);
      s.form.print('Code postal :', 50, 674, 9).text(zip ?? '', [160, 670, 80, 15], { comb: 5 });
      s.form.print('Commune :', 260, 674, 9).text(city ?? '', [320, 670, 200, 15]);
      const people = s.maybe(() => s.draw.int(1, 7));
      s.left('Nombre de personnes à loger :', people === null ? '' : String(people), [50, 640, 40], 150);
      const income = s.amount(800, 4000);
      s.left('Ressources mensuelles du foyer :', income.shown, [50, 618, 90], 150);
      const handicap = s.yesNo('Une personne du foyer est-elle en situation de handicap ?', 50, 595, 260, [
        'Oui',
        'Non',
      ]);
      return {
        civilite: civility,
        nom: last,
        prenom: first,
        date_naissance: born.value,
        adresse: street,
        code_postal: zip,
        ville: city,
        nombre_personnes: people,
        revenu_mensuel: income.value,
        handicap,
      };
    },
  },
  {
    name: 'Spanish tax request',
    properties: {
      nif: text(),
      apellidos: text(),
      nombre: text(),
      domicilio: text(),
      municipio: text(),
      ejercicio: integer('Año del ejercicio fiscal'),
      importe_devolucion: number('Importe que se solicita como devolución'),
      iban: text(),
      fecha: date(),
      representante: bool('Presentado por un representante'),
    },
    draw: (sheet) => {
      const s = sheet.in('es');
      s.form.print('SOLICITUD DE DEVOLUCIÓN', 200, 805, 12);
      const [nif, last, first] = [s.code('99999999A'), s.word('last'), s.word('first')];
      const [street, city] = [s.word('street'), s.word('city')];
      const year = s.maybe(() => s.draw.int(2015, 2024));
      const refund = s.amount(20, 3000);
      const iban = s.maybe(() => `ES${s.draw.int(10, 99)} 2100 0418 4502 0005 ${s.draw.int(1000, 9999)}`);
      const signed = s.day('uk', 2020, 2025);
      s.inside('NIF', nif, [40, 760, 100]);
      s.inside('Apellidos o razón social', last, [140, 760, 220]);
      s.inside('Nombre', first, [360, 760, 190]);
      s.inside('Domicilio', street, [40, 728, 320]);
      s.inside('Municipio', city, [360, 728, 190]);
      s.inside('Ejercicio', year === null ? '' : String(year), [40, 690, 80]);
      s.inside('Importe de la devolución', refund.shown, [120, 690, 160]);
      s.inside('IBAN de la cuenta', iban, [280, 690, 270]);
      const agent = s.yesNo('¿Actúa mediante representante?', 40, 665, 170, ['Sí', 'No']);
      s.left('Fecha', signed.shown, [40, 630, 100], 50);
      return {
        nif,
        apellidos: last,
        nombre: first,
        domicilio: street,
        municipio: city,
        ejercicio: year,
        importe_devolucion: refund.value,
        iban,
        fecha: signed.value,
        representante: agent,
      };
    },
  },
  {
    name: 'passport application',
    properties: {
      surname: text(),
      given_names: text(),
      date_of_birth: date(),
      place_of_birth: text(),
      sex: oneOf(['M', 'F', 'X']),
      social_security_number: text(),
      phone_number: text('Phone number with area code, digits only'),
      previous_passport: bool('Applicant had a passport before'),
    },
    draw: (s) => {
      s.form.print('APPLICATION FOR A PASSPORT', 200, 805, 13);
      const [last, first, city] = [s.word('last'), s.word('first'), s.word('city')];
      const born = s.day('us', 1940, 2010);
      const [month = '', day = '', year = ''] = born.shown.split('/');
      s.above('1. Surname', last, [50, 760, 220]);
      s.above('2. Given names', first, [290, 760, 220]);
      s.form.print('3. Date of birth (mm/dd/yyyy)', 50, 743);
      s.form.text(month, [50, 724, 25, 15]).print('/', 77, 727).text(day, [82, 724, 25, 15]);
      s.form.print('/', 109, 727).text(year, [114, 724, 40, 15]);
      s.above('4. Place of birth (city)', city, [290, 724, 220]);
      s.form.print('5. Sex', 50, 700);
      const sex = s.oneChecked(['M', 'F', 'X'], 90, 699, 35);
      const ssn = s.digits(9);
      s.form.print('6. Social security number', 290, 705).text(ssn ?? '', [290, 686, 150, 15], { comb: 9 });
      const phone = s.digits(10);
      s.form.print('7. Phone (', 50, 665);
      s.form.text(phone?.slice(0, 3) ?? '', [90, 661, 30, 15]).print(')', 122, 665);
      s.form.text(phone?.slice(3, 6) ?? '', [128, 661, 30, 15]).print('-', 160, 665);
      s.form.text(phone?.slice(6) ?? '', [165, 661, 40, 15]);
      const before = s.yesNo('8. Have you ever been issued a passport?', 50, 640, 170);
      return {
        surname: last,
        given_names: first,
        date_of_birth: born.value,
        place_of_birth: city,
        sex,
        social_security_number: ssn,
        phone_number: phone,
        previous_passport: before,
      };
    },
  },
  {
    name: 'building permit',
    properties: {
      permit_number: text(),
      project_address: text('Address of the building site'),
      parcel_number: text(),
      owner_name: text(),
      contractor_name: text(),
      contractor_license: text(),
      applicant_role: oneOf(['Owner', 'Contractor', 'Agent']),
      estimated_cost: number(),
      floor_area: number('Floor area in square feet'),
      stories: integer(),
      work_types: {
        type: 'array',
        items: { type: 'string', enum: ['New construction', 'Alteration', 'Demolition'] },
      },
    },
    draw: (s) => {
      s.form.print('City of Dayton - Building Permit Application', 150, 805, 12);
      const value = { permit: s.code('BP-9999-99999'), site: s.word('street'), parcel: s.code('999-99-999') };
      s.above('Permit no. (office use)', value.permit, [400, 760, 150]);
      s.form.print('A. SITE', 50, 775, 9);
      s.above('Job address', value.site, [50, 735, 250]);
      s.above("Assessor's parcel number", value.parcel, [320, 735, 150]);
      s.form.print('B. PEOPLE', 50, 715, 9);
      const [owner, contractor, license] = [s.person(), s.word('company'), s.digits(7)];
      s.above('Property owner', owner, [50, 682, 160]);
      s.above('Contractor', contractor, [220, 682, 160]);
      s.above('License no.', license, [390, 682, 160]);
      s.form.print('Applicant is the:', 50, 662);
      const role = s.oneChecked(['Owner', 'Contractor', 'Agent'], 120, 661, 85);
      s.form.print('C. WORK (check all that apply)', 50, 640, 9);
      const types = ['New construction', 'Alteration', 'Demolition'].filter((type, at) =>
        s.single(type, 50 + at * 120, 622),
      );
      const [cost, area] = [s.amount(5000, 400000, 0), s.amount(300, 9000, 0)];
      const stories = s.maybe(() => s.draw.int(1, 5));
      s.above('Estimated cost of work ($)', cost.shown, [50, 585, 160]);
      s.above('Floor area (sq ft)', area.shown, [220, 585, 160]);
      s.above('Number of stories', stories === null ? '' : String(stories), [390, 585, 160]);
      return {
        permit_number: value.permit,
        project_address: value.site,
        parcel_number: value.parcel,
        owner_name: owner,
        contractor_name: contractor,
        contractor_license: license,
        applicant_role: role,
        estimated_cost: cost.value,
        floor_area: area.value,
        stories,
        work_types: types,
      };
    },
  },
];
