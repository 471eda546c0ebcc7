package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.stack.HelmReleaseFacts;
import tessera.ui.AppServices;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserPermissions;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes of Helm releases, the GPU stack's first, as far as changes are allowed. FX thread. */
public final class ReleaseChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserPermissions rights;

    public ReleaseChanges(AppServices desk, ChangeSheet sheet, UserPermissions rights) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Calls back whenever the offers may have changed. */
    public void observe(Runnable changed) {
        rights.observe(changed);
    }

    /** Returns the changes that are possible now; empty in read-only mode. */
    public List<ChangeOffer> offers(Optional<HelmReleaseFacts> release) {
        var offers = new ArrayList<ChangeOffer>();
        if (desk.clusters().get().access() != Access.CHANGES_ALLOWED) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(createOffer("Install…", ChangeRights.forAnyReleaseWrite("install"),
                    () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.INSTALL, ReleaseName.USUAL, desk))));
            addOtherReleases(offers, Optional.empty());
            return offers;
        }
        var name = new ReleaseName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(revision -> revision.number() < release.get().revision()).toList();
        offers.add(createOffer("Upgrade…", revisionAccess("upgrade", name),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.UPGRADE, name, desk))));
        offers.add(createOffer("Change values…", revisionAccess("change", name),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.VALUES, name, desk))));
        if (!earlier.isEmpty()) {
            offers.add(createOffer("Roll back…", revisionAccess("roll back", name),
                    () -> sheet.open(new RollBackForm(name, earlier))));
        }
        offers.add(createOffer("Validate…", ChangeRights.forCreation(ObjectRef.pod(name.namespace(), "")),
                () -> sheet.open(new ReleaseIntent.ValidateStack(name, "", ""))));
        offers.add(createOffer("Uninstall…", ChangeRights.forReleaseWrite("uninstall", name, "update", "delete"),
                () -> sheet.open(new ReleaseIntent.UninstallRelease(name))));
        addOtherReleases(offers, Optional.of(name));
        return offers;
    }

    /** Adds the offers for charts other than the GPU operator. */
    private void addOtherReleases(List<ChangeOffer> offers, Optional<ReleaseName> stack) {
        offers.add(createOffer("Install another chart…", ChangeRights.forAnyReleaseWrite("install"),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER, ReleaseName.USUAL, desk))));
        offers.add(createOffer("Change another release…", ChangeRights.forAnyReleaseWrite("change"),
                () -> sheet.open(new AnyReleaseForm(desk, stack))));
    }

    private static RequiredAccess revisionAccess(String verb, ReleaseName release) {
        return ChangeRights.forReleaseWrite(verb, release, "create", "update");
    }

    private ChangeOffer createOffer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.refusalOf(right));
    }
}
