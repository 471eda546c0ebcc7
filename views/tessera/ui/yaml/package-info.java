/** YAML to read, to fold and to write in. */
@NullMarked
package tessera.ui.yaml;

import org.jspecify.annotations.NullMarked;
