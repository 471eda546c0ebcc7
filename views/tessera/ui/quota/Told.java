package tessera.ui.quota;

import tessera.model.Problem;
import tessera.quota.Quotas;

/** What is known of what bounds a cluster's namespaces. */
sealed interface Told {

    /** Nobody has answered yet. */
    record NotYet() implements Told {}

    /** So they are bound. */
    record Known(Quotas quotas) implements Told {}

    /** It could not be read. */
    record Unknown(Problem why) implements Told {}
}
