package tessera.ui.wall;

import java.util.ArrayList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.alerts.WallAlertSummary.WallAlertSummaryLine;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.StatusGlyph;

/** Page of the firing alerts, the most urgent first. */
final class WallAlertsPage {

    private static final int ROWS = 7;
    private static final double SIGN = 52;

    private final Label title = WallPageControlFactory.styledLabel("", "wall-page-title");
    private final Label coverage = WallPageControlFactory.styledLabel("", "wall-small");
    private final VBox rows = new VBox();
    private final PaneChildrenReconciler<WallAlertRowState> parts = new PaneChildrenReconciler<>(rows.getChildren(),
            WallAlertsPage::alertRow);
    private final VBox root = new VBox();

    /** Alert, or the number of those that do not fit. */
    private record WallAlertRowState(WallAlertSummaryLine line, int hiddenCount) {}

    WallAlertsPage() {
        root.setId("wall-alerts");
        root.getStyleClass().add("wall-list");
        root.getChildren().setAll(title, rows, coverage);
        VBox.setVgrow(rows, Priority.ALWAYS);
    }

    Node node() {
        return root;
    }

    void show(WallPageState.AlertsWallState state) {
        title.setText(state.lines().isEmpty() ? state.emptyText() : state.title());
        coverage.setText(state.coverage());
        int told = state.lines().size() > ROWS ? ROWS - 1 : state.lines().size();
        var shown = new ArrayList<WallAlertRowState>();
        state.lines().subList(0, told).forEach(line -> shown.add(new WallAlertRowState(line, 0)));
        if (told < state.lines().size()) {
            shown.add(new WallAlertRowState(state.lines().getLast(),
                    state.lines().stream().skip(told).mapToInt(WallAlertSummaryLine::count).sum()));
        }
        parts.show(shown);
    }

    private static Node alertRow(WallAlertRowState row) {
        if (row.hiddenCount() > 0) {
            return WallPageControlFactory.styledLabel("and %d more".formatted(row.hiddenCount()), "wall-small");
        }
        var line = row.line();
        var words = new VBox(2, WallPageControlFactory.styledLabel(line.title(), severityStyle(line.glyph())),
                WallPageControlFactory.styledLabel(
                        line.location() + (line.holder().isEmpty() ? "" : " · " + line.holder()),
                        "wall-row-detail"));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        var value = WallPageControlFactory.wholeLabel(line.value(), "wall-row-value");
        var age = WallPageControlFactory.wholeLabel(line.age(), "wall-row-age");
        var box = WallPageControlFactory.createRow(28, WallPageControlFactory.signNode(line.glyph(), SIGN), words,
                value, age);
        box.getStyleClass().add("wall-row");
        return box;
    }

    private static String severityStyle(StatusGlyph glyph) {
        return glyph == StatusGlyph.INFO ? "wall-row-quiet" : "wall-row-title";
    }
}
