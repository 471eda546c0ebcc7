package tessera.ui.fleet;

import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.diagnosis.FleetProblem;
import tessera.ui.fleet.FleetScreenState.AttentionItemState;

/** One attention item: severity, problem, age, place and link. */
final class AttentionItemRow extends HBox {

    private final Label title = new Label();
    private final Label age = new Label();
    private final Label detail = new Label();
    private AttentionItemState item;

    AttentionItemRow(FleetView.FleetProblemActions actions, AttentionItemState item) {
        super(12);
        this.item = item;
        title.getStyleClass().add("attention-title");
        title.setMinWidth(0);
        title.setWrapText(true);
        age.getStyleClass().addAll("small", "muted");
        age.setMinWidth(Region.USE_PREF_SIZE);
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        detail.getStyleClass().addAll("small", "muted");
        detail.setWrapText(true);
        var wrappedAttentionLinks = new WrappedAttentionLinks();
        actions.changes().apply(item.entry()).filter(offeredChange -> offeredChange.reason().isEmpty())
                .ifPresent(offeredChange -> wrappedAttentionLinks.getChildren()
                        .add(link(offeredChange.title(), offeredChange.begin())));
        wrappedAttentionLinks.getChildren()
                .add(link(linkTitle(item.entry()), () -> actions.open().accept(this.item.entry())));
        var words = new VBox(2, new HBox(8, title, spacer, age), detail, wrappedAttentionLinks);
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
            return "Show pods";
        }
        if (entry.count() > 1 && entry.kind() == FleetProblem.FleetProblemKind.TOO_HOT) {
            return "Show alerts";
        }
        return entry.count() > 1 ? "Show all" : "Show " + entry.node();
    }

    private static Hyperlink link(String text, Runnable follow) {
        var link = new Hyperlink(text);
        link.getStyleClass().add("small");
        link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        link.setOnAction(event -> follow.run());
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
