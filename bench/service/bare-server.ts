import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

// The service is compared with this server: one Fastify route that inserts one row. Run: `bare-server.ts
// <file>`.

const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
database.exec('CREATE TABLE rows (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
const insert = database.prepare('INSERT INTO rows (body) VALUES (?)');
const app = Fastify();
app.post('/rows', (request) => ({
  success: true,
  seq: Number(insert.run(JSON.stringify(request.body)).lastInsertRowid),
}));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
console.log(JSON.stringify({ url: await app.listen({ port: 0 }) }));
