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
import tessera.alerts.health.RecentObjectEvents;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.LastHourChartsPane;

/** The inspector's pages on the metrics and the health of devices, all of them or one. FX thread. */
final class DeviceInspectorPages {

    private final AppServices services;
    private final LastHourChartsPane charts;
    private final ListPicker ofMetrics = new ListPicker("inspector-metrics-part", () -> offerDevices(true),
            this::chooseDevice);
    private final ListPicker ofHealth = new ListPicker("inspector-health-part", () -> offerDevices(false),
            this::chooseDevice);
    private final VBox noteBox = new VBox();
    private final VBox metrics = new VBox();
    private final VBox findings = new VBox();
    private final VBox health = new VBox();
    private final ObjectProperty<Optional<DeviceSeriesKey>> part = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<RecentObjectEvents> recentEvents = new SimpleObjectProperty<>(
            RecentObjectEvents.loading());
    private final BackgroundQuery<RecentObjectEvents> backgroundQuery = new BackgroundQuery<>(recentEvents::set,
            problem -> recentEvents.set(new RecentObjectEvents(List.of(), problem.problemText())));
    private InspectedDevices scope = InspectedDevices.none("");

    DeviceInspectorPages(AppServices services, ZoneId zone) {
        this.services = services;
        charts = new LastHourChartsPane(zone);
        metrics.setId("inspector-hour");
        health.setId("inspector-findings");
        metrics.getChildren().setAll(pickerBar(ofMetrics), noteBox, charts.node());
        health.getChildren().setAll(pickerBar(ofHealth), findings);
    }

    private static HBox pickerBar(ListPicker picker) {
        var tools = new HBox(picker.node());
        tools.getStyleClass().add("part-tools");
        tools.managedProperty().bind(tools.visibleProperty());
        tools.setVisible(false);
        return tools;
    }

    VBox metricsPage() {
        return metrics;
    }

    VBox healthPage() {
        return health;
    }

    /** Returns the single device that is shown; empty for all. */
    ObjectProperty<Optional<DeviceSeriesKey>> chosenDeviceProperty() {
        return part;
    }

    /** Returns the cluster's events about the object, as far as they were read. */
    ObjectProperty<RecentObjectEvents> recentEventsProperty() {
        return recentEvents;
    }

    /** Prepares for another object. */
    void clear() {
        backgroundQuery.cancel();
        recentEvents.set(RecentObjectEvents.loading());
        part.set(Optional.empty());
        findings.getChildren().clear();
    }

    /** Reads the events of an object, which its health is judged by. */
    void readEvents(ObjectRef object) {
        backgroundQuery.submit(() -> new RecentObjectEvents(services.clusterServices().eventsOf(object), ""));
    }

    void show(InspectorMetricsAndHealthContent looked, Instant now) {
        if (looked.hour().isEmpty() && looked.health().isEmpty()) {
            return;
        }
        scope = looked.scope();
        for (var picker : List.of(ofMetrics, ofHealth)) {
            picker.setLabel(FontIcon.EXPAND.node(),
                    scope.selected().map(InspectedDevices.InspectableDevice::title).orElse(allTitle()));
            picker.node().getParent().setVisible(scope.choices().size() > 1);
        }
        noteBox.getChildren().setAll(scope.note().isEmpty() ? List.<Node>of()
                : List.of(InspectorPageElementFactory.section("",
                        TextLabelFactory.wrapped(scope.note(), "small", "warn-text"))));
        looked.hour().ifPresent(charts::show);
        looked.health()
                .ifPresent(report -> findings.getChildren().setAll(HealthReportSectionFactory.sections(report, now)));
    }

    private String allTitle() {
        return "All "
                + GroupedNumberFormatter.withNoun(
                        scope.choices().stream().filter(part -> part.key().instance() == DeviceSeriesKey.WHOLE)
                                .count(),
                        "GPU");
    }

    private void offerDevices(boolean forMetrics) {
        var choices = new ArrayList<PickerChoice>(List.of(new PickerChoice(allTitle(), "", "")));
        // Nobody types what stands between a board and its instance.
        scope.choices()
                .forEach(part -> choices.add(new PickerChoice(part.title(), "", "", part.title().replace(" · ", " "))));
        (forMetrics ? ofMetrics : ofHealth).offer(choices, "");
    }

    private void chooseDevice(String title) {
        part.set(scope.choices().stream().filter(each -> each.title().equals(title))
                .map(InspectedDevices.InspectableDevice::key)
                .findFirst());
    }
}
