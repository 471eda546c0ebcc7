/** Who may do what takes devices or changes nodes: as the server answers for oneself, and as its roles say for others. */
@NullMarked
package tessera.quota.access;

import org.jspecify.annotations.NullMarked;
