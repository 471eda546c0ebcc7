package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease;
import tessera.ui.AppServices;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.UserPermissionChecker;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/** The changes of Helm releases, the GPU stack's first, as far as changes are allowed. FX thread. */
public final class HelmReleaseChangeActions {

    private final AppServices services;
    private final ClusterChangeDialog changeDialog;
    private final UserPermissionChecker permissions;

    public HelmReleaseChangeActions(AppServices services, ClusterChangeDialog changeDialog,
            UserPermissionChecker permissions) {
        this.services = services;
        this.changeDialog = changeDialog;
        this.permissions = permissions;
    }

    /** Calls back whenever the offers may have changed. */
    public void observe(Runnable changed) {
        permissions.observe(changed);
    }

    /** Returns the changes that are possible now; empty in read-only mode. */
    public List<OfferedChange> offers(Optional<GpuStackHelmRelease> release) {
        var offers = new ArrayList<OfferedChange>();
        if (services.clusters().get().access() != ClusterWriteAccessMode.CHANGES_ALLOWED) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(createOffer("Install…", ChangePermissionRequirements.forAnyReleaseWrite("install"),
                    () -> changeDialog.open(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.INSTALL,
                            HelmReleaseNamespacedName.USUAL, services))));
            addOtherReleases(offers, Optional.empty());
            return offers;
        }
        var name = new HelmReleaseNamespacedName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(recordedRevision -> recordedRevision.number() < release.get().revision()).toList();
        offers.add(createOffer("Upgrade…", revisionAccess("upgrade", name),
                () -> changeDialog
                        .open(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.UPGRADE, name, services))));
        offers.add(createOffer("Change values…", revisionAccess("change", name),
                () -> changeDialog
                        .open(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.VALUES, name, services))));
        if (!earlier.isEmpty()) {
            offers.add(createOffer("Roll back…", revisionAccess("roll back", name),
                    () -> changeDialog.open(new HelmRollbackForm(name, earlier))));
        }
        offers.add(
                createOffer("Validate…", ChangePermissionRequirements.forCreation(ObjectRef.pod(name.namespace(), "")),
                        () -> changeDialog.open(new GpuStackReleaseIntent.ProveGpuStackIntent(name, "", ""))));
        offers.add(createOffer("Uninstall…",
                ChangePermissionRequirements.forReleaseWrite("uninstall", name, "update", "delete"),
                () -> changeDialog.open(new GpuStackReleaseIntent.UninstallReleaseIntent(name))));
        addOtherReleases(offers, Optional.of(name));
        return offers;
    }

    /** Adds the offers for charts other than the GPU operator. */
    private void addOtherReleases(List<OfferedChange> offers, Optional<HelmReleaseNamespacedName> stack) {
        offers.add(createOffer("Install another chart…", ChangePermissionRequirements.forAnyReleaseWrite("install"),
                () -> changeDialog.open(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER,
                        HelmReleaseNamespacedName.USUAL, services))));
        offers.add(createOffer("Change another release…", ChangePermissionRequirements.forAnyReleaseWrite("change"),
                () -> changeDialog.open(new HelmReleaseActionForm(services, stack))));
    }

    private static RequiredPermissions revisionAccess(String verb, HelmReleaseNamespacedName release) {
        return ChangePermissionRequirements.forReleaseWrite(verb, release, "create", "update");
    }

    private OfferedChange createOffer(String title, RequiredPermissions requiredPermissions, Runnable begin) {
        return new OfferedChange(title, begin, permissions.refusalOf(requiredPermissions));
    }
}
