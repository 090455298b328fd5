/** The notice that a page shows once, after a form was handled. */
import type { FC } from 'hono/jsx';
import type { NoticeText } from '../notices';
import { Alert } from './components';

export const NoticeLine: FC<{ notice: NoticeText | undefined }> = ({ notice }) =>
  notice === undefined ? null : (
    <Alert kind={notice.isSuccess ? 'good' : 'wait'} lead={notice.lead} isOnce>
      {notice.rest}
    </Alert>
  );
