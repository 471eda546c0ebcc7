package tessera.ui.inspect;

import java.util.Optional;
import tessera.alerts.health.Health;
import tessera.ui.metrics.Hour;

/**
 * What is only worked out while its page is in sight.
 *
 * @param scope  the devices that are looked at
 * @param hour   what these did in the last hour
 * @param health of these, and of the object
 */
record Looked(Scope scope, Optional<Hour> hour, Optional<Health> health) {

    static final Looked NOTHING = new Looked(Scope.nothing(""), Optional.empty(), Optional.empty());
}
