package tessera.ui.shell;

import java.util.List;
import java.util.Optional;
import tessera.doctor.Remediation;
import tessera.insight.AttentionItem;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.nodes.NodesView;
import tessera.ui.pods.PodsView;

/** Navigation from attention items to the screen that shows them. FX thread. */
final class AttentionNavigation {

    private final WindowShell shell;
    private final ScreenSet screens;

    AttentionNavigation(WindowShell shell, ScreenSet screens) {
        this.shell = shell;
        this.screens = screens;
    }

    /** Shows the object of an attention item. */
    void showItem(AttentionItem attention) {
        if (attention.kind() == AttentionItem.AttentionKind.PODS_WAITING) {
            shell.goTo(ScreenDestination.PODS);
            showPending();
        } else if (attention.kind() == AttentionItem.AttentionKind.PODS_BROKEN) {
            shell.goTo(ScreenDestination.PODS);
            filterPods("!status:Running");
        } else if (attention.count() > 1 && attention.kind() == AttentionItem.AttentionKind.TOO_HOT) {
            shell.goTo(ScreenDestination.ALERTS);
        } else if (attention.count() > 1) {
            shell.goTo(ScreenDestination.NODES);
            filterNodes(attention.kind());
        } else {
            shell.inspect(ObjectRef.node(attention.node()));
        }
    }

    /** Returns the change that remedies an item, or begins to; empty where none is known, or it is about several nodes. */
    Optional<ChangeOffer> remedyFor(AttentionItem attention) {
        if (attention.count() > 1) {
            return Optional.empty();
        }
        var node = attention.node();
        var mending = switch (attention.kind()) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_FAULT ->
                Optional.<Remediation>of(new Remediation.CordonNodes(List.of(node)));
            case NOT_OFFERED, CHANGE_STUCK -> Optional.<Remediation>of(new Remediation.EndMigChange(node));
            case CORDONED -> Optional.<Remediation>of(new Remediation.OpenNodes(List.of(node)));
            case NODE_UNREACHABLE, NODE_NOT_READY, OVERCOMMITTED, PODS_WAITING, PODS_BROKEN, CHANGING ->
                Optional.<Remediation>empty();
        };
        return mending.flatMap(shell.changes().remediations()::offer);
    }

    /** Narrows the nodes to those with the problem. */
    private void filterNodes(AttentionItem.AttentionKind kind) {
        if (screens.screenFor(ScreenDestination.NODES) instanceof NodesView nodes) {
            nodes.filterRows(filterText(kind));
        }
    }

    private static String filterText(AttentionItem.AttentionKind kind) {
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
        if (screens.screenFor(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.showPending();
        }
    }

    private void filterPods(String filter) {
        if (screens.screenFor(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.filterPods(filter);
        }
    }
}
