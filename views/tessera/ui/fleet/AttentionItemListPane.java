package tessera.ui.fleet;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.diagnosis.FleetProblem;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetScreenState.AttentionItemState;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Attention items one below the other: severity, problem, age, place and link. */
final class AttentionItemListPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AttentionItemListPane.class);

    private final FleetProblemActions actions;
    private final Label count = TextLabelFactory.label("", "caption");
    private final VBox entries = new VBox();
    private final PaneChildrenReconciler<AttentionItemState> parts = new PaneChildrenReconciler<>(entries.getChildren(),
            this::entryFor, AttentionItemRow::updates);
    private final Label nothing = TextLabelFactory.label("", "muted", "attention-nothing");
    private final BorderPane root = new BorderPane();

    AttentionItemListPane(FleetProblemActions actions) {
        this.actions = actions;
        var title = TextLabelFactory.label(MESSAGES.text("attention.title"), "section-title");
        count.setId("attention-count");
        TooltipFactory.install(title, MESSAGES.text("attention.counted"));
        TooltipFactory.install(count, MESSAGES.text("attention.counted"));
        var head = LayoutBoxFactory.withStyle(LayoutBoxFactory.row(8, title, LayoutBoxFactory.spacer(), count),
                "attention-head");
        nothing.setWrapText(true);
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
            case ALL -> MESSAGES.text("attention.none");
            case SOME -> MESSAGES.text("attention.noneSeen");
            case NONE -> MESSAGES.text("attention.noneOnNodes");
        });
        count.setText(lines.isEmpty() ? "" : MESSAGES.text("attention.count", lines.size()));
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

    /** One attention item: severity, problem, age, place and link. */
    private static final class AttentionItemRow extends HBox {

        private final Label title = TextLabelFactory.label("", "attention-title");
        private final Label age = TextLabelFactory.label("", "small", "muted");
        private final Label detail = TextLabelFactory.label("", "small", "muted");
        private AttentionItemState item;

        AttentionItemRow(FleetProblemActions actions, AttentionItemState item) {
            super(12);
            this.item = item;
            title.setMinWidth(0);
            title.setWrapText(true);
            age.setMinWidth(Region.USE_PREF_SIZE);
            detail.setWrapText(true);
            var wrappedAttentionLinks = new WrappedAttentionLinks();
            actions.changes().apply(item.entry()).filter(offeredChange -> offeredChange.reason().isEmpty())
                    .ifPresent(offeredChange -> wrappedAttentionLinks.getChildren()
                            .add(link(offeredChange.title(), offeredChange.begin())));
            wrappedAttentionLinks.getChildren()
                    .add(link(linkTitle(item.entry()), () -> actions.open().accept(this.item.entry())));
            var words = new VBox(2, new HBox(8, title, LayoutBoxFactory.spacer(), age), detail, wrappedAttentionLinks);
            HBox.setHgrow(words, Priority.ALWAYS);
            getChildren().setAll(item.glyph().node(), words);
            getStyleClass().add("attention-entry");
            show(item);
        }

        /** Updates a node with a line where it shows the same item; returns whether it did. */
        static boolean updates(Node node, AttentionItemState latestItem) {
            boolean same = node instanceof AttentionItemRow entry && entry.offersSame(latestItem);
            if (same) {
                ((AttentionItemRow) node).show(latestItem);
            }
            return same;
        }

        /** Returns whether two lines offer the same changes, which depends on kind, place and number. */
        private boolean offersSame(AttentionItemState latestItem) {
            var before = item.entry();
            var now = latestItem.entry();
            return before.kind() == now.kind() && before.node().equals(now.node()) && item.glyph() == latestItem.glyph()
                    && before.count() > 1 == now.count() > 1;
        }

        private void show(AttentionItemState latestItem) {
            item = latestItem;
            title.setText(latestItem.entry().headline());
            age.setText(latestItem.age());
            detail.setText(latestItem.entry().detail());
        }

        private static String linkTitle(FleetProblem entry) {
            if (entry.node().isEmpty()) {
                return MESSAGES.text("attention.showPods");
            }
            if (entry.count() > 1 && entry.kind() == FleetProblem.FleetProblemKind.TOO_HOT) {
                return MESSAGES.text("attention.showAlerts");
            }
            return entry.count() > 1 ? MESSAGES.text("attention.showAll")
                    : MESSAGES.text("attention.show", entry.node());
        }

        private static Hyperlink link(String text, Runnable follow) {
            var link = InputControlFactory.link(text, follow, "small");
            link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            return link;
        }

        /** Links on as many rows as they need; a very long name does not hide the others. */
        private static final class WrappedAttentionLinks extends FlowPane {

            WrappedAttentionLinks() {
                super(16, 2);
                setMinWidth(0);
            }

            /** Bounds each link by the width to be laid out at, so that the rows are counted as they will be. */
            @Override
            protected double computePrefHeight(double width) {
                if (width > 0) {
                    getChildren().forEach(linkNode -> ((Hyperlink) linkNode).setMaxWidth(width));
                }
                return super.computePrefHeight(width);
            }
        }
    }
}
