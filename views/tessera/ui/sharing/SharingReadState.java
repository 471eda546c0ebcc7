package tessera.ui.sharing;

import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;

/** Knowledge of the sharing configuration of a cluster's device plugins: unread, known, or unreadable. */
sealed interface SharingReadState {

    /** No answer has arrived yet. */
    record SharingUnread() implements SharingReadState {}

    /** The configuration is known. */
    record SharingKnown(DevicePluginSharingConfiguration setup) implements SharingReadState {}

    /** The configuration could not be read. */
    record SharingUnreadable(Problem problem) implements SharingReadState {}
}
