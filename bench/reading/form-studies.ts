import { bool, date, type FormLayout, number, text } from './form-sheet.ts';

export const studyForms: readonly FormLayout[] = [
  {
    name: 'consent form',
    properties: {
      participant_name: text(),
      birth_date: date(),
      guardian_name: text('Parent or guardian, if the participant is a minor'),
      study_title: text(),
      agrees_to_participate: bool(),
      agrees_to_recording: bool('Participant agrees to be recorded'),
      wants_results: bool('Participant wants a copy of the results'),
      investigator: text(),
      signed_on: date(),
    },
    draw: (s) => {
      s.form.print('Informed consent', 250, 805, 13);
      const [name, guardian] = [s.person(), s.person()];
      const [born, signed] = [s.day('uk', 1950, 2015), s.day('uk', 2022, 2025)];
      const title = s.maybe(() => s.draw.pick(['Sleep and shift work', 'Falls in older adults']));
      const doctor = s.maybe(() => s.draw.pick(['Prof. L. Haas', 'Dr Maeve Quinn']));
      s.left('Title of study:', title, [50, 775, 300], 90);
      s.left('Principal investigator:', doctor, [50, 753, 200], 110);
      s.form.print('I,', 50, 730, 9).text(name ?? '', [65, 726, 180, 15], { name: 'participant' });
      s.form.print(', born on', 248, 730, 9).text(born.shown, [290, 726, 70, 15], { name: 'dob' });
      s.form.print(', have read the information sheet.', 362, 730, 9);
      const agrees = s.single('I agree to take part in the study described above.', 50, 700);
      const recording = s.single('I agree that the interviews may be recorded on audio or video.', 50, 680);
      const results = s.single(
        'I would like to receive a summary of the results when the study has ended.',
        50,
        660,
      );
      s.below('Name of parent or guardian (if under 18)', guardian, [50, 610, 220]);
      s.below('Date', signed.shown, [300, 610, 90]);
      return {
        participant_name: name,
        birth_date: born.value,
        guardian_name: guardian,
        study_title: title,
        agrees_to_participate: agrees,
        agrees_to_recording: recording,
        wants_results: results,
        investigator: doctor,
        signed_on: signed.value,
      };
    },
  },
  {
    name: 'scholarship application',
    properties: {
      applicantName: text('Full name of the student'),
      studentNumber: text(),
      universityName: text('Institution where the student is enrolled'),
      fieldOfStudy: text(),
      gradePointAverage: number(),
      annualHouseholdIncome: number('Yearly income of the family before tax'),
      receivesOtherAid: bool('Whether the student gets other financial aid'),
      refereeName: text('Person who recommends the student'),
      refereeEmail: text(),
      signatureDate: date(),
    },
    draw: (s) => {
      s.form.print('Whitfield Trust Scholarship', 200, 805, 14);
      const [name, id] = [s.person(), s.code('A99999999')];
      const school = s.maybe(() =>
        s.draw.pick(['Ohio State University', "King's College", 'Trinity College Dublin']),
      );
      const major = s.maybe(() => s.draw.pick(['Marine biology', 'Civil engineering', 'History']));
      const gpa = s.maybe(() => s.draw.int(20, 40) / 10);
      s.left('Name of applicant', name, [50, 760, 250], 130);
      s.left('Student ID', id, [50, 735, 150], 130);
      s.left('College or university', school, [50, 710, 250], 130);
      s.left('Major', major, [50, 685, 250], 130);
      s.left('GPA', gpa === null ? '' : gpa.toFixed(1), [50, 660, 50], 130);
      s.form.nextPage();
      const income = s.amount(9000, 120000, 0);
      s.left('Gross annual family income', income.shown, [50, 780, 120], 180);
      const aid = s.yesNo('Do you receive any other financial aid?', 50, 755, 190);
      const referee = s.person();
      const mail = referee === null ? null : s.maybe(() => 'm.brandt@college.example');
      s.form.print('Reference', 50, 725, 10);
      s.left('Name', referee, [50, 700, 200], 60);
      s.left('E-mail', mail, [300, 700, 200], 60);
      const signed = s.day('words', 2022, 2025);
      s.left('Signature', '', [50, 640, 200], 60);
      s.left('Date', signed.shown, [330, 640, 120], 40);
      return {
        applicantName: name,
        studentNumber: id,
        universityName: school,
        fieldOfStudy: major,
        gradePointAverage: gpa,
        annualHouseholdIncome: income.value,
        receivesOtherAid: aid,
        refereeName: referee,
        refereeEmail: mail,
        signatureDate: signed.value,
      };
    },
  },
];
