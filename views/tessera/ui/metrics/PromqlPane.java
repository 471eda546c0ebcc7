package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.Problem;
import tessera.ui.Lookup;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Placeholder;
import tessera.ui.metrics.MetricsState.Chart;

/** A query that the user types, drawn over the time that is chosen. FX thread. */
final class PromqlPane {

    private final PromqlField field = new PromqlField(this::run);
    private final ChartPane charts;
    private final SeriesPane values;
    private final Label source = new Label();
    private final Placeholder place;
    private final StackPane node;
    private final ObservableValue<Span> span;
    private final ObservableValue<Instant> now;
    private final Lookup<PromqlAnswer> lookup = new Lookup<>(this::came, this::failed);
    private Standing standing = new Standing.Sought();
    private String query = "";
    private Optional<Asked> asked = Optional.empty();
    private boolean drawn;

    /** What was asked last. */
    private record Asked(String query, tessera.metrics.prometheus.answer.Span span) {}

    PromqlPane(ZoneId zone, ObservableValue<Span> span, ObservableValue<Instant> now) {
        this.span = span;
        this.now = now;
        charts = new ChartPane(zone);
        charts.setId("promql-chart");
        charts.reachProperty().set(MetricsView.REMEMBERED);
        values = new SeriesPane(zone, charts::bringForward);
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        charts.zoomProperty().addListener((property, before, zoom) -> ask());
        span.addListener((property, before, chosen) -> charts.zoomProperty().set(Optional.empty()));
        span.addListener((property, before, chosen) -> ask());
        now.addListener((property, before, moment) -> ask());
        var tools = new HBox(8, field.node());
        HBox.setHgrow(field.node(), Priority.ALWAYS);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("promql-tools");
        source.setId("promql-source");
        source.getStyleClass().addAll("small", "muted", "origin-line");
        source.setMinWidth(0);
        var charted = new BorderPane(charts);
        charted.setBottom(source);
        place = new Placeholder(charted, this::again);
        var content = new BorderPane(place);
        content.setTop(tools);
        node = new StackPane(content, field.offers());
        field.offers().layoutXProperty().set(16);
        field.offers().layoutYProperty().bind(tools.heightProperty());
        node.sceneProperty().addListener((property, before, scene) -> visible(scene != null));
        showValues();
        invite();
    }

    StackPane node() {
        return node;
    }

    void focus() {
        field.focus();
    }

    SeriesPane values() {
        return values;
    }

    Chart chart() {
        return charts.chart();
    }

    /** Asks this one from now on. */
    void follow(Standing newest) {
        if (newest.equals(standing)) {
            return;
        }
        standing = newest;
        field.learn(newest instanceof Standing.Here(_, _, _, var client) ? new Vocabulary(client, System::nanoTime)
                : null);
        asked = Optional.empty();
        drawn = false;
        lookup.cancel();
        invite();
        ask();
    }

    private void invite() {
        if (query.isEmpty() || !(standing instanceof Standing.Here)) {
            place.show(new Notice(Notice.Kind.EMPTY, "Ask " + name(),
                    "Type a query and press Enter. Ctrl+Space offers what could follow; ↑ brings back what you asked.",
                    ""));
        }
    }

    private String name() {
        return standing instanceof Standing.Here(var name, _, _, _) ? name : "Prometheus";
    }

    private void visible(boolean seen) {
        if (seen) {
            field.focus();
            ask();
        } else {
            lookup.cancel();
            asked = Optional.empty();
        }
    }

    private void run(String typed) {
        drawn &= typed.equals(query);
        query = typed;
        again();
    }

    private void again() {
        asked = Optional.empty();
        ask();
    }

    /** Asks where there is something to ask, and that was not asked last. */
    private void ask() {
        if (query.isEmpty() || node.getScene() == null
                || !(standing instanceof Standing.Here(_, _, _, var client))) {
            return;
        }
        var zoom = charts.zoomProperty().get();
        var frame = zoom.orElseGet(() -> Frame.ending(now.getValue(), span.getValue().length()));
        var wanted = new Asked(query, Reach.span(frame));
        if (asked.filter(wanted::equals).isPresent()) {
            return;
        }
        asked = Optional.of(wanted);
        if (!drawn) {
            place.show(new Notice(Notice.Kind.LOADING, "Asking " + name(), "", ""));
        }
        lookup.ask(() -> PromqlAnswer.of(wanted.query(), frame, zoom.isPresent(),
                client.range(wanted.query(), wanted.span())));
    }

    private void came(PromqlAnswer answer) {
        drawn = true;
        if (answer.chart().lines().isEmpty()) {
            drawn = false;
            place.show(new Notice(Notice.Kind.EMPTY, "Nothing has this query's name or labels",
                    "The query is understood; no series matched it in this time.", answer.remark()));
        } else {
            place.shows(Optional.empty());
        }
        charts.show(answer.chart());
        source.setText("Source: " + name() + "  ·  " + answer.remark());
        showValues();
    }

    private void failed(Problem why) {
        drawn = false;
        place.show(Notice.failed(why));
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront());
    }
}
