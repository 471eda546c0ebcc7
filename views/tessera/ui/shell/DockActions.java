package tessera.ui.shell;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.exec.ContainerAccess.AccessUse;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;
import tessera.ui.ClusterList.Access;
import tessera.ui.UserRights;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.copy.CopyPane;
import tessera.ui.dock.DockPane;
import tessera.ui.forward.ForwardPane;
import tessera.ui.terminal.TerminalDock;

/** What reaches into containers from the foot of the window: terminals, forwarded ports, copies. FX thread. */
final class DockActions {

    private final AppServices desk;
    private final LeaveQuestion question;
    private final DockPane dock = new DockPane(() -> leave(this::closeAll), this::ask);
    private final TerminalDock terminals;
    private final Clock clock;
    private final UserRights rights;
    private Optional<ForwardPane> forwards = Optional.empty();
    private Optional<CopyPane> copies = Optional.empty();

    /** @param question asked before anything is cut short */
    DockActions(AppServices desk, Clock clock, LeaveQuestion question, UserRights rights) {
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

    /** What can be begun with a pod that reaches into it; what may not be with the reason against it. */
    List<ChangeOffer> offers(ObjectRef object) {
        var offers = new ArrayList<>(terminals.offers(object));
        if (object.kind().equals("Pod")) {
            offers.add(new ChangeOffer("Forward a port…", () -> forward(object),
                    rights.against(RequiredAccess.reaching("forward ports of pods", object,
                            AccessUse.PORT_FORWARD.subresource()))));
            offers.add(new ChangeOffer("Copy files…", () -> copy(object),
                    rights.against(
                            RequiredAccess.reaching("copy files of pods", object, AccessUse.EXEC.subresource()))));
        }
        var vain = vain(object);
        return vain.isEmpty() ? offers
                : offers.stream()
                        .map(offer -> new ChangeOffer(offer.title(), offer.begin(), offer.reason().or(() -> vain)))
                        .toList();
    }

    /** Why nobody can reach into a pod, whoever it is. */
    private Optional<String> vain(ObjectRef object) {
        return desk.snapshots().get().pod(object.namespace(), object.name()).filter(_ -> object.kind().equals("Pod"))
                .flatMap(pod -> pod.phase().terminal() ? Optional.of("it has ended")
                        : pod.waitsForNode() ? Optional.of("it is on no node yet") : Optional.empty());
    }

    private void forward(ObjectRef pod) {
        shownForwards().ask(pod);
    }

    /** They are made when somebody first wants them, as a window should open without. */
    private ForwardPane shownForwards() {
        var pane = forwards.orElseGet(() -> new ForwardPane(desk, clock));
        forwards = Optional.of(pane);
        dock.show(pane);
        return pane;
    }

    private void copy(ObjectRef pod) {
        var pane = copies.orElseGet(() -> new CopyPane(desk, clock));
        copies = Optional.of(pane);
        dock.show(pane);
        pane.ask(pod);
    }

    /** Shows which ports are forwarded. */
    void showForwards() {
        shownForwards().begin();
    }

    /** Nothing may go on once changes are refused. */
    void heed(ClusterList clusters) {
        if (clusters.access() != Access.CHANGES_ALLOWED) {
            forwards.ifPresent(ForwardPane::refuse);
            copies.ifPresent(CopyPane::refuse);
        }
    }

    /** Does what would cut short what runs: at once where nothing does, or else if the user says so. */
    void leave(Runnable action) {
        var running = dock.running();
        if (running.isEmpty()) {
            action.run();
        } else {
            question.ask(running, () -> {
                closeAll();
                action.run();
            });
        }
    }

    private void ask(List<String> running, Runnable action) {
        question.ask(running, action);
    }

    /** Leaves everything. */
    void closeAll() {
        dock.closeAll();
    }
}
