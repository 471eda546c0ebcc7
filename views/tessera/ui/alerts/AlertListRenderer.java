package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AlignedCellRow;
import tessera.ui.kit.AlignedCellRow.AlignedCell;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Renders the lines of the alerts screen. */
record AlertListRenderer(Consumer<AlertListLine> opener, Consumer<String> openNode,
        AlertListRenderer.AlertActions alertActions, DeviceTrendSource trends) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertListRenderer.class);
    private static final double SIGN = 12;
    private static final double SENTENCE = 300;
    private static final double VALUE = 100;
    /** What is wrong comes before how far it is beyond its limit, and that before what its heading tells already. */
    private static final double ROOM_FOR_VALUE = 860;
    private static final double STATUS = 170;
    private static final double ROOM_FOR_STATUS = 700;
    private static final double AGE = 80;
    /** What an alert is about is read whole, unless its name is longer than any that people give. */
    private static final int LONGEST_SUBJECT = 40;

    void toggleLine(AlertListLine line) {
        opener.accept(line);
    }

    Node renderLine(AlertListLine line) {
        return switch (line) {
            case AlertListLine.AlertListHeading heading -> renderHeading(heading);
            case AlertListLine.AlertGroupLine bundle ->
                renderRow(bundle.worst(), bundle.sentence(), bundle.expanded(), renderSource(bundle.fromPrometheus(),
                        TextLabelFactory.shrinkable(bundle.detail(), "small", "muted")));
            case AlertListLine.SingleAlertLine entry -> renderEntry(entry);
            case AlertListLine.AlertDetailLine detail -> renderDetail(detail);
        };
    }

    private static Node renderHeading(AlertListLine.AlertListHeading heading) {
        var row = LayoutBoxFactory.row(12, heading.glyph().node(),
                TextLabelFactory.shrinkable(heading.title(), "section-title"),
                TextLabelFactory.shrinkable(heading.detail(), "small", "muted"));
        row.getStyleClass().add("pod-heading");
        return row;
    }

    private Node renderEntry(AlertListLine.SingleAlertLine entry) {
        var alert = entry.alert();
        return renderRow(entry, alert.sentence(), entry.expanded(),
                renderSource(PrometheusAlertSnapshot.isPrometheusAlert(alert), renderSubject(alert),
                        TextLabelFactory.shrinkable(alert.title(), "small", "muted")));
    }

    private static Node renderSource(boolean foreign, Node... words) {
        var below = LayoutBoxFactory.row(8, words);
        if (foreign) {
            below.getChildren().addFirst(TextLabelFactory.shrinkable("Prometheus", "alert-source"));
        }
        return below;
    }

    private static Node renderRow(AlertListLine.SingleAlertLine entry, String text, boolean opened, Node below) {
        var alert = entry.alert();
        var sentence = TextLabelFactory.shrinkable(text, entry.silenced() ? "muted" : "pod-name");
        TooltipFactory.install(sentence, text);
        boolean loud = alert.isActive() && !entry.silenced();
        var sign = loud ? entry.glyph().node() : entry.glyph().node("muted");
        sign.setAccessibleText(AlertListLine.severityText(alert.severity()));
        var row = new AlignedCellRow("alert-entry",
                List.of(fixedCell(TextLabelFactory.expandArrow(opened)), fixedCell(sign),
                        new AlignedCell(lineBox(sentence, below), SENTENCE, 1, HPos.LEFT),
                        new AlignedCell(
                                lineBox(TextLabelFactory.shrinkable(entry.value(), "small"),
                                        TextLabelFactory.shrinkable(entry.limit(), "small", "muted")),
                                VALUE, 0, HPos.LEFT, ROOM_FOR_VALUE),
                        new AlignedCell(renderStatus(entry.status()), STATUS, 0, HPos.LEFT, ROOM_FOR_STATUS),
                        new AlignedCell(TextLabelFactory.shrinkable(entry.age(), "small"), AGE, 0, HPos.RIGHT)));
        row.setAccessibleText(MESSAGES.text("alert.accessible", AlertListLine.severityText(alert.severity()), text,
                entry.status().text(), entry.age()));
        return row;
    }

    private Node renderSubject(Alert alert) {
        var subject = new Hyperlink(alert.subject().displayName());
        subject.getStyleClass().addAll("small", "alert-subject");
        subject.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        subject.setMinWidth(alert.subject().displayName().length() > LONGEST_SUBJECT ? 0 : Region.USE_PREF_SIZE);
        subject.setOnAction(event -> openNode.accept(alert.subject().node()));
        JavaFxNodeVisibility.setShown(subject, !alert.subject().node().isEmpty());
        return subject;
    }

    private static Node renderStatus(AlertListLine.AlertStatusText status) {
        var first = LayoutBoxFactory.row(6, status.glyph().node(glyphTone(status.glyph())),
                TextLabelFactory.shrinkable(status.text(), "small"));
        if (status.detail().isEmpty()) {
            return lineBox(first);
        }
        return lineBox(first, TextLabelFactory.shrinkable(status.detail(), "small", "muted"));
    }

    /** Returns the tone of a glyph; a pending alert is no trouble yet. */
    private static String glyphTone(StatusGlyph glyph) {
        return glyph == StatusGlyph.WAITING ? "muted" : glyph.tone();
    }

    private Node renderDetail(AlertListLine.AlertDetailLine detail) {
        var box = new VBox(8, captionedNode(MESSAGES.text("alert.remedy"), wrappedLabel(detail.alert().remedy())));
        if (!detail.facts().isEmpty()) {
            var facts = new VBox(2);
            detail.facts().forEach(fact -> facts.getChildren().add(wrappedLabel(fact)));
            box.getChildren().add(captionedNode(MESSAGES.text("alert.evidence"), facts));
        }
        AlertMetricSparklineFactory.sparklineOf(trends, detail.alert())
                .ifPresent(line -> box.getChildren().add(captionedNode(MESSAGES.text("alert.lastHour"), line)));
        box.getChildren()
                .add(captionedNode(MESSAGES.text("alert.rule"), TextLabelFactory.shrinkable(detail.rule(), "mono")));
        if (detail.canBeSilenced()) {
            box.getChildren().add(detail.silenced() ? actionRow(removeSilenceButton(detail.alert()))
                    : actionRow(acknowledgeButton(detail.alert()), silenceButton(detail.alert())));
        }
        box.getStyleClass().add("alert-detail");
        return box;
    }

    private Node acknowledgeButton(Alert alert) {
        return LayoutBoxFactory.withStyle(
                InputControlFactory.button(MESSAGES.text("alert.acknowledge"), () -> alertActions.acknowledge(alert)),
                "alert-acknowledge");
    }

    private Node silenceButton(Alert alert) {
        var button = LayoutBoxFactory.withStyle(new MenuButton(MESSAGES.text("alert.silence")), "alert-silence");
        for (var duration : SingleAlertFormatter.silenceDurations()) {
            button.getItems()
                    .add(InputControlFactory.menuItem(MESSAGES.text("alert.silenceFor", durationText(duration)),
                            () -> alertActions.silence(alert, duration)));
        }
        return button;
    }

    private static String durationText(Duration duration) {
        return duration.toHours() < 24 ? MESSAGES.text("alert.hours", duration.toHours()) : MESSAGES.text("alert.day");
    }

    private Node removeSilenceButton(Alert alert) {
        return LayoutBoxFactory.withStyle(
                InputControlFactory.button(MESSAGES.text("alert.unsilence"), () -> alertActions.removeSilence(alert)),
                "alert-speak");
    }

    private static Node actionRow(Node... buttons) {
        return LayoutBoxFactory.withStyle(new HBox(8, buttons), "alert-actions");
    }

    private static Node captionedNode(String caption, Node text) {
        return new VBox(2, TextLabelFactory.shrinkable(caption, "caption"), text);
    }

    private static Label wrappedLabel(String text) {
        var label = TextLabelFactory.shrinkable(text, "small");
        label.setWrapText(true);
        return label;
    }

    private static VBox lineBox(Node... lines) {
        var box = new VBox(2, lines);
        box.setMinWidth(0);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static AlignedCell fixedCell(Node node) {
        return new AlignedCell(node, SIGN, 0, HPos.CENTER);
    }

    /**
     * The trend of an alert's metric over the last hour, where it is recorded for every device.
     *
     * @param unit of the numbers as they are written
     */
    private record AlertMetricSparklineFactory(DeviceMetric metric, DoubleFunction<String> formatter, String unit) {

        private static final AlertRules RULES = AlertRules.standardRules();
        private static final double WIDTH = 240;
        private static final double HEIGHT = 36;

        /** Returns the trend as a sparkline; empty where the alert is about no device or no recorded metric. */
        static Optional<Node> sparklineOf(DeviceTrendSource trends, Alert alert) {
            var subject = alert.subject();
            if (subject.device().isEmpty()) {
                return Optional.empty();
            }
            return RULES.findRule(alert.ruleId()).flatMap(rule -> trendOf(rule.signal())).map(of -> of
                    .renderLine(trends, new DeviceSeriesKey(subject.node(), subject.device(), subject.instance())));
        }

        private static Optional<AlertMetricSparklineFactory> trendOf(AlertSignal signal) {
            return switch (signal) {
                case TEMPERATURE -> Optional.of(new AlertMetricSparklineFactory(DeviceMetric.TEMPERATURE,
                        MeasuredNumberFormatter::whole, "°C"));
                case MEMORY_SHARE -> Optional.of(new AlertMetricSparklineFactory(DeviceMetric.MEMORY_USED,
                        MeasuredNumberFormatter::gibibytes, MESSAGES.text("alert.memoryUnit")));
                case UTILISATION_WHILE_HELD -> Optional.of(new AlertMetricSparklineFactory(DeviceMetric.UTILISATION,
                        MeasuredNumberFormatter::percent, MESSAGES.text("alert.busyUnit")));
                case POWER_SHARE -> Optional
                        .of(new AlertMetricSparklineFactory(DeviceMetric.POWER, MeasuredNumberFormatter::whole, "W"));
                default -> Optional.empty();
            };
        }

        private Node renderLine(DeviceTrendSource trends, DeviceSeriesKey device) {
            var trend = trends.trendOf(device, metric, DeviceMetricValues.NONE);
            var text = trend.series().isEmpty() ? MESSAGES.text("alert.noTrend")
                    : trend.summaryText(formatter) + " " + unit;
            var sparkline = new Sparkline("plain", WIDTH, HEIGHT);
            sparkline.show(trend, text);
            var label = TextLabelFactory.label(text, "small");
            return LayoutBoxFactory.row(12, sparkline, label);
        }
    }

    /** The user's actions on an alert. */
    static final class AlertActions {

        private final JavaFxAlertFeed feed;

        AlertActions(JavaFxAlertFeed feed) {
            this.feed = feed;
        }

        private Instant judgedAt() {
            return feed.firingAlertsProperty().get().state().evaluatedAt();
        }

        void acknowledge(Alert alert) {
            feed.alertFeed().acknowledge(alert, judgedAt());
        }

        void silence(Alert alert, Duration duration) {
            feed.alertFeed().silence(alert, judgedAt(), judgedAt().plus(duration));
        }

        void removeSilence(Alert alert) {
            feed.alertFeed().removeSilence(alert, judgedAt());
        }
    }
}
