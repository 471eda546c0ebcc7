/** The command line: commands, their options, and what they print beside reports. */
@NullMarked
package tessera.app.cli;

import org.jspecify.annotations.NullMarked;
