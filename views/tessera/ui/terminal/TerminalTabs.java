package tessera.ui.terminal;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.exec.ContainerExecForwardClient.ContainerPermissionKind;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredPermissions;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserPermissionChecker;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.dock.RunningActivityDockPane;

/** Terminals of a window, a tab each, at its foot. FX thread. */
public final class TerminalTabs {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminalTabs.class);

    private final OpenClusterSource services;
    private final RunningActivityDockPane dock;
    private final UserPermissionChecker permissions;

    public TerminalTabs(OpenClusterSource services, RunningActivityDockPane dock, UserPermissionChecker permissions) {
        this.services = services;
        this.dock = dock;
        this.permissions = permissions;
    }

    /** Returns the container access actions for a pod; unavailable ones with the reason. */
    public List<OfferedChange> offers(ObjectRef object) {
        if (object.kind().equals("Pod")) {
            return List.of(new OfferedChange(MESSAGES.text("terminal.open"),
                    () -> openTask(TerminalTarget.forShell(object)), execBlocker(object)));
        }
        return List.of();
    }

    /** Returns the known reason why no command may be run in a pod; empty where one may. */
    public Optional<String> execBlocker(ObjectRef pod) {
        return permissions.refusalOf(RequiredPermissions.forPodConnection(MESSAGES.text("terminal.permission"), pod,
                ContainerPermissionKind.EXEC.subresourceName()));
    }

    /** Returns whether the NVIDIA driver may report in a pod: not where its devices are known to be another maker's. */
    public boolean supportsDriverReport(ObjectRef pod) {
        return NvidiaSmiQuickCommand.isUsefulIn(pod, services.snapshots().get());
    }

    /** Opens a terminal with the driver's report on the GPUs that a pod sees. */
    public void openDriverReport(ObjectRef pod) {
        openTask(TerminalTarget.forShell(pod).withCommand(NvidiaSmiQuickCommand.SMI.commandLine()));
    }

    private void openTask(TerminalTarget task) {
        var pane = new TerminalPane(services, task, this::openTask);
        dock.show(pane);
        pane.restart();
    }

    private Optional<TerminalPane> shownPane() {
        return dock.selectedTenant().filter(TerminalPane.class::isInstance).map(TerminalPane.class::cast);
    }

    /** Returns the lines of the current terminal with those scrolled out of view; empty where there is none. */
    public List<String> lines() {
        return shownPane().map(TerminalPane::lines).orElse(List.of());
    }

    /** Returns the status of the current terminal. */
    public String statusText() {
        return shownPane().map(TerminalPane::statusText).orElse("");
    }

    /** Returns whether typed keys go to a container. */
    public boolean takesKeys() {
        return shownPane().filter(pane -> !pane.runningWork().isEmpty()).isPresent() && holdsFocus();
    }

    private boolean holdsFocus() {
        var scene = dock.node().getScene();
        for (Node focused = scene == null ? null : scene.getFocusOwner(); focused != null; focused = focused
                .getParent()) {
            if (focused.getStyleClass().contains("terminal-ground")) {
                return true;
            }
        }
        return false;
    }
}
