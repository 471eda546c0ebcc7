/** What the user settled, the file it is in, and how that is edited without losing what is written around it. */
@NullMarked
package tessera.settings;

import org.jspecify.annotations.NullMarked;
