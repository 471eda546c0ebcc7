package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneOffset;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import tessera.ui.kit.ColorTheme;

/** A pane for queries in a window, which asks a scripted Prometheus over HTTP. */
@SuppressWarnings("NullAway.Init")
abstract class QueriedPane {

    final SimpleObjectProperty<ChartTimeSpan> span;
    final SimpleObjectProperty<Instant> now = new SimpleObjectProperty<>(Afternoon.END);
    final ScriptedPrometheus prometheus;
    PromqlPane pane;
    StackPane root;

    /** @param timeSpan the time that is looked at first */
    QueriedPane(ChartTimeSpan timeSpan) throws Exception {
        span = new SimpleObjectProperty<>(timeSpan);
        prometheus = new ScriptedPrometheus();
    }

    /** To be called when JavaFX has a stage. */
    final void show(Stage stage, double width, double height) {
        ColorTheme.loadFonts();
        pane = new PromqlPane(ZoneOffset.UTC, span, now);
        root = new StackPane(pane.node());
        stage.setScene(new Scene(root, width, height));
        ColorTheme.DARK.applyTo(stage.getScene());
        stage.show();
        pane.setPrometheus(prometheus.standing());
    }

    @AfterEach
    void stop() throws Exception {
        prometheus.close();
    }
}
