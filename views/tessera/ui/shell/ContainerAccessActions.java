package tessera.ui.shell;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.exec.ContainerExecForwardClient.ContainerPermissionKind;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.authorization.RequiredPermissions;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.UserPermissionChecker;
import tessera.ui.WindowColumnAndThemeStore;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.copy.ContainerFileCopyPane;
import tessera.ui.dock.RunningActivityDockPane;
import tessera.ui.forward.PortForwardPane;
import tessera.ui.terminal.TerminalTabs;

/** Container access at the foot of the window: terminals, forwarded ports, copies. FX thread. */
final class ContainerAccessActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerAccessActions.class);

    private final OpenClusterSource services;
    private final WindowColumnAndThemeStore layoutMemory;
    private final EndContainerSessionsDialog dialog;
    private final RunningActivityDockPane dock = new RunningActivityDockPane(() -> confirmAndRun(this::closeAll),
            this::askToLeave);
    private final TerminalTabs terminals;
    private final Clock clock;
    private final UserPermissionChecker permissions;
    private Optional<PortForwardPane> forwards = Optional.empty();
    private Optional<ContainerFileCopyPane> copies = Optional.empty();

    /** @param dialog asked before anything is cut short */
    ContainerAccessActions(OpenClusterSource services, WindowColumnAndThemeStore layoutMemory, Clock clock,
            EndContainerSessionsDialog dialog, UserPermissionChecker permissions) {
        this.services = services;
        this.layoutMemory = layoutMemory;
        this.dialog = dialog;
        this.permissions = permissions;
        terminals = new TerminalTabs(services, dock, permissions);
        this.clock = clock;
    }

    Node node() {
        return dock.node();
    }

    TerminalTabs terminals() {
        return terminals;
    }

    /** Returns the container access actions for a pod; unavailable ones with the reason. */
    List<OfferedChange> offers(ObjectRef object) {
        var offers = new ArrayList<>(terminals.offers(object));
        if (object.kind().equals("Pod")) {
            offers.add(new OfferedChange(MESSAGES.text("container.forward"), () -> forwardPorts(object),
                    permissions.refusalOf(RequiredPermissions.forPodConnection(MESSAGES.text("container.forwardAccess"),
                            object, ContainerPermissionKind.PORT_FORWARD.subresourceName()))));
            offers.add(new OfferedChange(MESSAGES.text("container.copy"), () -> copyFiles(object),
                    permissions.refusalOf(RequiredPermissions.forPodConnection(MESSAGES.text("container.copyAccess"),
                            object, ContainerPermissionKind.EXEC.subresourceName()))));
        }
        var vain = accessBlocker(object);
        if (vain.isEmpty()) {
            return offers;
        }
        return offers.stream().map(offeredChange -> withReason(offeredChange, vain)).toList();
    }

    private static OfferedChange withReason(OfferedChange offeredChange, Optional<String> vain) {
        return new OfferedChange(offeredChange.title(), offeredChange.begin(), offeredChange.reason().or(() -> vain));
    }

    /** Returns the reason why nobody can reach into a pod; empty for none. */
    private Optional<String> accessBlocker(ObjectRef object) {
        return services.snapshots().get().findPod(object.namespace(), object.name())
                .filter(_ -> object.kind().equals("Pod")).flatMap(pod -> noContainerReason(pod));
    }

    private static Optional<String> noContainerReason(PodSummary pod) {
        if (pod.phase().isTerminal()) {
            return Optional.of(MESSAGES.text("container.ended"));
        }
        if (pod.waitsForNode()) {
            return Optional.of(MESSAGES.text("container.unscheduled"));
        }
        return Optional.empty();
    }

    private void forwardPorts(ObjectRef pod) {
        shownForwards().ask(pod);
    }

    /** Creates the pane on first use, as a window should open without. */
    private PortForwardPane shownForwards() {
        var pane = forwards.orElseGet(() -> new PortForwardPane(services, layoutMemory, clock));
        forwards = Optional.of(pane);
        dock.show(pane);
        return pane;
    }

    private void copyFiles(ObjectRef pod) {
        var pane = copies.orElseGet(() -> new ContainerFileCopyPane(services, layoutMemory, clock));
        copies = Optional.of(pane);
        dock.show(pane);
        pane.ask(pod);
    }

    /** Shows the forwarded ports. */
    void showForwards() {
        shownForwards().begin();
    }

    /** Stops forwards and copies once changes are refused. */
    void applyAccess(OpenableClusterList clusters) {
        if (clusters.access() != ClusterWriteAccessMode.CHANGES_ALLOWED) {
            forwards.ifPresent(PortForwardPane::refuseChanges);
            copies.ifPresent(ContainerFileCopyPane::refuseChanges);
        }
    }

    /** Runs an action that would interrupt running sessions: at once where there are none, else after confirmation. */
    void confirmAndRun(Runnable action) {
        var running = dock.runningWork();
        if (running.isEmpty()) {
            action.run();
        } else {
            dialog.ask(running, () -> {
                closeAll();
                action.run();
            });
        }
    }

    private void askToLeave(List<String> running, Runnable action) {
        dialog.ask(running, action);
    }

    /** Closes everything. */
    void closeAll() {
        dock.closeAll();
    }
}
