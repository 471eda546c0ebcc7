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
import tessera.alerts.health.RecentEvents;
import tessera.metrics.history.DeviceKey;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.metrics.HourCharts;

/** The inspector's pages on what devices did in the last hour and on how they are, all of them or one. FX thread. */
final class DevicePages {

    private final AppServices desk;
    private final HourCharts charts;
    private final ListPicker ofMetrics = new ListPicker("inspector-metrics-part", () -> offer(true), this::choose);
    private final ListPicker ofHealth = new ListPicker("inspector-health-part", () -> offer(false), this::choose);
    private final VBox remark = new VBox();
    private final VBox metrics = new VBox();
    private final VBox findings = new VBox();
    private final VBox health = new VBox();
    private final ObjectProperty<Optional<DeviceKey>> part = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<RecentEvents> noted = new SimpleObjectProperty<>(RecentEvents.awaited());
    private final AsyncQuery<RecentEvents> lookup = new AsyncQuery<>(noted::set,
            problem -> noted.set(new RecentEvents(List.of(), problem.sentence())));
    private DeviceScope scope = DeviceScope.nothing("");

    DevicePages(AppServices desk, ZoneId zone) {
        this.desk = desk;
        charts = new HourCharts(zone);
        metrics.setId("inspector-hour");
        health.setId("inspector-findings");
        metrics.getChildren().setAll(tools(ofMetrics), remark, charts.node());
        health.getChildren().setAll(tools(ofHealth), findings);
    }

    private static HBox tools(ListPicker picker) {
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
    ObjectProperty<RecentEvents> notedProperty() {
        return noted;
    }

    /** Begins with another object. */
    void clear() {
        lookup.cancel();
        noted.set(RecentEvents.awaited());
        part.set(Optional.empty());
        findings.getChildren().clear();
    }

    /** Reads what the health of an object is judged by, and nobody else keeps. */
    void read(ObjectRef object) {
        lookup.ask(() -> new RecentEvents(desk.reached().events(object), ""));
    }

    void show(VisiblePage looked, Instant now) {
        if (looked.hour().isEmpty() && looked.health().isEmpty()) {
            return;
        }
        scope = looked.scope();
        for (var picker : List.of(ofMetrics, ofHealth)) {
            picker.label(IconFont.EXPAND.node(), scope.chosen().map(DeviceScope.ScopePart::title).orElse(all()));
            picker.node().getParent().setVisible(scope.parts().size() > 1);
        }
        remark.getChildren().setAll(scope.remark().isEmpty() ? List.<Node>of()
                : List.of(InspectorSections.section("", SelectableText.wrapped(scope.remark(), "small", "warn-text"))));
        looked.hour().ifPresent(charts::show);
        looked.health().ifPresent(found -> findings.getChildren().setAll(HealthPage.of(found, now)));
    }

    private String all() {
        return "All " + NumberText.of(scope.parts().stream().filter(each -> each.key().instance() == DeviceKey.WHOLE)
                .count(), "GPU");
    }

    private void offer(boolean forMetrics) {
        var choices = new ArrayList<PickerChoice>(List.of(new PickerChoice(all(), "", "")));
        // Nobody types what stands between a board and its instance.
        scope.parts()
                .forEach(each -> choices.add(new PickerChoice(each.title(), "", "", each.title().replace(" · ", " "))));
        (forMetrics ? ofMetrics : ofHealth).offer(choices, "");
    }

    private void choose(String title) {
        part.set(scope.parts().stream().filter(each -> each.title().equals(title)).map(DeviceScope.ScopePart::key)
                .findFirst());
    }
}
