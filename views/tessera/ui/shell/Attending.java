package tessera.ui.shell;

import java.util.List;
import java.util.Optional;
import tessera.doctor.Mending;
import tessera.insight.Attention;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChanges.Offer;
import tessera.ui.nodes.NodesView;
import tessera.ui.pods.PodsView;

/** The way from what needs attention to where it is shown. FX thread. */
final class Attending {

    private final Shell shell;
    private final Screens screens;

    Attending(Shell shell, Screens screens) {
        this.shell = shell;
        this.screens = screens;
    }

    /** Leads to what needs attention. */
    void attend(Attention attention) {
        if (attention.kind() == Attention.Kind.PODS_WAITING) {
            shell.go(Destination.PODS);
            showPending();
        } else if (attention.kind() == Attention.Kind.PODS_BROKEN) {
            shell.go(Destination.PODS);
            filterPods("!status:Running");
        } else if (attention.count() > 1 && attention.kind() == Attention.Kind.TOO_HOT) {
            shell.go(Destination.ALERTS);
        } else if (attention.count() > 1) {
            shell.go(Destination.NODES);
            filterNodes(attention.kind());
        } else {
            shell.inspect(ObjectRef.node(attention.node()));
        }
    }

    /** The change that mends what needs attention, or begins to; empty where none is known to, or it is about several nodes. */
    Optional<Offer> change(Attention attention) {
        if (attention.count() > 1) {
            return Optional.empty();
        }
        var node = attention.node();
        var mending = switch (attention.kind()) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_FAULT -> Optional.<Mending>of(new Mending.Close(List.of(node)));
            case NOT_OFFERED, CHANGE_STUCK -> Optional.<Mending>of(new Mending.EndMigChange(node));
            case CORDONED -> Optional.<Mending>of(new Mending.Open(List.of(node)));
            case NODE_UNREACHABLE, NODE_NOT_READY, OVERCOMMITTED, PODS_WAITING, PODS_BROKEN, CHANGING ->
                Optional.<Mending>empty();
        };
        return mending.flatMap(shell.changes().mendings()::offer);
    }

    /** Narrows the nodes to those that something is wrong with. */
    private void filterNodes(Attention.Kind kind) {
        if (screens.of(Destination.NODES) instanceof NodesView nodes) {
            nodes.filter(filter(kind));
        }
    }

    private static String filter(Attention.Kind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU -> "state:unhealthy";
            case NODE_UNREACHABLE -> "state:unreachable";
            case NODE_NOT_READY -> "state:notready";
            case NOT_OFFERED -> "state:notoffered";
            case NODE_FAULT -> "state:faulty";
            case CHANGING, CHANGE_STUCK -> "state:changing";
            case OVERCOMMITTED -> "overcommitted";
            case CORDONED -> "cordoned";
            case TOO_HOT, PODS_WAITING, PODS_BROKEN -> "";
        };
    }

    private void showPending() {
        if (screens.of(Destination.PODS) instanceof PodsView pods) {
            pods.showPending();
        }
    }

    private void filterPods(String filter) {
        if (screens.of(Destination.PODS) instanceof PodsView pods) {
            pods.filter(filter);
        }
    }
}
