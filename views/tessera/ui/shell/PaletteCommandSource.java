package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.ui.AppServices;
import tessera.ui.OpenableClusterList;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.launch.WorkloadLaunchAction;
import tessera.ui.quota.QuotaChangeActions;
import tessera.ui.shell.CommandPalette.PaletteCommand;

/** Current commands of the palette. Any thread; what it offers runs on the FX thread. */
final class PaletteCommandSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PaletteCommandSource.class);
    private static final int SCREEN = 0;
    private static final int ACTION = 1;
    private static final int CLUSTER = 2;
    private static final int NODE = 3;
    private static final int POD = 4;

    private final WindowRootPane rootPane;
    private final AppServices services;
    private final Runnable theme;
    private final WorkloadLaunchAction launchAction;
    private final QuotaChangeActions quotas;
    private final List<PaletteCommand> commands = new ArrayList<>();

    PaletteCommandSource(WindowRootPane rootPane, AppServices services, AcceleratorCatalog accelerators,
            Runnable theme) {
        launchAction = new WorkloadLaunchAction(services, services.preferences(), accelerators,
                rootPane.overlays().changeSheet(), rootPane.changes());
        quotas = new QuotaChangeActions(services, accelerators, rootPane.overlays().changeSheet(),
                rootPane.changes().rights());
        this.rootPane = rootPane;
        this.services = services;
        this.theme = theme;
    }

    List<PaletteCommand> allCommands() {
        for (int i = 0; i < ScreenDestination.ALL.size(); i++) {
            var destination = ScreenDestination.ALL.get(i);
            addCommand(MESSAGES.text("palette.goTo", destination.title()),
                    i < ScreenDestination.BY_DIGIT ? MESSAGES.text("palette.key", i + 1)
                            : MESSAGES.text("palette.screen"),
                    SCREEN, () -> rootPane.goTo(destination));
        }
        for (var colorMode : HeatmapColorMode.values()) {
            addCommand(MESSAGES.text("palette.lens", colorMode.title()),
                    MESSAGES.text("palette.lensKey", colorMode.key()), ACTION, () -> rootPane.showFleet(colorMode));
        }
        addCommand(MESSAGES.text("palette.metrics"), MESSAGES.text("palette.metricsKey"), ACTION,
                () -> rootPane.goTo(ScreenDestination.METRICS));
        addCommand(MESSAGES.text("palette.chooseCluster"), MESSAGES.text("palette.firstPage"), ACTION,
                rootPane::showWelcome);
        addCommand(MESSAGES.text("palette.theme"), MESSAGES.text("keys.themeKey"), ACTION, theme);
        addCommand(MESSAGES.text("palette.keys"), "?", ACTION, () -> rootPane.overlays().keyHelp().open());
        addCommand(MESSAGES.text("palette.reconnect"), MESSAGES.text("palette.command"), ACTION,
                services::retryConnection);
        addCommand(MESSAGES.text("palette.forwards"), MESSAGES.text("palette.command"), ACTION,
                () -> rootPane.dockActions().showForwards());
        addCommand(MESSAGES.text("palette.allNamespaces"), MESSAGES.text("palette.namespace"), ACTION,
                () -> rootPane.chooseNamespace(""));
        addAccess(services.clusters().get());
        addChanges();
        for (var listedContext : services.clusters().get().contexts()) {
            addCommand(MESSAGES.text("palette.openCluster", listedContext.name()), listedContext.server(), CLUSTER,
                    () -> rootPane.openContext(listedContext.name()));
        }
        addObjects();
        return commands;
    }

    private void addAccess(OpenableClusterList clusters) {
        switch (clusters.access()) {
            case CHANGES_ALLOWED -> addCommand(MESSAGES.text("palette.readOnly"), MESSAGES.text("palette.readOnlyMode"),
                    ACTION, () -> services.setReadOnly(true));
            case READ_ONLY -> addCommand(MESSAGES.text("palette.allowChanges"), MESSAGES.text("palette.readOnlyMode"),
                    ACTION, () -> services.setReadOnly(false));
            case READ_ONLY_FOR_GOOD -> {
                // nothing the user could choose
            }
        }
    }

    private void addChanges() {
        if (launchAction.isOffered()) {
            addCommand(MESSAGES.text("palette.launch"), MESSAGES.text("palette.change"), ACTION,
                    launchAction::openLaunchForm);
        }
        if (quotas.areOffered()) {
            Optional.of(quotas.teamOffer()).filter(offeredChange -> offeredChange.reason().isEmpty())
                    .ifPresent(offeredChange -> addCommand(plainTitle(offeredChange), MESSAGES.text("palette.change"),
                            ACTION, offeredChange.begin()));
            quotas.commandOffers().stream().filter(offeredChange -> offeredChange.reason().isEmpty())
                    .forEach(offeredChange -> addCommand(offeredChange.title(), MESSAGES.text("palette.change"), ACTION,
                            offeredChange.begin()));
        }
        var node = rootPane.inspectedObject().filter(object -> object.kind().equals("Node")).orElse(null);
        if (node != null) {
            rootPane.changes().offers(List.of(node.name())).stream()
                    .filter(offeredChange -> offeredChange.reason().isEmpty())
                    .forEach(offeredChange -> addCommand(changeTitle(offeredChange, node.name()),
                            MESSAGES.text("palette.change"), ACTION, offeredChange.begin()));
        }
        rootPane.inspectedObject().ifPresent(this::addPodCommands);
        rootPane.changes().offers(List.of()).stream().filter(offeredChange -> offeredChange.reason().isEmpty())
                .forEach(offeredChange -> addCommand(changeTitle(offeredChange, MESSAGES.text("palette.bySelector")),
                        MESSAGES.text("palette.change"), ACTION, offeredChange.begin()));
    }

    private void addPodCommands(ObjectRef object) {
        rootPane.dockActions().offers(object).stream().filter(offeredChange -> offeredChange.reason().isEmpty())
                .forEach(offeredChange -> addCommand(changeTitle(offeredChange, object.name()),
                        MESSAGES.text("palette.pod"), ACTION, offeredChange.begin()));
    }

    /** Returns the title of a change and its object. */
    private static String changeTitle(NodeChangeActions.OfferedChange offeredChange, String whom) {
        return MESSAGES.text("palette.changeObject", plainTitle(offeredChange), whom);
    }

    private static String plainTitle(NodeChangeActions.OfferedChange offeredChange) {
        return offeredChange.title().replace("…", "");
    }

    private void addObjects() {
        var clusterSnapshot = services.snapshots().get();
        for (var node : clusterSnapshot.nodes()) {
            addCommand(node.name(), MESSAGES.text("palette.node"), NODE,
                    () -> rootPane.inspect(ObjectRef.node(node.name())));
            for (var pod : node.pods()) {
                addPod(pod.namespace(), pod.name());
            }
        }
        clusterSnapshot.unbound().forEach(pod -> addPod(pod.namespace(), pod.name()));
    }

    private void addPod(String namespace, String name) {
        addCommand(name, MESSAGES.text("palette.podIn", namespace), POD,
                () -> rootPane.inspect(ObjectRef.pod(namespace, name)));
    }

    private void addCommand(String title, String detail, int rank, Runnable action) {
        commands.add(new PaletteCommand(title, detail, rank, action));
    }
}
