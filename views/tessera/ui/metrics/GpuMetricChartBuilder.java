package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.gpu.GpuDevice;
import tessera.metrics.history.FixedStepSeries;
import tessera.model.reading.DeviceMetric;
import tessera.text.MessageCatalog;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.metrics.MetricChartState.ChartThreshold;
import tessera.ui.metrics.MetricChartState.ThresholdSeverity;

/** Builds the chart of one quantity of some devices: its scale and common thresholds. */
final class GpuMetricChartBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuMetricChartBuilder.class);

    /** Room above what is greatest. */
    private static final double AIR = 1.05;
    private static final double MORE_AIR = 1.15;
    private static final double COOL = 30;
    private static final double HOT = 90;

    private final AlertRules rules;
    private final ChartedGpuMetric gpuMetric;
    /** By whom it is known how much there can be: the boards, or instances where there are no boards. */
    private final List<GpuDevice> limitDevices;

    GpuMetricChartBuilder(ChartedGpuMetric gpuMetric, List<GpuDevice> devices, AlertRules rules) {
        this.rules = rules;
        this.gpuMetric = gpuMetric;
        var boards = devices.stream().filter(device -> !device.isInstance()).toList();
        this.limitDevices = boards.isEmpty() ? devices : boards;
    }

    MetricChartState createPanel(List<FixedStepSeries> series) {
        var thresholds = commonThresholds();
        double minimum = boundOf(series, false).orElse(0);
        double greatest = DoubleStream
                .concat(boundOf(series, true).stream(), thresholds.stream().mapToDouble(ChartThreshold::value)).max()
                .orElse(1);
        var scale = switch (gpuMetric) {
            case BUSY -> ChartValueAxis.between(0, 100, 2);
            case MEMORY -> ChartValueAxis.between(0,
                    AIR * Math.max(greatest, commonValue(DeviceMetric.MEMORY_TOTAL).orElse(1)), 2);
            case TEMPERATURE -> ChartValueAxis.around(Math.min(COOL, minimum), Math.max(HOT, greatest), 4);
            case POWER -> ChartValueAxis.between(0, MORE_AIR * Math.max(greatest, 1), 2);
        };
        return new MetricChartState(gpuMetric, captionText(boundOf(series, true).isPresent()), scale, series,
                thresholds);
    }

    private OptionalDouble boundOf(List<FixedStepSeries> series, boolean upper) {
        var bounds = series.stream().mapToDouble(each -> upper ? each.max() : each.min())
                .filter(bound -> !Double.isNaN(bound)).map(gpuMetric::toChartUnit);
        if (upper) {
            return bounds.max();
        }
        return bounds.min();
    }

    private String captionText(boolean measured) {
        boolean instances = !limitDevices.isEmpty() && limitDevices.stream().allMatch(GpuDevice::isInstance);
        if (instances && gpuMetric.metric().metricLevel() == DeviceMetric.DeviceOrInstanceLevel.BOARD) {
            return MESSAGES.text("caption.boardOnly", gpuMetric.unit());
        }
        var reasons = limitDevices.stream()
                .map(device -> MeasuredNumberFormatter.missingReason(device.reading(gpuMetric.metric()))).distinct()
                .toList();
        if (!measured && reasons.size() == 1 && !reasons.getFirst().isEmpty()) {
            return gpuMetric.unit() + ", " + reasons.getFirst();
        }
        return switch (gpuMetric) {
            case BUSY -> MESSAGES.text("caption.busy");
            case MEMORY -> commonValue(DeviceMetric.MEMORY_TOTAL).stream()
                    .mapToObj(total -> MESSAGES.text("caption.memoryOf", Math.round(total))).findFirst().orElse("GiB");
            case TEMPERATURE -> rules.rulesFor(AlertSignal.TEMPERATURE).stream()
                    .filter(rule -> rule.severity() == AlertOrFindingSeverity.WARNING && rule.limit() != null)
                    .findFirst().map(rule -> MESSAGES.text("caption.temperature", Math.round(limitOf(rule).orElse(0)),
                            rule.pendingFor().toMinutes()))
                    .orElse("°C");
            case POWER -> MESSAGES.text("caption.power");
        };
    }

    private List<ChartThreshold> commonThresholds() {
        var thresholds = new ArrayList<ChartThreshold>();
        switch (gpuMetric) {
            case BUSY -> {
                // There is no too much of it.
            }
            case MEMORY ->
                commonValue(DeviceMetric.MEMORY_TOTAL).ifPresent(total -> addMemoryThresholds(total, thresholds));
            case TEMPERATURE ->
                rules.rulesFor(AlertSignal.TEMPERATURE).forEach(rule -> addTemperatureThreshold(rule, thresholds));
            case POWER ->
                commonValue(DeviceMetric.POWER_LIMIT).ifPresent(limit -> thresholds.add(new ChartThreshold(limit,
                        MESSAGES.text("threshold.limit", gpuMetric.numberText(limit)), ThresholdSeverity.PLAIN)));
        }
        return thresholds;
    }

    private void addMemoryThresholds(double total, List<ChartThreshold> thresholds) {
        rules.rulesFor(AlertSignal.MEMORY_SHARE).forEach(rule -> limitOf(rule).ifPresent(share -> thresholds
                .add(new ChartThreshold(share * total, Math.round(100 * share) + " %", ThresholdSeverity.PLAIN))));
    }

    private void addTemperatureThreshold(AlertRule rule, List<ChartThreshold> thresholds) {
        limitOf(rule).ifPresent(limit -> thresholds.add(temperatureThreshold(rule, limit)));
    }

    private ChartThreshold temperatureThreshold(AlertRule rule, double limit) {
        boolean critical = rule.severity() == AlertOrFindingSeverity.CRITICAL;
        return new ChartThreshold(limit,
                MESSAGES.text(critical ? "threshold.critical" : "threshold.warning", gpuMetric.numberText(limit)),
                critical ? ThresholdSeverity.CRITICAL : ThresholdSeverity.WARNING);
    }

    /** Returns the limit of a rule; where devices report their own, the common one if it is the same. */
    private OptionalDouble limitOf(AlertRule rule) {
        var limit = Optional.ofNullable(rule.limit());
        var own = limit.map(each -> each.deviceMetric());
        if (own.isPresent() && commonValue(own.get()).isPresent()) {
            return commonValue(own.get());
        }
        return limit.stream().mapToDouble(each -> each.threshold()).findFirst();
    }

    /** Returns the value that all devices that report it have in common, in the unit of the chart. */
    private OptionalDouble commonValue(DeviceMetric metric) {
        var each = limitDevices.stream().map(GpuDevice::values).filter(values -> values.hasValue(metric))
                .mapToDouble(values -> gpuMetric.toChartUnit(values.get(metric))).distinct().toArray();
        if (each.length == 1) {
            return OptionalDouble.of(each[0]);
        }
        return OptionalDouble.empty();
    }
}
