package tessera.ui.shell;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.exec.ContainerAccess.ContainerOperation;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserPermissions;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.copy.CopyPane;
import tessera.ui.dock.DockPane;
import tessera.ui.forward.ForwardPane;
import tessera.ui.terminal.TerminalDock;

/** Container access at the foot of the window: terminals, forwarded ports, copies. FX thread. */
final class DockActions {

    private final AppServices desk;
    private final LeaveQuestion question;
    private final DockPane dock = new DockPane(() -> confirmAndRun(this::closeAll), this::askToLeave);
    private final TerminalDock terminals;
    private final Clock clock;
    private final UserPermissions rights;
    private Optional<ForwardPane> forwards = Optional.empty();
    private Optional<CopyPane> copies = Optional.empty();

    /** @param question asked before anything is cut short */
    DockActions(AppServices desk, Clock clock, LeaveQuestion question, UserPermissions rights) {
        this.desk = desk;
        this.question = question;
        this.rights = rights;
        terminals = new TerminalDock(desk, dock, rights);
        this.clock = clock;
    }

    Node node() {
        return dock.node();
    }

    TerminalDock terminals() {
        return terminals;
    }

    /** Returns the container access actions for a pod; unavailable ones with the reason. */
    List<ChangeOffer> offers(ObjectRef object) {
        var offers = new ArrayList<>(terminals.offers(object));
        if (object.kind().equals("Pod")) {
            offers.add(new ChangeOffer("Forward a port…", () -> forwardPorts(object),
                    rights.refusalOf(RequiredAccess.forPodConnection("forward ports of pods", object,
                            ContainerOperation.PORT_FORWARD.subresourceName()))));
            offers.add(new ChangeOffer("Copy files…", () -> copyFiles(object),
                    rights.refusalOf(
                            RequiredAccess.forPodConnection("copy files of pods", object,
                                    ContainerOperation.EXEC.subresourceName()))));
        }
        var vain = accessBlocker(object);
        return vain.isEmpty() ? offers
                : offers.stream()
                        .map(offer -> new ChangeOffer(offer.title(), offer.begin(), offer.reason().or(() -> vain)))
                        .toList();
    }

    /** Returns the reason why nobody can reach into a pod; empty for none. */
    private Optional<String> accessBlocker(ObjectRef object) {
        return desk.snapshots().get().findPod(object.namespace(), object.name())
                .filter(_ -> object.kind().equals("Pod"))
                .flatMap(pod -> pod.phase().isTerminal() ? Optional.of("it has ended")
                        : pod.waitsForNode() ? Optional.of("it is on no node yet") : Optional.empty());
    }

    private void forwardPorts(ObjectRef pod) {
        shownForwards().ask(pod);
    }

    /** Creates the pane on first use, as a window should open without. */
    private ForwardPane shownForwards() {
        var pane = forwards.orElseGet(() -> new ForwardPane(desk, clock));
        forwards = Optional.of(pane);
        dock.show(pane);
        return pane;
    }

    private void copyFiles(ObjectRef pod) {
        var pane = copies.orElseGet(() -> new CopyPane(desk, clock));
        copies = Optional.of(pane);
        dock.show(pane);
        pane.ask(pod);
    }

    /** Shows the forwarded ports. */
    void showForwards() {
        shownForwards().begin();
    }

    /** Stops forwards and copies once changes are refused. */
    void applyAccess(ClusterList clusters) {
        if (clusters.access() != Access.CHANGES_ALLOWED) {
            forwards.ifPresent(ForwardPane::refuseChanges);
            copies.ifPresent(CopyPane::refuseChanges);
        }
    }

    /** Runs an action that would interrupt running sessions: at once where there are none, else after confirmation. */
    void confirmAndRun(Runnable action) {
        var running = dock.runningWork();
        if (running.isEmpty()) {
            action.run();
        } else {
            question.ask(running, () -> {
                closeAll();
                action.run();
            });
        }
    }

    private void askToLeave(List<String> running, Runnable action) {
        question.ask(running, action);
    }

    /** Closes everything. */
    void closeAll() {
        dock.closeAll();
    }
}
