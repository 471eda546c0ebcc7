package tessera.ui.shell;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.model.ObjectRef;
import tessera.ui.Clusters;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.change.NodeChanges.Offer;
import tessera.ui.copy.CopyPane;
import tessera.ui.dock.Dock;
import tessera.ui.forward.ForwardPane;
import tessera.ui.terminal.TerminalDock;

/** What reaches into containers from the foot of the window: terminals, forwarded ports, copies. FX thread. */
final class Foot {

    private final Desk desk;
    private final LeaveQuestion question;
    private final Dock dock = new Dock(() -> leave(this::closeAll));
    private final TerminalDock terminals;
    private final ForwardPane forwards;
    private final CopyPane copies;

    /** @param question asked before anything is cut short */
    Foot(Desk desk, Clock clock, LeaveQuestion question) {
        this.desk = desk;
        this.question = question;
        terminals = new TerminalDock(desk, dock);
        forwards = new ForwardPane(desk, clock);
        copies = new CopyPane(desk, clock);
    }

    Node node() {
        return dock.node();
    }

    TerminalDock terminals() {
        return terminals;
    }

    /** What can be begun with a pod that reaches into it; in read-only mode the same, with that as the reason against it. */
    List<Offer> offers(ObjectRef object) {
        var offers = new ArrayList<>(terminals.offers(object));
        if (object.kind().equals("Pod")) {
            offers.add(new Offer("Forward a port…", () -> forward(object), reason()));
            offers.add(new Offer("Copy files…", () -> copy(object), reason()));
        }
        return offers;
    }

    private Optional<String> reason() {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? Optional.empty()
                : Optional.of("read-only mode");
    }

    private void forward(ObjectRef pod) {
        dock.show(forwards);
        forwards.ask(pod);
    }

    private void copy(ObjectRef pod) {
        dock.show(copies);
        copies.ask(pod);
    }

    /** Shows which ports are forwarded. */
    void showForwards() {
        dock.show(forwards);
        forwards.begin();
    }

    /** Nothing may go on once changes are refused. */
    void heed(Clusters clusters) {
        if (clusters.access() != Access.CHANGES_ALLOWED) {
            forwards.refuse();
            copies.refuse();
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

    /** Leaves everything. */
    void closeAll() {
        dock.closeAll();
    }
}
