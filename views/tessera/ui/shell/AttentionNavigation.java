package tessera.ui.shell;

import java.util.List;
import java.util.Optional;
import tessera.doctor.Remediation;
import tessera.insight.AttentionItem;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.nodes.NodesView;
import tessera.ui.pods.PodsView;

/** The way from what needs attention to where it is shown. FX thread. */
final class AttentionNavigation {

    private final WindowShell shell;
    private final ScreenSet screens;

    AttentionNavigation(WindowShell shell, ScreenSet screens) {
        this.shell = shell;
        this.screens = screens;
    }

    /** Leads to what needs attention. */
    void attend(AttentionItem attention) {
        if (attention.kind() == AttentionItem.AttentionKind.PODS_WAITING) {
            shell.go(ScreenDestination.PODS);
            showPending();
        } else if (attention.kind() == AttentionItem.AttentionKind.PODS_BROKEN) {
            shell.go(ScreenDestination.PODS);
            filterPods("!status:Running");
        } else if (attention.count() > 1 && attention.kind() == AttentionItem.AttentionKind.TOO_HOT) {
            shell.go(ScreenDestination.ALERTS);
        } else if (attention.count() > 1) {
            shell.go(ScreenDestination.NODES);
            filterNodes(attention.kind());
        } else {
            shell.inspect(ObjectRef.node(attention.node()));
        }
    }

    /** The change that mends what needs attention, or begins to; empty where none is known to, or it is about several nodes. */
    Optional<ChangeOffer> change(AttentionItem attention) {
        if (attention.count() > 1) {
            return Optional.empty();
        }
        var node = attention.node();
        var mending = switch (attention.kind()) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_FAULT -> Optional.<Remediation>of(new Remediation.Close(List.of(node)));
            case NOT_OFFERED, CHANGE_STUCK -> Optional.<Remediation>of(new Remediation.EndMigChange(node));
            case CORDONED -> Optional.<Remediation>of(new Remediation.OpenNodes(List.of(node)));
            case NODE_UNREACHABLE, NODE_NOT_READY, OVERCOMMITTED, PODS_WAITING, PODS_BROKEN, CHANGING ->
                Optional.<Remediation>empty();
        };
        return mending.flatMap(shell.changes().mendings()::offer);
    }

    /** Narrows the nodes to those that something is wrong with. */
    private void filterNodes(AttentionItem.AttentionKind kind) {
        if (screens.of(ScreenDestination.NODES) instanceof NodesView nodes) {
            nodes.filter(filter(kind));
        }
    }

    private static String filter(AttentionItem.AttentionKind kind) {
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
        if (screens.of(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.showPending();
        }
    }

    private void filterPods(String filter) {
        if (screens.of(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.filter(filter);
        }
    }
}
