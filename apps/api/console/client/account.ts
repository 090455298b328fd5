// The account, its activity and its plan.
import '../styles/settings.css';
import '../styles/plans.css';
import '../styles/activity.css';
