package tessera.ui.quota;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.ui.kit.TextLabelFactory;

/** Cells of the quota table that are drawn. */
final class QuotaTableCellFactory {

    private static final double BAR = 60;
    private static final double HEIGHT = 8;

    private QuotaTableCellFactory() {}

    static Node ownerCell(QuotaRow row) {
        return TextLabelFactory.shrinkable(row.ownerText(), "strong");
    }

    static Node sourceCell(QuotaRow row) {
        return TextLabelFactory.shrinkable(row.sourceName(), row.tableRow().source().isEmpty() ? "muted" : "label");
    }

    static Node resourceCell(QuotaRow row) {
        var label = TextLabelFactory.shrinkable(row.tableRow().resource().isEmpty() ? "–" : row.tableRow().resource(),
                "mono");
        label.setTooltip(row.tableRow().key().isEmpty() ? null : new Tooltip(row.tableRow().key()));
        return label;
    }

    /** Draws the used share of the limit; hatched where unknown, nothing where it has no meaning. */
    static Node shareCell(QuotaRow row) {
        var bar = new Pane();
        bar.setMinSize(BAR, HEIGHT);
        bar.setPrefSize(BAR, HEIGHT);
        bar.setMaxSize(BAR, HEIGHT);
        row.tableRow().usedShare().ifPresent(share -> {
            bar.getStyleClass().addAll("level-bar", "quota-bar", barStyle(row));
            var level = new Region();
            level.getStyleClass().add("level");
            level.setManaged(false);
            level.resizeRelocate(0, 0, Math.rint(BAR * share), HEIGHT);
            bar.getChildren().add(level);
        });
        var cell = new HBox(bar);
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    private static String barStyle(QuotaRow row) {
        return switch (row.tableRow().status()) {
            case FULL, EXCEEDED -> "scarce";
            case BEHIND -> "stale";
            default -> "ample";
        };
    }

    static Node statusCell(QuotaRow row) {
        var text = TextLabelFactory.shrinkable(row.shortStatusText(),
                row.hasProblem() && !row.hasStatus(QuotaRowStatus.UNKNOWN) ? "warn-text" : "muted");
        var cell = new HBox(6,
                row.hasStatus(QuotaRowStatus.OPEN) ? row.statusGlyph().node("muted") : row.statusGlyph().node(), text);
        cell.setAlignment(Pos.CENTER_LEFT);
        Tooltip.install(cell, new Tooltip(row.completeStatusText()));
        return cell;
    }
}
