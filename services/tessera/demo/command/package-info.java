/** What the commands of containers say of what these do. */
@NullMarked
package tessera.demo.command;

import org.jspecify.annotations.NullMarked;
