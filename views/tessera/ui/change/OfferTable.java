package tessera.ui.change;

import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.plan.draft.OfferEffect;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Texts;

/** What nodes offer before and after a change, and what pods there lose. */
final class OfferTable {

    private static final int FEW = 8;
    private static final List<String> HEADS = List.of("Node", "GPUs", "Shared", "Offered now", "Offered then",
            "Pods that run");

    private OfferTable() {}

    static Node of(List<OfferEffect> offers) {
        long before = offers.stream().mapToLong(offer -> offer.before().sum()).sum();
        long after = offers.stream().mapToLong(offer -> offer.after().sum()).sum();
        var head = Lines.head("What nodes offer", "%s: %s → %s".formatted(Numbers.of(offers.size(), "node"),
                Numbers.count(before), Numbers.count(after)));
        var rows = new VBox(grid(offers.subList(0, Math.min(FEW, offers.size()))));
        if (offers.size() > FEW) {
            var all = new Hyperlink("Show all " + Numbers.count(offers.size()));
            all.setMinWidth(Region.USE_PREF_SIZE);
            all.setOnAction(event -> {
                rows.getChildren().setAll(grid(offers));
                head.getChildren().remove(all);
            });
            head.getChildren().add(all);
        }
        return Lines.section(head, rows);
    }

    private static GridPane grid(List<OfferEffect> offers) {
        var grid = new GridPane();
        grid.getStyleClass().add("effects");
        for (int i = 0; i < HEADS.size(); i++) {
            var column = new ColumnConstraints();
            column.setHgrow(i == HEADS.size() - 1 ? Priority.ALWAYS : Priority.NEVER);
            column.setHalignment(i == 1 ? HPos.RIGHT : HPos.LEFT);
            grid.getColumnConstraints().add(column);
            var head = Texts.label(HEADS.get(i), "small", "muted", "effects-head");
            head.setMinWidth(Region.USE_PREF_SIZE);
            grid.add(head, i, 0);
        }
        for (int row = 0; row < offers.size(); row++) {
            grid.addRow(row + 1, row(offers.get(row)));
        }
        return grid;
    }

    private static Node[] row(OfferEffect offer) {
        boolean loses = offer.excess() > 0 || offer.words().contains("may begin no new work");
        var pods = new HBox(8, (loses ? Glyph.WARNING : Glyph.READY).node(), Texts.wrapped(offer.words(), "small"));
        pods.getStyleClass().add("effects-cell");
        return new Node[] {cell(offer.node(), "strong"), cell(Numbers.count(offer.gpus()), "small"),
            cell(sharing(offer), "small"), cell(amounts(offer.before()), "muted"),
            cell(amounts(offer.after()), "strong"),
            pods};
    }

    private static String sharing(OfferEffect offer) {
        return offer.before().sharing().equals(offer.after().sharing()) ? offer.after().sharing()
                : offer.before().sharing() + "\n→ " + offer.after().sharing();
    }

    /** A line each. */
    private static String amounts(OfferEffect.Offer offer) {
        return offer.resources().isEmpty() ? "nothing"
                : offer.resources().entrySet().stream()
                        .map(each -> Numbers.count(each.getValue()) + " " + each.getKey().substring(
                                each.getKey().indexOf('/') + 1))
                        .collect(Collectors.joining("\n"));
    }

    private static Label cell(String text, String style) {
        var label = Texts.label(text, "small", style, "effects-cell");
        label.setMaxWidth(Double.MAX_VALUE);
        label.setMaxHeight(Double.MAX_VALUE);
        label.setAlignment(Pos.TOP_LEFT);
        label.setMinWidth(Region.USE_PREF_SIZE);
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }
}
