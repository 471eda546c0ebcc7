package tessera.ui.wall;

import java.util.ArrayList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.alerts.AlertBrief.BriefLine;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.StatusGlyph;

/** Page of the firing alerts, the most urgent first. */
final class WallAlertsPage {

    private static final int ROWS = 7;
    private static final double SIGN = 52;

    private final Label title = WallPieces.styledLabel("", "wall-page-title");
    private final Label coverage = WallPieces.styledLabel("", "wall-small");
    private final VBox rows = new VBox();
    private final InlineParts<WallAlertRow> parts = new InlineParts<>(rows.getChildren(), WallAlertsPage::alertRow);
    private final VBox root = new VBox();

    /** Alert, or the number of those that do not fit. */
    private record WallAlertRow(BriefLine line, int more) {}

    WallAlertsPage() {
        root.setId("wall-alerts");
        root.getStyleClass().add("wall-list");
        root.getChildren().setAll(title, rows, coverage);
        VBox.setVgrow(rows, Priority.ALWAYS);
    }

    Node node() {
        return root;
    }

    void show(WallState.AlertsWall state) {
        title.setText(state.lines().isEmpty() ? state.emptyText() : state.title());
        coverage.setText(state.coverage());
        int told = state.lines().size() > ROWS ? ROWS - 1 : state.lines().size();
        var shown = new ArrayList<WallAlertRow>();
        state.lines().subList(0, told).forEach(line -> shown.add(new WallAlertRow(line, 0)));
        if (told < state.lines().size()) {
            shown.add(new WallAlertRow(state.lines().getLast(),
                    state.lines().stream().skip(told).mapToInt(BriefLine::count).sum()));
        }
        parts.show(shown);
    }

    private static Node alertRow(WallAlertRow row) {
        if (row.more() > 0) {
            return WallPieces.styledLabel("and %d more".formatted(row.more()), "wall-small");
        }
        var line = row.line();
        var words = new VBox(2, WallPieces.styledLabel(line.title(), severityStyle(line.glyph())),
                WallPieces.styledLabel(line.place() + (line.holder().isEmpty() ? "" : " · " + line.holder()),
                        "wall-row-detail"));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        var value = WallPieces.wholeLabel(line.value(), "wall-row-value");
        var age = WallPieces.wholeLabel(line.age(), "wall-row-age");
        var box = WallPieces.createRow(28, WallPieces.signNode(line.glyph(), SIGN), words, value, age);
        box.getStyleClass().add("wall-row");
        return box;
    }

    private static String severityStyle(StatusGlyph glyph) {
        return glyph == StatusGlyph.INFO ? "wall-row-quiet" : "wall-row-title";
    }
}
