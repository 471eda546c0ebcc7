package tessera.ui.alerts;

import java.util.Optional;
import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.Sparkline;

/**
 * The trend of an alert's metric over the last hour, where it is recorded for every device.
 *
 * @param unit of the numbers as they are written
 */
record AlertMetricSparklineFactory(DeviceMetric metric, DoubleFunction<String> formatter, String unit) {

    private static final AlertRules RULES = AlertRules.standardRules();
    private static final double WIDTH = 240;
    private static final double HEIGHT = 36;

    /** Returns the trend as a sparkline; empty where the alert is about no device or no recorded metric. */
    static Optional<Node> sparklineOf(DeviceTrendSource trends, Alert alert) {
        var subject = alert.subject();
        return subject.device().isEmpty() ? Optional.empty()
                : RULES.findRule(alert.ruleId()).flatMap(rule -> trendOf(rule.signal())).map(of -> of.renderLine(trends,
                        new DeviceSeriesKey(subject.node(), subject.device(), subject.instance())));
    }

    private static Optional<AlertMetricSparklineFactory> trendOf(AlertSignal signal) {
        return switch (signal) {
            case TEMPERATURE ->
                Optional.of(new AlertMetricSparklineFactory(DeviceMetric.TEMPERATURE, MeasuredNumberFormatter::whole,
                        "°C"));
            case MEMORY_SHARE -> Optional
                    .of(new AlertMetricSparklineFactory(DeviceMetric.MEMORY_USED, MeasuredNumberFormatter::gibibytes,
                            "GiB used"));
            case UTILISATION_WHILE_HELD ->
                Optional.of(new AlertMetricSparklineFactory(DeviceMetric.UTILISATION, MeasuredNumberFormatter::percent,
                        "% busy"));
            case POWER_SHARE ->
                Optional.of(new AlertMetricSparklineFactory(DeviceMetric.POWER, MeasuredNumberFormatter::whole, "W"));
            default -> Optional.empty();
        };
    }

    private Node renderLine(DeviceTrendSource trends, DeviceSeriesKey device) {
        var trend = trends.trendOf(device, metric, DeviceMetricValues.NONE);
        var text = trend.series().isEmpty() ? "Nothing was measured" : trend.summaryText(formatter) + " " + unit;
        var sparkline = new Sparkline("plain", WIDTH, HEIGHT);
        sparkline.show(trend, text);
        var label = new Label(text);
        label.getStyleClass().add("small");
        var row = new HBox(12, sparkline, label);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
