package tessera.alerts.health;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoublePredicate;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthReportBuilder.EvidenceKey;
import tessera.gpu.GpuDevice;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;

/** Judges boards by the readings of their exporters. What is not exported was not looked at. */
record DeviceHealthEvaluator(XidCatalog xids) {

    private static final long HARDWARE_SLOWDOWN = 0x8 | 0x20 | 0x40 | 0x80;

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceHealthEvaluator.class);

    /**
     * One quantity that is checked against a limit.
     *
     * @param healthyKey of what is said where all is as it should be
     * @param violation  whether a number speaks against a board
     * @param reason     by the board and the number
     */
    private record HealthMetricLimit(DeviceMetric metric, AlertSignal signal, AlertOrFindingSeverity severity,
            String healthyKey, DoublePredicate violation, BiFunction<String, Long, HealthReason> reason) {}

    /** Some vendors tell this in place of error numbers. */
    private static final HealthMetricLimit OWN = new HealthMetricLimit(DeviceMetric.HEALTH, AlertSignal.DRIVER_HEALTH,
            AlertOrFindingSeverity.CRITICAL, "check.healthy", DeviceHealthEvaluator::isZero,
            (board, _) -> new HealthReason.DriverReportsUnhealthy(board));
    private static final List<HealthMetricLimit> LOOKS = List.of(
            new HealthMetricLimit(DeviceMetric.ROW_REMAP_FAILURE, AlertSignal.ROW_REMAP_FAILURE,
                    AlertOrFindingSeverity.CRITICAL, "check.no-failed-remap", DeviceHealthEvaluator::isPositive,
                    (board, _) -> new HealthReason.FailedRowRemap(board)),
            new HealthMetricLimit(DeviceMetric.ECC_UNCORRECTABLE, AlertSignal.ECC_UNCORRECTABLE,
                    AlertOrFindingSeverity.CRITICAL, "check.no-ecc-errors", DeviceHealthEvaluator::isPositive,
                    HealthReason.UncorrectableMemoryErrors::new),
            new HealthMetricLimit(DeviceMetric.ROW_REMAP_PENDING, AlertSignal.REMAPPED_UNCORRECTABLE,
                    AlertOrFindingSeverity.WARNING, "check.no-pending-remap", DeviceHealthEvaluator::isPositive,
                    (board, _) -> new HealthReason.PendingRowRemap(board)),
            new HealthMetricLimit(DeviceMetric.REMAPPED_UNCORRECTABLE, AlertSignal.REMAPPED_UNCORRECTABLE,
                    AlertOrFindingSeverity.INFO, "check.no-remapped-rows", DeviceHealthEvaluator::isPositive,
                    HealthReason.RemappedMemoryRows::new),
            new HealthMetricLimit(DeviceMetric.THROTTLE_REASONS, AlertSignal.THROTTLE_REASONS,
                    AlertOrFindingSeverity.WARNING, "check.no-throttling", DeviceHealthEvaluator::isProtectiveThrottle,
                    (board, _) -> new HealthReason.ProtectiveThrottling(board)));

    private static boolean isPositive(double number) {
        return number > 0;
    }

    private static boolean isZero(double number) {
        return number == 0;
    }

    private static boolean isProtectiveThrottle(double reasons) {
        return ((long) reasons & HARDWARE_SLOWDOWN) != 0;
    }

    /** @param boards of one node */
    void judge(List<GpuDevice> boards, Optional<NodeReadings> readings, HealthReportBuilder findings) {
        var fresh = boards.stream().filter(gpuDevice -> gpuDevice.age().recent() && gpuDevice.readings() != null)
                .toList();
        if (fresh.size() < boards.size()) {
            findings.addUnchecked(MESSAGES.text("unchecked.boards",
                    fresh.isEmpty() && boards.size() == 1 ? MESSAGES.text("boards.all", 1)
                            : MESSAGES.text("boards.some", boards.size() - fresh.size(), boards.size()),
                    readingsProblemText(readings)));
        }
        if (fresh.isEmpty()) {
            return;
        }
        readings.map(NodeReadings::problem).ifPresent(problem -> findings.addUnchecked(problem.problemText()));
        var source = readings.map(NodeReadings::source).filter(name -> !name.isEmpty())
                .orElseGet(() -> MESSAGES.text("source.exporter"));
        var recentReadings = new RecentReadings(fresh, source, findings);
        boolean own = recentReadings.countReporting(DeviceMetric.HEALTH) > 0;
        if (own) {
            judgeQuantity(OWN, recentReadings);
        }
        boolean nvidia = fresh.getFirst().node().vendor().equals("NVIDIA");
        // What only drivers of NVIDIA know is not missed elsewhere.
        if ((nvidia && !own) || recentReadings.countReporting(DeviceMetric.XID) > 0) {
            judgeXids(recentReadings);
        }
        LOOKS.stream().filter(limit -> nvidia || recentReadings.countReporting(limit.metric()) > 0)
                .forEach(limit -> judgeQuantity(limit, recentReadings));
    }

    private static String readingsProblemText(Optional<NodeReadings> readings) {
        if (readings.isEmpty()) {
            return MESSAGES.text("not-read-yet");
        }
        var problem = readings.get().problem();
        if (problem != null) {
            return problem.problemText();
        }
        if (readings.get().at() == null) {
            return readings.get().missingReason().reasonText();
        }
        return MESSAGES.text("unchecked.not-recent");
    }

    private static EvidenceKey evidenceKey(AlertSignal signal, GpuDevice gpuDevice, String part) {
        return new EvidenceKey(signal, boardSubject(gpuDevice), part);
    }

    private static String boardSubject(GpuDevice gpuDevice) {
        var deviceReadings = gpuDevice.readings();
        return deviceReadings == null ? "" : AlertSubject.forDevice(gpuDevice.node().name(), deviceReadings).device();
    }

    private static String boardName(GpuDevice gpuDevice) {
        var deviceReadings = gpuDevice.readings();
        return deviceReadings == null ? MESSAGES.text("board.unnamed") : deviceReadings.deviceTitle();
    }

    private static Optional<Double> metricValue(GpuDevice gpuDevice, DeviceMetric deviceMetric) {
        return Optional.ofNullable(gpuDevice.readings()).map(DeviceReadings::values)
                .filter(values -> values.hasValue(deviceMetric)).map(values -> values.get(deviceMetric));
    }

    private void judgeXids(RecentReadings recentReadings) {
        boolean none = true;
        for (var gpuDevice : recentReadings.gpus()) {
            int code = metricValue(gpuDevice, DeviceMetric.XID).map(Double::intValue).orElse(0);
            if (code > 0) {
                none = false;
                var xid = xids.forCode(code);
                recentReadings.findings()
                        .addEvidence(evidenceKey(AlertSignal.forXidGrade(xid.grade()), gpuDevice, "XID " + code),
                                new UnhealthyObjectEvidence(
                                        xid.grade().severity(), new HealthReason.LastXidReported(boardName(gpuDevice),
                                                xid.displayName(), xid.meaning(), xid.remedy()),
                                        recentReadings.source()));
            }
        }
        recentReadings.addSumCheck(DeviceMetric.XID, none ? "check.no-xid" : "");
    }

    private static void judgeQuantity(HealthMetricLimit limit, RecentReadings recentReadings) {
        boolean well = true;
        for (var gpuDevice : recentReadings.gpus()) {
            var value = metricValue(gpuDevice, limit.metric());
            if (value.isPresent() && limit.violation().test(value.get())) {
                well = false;
                var part = limit.metric() == DeviceMetric.ROW_REMAP_PENDING ? "pending" : "";
                var reason = limit.reason().apply(boardName(gpuDevice), Math.round(value.get()));
                recentReadings.findings().addEvidence(evidenceKey(limit.signal(), gpuDevice, part),
                        new UnhealthyObjectEvidence(limit.severity(), reason, recentReadings.source()));
            }
        }
        recentReadings.addSumCheck(limit.metric(), well ? limit.healthyKey() : "");
    }

    /** Recent readings of some boards, and their source. */
    private record RecentReadings(List<GpuDevice> gpus, String source, HealthReportBuilder findings) {

        long countReporting(DeviceMetric deviceMetric) {
            return gpus.stream().filter(gpuDevice -> metricValue(gpuDevice, deviceMetric).isPresent()).count();
        }

        /** @param healthyKey of what is said of those that tell; empty where something is wrong with one of them */
        void addSumCheck(DeviceMetric deviceMetric, String healthyKey) {
            int all = gpus.size();
            long telling = countReporting(deviceMetric);
            if (telling > 0 && !healthyKey.isEmpty()) {
                var boards = telling == all ? MESSAGES.text("boards.all", all)
                        : MESSAGES.text("boards.some", telling, all);
                findings.addChecked(MESSAGES.text(healthyKey, boards), source);
            }
            if (telling == 0) {
                findings.addUnchecked(MESSAGES.text("unchecked.metric", deviceMetric.title()));
            } else if (telling < all) {
                findings.addUnchecked(MESSAGES.text("unchecked.metric-of", deviceMetric.title(), all - telling, all));
            }
        }
    }
}
