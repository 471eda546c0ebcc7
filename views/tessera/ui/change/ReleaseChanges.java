package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.stack.Release;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.change.NodeChanges.Offer;

/** The changes of releases, that of the GPU stack first, as far as changes are allowed. FX thread. */
public final class ReleaseChanges {

    private final Desk desk;
    private final ChangeSheet sheet;

    public ReleaseChanges(Desk desk, ChangeSheet sheet) {
        this.desk = desk;
        this.sheet = sheet;
    }

    /** What can be changed as things stand; nothing in read-only mode. */
    public List<Offer> offered(Optional<Release> release) {
        var offers = new ArrayList<Offer>();
        if (desk.clusters().get().access() != Access.CHANGES_ALLOWED) {
            return offers;
        }
        if (release.isEmpty()) {
            offers.add(new Offer("Install…",
                    () -> sheet.open(new ReleaseForm(ReleaseForm.Kind.INSTALL, ReleaseName.USUAL, desk))));
            others(offers, Optional.empty());
            return offers;
        }
        var name = new ReleaseName(release.get().name(), release.get().namespace());
        var earlier = release.get().history().stream()
                .filter(revision -> revision.number() < release.get().revision()).toList();
        offers.add(new Offer("Upgrade…", () -> sheet.open(new ReleaseForm(ReleaseForm.Kind.UPGRADE, name, desk))));
        offers.add(new Offer("Change values…", () -> sheet.open(new ReleaseForm(ReleaseForm.Kind.VALUES, name, desk))));
        if (!earlier.isEmpty()) {
            offers.add(new Offer("Roll back…", () -> sheet.open(new RollBackForm(name, earlier))));
        }
        offers.add(new Offer("Validate…", () -> sheet.open(new ReleaseIntent.Validate(name, "", ""))));
        offers.add(new Offer("Uninstall…", () -> sheet.open(new ReleaseIntent.Uninstall(name))));
        others(offers, Optional.of(name));
        return offers;
    }

    /** Of charts that are no GPU operator. */
    private void others(List<Offer> offers, Optional<ReleaseName> stack) {
        offers.add(new Offer("Install another chart…",
                () -> sheet.open(new ReleaseForm(ReleaseForm.Kind.OTHER, ReleaseName.USUAL, desk))));
        offers.add(new Offer("Change another release…", () -> sheet.open(new AnyReleaseForm(desk, stack))));
    }
}
