import type { ServiceFile } from '../../../model/wire/file.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import { presignedUrl } from './download-signature.ts';

export function fileResponse(file: StoredFile, context: ServiceContext): ServiceFile {
  return {
    object: 'file',
    id: file.id,
    name: file.name,
    type: file.type,
    presignedUrl: presignedUrl(context.baseUrl, file.id, context.store),
    parentFileId: file.parent_file_id ?? undefined,
    metadata: file.page_count === null ? {} : { pageCount: file.page_count },
    createdAt: file.created_at,
    updatedAt: file.updated_at,
  };
}
