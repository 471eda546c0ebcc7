package tessera.ui.sharing;

import tessera.model.Problem;
import tessera.plan.context.SharingSetup;

/** Knowledge of the sharing configuration of a cluster's device plugins: unread, known, or unreadable. */
sealed interface SharingSources {

    /** No answer has arrived yet. */
    record SharingUnread() implements SharingSources {}

    /** The configuration is known. */
    record SharingKnown(SharingSetup setup) implements SharingSources {}

    /** The configuration could not be read. */
    record SharingUnreadable(Problem why) implements SharingSources {}
}
