package tessera.ui.sharing;

import tessera.model.Problem;
import tessera.plan.context.SharingSetup;

/** What is known of how a cluster's device plugins are told to share. */
sealed interface SharingSources {

    /** Nobody has answered yet. */
    record SharingUnread() implements SharingSources {}

    /** So they are told. */
    record SharingKnown(SharingSetup setup) implements SharingSources {}

    /** It could not be read. */
    record SharingUnreadable(Problem why) implements SharingSources {}
}
