package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.OpenableClusterList;
import tessera.ui.change.AvailableNodeChanges;
import tessera.ui.launch.WorkloadLaunchAction;
import tessera.ui.mosaic.HeatmapColorMode;
import tessera.ui.quota.QuotaChanges;
import tessera.ui.shell.CommandPalette.PaletteCommand;

/** Current commands of the palette. Any thread; what it offers runs on the FX thread. */
final class PaletteCommandSource {

    private static final int SCREEN = 0;
    private static final int ACTION = 1;
    private static final int CLUSTER = 2;
    private static final int NODE = 3;
    private static final int POD = 4;

    private final WindowRootPane shell;
    private final AppServices desk;
    private final Runnable theme;
    private final WorkloadLaunchAction launches;
    private final QuotaChanges quotas;
    private final List<PaletteCommand> commands = new ArrayList<>();

    PaletteCommandSource(WindowRootPane shell, AppServices desk, AcceleratorCatalog accelerators, Runnable theme) {
        launches = new WorkloadLaunchAction(desk, accelerators, shell.overlays().changeSheet(), shell.changes());
        quotas = new QuotaChanges(desk, accelerators, shell.overlays().changeSheet(), shell.changes().rights());
        this.shell = shell;
        this.desk = desk;
        this.theme = theme;
    }

    List<PaletteCommand> allCommands() {
        for (int i = 0; i < ScreenDestination.ALL.size(); i++) {
            var destination = ScreenDestination.ALL.get(i);
            addCommand("Go to " + destination.title(), i < ScreenDestination.BY_DIGIT ? "key " + (i + 1) : "screen",
                    SCREEN,
                    () -> shell.goTo(destination));
        }
        for (var lens : HeatmapColorMode.values()) {
            addCommand("Lens " + lens.title(), "fleet, key " + lens.title().charAt(0), ACTION,
                    () -> shell.showFleet(lens));
        }
        addCommand("Show metrics of what is selected", "key M", ACTION, () -> shell.goTo(ScreenDestination.METRICS));
        addCommand("Choose a cluster", "first page", ACTION, shell::showWelcome);
        addCommand("Dark or light theme", "Ctrl Shift T", ACTION, theme);
        addCommand("Show the keys", "?", ACTION, () -> shell.overlays().keyHelp().open());
        addCommand("Try the connection again", "command", ACTION, desk::retryConnection);
        addCommand("Show forwarded ports", "command", ACTION, () -> shell.dockActions().showForwards());
        addCommand("All namespaces", "namespace", ACTION, () -> shell.chooseNamespace(""));
        addAccess(desk.clusters().get());
        addChanges();
        for (var listedContext : desk.clusters().get().contexts()) {
            addCommand("Open cluster " + listedContext.name(), listedContext.server(), CLUSTER,
                    () -> shell.openContext(listedContext.name()));
        }
        addObjects();
        return commands;
    }

    private void addAccess(OpenableClusterList clusters) {
        switch (clusters.access()) {
            case CHANGES_ALLOWED -> addCommand("Refuse changes", "read-only", ACTION, () -> desk.setReadOnly(true));
            case READ_ONLY -> addCommand("Allow changes", "read-only", ACTION, () -> desk.setReadOnly(false));
            case READ_ONLY_FOR_GOOD -> {
                // nothing the user could choose
            }
        }
    }

    private void addChanges() {
        if (launches.isOffered()) {
            addCommand("Launch a workload", "change", ACTION, launches::openLaunchForm);
        }
        if (quotas.areOffered()) {
            Optional.of(quotas.teamOffer()).filter(offer -> offer.reason().isEmpty())
                    .ifPresent(offer -> addCommand(plainTitle(offer), "change", ACTION, offer.begin()));
            quotas.commandOffers().stream().filter(offer -> offer.reason().isEmpty())
                    .forEach(offer -> addCommand(offer.title(), "change", ACTION, offer.begin()));
        }
        shell.inspectedObject().filter(object -> object.kind().equals("Node")).ifPresent(node -> shell.changes()
                .offers(List.of(node.name())).stream().filter(offer -> offer.reason().isEmpty())
                .forEach(offer -> addCommand(changeTitle(offer, "on", node.name()), "change", ACTION, offer.begin())));
        shell.inspectedObject().ifPresent(object -> shell.dockActions().offers(object).stream()
                .filter(offer -> offer.reason().isEmpty())
                .forEach(offer -> addCommand(changeTitle(offer, "of", object.name()), "pod", ACTION, offer.begin())));
        shell.changes().offers(List.of()).stream().filter(offer -> offer.reason().isEmpty()).forEach(
                offer -> addCommand(changeTitle(offer, "on", "nodes found by label"), "change", ACTION, offer.begin()));
    }

    /** Returns the title of a change and its object: a cordoned node directly, sharing with a preposition. */
    private static String changeTitle(AvailableNodeChanges.OfferedChange offer, String preposition, String whom) {
        var deed = plainTitle(offer);
        return deed.contains(" ") ? "%s %s %s".formatted(deed, preposition, whom) : deed + " " + whom;
    }

    private static String plainTitle(AvailableNodeChanges.OfferedChange offer) {
        return offer.title().replace("…", "");
    }

    private void addObjects() {
        var clusterSnapshot = desk.snapshots().get();
        for (var node : clusterSnapshot.nodes()) {
            addCommand(node.name(), "node", NODE, () -> shell.inspect(ObjectRef.node(node.name())));
            for (var pod : node.pods()) {
                addPod(pod.namespace(), pod.name());
            }
        }
        clusterSnapshot.unbound().forEach(pod -> addPod(pod.namespace(), pod.name()));
    }

    private void addPod(String namespace, String name) {
        addCommand(name, "pod in " + namespace, POD, () -> shell.inspect(ObjectRef.pod(namespace, name)));
    }

    private void addCommand(String title, String detail, int rank, Runnable action) {
        commands.add(new PaletteCommand(title, detail, rank, action));
    }
}
