/** How objects are written as YAML for people. */
@NullMarked
package tessera.yaml;

import org.jspecify.annotations.NullMarked;
