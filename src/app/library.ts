// A module of its own, so that main.tsx needs nothing of the bundler's to fetch and evaluate the library before the page.
import 'react-dom/client';
