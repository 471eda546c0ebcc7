package tessera.ui.fleet;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.PodListCompleteness;
import tessera.ui.fleet.FleetScreenState.AttentionItemState;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TooltipFactory;

/** Attention items one below the other: severity, problem, age, place and link. */
final class AttentionItemListPane {

    /** It is another number than that beside Alerts, and neither is wrong. */
    private static final String COUNTED = """
            What keeps GPUs from work at this moment, as nodes and pods tell it: one line for each trouble.
            The number at Alerts is another: of rules that fire, by what is measured and for how long.""";

    private final FleetView.FleetProblemActions actions;
    private final Label count = new Label();
    private final VBox entries = new VBox();
    private final PaneChildrenReconciler<AttentionItemState> parts = new PaneChildrenReconciler<>(entries.getChildren(),
            this::entryFor, AttentionItemRow::updates);
    private final Label nothing = new Label();
    private final BorderPane root = new BorderPane();

    AttentionItemListPane(FleetView.FleetProblemActions actions) {
        this.actions = actions;
        var title = new Label("Needs attention");
        title.getStyleClass().add("section-title");
        count.getStyleClass().add("caption");
        count.setId("attention-count");
        TooltipFactory.install(title, COUNTED);
        TooltipFactory.install(count, COUNTED);
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var head = new HBox(8, title, spacer, count);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("attention-head");
        nothing.setWrapText(true);
        nothing.getStyleClass().addAll("muted", "attention-nothing");
        var scroll = ScrollPaneFactory.verticalPane(new VBox(nothing, entries));
        root.setId("attention");
        root.getStyleClass().add("attention");
        root.setTop(head);
        root.setCenter(scroll);
    }

    Node node() {
        return root;
    }

    /** @param visibility how much of the pods is seen: who is not seen may wait all the same */
    void show(List<AttentionItemState> lines, PodListCompleteness visibility) {
        nothing.setText(switch (visibility) {
            case ALL -> "Nothing. Every GPU that is there can be used, and nobody waits for one.";
            case SOME -> "Nothing that is seen. Not all pods are known, and others may wait for a GPU.";
            case NONE -> "No node. Whether pods wait for a GPU is not known.";
        });
        count.setText(lines.isEmpty() ? "" : lines.size() + " · by severity");
        JavaFxNodeVisibility.setShown(nothing, lines.isEmpty());
        parts.show(lines);
    }

    private Node entryFor(AttentionItemState item) {
        return new AttentionItemRow(actions, item);
    }

    /** Prints the items again, because changes are offered only where they are allowed. */
    void refreshOffers() {
        parts.printAgain();
    }
}
