package tessera.ui.shell;

import tessera.insight.Attention;
import tessera.model.ObjectRef;
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
        } else if (attention.count() > 1) {
            shell.go(Destination.NODES);
            filterNodes(attention.kind());
        } else {
            shell.inspect(ObjectRef.node(attention.node()));
        }
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
            case OVERCOMMITTED -> "overcommitted";
            case CORDONED -> "cordoned";
            case PODS_WAITING, PODS_BROKEN -> "";
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
