import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../context/service-context.ts';
import { buildOpenApi } from '../../openapi/build-openapi.ts';
import { descriptionPage } from '../../openapi/docs-page.ts';

/** The interface's description, for machines and as a page; without a token, since it holds nothing of anyone. */
export function localDescriptionRoutes(app: FastifyInstance, context: ServiceContext): void {
  let built: ReturnType<typeof buildOpenApi> | undefined;
  const description = (): ReturnType<typeof buildOpenApi> => {
    // Built when first asked for, since the address is known by then only, and most services are never asked.
    built ??= buildOpenApi({ serverUrl: context.baseUrl, headers: context.headers });
    return built;
  };

  app.get('/local/openapi.json', () => description());

  app.get('/local/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(descriptionPage(description())),
  );
}
