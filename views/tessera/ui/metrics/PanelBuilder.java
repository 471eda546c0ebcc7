package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.Severity;
import tessera.insight.GpuDevice;
import tessera.metrics.history.StepSeries;
import tessera.model.reading.Metric;
import tessera.ui.metrics.ChartPanel.Threshold;
import tessera.ui.metrics.ChartPanel.ThresholdWeight;

/** Decides how a quantity of some devices is drawn: its scale, and the thresholds that hold for all of them. */
final class PanelBuilder {

    /** Room above what is greatest. */
    private static final double AIR = 1.05;
    private static final double MORE_AIR = 1.15;
    private static final double COOL = 30;
    private static final double HOT = 90;

    private final AlertRules rules;
    private final ChartQuantity quantity;
    /** By whom it is known how much there can be: the boards, or instances where there are no boards. */
    private final List<GpuDevice> told;

    PanelBuilder(ChartQuantity quantity, List<GpuDevice> devices, AlertRules rules) {
        this.rules = rules;
        this.quantity = quantity;
        var boards = devices.stream().filter(device -> !device.isInstance()).toList();
        this.told = boards.isEmpty() ? devices : boards;
    }

    ChartPanel panel(List<StepSeries> series) {
        var thresholds = thresholds();
        double least = bound(series, false).orElse(0);
        double greatest = DoubleStream.concat(bound(series, true).stream(),
                thresholds.stream().mapToDouble(Threshold::value)).max().orElse(1);
        var scale = switch (quantity) {
            case BUSY -> ValueAxis.between(0, 100, 2);
            case MEMORY -> ValueAxis.between(0, AIR * Math.max(greatest, common(Metric.MEMORY_TOTAL).orElse(1)), 2);
            case TEMPERATURE -> ValueAxis.around(Math.min(COOL, least), Math.max(HOT, greatest), 4);
            case POWER -> ValueAxis.between(0, MORE_AIR * Math.max(greatest, 1), 2);
        };
        return new ChartPanel(quantity, caption(), scale, series, thresholds);
    }

    private OptionalDouble bound(List<StepSeries> series, boolean upper) {
        var bounds = series.stream().mapToDouble(each -> upper ? each.max() : each.min())
                .filter(bound -> !Double.isNaN(bound)).map(quantity::shown);
        return upper ? bounds.max() : bounds.min();
    }

    private String caption() {
        boolean instances = !told.isEmpty() && told.stream().allMatch(GpuDevice::isInstance);
        if (instances && quantity.metric().scope() == Metric.MetricLevel.BOARD) {
            return quantity.unit() + ", told of the whole GPU only, not of its instances";
        }
        return switch (quantity) {
            case BUSY -> "%, share of time a kernel ran";
            case MEMORY -> common(Metric.MEMORY_TOTAL).stream().mapToObj(total -> "GiB of " + Math.round(total))
                    .findFirst().orElse("GiB");
            case TEMPERATURE -> rules.of(AlertSignal.TEMPERATURE).stream()
                    .filter(rule -> rule.severity() == Severity.WARNING && rule.limit() != null).findFirst()
                    .map(rule -> "°C, warns above %.0f for %d min".formatted(value(rule).orElse(0),
                            rule.patience().toMinutes()))
                    .orElse("°C");
            case POWER -> "W, whole board";
        };
    }

    private List<Threshold> thresholds() {
        var thresholds = new ArrayList<Threshold>();
        switch (quantity) {
            case BUSY -> {
                // There is no too much of it.
            }
            case MEMORY -> common(Metric.MEMORY_TOTAL).ifPresent(total -> rules.of(AlertSignal.MEMORY_SHARE)
                    .forEach(rule -> value(rule).ifPresent(share -> thresholds.add(new Threshold(share * total,
                            Math.round(100 * share) + " %", ThresholdWeight.PLAIN)))));
            case TEMPERATURE -> rules.of(AlertSignal.TEMPERATURE)
                    .forEach(rule -> value(rule).ifPresent(limit -> thresholds.add(temperature(rule, limit))));
            case POWER -> common(Metric.POWER_LIMIT).ifPresent(limit -> thresholds
                    .add(new Threshold(limit, "limit " + quantity.words(limit), ThresholdWeight.PLAIN)));
        }
        return thresholds;
    }

    private Threshold temperature(AlertRule rule, double limit) {
        boolean critical = rule.severity() == Severity.CRITICAL;
        return new Threshold(limit, (critical ? "critical " : "warn ") + quantity.words(limit),
                critical ? ThresholdWeight.CRITICAL : ThresholdWeight.WARNING);
    }

    /** Where a rule draws the line; where devices tell their own, that of all of them if it is the same. */
    private OptionalDouble value(AlertRule rule) {
        var limit = Optional.ofNullable(rule.limit());
        var own = limit.map(each -> each.own());
        return own.isPresent() && common(own.get()).isPresent() ? common(own.get())
                : limit.stream().mapToDouble(each -> each.threshold()).findFirst();
    }

    /** What all that tell it have in common, in the unit of the chart. */
    private OptionalDouble common(Metric metric) {
        var each = told.stream().map(GpuDevice::values).filter(values -> values.has(metric))
                .mapToDouble(values -> quantity.shown(values.get(metric))).distinct().toArray();
        return each.length == 1 ? OptionalDouble.of(each[0]) : OptionalDouble.empty();
    }
}
