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
import tessera.ui.UserPermissions;
import tessera.ui.change.AvailableNodeChanges.OfferedChange;

/** The changes of Helm releases, the GPU stack's first, as far as changes are allowed. FX thread. */
public final class HelmReleaseChangeOffers {

    private final AppServices desk;
    private final ClusterChangeDialog sheet;
    private final UserPermissions rights;

    public HelmReleaseChangeOffers(AppServices desk, ClusterChangeDialog sheet, UserPermissions rights) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Calls back whenever the offers may have changed. */
    public void observe(Runnable changed) {
        rights.observe(changed);
    }

    /** Returns the changes that are possible now; empty in read-only mode. */
    public List<OfferedChange> offers(Optional<GpuStackHelmRelease> release) {
        var offers = new ArrayList<OfferedChange>();
        if (desk.clusters().get().access() != ClusterWriteAccessMode.CHANGES_ALLOWED) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(createOffer("Install…", OfferedChangePermissions.forAnyReleaseWrite("install"),
                    () -> sheet.open(new ChartValuesForm(ChartValuesForm.ReleaseChangeKind.INSTALL,
                            HelmReleaseNamespacedName.USUAL, desk))));
            addOtherReleases(offers, Optional.empty());
            return offers;
        }
        var name = new HelmReleaseNamespacedName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(recordedRevision -> recordedRevision.number() < release.get().revision()).toList();
        offers.add(createOffer("Upgrade…", revisionAccess("upgrade", name),
                () -> sheet.open(new ChartValuesForm(ChartValuesForm.ReleaseChangeKind.UPGRADE, name, desk))));
        offers.add(createOffer("Change values…", revisionAccess("change", name),
                () -> sheet.open(new ChartValuesForm(ChartValuesForm.ReleaseChangeKind.VALUES, name, desk))));
        if (!earlier.isEmpty()) {
            offers.add(createOffer("Roll back…", revisionAccess("roll back", name),
                    () -> sheet.open(new RollBackForm(name, earlier))));
        }
        offers.add(createOffer("Validate…", OfferedChangePermissions.forCreation(ObjectRef.pod(name.namespace(), "")),
                () -> sheet.open(new GpuStackReleaseIntent.ProveGpuStackWorks(name, "", ""))));
        offers.add(createOffer("Uninstall…",
                OfferedChangePermissions.forReleaseWrite("uninstall", name, "update", "delete"),
                () -> sheet.open(new GpuStackReleaseIntent.UninstallRelease(name))));
        addOtherReleases(offers, Optional.of(name));
        return offers;
    }

    /** Adds the offers for charts other than the GPU operator. */
    private void addOtherReleases(List<OfferedChange> offers, Optional<HelmReleaseNamespacedName> stack) {
        offers.add(createOffer("Install another chart…", OfferedChangePermissions.forAnyReleaseWrite("install"),
                () -> sheet.open(new ChartValuesForm(ChartValuesForm.ReleaseChangeKind.OTHER,
                        HelmReleaseNamespacedName.USUAL, desk))));
        offers.add(createOffer("Change another release…", OfferedChangePermissions.forAnyReleaseWrite("change"),
                () -> sheet.open(new HelmReleaseActionForm(desk, stack))));
    }

    private static RequiredPermissions revisionAccess(String verb, HelmReleaseNamespacedName release) {
        return OfferedChangePermissions.forReleaseWrite(verb, release, "create", "update");
    }

    private OfferedChange createOffer(String title, RequiredPermissions right, Runnable begin) {
        return new OfferedChange(title, begin, rights.refusalOf(right));
    }
}
