package tessera.ui.shell;

import java.util.List;
import java.util.Optional;
import tessera.diagnosis.FleetProblem;
import tessera.doctor.FindingRemediation;
import tessera.model.ObjectRef;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.nodes.NodesView;
import tessera.ui.pods.PodsView;

/** Navigation from attention items to the screen that shows them. FX thread. */
final class AttentionItemNavigator {

    private final WindowRootPane rootPane;
    private final WindowScreens screens;

    AttentionItemNavigator(WindowRootPane rootPane, WindowScreens screens) {
        this.rootPane = rootPane;
        this.screens = screens;
    }

    /** Shows the object of an attention item. */
    void showItem(FleetProblem attention) {
        if (attention.kind() == FleetProblem.FleetProblemKind.PODS_WAITING) {
            rootPane.goTo(ScreenDestination.PODS);
            showPending();
        } else if (attention.kind() == FleetProblem.FleetProblemKind.PODS_BROKEN) {
            rootPane.goTo(ScreenDestination.PODS);
            filterPods("!status:Running");
        } else if (attention.count() > 1 && attention.kind() == FleetProblem.FleetProblemKind.TOO_HOT) {
            rootPane.goTo(ScreenDestination.ALERTS);
        } else if (attention.count() > 1) {
            rootPane.goTo(ScreenDestination.NODES);
            filterNodes(attention.kind());
        } else {
            rootPane.inspect(ObjectRef.node(attention.node()));
        }
    }

    /** Returns the change that remedies an item, or begins to; empty where none is known, or it is about several nodes. */
    Optional<OfferedChange> remedyFor(FleetProblem attention) {
        if (attention.count() > 1) {
            return Optional.empty();
        }
        var node = attention.node();
        var mending = switch (attention.kind()) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_FAULT ->
                Optional.<FindingRemediation>of(new FindingRemediation.CordonNodesRemedy(List.of(node)));
            case NOT_OFFERED, CHANGE_STUCK ->
                Optional.<FindingRemediation>of(new FindingRemediation.EndMigChangeRemedy(node));
            case CORDONED -> Optional.<FindingRemediation>of(new FindingRemediation.UncordonNodesRemedy(List.of(node)));
            case NODE_UNREACHABLE, NODE_NOT_READY, OVERCOMMITTED, PODS_WAITING, PODS_BROKEN, CHANGING ->
                Optional.<FindingRemediation>empty();
        };
        return mending.flatMap(rootPane.changes().remediations()::offer);
    }

    /** Narrows the nodes to those with the problem. */
    private void filterNodes(FleetProblem.FleetProblemKind kind) {
        if (screens.screenFor(ScreenDestination.NODES) instanceof NodesView nodes) {
            nodes.filterRows(filterText(kind));
        }
    }

    private static String filterText(FleetProblem.FleetProblemKind kind) {
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
