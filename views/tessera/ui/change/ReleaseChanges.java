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
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** The changes of releases, that of the GPU stack first, as far as changes are allowed. FX thread. */
public final class ReleaseChanges {

    private final AppServices desk;
    private final ChangeSheet sheet;
    private final UserRights rights;

    public ReleaseChanges(AppServices desk, ChangeSheet sheet, UserRights rights) {
        this.desk = desk;
        this.sheet = sheet;
        this.rights = rights;
    }

    /** Calls somebody back whenever something else may be offered. */
    public void observe(Runnable changed) {
        rights.observe(changed);
    }

    /** What can be changed as things stand; nothing in read-only mode. */
    public List<ChangeOffer> offered(Optional<HelmReleaseFacts> release) {
        var offers = new ArrayList<ChangeOffer>();
        if (desk.clusters().get().access() != Access.CHANGES_ALLOWED) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(offer("Install…", ChangeRights.releases("install"),
                    () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.INSTALL, ReleaseName.USUAL, desk))));
            others(offers, Optional.empty());
            return offers;
        }
        var name = new ReleaseName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(revision -> revision.number() < release.get().revision()).toList();
        offers.add(offer("Upgrade…", revising("upgrade", name),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.UPGRADE, name, desk))));
        offers.add(offer("Change values…", revising("change", name),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.VALUES, name, desk))));
        if (!earlier.isEmpty()) {
            offers.add(offer("Roll back…", revising("roll back", name),
                    () -> sheet.open(new RollBackForm(name, earlier))));
        }
        offers.add(offer("Validate…", ChangeRights.create(ObjectRef.pod(name.namespace(), "")),
                () -> sheet.open(new ReleaseIntent.Validate(name, "", ""))));
        offers.add(offer("Uninstall…", ChangeRights.release("uninstall", name, "update", "delete"),
                () -> sheet.open(new ReleaseIntent.UninstallRelease(name))));
        others(offers, Optional.of(name));
        return offers;
    }

    /** Of charts that are no GPU operator. */
    private void others(List<ChangeOffer> offers, Optional<ReleaseName> stack) {
        offers.add(offer("Install another chart…", ChangeRights.releases("install"),
                () -> sheet.open(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER, ReleaseName.USUAL, desk))));
        offers.add(offer("Change another release…", ChangeRights.releases("change"),
                () -> sheet.open(new AnyReleaseForm(desk, stack))));
    }

    private static RequiredAccess revising(String verb, ReleaseName release) {
        return ChangeRights.release(verb, release, "create", "update");
    }

    private ChangeOffer offer(String title, RequiredAccess right, Runnable begin) {
        return new ChangeOffer(title, begin, rights.against(right));
    }
}
