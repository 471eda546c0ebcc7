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

/** What fires, the most urgent first. */
final class WallAlertsPage {

    private static final int ROWS = 7;
    private static final double SIGN = 52;

    private final Label title = WallPieces.label("", "wall-page-title");
    private final Label coverage = WallPieces.label("", "wall-small");
    private final VBox rows = new VBox();
    private final InlineParts<WallAlertRow> parts = new InlineParts<>(rows.getChildren(), WallAlertsPage::row);
    private final VBox root = new VBox();

    /** An alert, or how many there is no room for. */
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

    void show(WallState.Alerts state) {
        title.setText(state.lines().isEmpty() ? state.empty() : state.title());
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

    private static Node row(WallAlertRow row) {
        if (row.more() > 0) {
            return WallPieces.label("and %d more".formatted(row.more()), "wall-small");
        }
        var line = row.line();
        var words = new VBox(2, WallPieces.label(line.title(), tone(line.sign())),
                WallPieces.label(line.where() + (line.holder().isEmpty() ? "" : " · " + line.holder()),
                        "wall-row-detail"));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        var value = WallPieces.whole(line.value(), "wall-row-value");
        var age = WallPieces.whole(line.age(), "wall-row-age");
        var box = WallPieces.row(28, WallPieces.sign(line.sign(), SIGN), words, value, age);
        box.getStyleClass().add("wall-row");
        return box;
    }

    private static String tone(StatusGlyph sign) {
        return sign == StatusGlyph.INFO ? "wall-row-quiet" : "wall-row-title";
    }
}
