package tessera.ui.quota;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import tessera.quota.QuotaLine.LineStatus;
import tessera.ui.kit.SelectableText;

/** Cells of the table of quotas that are drawn. */
final class QuotaCells {

    private static final double BAR = 60;
    private static final double HEIGHT = 8;

    private QuotaCells() {}

    static Node owner(QuotaRow row) {
        return SelectableText.yielding(row.ownerWords(), "strong");
    }

    static Node source(QuotaRow row) {
        return SelectableText.yielding(row.source(), row.line().source().isEmpty() ? "muted" : "label");
    }

    static Node resource(QuotaRow row) {
        var label = SelectableText.yielding(row.line().resource().isEmpty() ? "–" : row.line().resource(), "mono");
        label.setTooltip(row.line().key().isEmpty() ? null : new Tooltip(row.line().key()));
        return label;
    }

    /** How much of what may be taken is taken; hatched where that is not known, nothing where it means nothing. */
    static Node share(QuotaRow row) {
        var bar = new Pane();
        bar.setMinSize(BAR, HEIGHT);
        bar.setPrefSize(BAR, HEIGHT);
        bar.setMaxSize(BAR, HEIGHT);
        row.line().share().ifPresent(share -> {
            bar.getStyleClass().addAll("level-bar", "quota-bar", style(row));
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

    private static String style(QuotaRow row) {
        return switch (row.line().standing()) {
            case FULL, EXCEEDED -> "scarce";
            case BEHIND -> "stale";
            default -> "ample";
        };
    }

    static Node standing(QuotaRow row) {
        var words = SelectableText.yielding(row.standingBriefly(),
                row.troubled() && !row.is(LineStatus.UNKNOWN) ? "warn-text" : "muted");
        var cell = new HBox(6, row.is(LineStatus.OPEN) ? row.sign().node("muted") : row.sign().node(), words);
        cell.setAlignment(Pos.CENTER_LEFT);
        Tooltip.install(cell, new Tooltip(row.told()));
        return cell;
    }
}
