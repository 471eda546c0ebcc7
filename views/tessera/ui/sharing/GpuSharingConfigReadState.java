package tessera.ui.sharing;

import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;

/** Knowledge of the sharing configuration of a cluster's device plugins: unread, known, or unreadable. */
sealed interface GpuSharingConfigReadState {

    /** No answer has arrived yet. */
    record SharingUnread() implements GpuSharingConfigReadState {}

    /** The configuration is known. */
    record SharingKnown(DevicePluginSharingConfiguration setup) implements GpuSharingConfigReadState {}

    /** The configuration could not be read. */
    record SharingUnreadable(Problem problem) implements GpuSharingConfigReadState {}
}
