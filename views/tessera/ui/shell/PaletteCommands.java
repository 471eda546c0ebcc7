package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;
import tessera.ui.change.NodeChanges;
import tessera.ui.launch.LaunchChanges;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.quota.QuotaChanges;
import tessera.ui.shell.CommandPalette.PaletteCommand;

/** What the palette offers at this moment. Any thread; what it offers runs on the FX thread. */
final class PaletteCommands {

    private static final int SCREEN = 0;
    private static final int ACTION = 1;
    private static final int CLUSTER = 2;
    private static final int NODE = 3;
    private static final int POD = 4;

    private final WindowShell shell;
    private final AppServices desk;
    private final Runnable theme;
    private final LaunchChanges launches;
    private final QuotaChanges quotas;
    private final List<PaletteCommand> commands = new ArrayList<>();

    PaletteCommands(WindowShell shell, AppServices desk, AcceleratorCatalog accelerators, Runnable theme) {
        launches = new LaunchChanges(desk, accelerators, shell.overlays().sheet(), shell.changes());
        quotas = new QuotaChanges(desk, accelerators, shell.overlays().sheet(), shell.changes().rights());
        this.shell = shell;
        this.desk = desk;
        this.theme = theme;
    }

    List<PaletteCommand> all() {
        for (int i = 0; i < ScreenDestination.ALL.size(); i++) {
            var destination = ScreenDestination.ALL.get(i);
            add("Go to " + destination.title(), i < ScreenDestination.BY_DIGIT ? "key " + (i + 1) : "screen", SCREEN,
                    () -> shell.go(destination));
        }
        for (var lens : MosaicLens.values()) {
            add("Lens " + lens.title(), "fleet, key " + lens.title().charAt(0), ACTION, () -> shell.look(lens));
        }
        add("Show metrics of what is selected", "key M", ACTION, () -> shell.go(ScreenDestination.METRICS));
        add("Choose a cluster", "first page", ACTION, shell::welcome);
        add("Dark or light theme", "Ctrl Shift T", ACTION, theme);
        add("Show the keys", "?", ACTION, () -> shell.overlays().help().open());
        add("Try the connection again", "command", ACTION, desk::retry);
        add("Show forwarded ports", "command", ACTION, () -> shell.foot().showForwards());
        add("All namespaces", "namespace", ACTION, () -> shell.chooseNamespace(""));
        access(desk.clusters().get());
        changes();
        for (var context : desk.clusters().get().contexts()) {
            add("Open cluster " + context.name(), context.server(), CLUSTER, () -> shell.enter(context.name()));
        }
        objects();
        return commands;
    }

    private void access(ClusterList clusters) {
        switch (clusters.access()) {
            case CHANGES_ALLOWED -> add("Refuse changes", "read-only", ACTION, () -> desk.wantReadOnly(true));
            case READ_ONLY -> add("Allow changes", "read-only", ACTION, () -> desk.wantReadOnly(false));
            case READ_ONLY_FOR_GOOD -> {
                // nothing the user could choose
            }
        }
    }

    private void changes() {
        if (launches.offered()) {
            add("Launch a workload", "change", ACTION, launches::launch);
        }
        if (quotas.offered()) {
            Optional.of(quotas.team()).filter(offer -> offer.reason().isEmpty())
                    .ifPresent(offer -> add(bare(offer), "change", ACTION, offer.begin()));
            quotas.commands().stream().filter(offer -> offer.reason().isEmpty())
                    .forEach(offer -> add(offer.title(), "change", ACTION, offer.begin()));
        }
        shell.inspected().filter(object -> object.kind().equals("Node")).ifPresent(node -> shell.changes()
                .offered(List.of(node.name())).stream().filter(offer -> offer.reason().isEmpty())
                .forEach(offer -> add(done(offer, "on", node.name()), "change", ACTION, offer.begin())));
        shell.inspected().ifPresent(object -> shell.foot().offers(object).stream()
                .filter(offer -> offer.reason().isEmpty())
                .forEach(offer -> add(done(offer, "of", object.name()), "pod", ACTION, offer.begin())));
        shell.changes().offered(List.of()).stream().filter(offer -> offer.reason().isEmpty()).forEach(
                offer -> add(done(offer, "on", "nodes found by label"), "change", ACTION, offer.begin()));
    }

    /** What is done to whom: whoever is cordoned is named at once, GPUs are shared on somebody. */
    private static String done(NodeChanges.ChangeOffer offer, String preposition, String whom) {
        var deed = bare(offer);
        return deed.contains(" ") ? "%s %s %s".formatted(deed, preposition, whom) : deed + " " + whom;
    }

    private static String bare(NodeChanges.ChangeOffer offer) {
        return offer.title().replace("…", "");
    }

    private void objects() {
        var snapshot = desk.snapshots().get();
        for (var node : snapshot.nodes()) {
            add(node.name(), "node", NODE, () -> shell.inspect(ObjectRef.node(node.name())));
            for (var pod : node.pods()) {
                pod(pod.namespace(), pod.name());
            }
        }
        snapshot.unbound().forEach(pod -> pod(pod.namespace(), pod.name()));
    }

    private void pod(String namespace, String name) {
        add(name, "pod in " + namespace, POD, () -> shell.inspect(ObjectRef.pod(namespace, name)));
    }

    private void add(String title, String detail, int rank, Runnable action) {
        commands.add(new PaletteCommand(title, detail, rank, action));
    }
}
