/**
 * What is to be alarmed about: rules, the errors GPUs report by number, and alerts as values. All of it is pure; the
 * engine that remembers is in {@code tessera.alerts.engine}.
 */
@NullMarked
package tessera.alerts;

import org.jspecify.annotations.NullMarked;
