// What every page of the console loads.
import '../styles/tokens.css';
import '../styles/elements.css';
import '../styles/frame.css';
import '../styles/flight.css';
import '../styles/theme.css';
import '../styles/blocks.css';
import '../styles/links.css';
import '../styles/forms.css';
import '../styles/tables.css';
import '../styles/pictures.css';
import '../styles/sparkline.css';
import '../styles/statistics.css';
import '../styles/jump.css';
