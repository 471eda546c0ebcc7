package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/** The changes of Helm releases, the GPU stack's first, as far as changes are allowed. FX thread. */
public final class HelmReleaseChangeActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseChangeActions.class);

    private final ChangeOfferContext context;

    HelmReleaseChangeActions(ChangeOfferContext context) {
        this.context = context;
    }

    /** Calls back whenever the offers may have changed. */
    public void observe(Runnable changed) {
        context.permissions().observe(changed);
    }

    /** Returns the changes that are possible now; empty in read-only mode. */
    public List<OfferedChange> offers(Optional<GpuStackHelmRelease> release) {
        var offers = new ArrayList<OfferedChange>();
        if (!context.allowsChanges()) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(context.offerForm(MESSAGES.text("offer.install"),
                    ChangePermissionRequirements.forAnyReleaseWrite(MESSAGES.text("access.install")),
                    () -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.INSTALL,
                            HelmReleaseNamespacedName.USUAL, context.services())));
            addOtherReleases(offers, Optional.empty());
            return offers;
        }
        var name = new HelmReleaseNamespacedName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(recordedRevision -> recordedRevision.number() < release.get().revision()).toList();
        offers.add(context.offerForm(MESSAGES.text("offer.upgrade"),
                revisionAccess(MESSAGES.text("access.upgrade"), name),
                () -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.UPGRADE, name, context.services())));
        offers.add(context.offerForm(MESSAGES.text("offer.changeValues"),
                revisionAccess(MESSAGES.text("access.changeReleases"), name),
                () -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.VALUES, name, context.services())));
        if (!earlier.isEmpty()) {
            offers.add(context.offerForm(MESSAGES.text("offer.rollBack"),
                    revisionAccess(MESSAGES.text("access.rollBack"), name), () -> new HelmRollbackForm(name, earlier)));
        }
        offers.add(context.offerIntent(MESSAGES.text("offer.validate"),
                ChangePermissionRequirements.forCreation(ObjectRef.pod(name.namespace(), "")),
                new GpuStackReleaseIntent.ProveGpuStackIntent(name, "", "")));
        offers.add(context.offerIntent(
                MESSAGES.text("offer.uninstall"), ChangePermissionRequirements
                        .forReleaseWrite(MESSAGES.text("access.uninstall"), name, "update", "delete"),
                new GpuStackReleaseIntent.UninstallReleaseIntent(name)));
        addOtherReleases(offers, Optional.of(name));
        return offers;
    }

    /** Adds the offers for charts other than the GPU operator. */
    private void addOtherReleases(List<OfferedChange> offers, Optional<HelmReleaseNamespacedName> stack) {
        offers.add(context.offerForm(MESSAGES.text("offer.installOther"),
                ChangePermissionRequirements.forAnyReleaseWrite(MESSAGES.text("access.install")),
                () -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER, HelmReleaseNamespacedName.USUAL,
                        context.services())));
        offers.add(context.offerForm(MESSAGES.text("offer.changeOther"),
                ChangePermissionRequirements.forAnyReleaseWrite(MESSAGES.text("access.changeReleases")),
                () -> new HelmReleaseActionForm(context.services(), stack)));
    }

    private static RequiredPermissions revisionAccess(String action, HelmReleaseNamespacedName release) {
        return ChangePermissionRequirements.forReleaseWrite(action, release, "create", "update");
    }
}
