// The lists of links and of tags.
import '../styles/list.css';
import '../styles/tags.css';
