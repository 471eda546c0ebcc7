package tessera.ui.shell;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.beans.value.ObservableValue;
import tessera.insight.Accelerators;
import tessera.model.ObjectRef;
import tessera.ui.Desk;
import tessera.ui.Screen;
import tessera.ui.devices.DevicesView;
import tessera.ui.fleet.FleetView;
import tessera.ui.nodes.NodesView;
import tessera.ui.pods.PodsView;

/** The screens of a window, each made when it is first gone to, and wired to the inspector. FX thread. */
final class Screens {

    private final Shell shell;
    private final Desk desk;
    private final Accelerators accelerators;
    private final ObservableValue<String> namespace;
    private final ObservableValue<Instant> now;
    private final Map<Destination, Screen<?, ?>> made = new EnumMap<>(Destination.class);

    Screens(Shell shell, Desk desk, Accelerators accelerators, ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        this.shell = shell;
        this.desk = desk;
        this.accelerators = accelerators;
        this.namespace = namespace;
        this.now = now;
    }

    Screen<?, ?> of(Destination destination) {
        return made.computeIfAbsent(destination, this::make);
    }

    private Screen<?, ?> make(Destination destination) {
        return switch (destination) {
            case FLEET -> fleet();
            case NODES -> nodes();
            case GPUS -> devices();
            case PODS -> pods();
        };
    }

    private FleetView fleet() {
        var view = new FleetView(accelerators,
                new FleetView.Wishes(this::openNode, shell::attend, desk::retry), namespace, now);
        view.selectionProperty().addListener((selection, before, chosen) -> follow(chosen));
        view.showAttention(shell.inspected().isEmpty());
        return view;
    }

    private void follow(List<String> nodes) {
        if (!nodes.isEmpty()) {
            shell.inspect(ObjectRef.node(nodes.getLast()));
        }
    }

    private NodesView nodes() {
        var view = new NodesView(desk.memory(), this::openNode, desk::retry, now);
        view.selectedProperty().addListener(
                (selected, before, chosen) -> chosen.ifPresent(node -> shell.inspect(ObjectRef.node(node))));
        return view;
    }

    private DevicesView devices() {
        var view = new DevicesView(desk.memory(), this::openNode, desk::retry, namespace, now);
        view.selectedProperty().addListener(
                (selected, before, chosen) -> chosen.ifPresent(node -> shell.inspect(ObjectRef.node(node))));
        return view;
    }

    private PodsView pods() {
        var view = new PodsView(accelerators, shell::inspect, desk::retry, namespace, now);
        view.selectedProperty().addListener((selected, before, chosen) -> chosen.ifPresent(shell::inspect));
        return view;
    }

    private void openNode(String node) {
        shell.inspect(ObjectRef.node(node));
        shell.turnTo("Pods");
    }

    /** The inspector takes the place of the column of what needs attention. */
    void inspecting(boolean open) {
        if (made.get(Destination.FLEET) instanceof FleetView fleet) {
            fleet.showAttention(!open);
            if (!open) {
                fleet.select(List.of());
            }
        }
    }

    /** Shows in the mosaic which node is inspected. It is told of its own selection, too, and has it already. */
    void mark(ObjectRef object) {
        if (object.kind().equals("Node") && made.get(Destination.FLEET) instanceof FleetView fleet) {
            var selected = fleet.selectionProperty().get();
            if (selected.isEmpty() || !selected.getLast().equals(object.name())) {
                fleet.select(List.of(object.name()));
            }
        }
    }

    void filterNodes(String filter) {
        if (of(Destination.NODES) instanceof NodesView nodes) {
            nodes.filter(filter);
        }
    }

    void showPending() {
        if (of(Destination.PODS) instanceof PodsView pods) {
            pods.showPending();
        }
    }

    void filterPods(String filter) {
        if (of(Destination.PODS) instanceof PodsView pods) {
            pods.filter(filter);
        }
    }

    void focusFilter(Destination destination) {
        switch (of(destination)) {
            case NodesView nodes -> nodes.focusFilter();
            case DevicesView devices -> devices.focusFilter();
            case PodsView pods -> pods.focusFilter();
            default -> shell.palette().open();
        }
    }
}
