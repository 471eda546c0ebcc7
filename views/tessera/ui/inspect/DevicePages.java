package tessera.ui.inspect;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.alerts.health.Noted;
import tessera.metrics.history.DeviceKey;
import tessera.model.ObjectRef;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Picker;
import tessera.ui.kit.Picker.Choice;
import tessera.ui.kit.Texts;
import tessera.ui.metrics.HourCharts;

/** The inspector's pages on what devices did in the last hour and on how they are, all of them or one. FX thread. */
final class DevicePages {

    private final Desk desk;
    private final HourCharts charts;
    private final Picker ofMetrics = new Picker("inspector-metrics-part", () -> offer(true), this::choose);
    private final Picker ofHealth = new Picker("inspector-health-part", () -> offer(false), this::choose);
    private final VBox remark = new VBox();
    private final VBox metrics = new VBox();
    private final VBox findings = new VBox();
    private final VBox health = new VBox();
    private final ObjectProperty<Optional<DeviceKey>> part = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Noted> noted = new SimpleObjectProperty<>(Noted.awaited());
    private final Lookup<Noted> lookup = new Lookup<>(noted::set,
            problem -> noted.set(new Noted(List.of(), problem.sentence())));
    private Scope scope = Scope.nothing("");

    DevicePages(Desk desk, ZoneId zone) {
        this.desk = desk;
        charts = new HourCharts(zone);
        metrics.setId("inspector-hour");
        health.setId("inspector-findings");
        metrics.getChildren().setAll(tools(ofMetrics), remark, charts.node());
        health.getChildren().setAll(tools(ofHealth), findings);
    }

    private static HBox tools(Picker picker) {
        var tools = new HBox(picker.node());
        tools.getStyleClass().add("part-tools");
        tools.managedProperty().bind(tools.visibleProperty());
        tools.setVisible(false);
        return tools;
    }

    VBox metrics() {
        return metrics;
    }

    VBox health() {
        return health;
    }

    /** Which of a node's devices is looked at alone; empty for all. */
    ObjectProperty<Optional<DeviceKey>> partProperty() {
        return part;
    }

    /** What was read of the cluster's notes about the object. */
    ObjectProperty<Noted> notedProperty() {
        return noted;
    }

    /** Begins with another object. */
    void clear() {
        lookup.cancel();
        noted.set(Noted.awaited());
        part.set(Optional.empty());
        findings.getChildren().clear();
    }

    /** Reads what the health of an object is judged by, and nobody else keeps. */
    void read(ObjectRef object) {
        lookup.ask(() -> new Noted(desk.reached().events(object), ""));
    }

    void show(Looked looked, Instant now) {
        if (looked.hour().isEmpty() && looked.health().isEmpty()) {
            return;
        }
        scope = looked.scope();
        for (var picker : List.of(ofMetrics, ofHealth)) {
            picker.label(Icons.EXPAND.node(), scope.chosen().map(Scope.Part::title).orElse(all()));
            picker.node().getParent().setVisible(scope.parts().size() > 1);
        }
        remark.getChildren().setAll(scope.remark().isEmpty() ? List.<Node>of()
                : List.of(Sections.section("", Texts.wrapped(scope.remark(), "small", "warn-text"))));
        looked.hour().ifPresent(charts::show);
        looked.health().ifPresent(found -> findings.getChildren().setAll(HealthPage.of(found, now)));
    }

    private String all() {
        return "All " + Numbers.of(scope.parts().stream().filter(each -> each.key().instance() == DeviceKey.WHOLE)
                .count(), "GPU");
    }

    private void offer(boolean forMetrics) {
        var choices = new ArrayList<Choice>(List.of(new Choice(all(), "", "")));
        // Nobody types what stands between a board and its instance.
        scope.parts().forEach(each -> choices.add(new Choice(each.title(), "", "", each.title().replace(" · ", " "))));
        (forMetrics ? ofMetrics : ofHealth).offer(choices, "");
    }

    private void choose(String title) {
        part.set(scope.parts().stream().filter(each -> each.title().equals(title)).map(Scope.Part::key).findFirst());
    }
}
