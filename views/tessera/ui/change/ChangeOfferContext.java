package tessera.ui.change;

import java.util.List;
import java.util.function.Supplier;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.ChangeIntent;
import tessera.ui.OpenClusterSource;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.UserPermissionChecker;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/** The services, dialog and rights that offers of changes are made with. FX thread. */
record ChangeOfferContext(OpenClusterSource services, ClusterChangeDialog dialog, UserPermissionChecker permissions) {

    /** Returns whether the user allows changes of the open cluster. */
    boolean allowsChanges() {
        return services.clusters().get().access() == ClusterWriteAccessMode.CHANGES_ALLOWED;
    }

    /** Returns an offer, with the reason where the user lacks a right that it needs. */
    OfferedChange offer(String title, RequiredPermissions rights, Runnable begin) {
        return new OfferedChange(title, begin, permissions.refusalOf(rights));
    }

    /** Returns the offer of a change that leaves nothing to be asked. */
    OfferedChange offerIntent(String title, RequiredPermissions rights, ChangeIntent intent) {
        return offer(title, rights, () -> dialog.open(intent));
    }

    /** @param form creates the form as it is opened */
    OfferedChange offerForm(String title, RequiredPermissions rights, Supplier<ChangeIntentForm> form) {
        return offer(title, rights, () -> dialog.open(form.get()));
    }

    /** @param nodes their names; none where a label selector is to find them */
    TargetNodesField targets(List<String> nodes) {
        return new TargetNodesField(nodes, services.snapshots()::get);
    }
}
