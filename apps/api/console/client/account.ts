/** The account with its passkeys, its activity and its plan. */
import '../styles/settings.css';
import '../styles/plans.css';
import '../styles/activity.css';
import './sign-in';
