package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.alerts.health.ObjectHealthReport;
import tessera.alerts.health.ObjectHealthReport.PerformedCheck;
import tessera.alerts.health.RecentObjectEvents;
import tessera.alerts.health.UnhealthyObjectEvidence;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.LastHourChartsPane;

/** The inspector's pages on the metrics and the health of devices, all of them or one. FX thread. */
final class DeviceInspectorPages {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceInspectorPages.class);

    private final OpenClusterSource services;
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

    DeviceInspectorPages(OpenClusterSource services, ZoneId zone) {
        this.services = services;
        charts = new LastHourChartsPane(zone);
        metrics.setId("inspector-hour");
        health.setId("inspector-findings");
        metrics.getChildren().setAll(pickerBar(ofMetrics), noteBox, charts.node());
        health.getChildren().setAll(pickerBar(ofHealth), findings);
    }

    private static HBox pickerBar(ListPicker picker) {
        var tools = LayoutBoxFactory.withStyle(new HBox(picker.node()), "part-tools");
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
        noteBox.getChildren()
                .setAll(scope.note().isEmpty() ? List.<Node>of()
                        : List.of(InspectorPageElementFactory.section("",
                                TextLabelFactory.wrapped(scope.note(), "small", "warn-text"))));
        looked.hour().ifPresent(charts::show);
        looked.health()
                .ifPresent(report -> findings.getChildren().setAll(HealthReportSectionFactory.sections(report, now)));
    }

    private String allTitle() {
        return MESSAGES.text("devices.all", CountedNoun.GPU.countText(
                scope.choices().stream().filter(part -> part.key().instance() == DeviceSeriesKey.WHOLE).count()));
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
                .map(InspectedDevices.InspectableDevice::key).findFirst());
    }

    /** Renders a health report: findings, checks that passed, and checks that were impossible. */
    private static final class HealthReportSectionFactory {

        private static final char NEVER_BROKEN = '\u00a0';

        private HealthReportSectionFactory() {}

        static List<Node> sections(ObjectHealthReport health, Instant now) {
            var sections = new ArrayList<Node>();
            if (health.evidence().isEmpty()) {
                sections.add(InspectorPageElementFactory.section("", resultSection(health)));
            } else {
                var box = new VBox();
                health.evidence().forEach(evidence -> box.getChildren().add(evidenceRow(evidence, now)));
                box.setId("inspector-evidence");
                sections.add(InspectorPageElementFactory.section(MESSAGES.text("health.evidence"), box));
            }
            if (!health.checked().isEmpty()) {
                var box = new VBox(8);
                var sources = health.checked().stream().map(PerformedCheck::source).distinct().toList();
                sources.forEach(source -> box.getChildren().add(checksSection(health, source)));
                box.setId("inspector-checked");
                sections.add(InspectorPageElementFactory.section(MESSAGES.text("health.checked"), box));
            }
            if (!health.unchecked().isEmpty()) {
                var box = new VBox(8);
                health.unchecked().forEach(subject -> box.getChildren()
                        .add(signRow(StatusGlyph.UNREACHABLE, TextLabelFactory.wrapped(subject, "small", "muted"))));
                box.setId("inspector-unchecked");
                sections.add(InspectorPageElementFactory.section(MESSAGES.text("health.unchecked"), box));
            }
            return sections;
        }

        private static Node checksSection(ObjectHealthReport health, String source) {
            var box = new VBox(4);
            health.checked().stream().filter(performedCheck -> performedCheck.source().equals(source))
                    .forEach(performedCheck -> box.getChildren()
                            .add(signRow(StatusGlyph.READY, TextLabelFactory.wrapped(performedCheck.text(), "small"))));
            var by = TextLabelFactory.label(MESSAGES.text("health.source", source), "caption");
            by.getStyleClass().add("health-source");
            box.getChildren().add(by);
            return box;
        }

        /** Returns what the checks say that found nothing; without any measurement nothing is called healthy. */
        private static Node resultSection(ObjectHealthReport health) {
            if (health.checked().isEmpty()) {
                return resultRow(StatusGlyph.UNREACHABLE, MESSAGES.text("health.unknown"));
            }
            return resultRow(StatusGlyph.READY,
                    MESSAGES.text(health.unchecked().isEmpty() ? "health.ok" : "health.okPartly"));
        }

        private static Node resultRow(StatusGlyph glyph, String text) {
            var label = TextLabelFactory.wrapped(text, "strong");
            label.setId("inspector-health-verdict");
            return signRow(glyph, label);
        }

        private static Node evidenceRow(UnhealthyObjectEvidence evidence, Instant now) {
            var since = evidence.since();
            var caption = TextLabelFactory.wrapped(evidence.source() + " · "
                    + (since == null ? MESSAGES.text("health.sinceUnknown")
                            : MESSAGES.text("health.ago", AgeFormatter.brief(Duration.between(since, now))).replace(' ',
                                    NEVER_BROKEN)),
                    "caption");
            var words = new ArrayList<Node>(List.of(TextLabelFactory.wrapped(evidence.sentence(), "strong", "small")));
            if (!evidence.detail().isBlank()) {
                words.add(TextLabelFactory.wrapped(evidence.detail(), "small"));
            }
            words.add(caption);
            var row = signRow(StatusGlyph.forSeverity(evidence.severity()), words.toArray(Node[]::new));
            row.getStyleClass().add("inspector-row");
            return row;
        }

        private static HBox signRow(StatusGlyph glyph, Node... words) {
            var box = new VBox(2, words);
            box.setMinWidth(0);
            HBox.setHgrow(box, Priority.ALWAYS);
            return LayoutBoxFactory.withStyle(new HBox(8, glyph.node(), box), "health-row");
        }
    }
}
