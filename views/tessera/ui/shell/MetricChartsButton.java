package tessera.ui.shell;

import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;

/** Button that leads from selected rows to their charts, visible while there are any. */
final class MetricChartsButton {

    private MetricChartsButton() {}

    /** @param picked what is selected of what can be charted */
    static <T> Button createButton(String id, ObservableValue<List<T>> picked, WindowRootPane rootPane) {
        var button = new Button();
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setTooltip(new Tooltip("Charts of what is selected (M)"));
        button.setOnAction(event -> rootPane.goTo(ScreenDestination.METRICS));
        picked.subscribe(rows -> {
            button.setText(
                    rows.size() == 1 ? "Show metrics" : "Show metrics of " + GroupedNumberFormatter.count(rows.size()));
            JavaFxNodeVisibility.setShown(button, !rows.isEmpty());
        });
        return button;
    }
}
